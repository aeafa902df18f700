import { com } from '@tain/protos/hapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grpcOnHttp } from '../../src/app/roles/grpc-calls.ts';
import { FrameParser, framesOf } from '../../src/grpc/frames.ts';
import { DEFAULT_CONNECTION_LIMITS } from '../../src/net/connection-limits.ts';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import {
  addMessages,
  GET_NODES,
  numbers,
  parseResponse,
  SUBSCRIBE,
  show,
  startTestGrpc,
  type TestGrpc,
  topicEntity,
  topicQuery,
} from './grpc-fixture.ts';

// gRPC-web as sent by the SDK from browsers (binary) and from React Native (text), on the REST port.

let grpc: TestGrpc;
let api: TestApi;
beforeAll(async () => {
  grpc = await startTestGrpc();
  api = await startTestApi({
    grpc: grpcOnHttp(grpc.service, { trustProxy: false }, DEFAULT_CONNECTION_LIMITS),
  });
  await grpc.insert('entity', [topicEntity()]);
  await addMessages(grpc, 1, 2_500);
  await show(grpc, 2_500);
});
afterAll(async () => {
  await api.close();
  await grpc.close();
});

const BINARY = 'application/grpc-web+proto';
const TEXT = 'application/grpc-web-text';

function call(path: string, type: string, message: Buffer, signal?: AbortSignal): Promise<Response> {
  const frame = framesOf([message]);
  return api.get(path, {
    method: 'POST',
    headers: { 'content-type': type, 'x-grpc-web': '1', 'x-user-agent': 'hiero-sdk-js/2.87.0' },
    body: type.includes('text') ? frame.toString('base64') : new Uint8Array(frame),
    ...(signal && { signal }),
  });
}

/**
 * Returns the complete messages of a body, and its trailers. Text is base64 of several parts, each of which may end
 * with `=`.
 */
function framesIn(body: Buffer, isText: boolean): { messages: Buffer[]; trailers: string } {
  const text = isText ? String(body.subarray(0, body.length - (body.length % 4))) : '';
  const parts = (text.match(/[^=]+={0,2}/g) ?? []).map((part) => Buffer.from(part, 'base64'));
  const bytes = isText ? Buffer.concat(parts) : body;
  const messages: Buffer[] = [];
  let trailers = '';
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) break;
    const content = bytes.subarray(at + 5, end);
    if (bytes[at] === 0x80) trailers = String(content);
    else messages.push(content);
    at = end;
  }
  return { messages, trailers };
}

describe.each([BINARY, TEXT])('%s', (type) => {
  const isText = type === TEXT;

  test('sends a topic and a trailer at its end', async () => {
    const response = await call(SUBSCRIBE, type, topicQuery({ start: 0n, limit: 2_300n }));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': isText ? 'application/grpc-web-text+proto' : BINARY,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'grpc-status,grpc-message',
    });
    const { messages, trailers } = framesIn(Buffer.from(await response.arrayBuffer()), isText);
    expect(messages.map((bytes) => Number(parseResponse(bytes).number))).toEqual(numbers(1, 2_300));
    expect(trailers).toBe('grpc-status: 0\r\n');
  });

  test('reports errors in headers that a page may read', async () => {
    const response = await call(SUBSCRIBE, type, topicQuery({ topic: null }));
    expect([response.status, response.headers.get('grpc-status'), await response.text()]).toEqual([
      200,
      '3',
      '',
    ]);
    expect(response.headers.get('grpc-message')).toBe('subscribeTopic.filter.topicId: must not be null');
    const query = com.hedera.mirror.api.proto.AddressBookQuery.encode({ fileId: { fileNum: 102 as never } });
    const nodes = await call(GET_NODES, type, Buffer.from(query.finish()));
    expect([nodes.headers.get('grpc-status'), nodes.headers.get('grpc-message')]).toEqual([
      '5',
      '0.0.102 does not exist',
    ]);
  });

  test('follows new messages, and frees its slot when the page closes', async () => {
    const open = async () =>
      (await grpc.registry.getSingleMetric('tain_grpc_topics')?.get())?.values[0]?.value ?? 0;
    const controller = new AbortController();
    const response = await call(SUBSCRIBE, type, topicQuery({ start: 0n }), controller.signal);
    const reader = response.body?.getReader();
    const next = isText ? 2_601 : 2_501;
    let body = Buffer.alloc(0);
    const has = async (count: number) => {
      while (framesIn(body, isText).messages.length < count) {
        const { value } = (await reader?.read()) ?? {};
        body = Buffer.concat([body, value ?? Buffer.alloc(0)]);
      }
    };
    await has(next - 1);
    while ((await open()) !== 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await addMessages(grpc, next, next + 99);
    await show(grpc, next + 99);
    await has(next + 99);
    controller.abort();
    while ((await open()) !== 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

test('pages of other sites may send calls', async () => {
  const requestHeaders = 'content-type,x-grpc-web,x-user-agent,grpc-timeout';
  const response = await api.get(SUBSCRIBE, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': requestHeaders,
    },
  });
  expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
    204,
    requestHeaders,
  ]);
});

test('a deadline ends a call', async () => {
  const response = await api.get(SUBSCRIBE, {
    method: 'POST',
    headers: { 'content-type': BINARY, 'grpc-timeout': '200m' },
    body: new Uint8Array(framesOf([topicQuery()])),
  });
  expect(framesIn(Buffer.from(await response.arrayBuffer()), false).trailers).toBe(
    'grpc-status: 4\r\ngrpc-message: Deadline exceeded\r\n',
  );
});

test.each([
  ['no gRPC-web', 'application/json', topicQuery(), 415, null],
  ['half a message', BINARY, Buffer.from([0, 0, 0, 0, 9, 1]), 200, '13'],
  ['a message that is too large', BINARY, framesOf([Buffer.alloc(5_000)]), 200, '8'],
  ['a compressed message', BINARY, framesOf([topicQuery()], 1), 200, '12'],
  ['a body that is too large', BINARY, Buffer.alloc(9_000), 413, null],
])('%s is refused', async (_, type, body, status, code) => {
  const response = await api.get(SUBSCRIBE, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  expect([response.status, response.headers.get('grpc-status')]).toEqual([status, code]);
});

test('frames may be split at any byte', () => {
  const bytes = framesOf([Buffer.from('one'), Buffer.alloc(0), Buffer.from('three')]);
  for (let size = 1; size < 8; size += 1) {
    const parser = new FrameParser(10);
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...parser.push(bytes.subarray(at, at + size)).map(String));
    expect([found, parser.isWithin]).toEqual([['one', '', 'three'], false]);
  }
});
