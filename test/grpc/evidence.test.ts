import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GrpcOutcome } from '../../src/grpc/calls.ts';
import {
  collect,
  GET_NODES,
  open,
  SUBSCRIBE,
  startTestGrpc,
  type TestGrpc,
  topicEntity,
  topicQuery,
} from './grpc-fixture.ts';

// Reports of the gRPC service to the status service: outcomes of calls, and the results of the service's own probes.

const outcomes: GrpcOutcome[] = [];
let grpc: TestGrpc;

beforeAll(async () => {
  grpc = await startTestGrpc({ maxPerClient: 1, onEnd: (outcome) => outcomes.push(outcome) });
  await grpc.insert('entity', [topicEntity()]);
});

beforeEach(() => {
  outcomes.length = 0;
});

afterAll(() => grpc.close());

const signal = () => new AbortController().signal;

test('an invalid call is not a failure, and an unknown method records no evidence', async () => {
  expect((await collect(open(grpc.client, GET_NODES, Buffer.alloc(0)))).code).toBe(status.INVALID_ARGUMENT);
  expect((await collect(open(grpc.client, '/x.Y/z', Buffer.alloc(0)))).code).toBe(status.UNIMPLEMENTED);
  expect(outcomes).toEqual(['done']);
});

// A level of groups (wire type 3) is two bytes: its start and its end.
test.each([
  [64, 'getNodes.filter.fileId: must not be null'],
  [65, 'The request is malformed'],
  [2_048, 'The request is malformed'],
])('unknown groups nested %i deep: %s', async (depth, expected) => {
  const groups = Buffer.concat([Buffer.alloc(depth, 0x7b), Buffer.alloc(depth, 0x7c)]);
  const { code, text } = await collect(open(grpc.client, GET_NODES, groups));
  expect([code, text]).toEqual([status.INVALID_ARGUMENT, expected]);
  expect(grpc.errors).toEqual([]);
});

test('a call above the limit is refused, and one cancelled by its client is done', async () => {
  const followed = open(grpc.client, SUBSCRIBE, topicQuery());
  await new Promise((resolve) => followed.once('metadata', resolve));
  expect((await collect(open(grpc.client, GET_NODES, Buffer.alloc(0)))).code).toBe(status.RESOURCE_EXHAUSTED);
  followed.cancel();
  await expect.poll(() => outcomes).toEqual(['refused', 'done']);
});

test('the probe requests the nodes; a missing address book is not a failure', async () => {
  expect(await grpc.service.probe(signal())).toEqual({ asked: 1, failed: 0, slowestMs: expect.any(Number) });
  await grpc.insert('address_book', [{ start_consensus_timestamp: 1, file_id: 102, file_data: '\\x00' }]);
  expect(await grpc.service.probe(signal())).toMatchObject({ asked: 1, failed: 0 });
  expect(await grpc.service.probe(AbortSignal.abort())).toBeNull();
  // The clients' limit does not apply to the service's own calls, which are not counted as client calls.
  expect(outcomes).toEqual([]);
});

test('the probe and calls fail without the table', async () => {
  const { pool } = grpc.database;
  await pool.query('alter table address_book rename to elsewhere');
  expect(await grpc.service.probe(signal())).toMatchObject({ asked: 1, failed: 1 });
  const request = Buffer.from([0x0a, 0x02, 0x18, 102]);
  expect((await collect(open(grpc.client, GET_NODES, request))).code).toBe(status.UNKNOWN);
  expect(outcomes).toEqual(['failed']);
});
