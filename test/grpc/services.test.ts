import { createRequire } from 'node:module';
import { type Client, credentials, Metadata, Client as RawClient, status } from '@grpc/grpc-js';
import { Reader, Writer } from '@tain/protos/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REFLECTED_SERVICES } from '../../src/grpc/reflection.ts';
import { makeCertificate } from './certificate.ts';
import {
  clientOf,
  collect,
  GET_NODES,
  open,
  SUBSCRIBE,
  startTestGrpc,
  type TestGrpc,
  topicQuery,
} from './grpc-fixture.ts';

let grpc: TestGrpc;
beforeAll(async () => {
  grpc = await startTestGrpc({ maxPerClient: 3, topicWaitMs: 1 });
});
afterAll(() => grpc.close());

const unchanged = (bytes: Buffer): Buffer => bytes;
const MIRROR = 'com.hedera.mirror.api.proto';

/** Sends requests over one stream and returns all responses as fields. */
function reflect(
  client: Client,
  version: string,
  requests: readonly Buffer[],
): Promise<Map<number, Buffer>[]> {
  return new Promise((resolve, reject) => {
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
    const call = client.makeBidiStreamRequest(path, unchanged, unchanged, new Metadata());
    const answers: Map<number, Buffer>[] = [];
    call.on('data', (bytes: Buffer) => answers.push(fieldsOf(bytes)));
    call.on('error', reject);
    call.on('end', () => resolve(answers));
    for (const request of requests) call.write(request);
    call.end();
  });
}

/** Returns the last bytes of each field. */
function fieldsOf(bytes: Uint8Array): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (const [field, value] of allFields(bytes)) fields.set(field, value);
  return fields;
}

function allFields(bytes: Uint8Array): [number, Buffer][] {
  const reader = new Reader(bytes);
  const found: [number, Buffer][] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if ((tag & 7) === 2) found.push([tag >>> 3, Buffer.from(reader.bytes())]);
    else reader.skipType(tag & 7);
  }
  return found;
}

const question = (field: number, text: string) =>
  Buffer.from(
    Writer.create()
      .uint32((field << 3) | 2)
      .string(text)
      .finish(),
  );

// The .proto loader of grpc-js, which reads descriptors like grpcurl.
interface Loader {
  loadFileDescriptorSetFromBuffer(set: Buffer): Record<string, { readonly format?: string }>;
}
const loader = createRequire(import.meta.url)('@grpc/proto-loader') as Loader;

describe.each(['v1', 'v1alpha'])('reflection %s', (version) => {
  test('lists the services', async () => {
    const [answer] = await reflect(grpc.client, version, [question(7, '*')]);
    const names = allFields(answer?.get(6) ?? Buffer.alloc(0)).map(([, bytes]) =>
      String(fieldsOf(bytes).get(1)),
    );
    expect(names).toEqual([
      `${MIRROR}.ConsensusService`,
      `${MIRROR}.NetworkService`,
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
    ]);
    expect(names).toEqual(REFLECTED_SERVICES);
  });

  test('describes each service so that a client can call it', async () => {
    const answers = await reflect(
      grpc.client,
      version,
      REFLECTED_SERVICES.map((name) => question(4, name)),
    );
    expect(answers.length).toBe(REFLECTED_SERVICES.length);
    for (const [index, answer] of answers.entries()) {
      const files = allFields(answer.get(4) ?? Buffer.alloc(0)).map(([, bytes]) => bytes);
      const set = Writer.create();
      for (const file of files) set.uint32(10).bytes(file);
      const loaded = loader.loadFileDescriptorSetFromBuffer(Buffer.from(set.finish()));
      expect(loaded).toHaveProperty([REFLECTED_SERVICES[index] ?? '']);
    }
  });

  test('finds files of methods, fields and names, but no others', async () => {
    const texts = [
      [4, `${MIRROR}.ConsensusService.subscribeTopic`],
      [4, `${MIRROR}.AddressBookQuery.file_id`],
      [4, 'proto.NodeAddress'],
      [3, 'services_timestamp.proto'],
      [3, 'nothing.proto'],
      [4, 'proto.Nothing'],
      [6, 'proto.NodeAddress'],
      [6, 'proto.Nothing'],
    ] as const;
    const requests = texts.map(([field, text]) => question(field, text));
    const extension = Buffer.from(Writer.create().uint32(42).fork().uint32(10).string('x').ldelim().finish());
    const answers = await reflect(grpc.client, version, [...requests, extension, Buffer.alloc(0)]);
    const kinds = answers.map((answer) => [4, 5, 7].find((field) => answer.has(field)));
    expect(kinds).toEqual([4, 4, 4, 4, 7, 7, 5, 7, 7, 7]);
    expect(answers.map((answer) => answer.get(2))).toEqual([...requests, extension, Buffer.alloc(0)]);
  });
});

