import { createHash, X509Certificate } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { afterEach, expect, it } from 'vitest';
import { NodeConnection } from '../../../src/rpc/nodes/node-connection.ts';
import { freePort } from '../../free-ports.ts';
import { type Certified, makeAuthority } from '../../ingest/block-nodes/certificates.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Node {
  readonly port: number;
  readonly received: Buffer[];
}

/** Starts a node that responds with the bytes of a `TransactionResponse`; null: it never responds. */
async function serve(answer: Buffer | null, certified?: Certified): Promise<Node> {
  const received: Buffer[] = [];
  const server = new Server();
  const unchanged = (bytes: Buffer): Buffer => bytes;
  const method = {
    path: '/proto.SmartContractService/callEthereum',
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: unchanged,
    requestDeserialize: unchanged,
    responseSerialize: unchanged,
    responseDeserialize: unchanged,
  };
  server.addService(
    { callEthereum: method },
    {
      callEthereum: (call: { request: Buffer }, done: (error: null, answer: Buffer) => void) => {
        received.push(call.request);
        if (answer !== null) done(null, answer);
      },
    },
  );
  const credentials = certified
    ? ServerCredentials.createSsl(null, [{ cert_chain: certified.certificate, private_key: certified.key }])
    : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  cleanups.push(() => server.forceShutdown());
  return { port, received };
}

function connection(port: number, certificateHash: string | null = null): NodeConnection {
  const account = { shard: 0n, realm: 0n, num: 3n };
  const made = new NodeConnection(
    { account, host: '127.0.0.1', port, certificateHash },
    { connectMs: 2_000, responseMs: 500 },
  );
  cleanups.push(() => made.close());
  return made;
}

const BYTES = Buffer.from('transaction');
const BUSY = Buffer.of(0x08, 12);

it('submits in clear text, and reads the code', async () => {
  const node = await serve(BUSY);
  expect(await connection(node.port).submit(BYTES)).toEqual({ kind: 'answered', code: 'BUSY' });
  expect(node.received).toEqual([BYTES]);
  // OK is the default value, so the field is absent.
  expect(await connection((await serve(Buffer.alloc(0))).port).submit(BYTES)).toEqual({
    kind: 'answered',
    code: 'OK',
  });
});

it('submits over TLS to a node whose certificate has the hash of the address book, and to no other', async () => {
  const certified = makeAuthority('node');
  const node = await serve(BUSY, certified);
  const hash = createHash('sha384')
    .update(new X509Certificate(certified.certificate).toString())
    .digest('hex');
  expect(await connection(node.port, hash).submit(BYTES)).toEqual({ kind: 'answered', code: 'BUSY' });
  const other = createHash('sha384').update('another').digest('hex');
  expect(await connection(node.port, other).submit(BYTES)).toEqual({ kind: 'unreached' });
  expect(node.received.length).toBe(1);
});

it('distinguishes an unreachable node from one that may have the transaction, which it submits once', async () => {
  const silent = await serve(null);
  expect(await connection(silent.port).submit(BYTES)).toEqual({ kind: 'unknown' });
  expect(silent.received.length).toBe(1);
  expect(await connection((await serve(Buffer.from('ff', 'hex'))).port).submit(BYTES)).toEqual({
    kind: 'unknown',
  });

  expect(await connection(await freePort()).submit(BYTES)).toEqual({ kind: 'unreached' });
});

it('does not submit again when the connection breaks', async () => {
  const silent = await serve(null);
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    const to = connect(silent.port, '127.0.0.1');
    sockets.push(socket, to);
    for (const one of [socket, to]) one.on('error', () => undefined);
    socket.pipe(to).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => proxy.close());
  const { port } = proxy.address() as { port: number };
  const submitted = connection(port).submit(BYTES);
  while (silent.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const socket of sockets) socket.destroy();
  expect(await submitted).toEqual({ kind: 'unknown' });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(silent.received.length).toBe(1);
});