describe('health', () => {
  const CHECK = '/grpc.health.v1.Health/Check';
  const checkOf = (service: string) => Buffer.from(Writer.create().uint32(10).string(service).finish());

  test.each(['', ...REFLECTED_SERVICES])('is SERVING for %j', async (service) => {
    const { messages, code } = await collect(open(grpc.client, CHECK, checkOf(service)));
    expect([code, messages]).toEqual([status.OK, [Buffer.from([8, 1])]]);
  });

  test('is NOT_FOUND for another service', async () => {
    const { code, text } = await collect(open(grpc.client, CHECK, checkOf('x')));
    expect([code, text]).toEqual([status.NOT_FOUND, 'unknown service']);
  });

  test('is sent to a watcher', async () => {
    const watch = open(grpc.client, '/grpc.health.v1.Health/Watch', checkOf('x'));
    const first = await new Promise((resolve) => watch.once('data', resolve));
    watch.cancel();
    expect(first).toEqual(Buffer.from([8, 3]));
  });
});

test.each([
  ['/x.Y/z', 'There is no method x.Y/z'],
  [`/${MIRROR}.NetworkService/getFeeEstimate`, `There is no method ${MIRROR}.NetworkService/getFeeEstimate`],
  ['/<script>', 'There is no such method'],
])('%s is not served', async (path, text) => {
  const ended = await collect(open(grpc.client, path, Buffer.alloc(0)));
  expect(ended).toEqual({ messages: [], code: status.UNIMPLEMENTED, text });
});

test('a request that is too large is refused before it is read', async () => {
  const { code, text } = await collect(open(grpc.client, SUBSCRIBE, Buffer.alloc(5_000)));
  expect([code, text]).toEqual([
    status.RESOURCE_EXHAUSTED,
    'The request has 5000 bytes: at most 4096 are accepted',
  ]);
});

test('a malformed request is refused', async () => {
  for (const path of [SUBSCRIBE, GET_NODES, '/grpc.health.v1.Health/Check']) {
    const { code, text } = await collect(open(grpc.client, path, Buffer.from([0x0a, 0xff])));
    expect([code, text]).toEqual([status.INVALID_ARGUMENT, 'The request is malformed']);
  }
});

test('a deadline ends a call', async () => {
  const watch = '/grpc.health.v1.Health/Watch';
  const call = grpc.client.makeServerStreamRequest(
    watch,
    unchanged,
    unchanged,
    Buffer.alloc(0),
    new Metadata(),
    {
      deadline: Date.now() + 300,
    },
  );
  expect((await collect(call)).code).toBe(status.DEADLINE_EXCEEDED);
});

test('calls beyond the limit of a client are refused with a message, and accepted again when others end', async () => {
  await grpc.insert('entity', [
    { id: 5, num: 5, realm: 0, shard: 0, type: 'TOPIC', timestamp_range: '[1,)' },
  ]);
  const subscribe = (client: Client) => open(client, SUBSCRIBE, topicQuery({ topic: 5n }));
  const opened = () => grpc.registry.getSingleMetric('tain_grpc_calls')?.get();
  const count = async () =>
    (await opened())?.values.find(({ labels }) => String(labels.method).includes('subscribe'))?.value;
  // The limit counts calls of one address over all its connections.
  const others = [clientOf(grpc.server.port, { a: 1 }), clientOf(grpc.server.port, { a: 2 })];
  const calls = [grpc.client, ...others].map(subscribe);
  await Promise.all(calls.map((call) => new Promise((resolve) => call.once('metadata', resolve))));
  expect(await count()).toBe(3);
  const refused = await collect(subscribe(grpc.client));
  expect(refused).toEqual({
    messages: [],
    code: status.RESOURCE_EXHAUSTED,
    text: 'Too many calls of one client: at most 3 may be open. Please retry later',
  });
  calls[0]?.cancel();
  while ((await count()) !== 2) await new Promise((resolve) => setTimeout(resolve, 10));
  const again = subscribe(grpc.client);
  await new Promise((resolve) => again.once('metadata', resolve));
  again.cancel();
  for (const call of calls) call.cancel();
  for (const client of others) client.close();
});

test('other protocols than HTTP/2 are cut off, and requests other than gRPC refused', async () => {
  const { connect } = await import('node:http2');
  const session = connect(`http://127.0.0.1:${grpc.server.port}`);
  const answer = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const stream = session.request(headers);
      stream.on('response', (response) => resolve(response[':status']));
      stream.on('error', reject);
      stream.end();
    });
  expect(await answer({ ':path': '/', ':method': 'GET' })).toBe(405);
  expect(await answer({ ':path': SUBSCRIBE, ':method': 'POST', 'content-type': 'application/json' })).toBe(
    415,
  );
  session.close();
  await expect(fetch(`http://127.0.0.1:${grpc.server.port}/`)).rejects.toThrow();
});

test('over TLS, with the certificate that settings name', async () => {
  const tls = makeCertificate();
  const secure = await startTestGrpc({ tls });
  const channel = credentials.createSsl(tls.certificate);
  const client = new RawClient(`localhost:${secure.server.port}`, channel);
  const plain = clientOf(secure.server.port);
  try {
    const good = await collect(open(client, '/grpc.health.v1.Health/Check', Buffer.alloc(0)));
    expect([good.code, good.messages]).toEqual([status.OK, [Buffer.from([8, 1])]]);
    const bad = await collect(open(plain, '/grpc.health.v1.Health/Check', Buffer.alloc(0)));
    expect(bad.code).toBe(status.UNAVAILABLE);
  } finally {
    client.close();
    plain.close();
    await secure.close();
  }
});
