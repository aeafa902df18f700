import { status } from '@grpc/grpc-js';
import { com, proto } from '@tain/protos/hapi';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect, GET_NODES, open, startTestGrpc, type TestGrpc } from './grpc-fixture.ts';

const { AddressBookQuery } = com.hedera.mirror.api.proto;

let grpc: TestGrpc;

const book = (start: number, file: number) => ({
  start_consensus_timestamp: start,
  file_id: file,
  file_data: '\\x',
  node_count: 2,
});
const entry = (node: number, at: number, more: object = {}) => ({
  consensus_timestamp: at,
  node_id: node,
  node_account_id: 3 + node,
  memo: null,
  public_key: null,
  node_cert_hash: null,
  description: null,
  stake: 999,
  ...more,
});
const endpoint = (node: number, ip: string, port: number, domain: string) => ({
  consensus_timestamp: 20,
  node_id: node,
  ip_address_v4: ip,
  port,
  domain_name: domain,
});

beforeAll(async () => {
  grpc = await startTestGrpc();
  await grpc.insert('address_book', [book(10, 102), book(20, 102), book(30, 101)]);
  const full = { memo: '0.0.3', public_key: 'a1b2', node_cert_hash: '\\x6162', description: 'ö' };
  await grpc.insert('address_book_entry', [
    entry(9, 10),
    entry(2, 20),
    entry(0, 20, full),
    entry(1, 20),
    ...Array.from({ length: 120 }, (_, node) => entry(node, 30)),
  ]);
  await grpc.insert('address_book_service_endpoint', [
    endpoint(0, '127.0.0.1', 50_211, ''),
    endpoint(0, '', 50_212, 'node.example'),
    endpoint(0, '', 1, ''),
    endpoint(0, 'no.address', 2, 'x.example'),
  ]);
  const stake = {
    epoch_day: 1,
    max_stake: 1,
    min_stake: 1,
    reward_rate: 0,
    stake_not_rewarded: 0,
    stake_rewarded: 0,
    staking_period: 0,
  };
  await grpc.insert('node_stake', [
    { ...stake, consensus_timestamp: 5, node_id: 1, stake: 11 },
    { ...stake, consensus_timestamp: 6, node_id: 0, stake: 700 },
  ]);
  await grpc.insert('node', [
    {
      node_id: 2,
      account_id: 801,
      created_timestamp: 1,
      deleted: false,
      timestamp_range: '[1,)',
      admin_key: '\\x',
    },
  ]);
});
afterAll(() => grpc.close());

async function send(query: com.hedera.mirror.api.proto.IAddressBookQuery) {
  const request = Buffer.from(AddressBookQuery.encode(query).finish());
  const { messages, code, text } = await collect(open(grpc.client, GET_NODES, request));
  return { nodes: messages.map((bytes) => proto.NodeAddress.decode(bytes)), code, text };
}
const file = (num: number, more: object = {}) => ({ fileId: { fileNum: Long.fromNumber(num), ...more } });

test('returns the newest book by node, with the current account and the newest stakes', async () => {
  const { nodes, code } = await send(file(102));
  expect(code).toBe(status.OK);
  expect(
    nodes.map((node) => [
      node.nodeId.toNumber(),
      node.nodeAccountId?.accountNum?.toNumber(),
      node.stake.toNumber(),
    ]),
  ).toEqual([
    [0, 3, 700],
    [1, 4, 0],
    [2, 801, 0],
  ]);
  const [first, second] = nodes;
  expect(first).toMatchObject({
    memo: Buffer.from('0.0.3'),
    RSA_PubKey: 'a1b2',
    nodeCertHash: Buffer.from('ab'),
    description: 'ö',
  });
  expect(
    first?.serviceEndpoint.map((one) => [[...(one.ipAddressV4 ?? [])], one.port, one.domainName]),
  ).toEqual([
    [[], 50_212, 'node.example'],
    [[127, 0, 0, 1], 50_211, ''],
    [[], 2, 'x.example'],
  ]);
  expect(second).toMatchObject({ RSA_PubKey: '', description: '', serviceEndpoint: [] });
  expect([second?.memo.length, second?.nodeCertHash.length]).toEqual([0, 0]);
});

test('returns the requested number, and all of a long book', async () => {
  const counts = await Promise.all(
    [1, 2, 0, 500].map(async (limit) => (await send({ ...file(101), limit })).nodes.length),
  );
  expect(counts).toEqual([1, 2, 120, 120]);
});

const NOT_NULL = 'getNodes.filter.fileId: must not be null';
const NEGATIVE = 'getNodes.filter.limit: must be greater than or equal to 0';

test.each([
  ['no file', {}, status.INVALID_ARGUMENT, NOT_NULL],
  ['a limit below 0', { ...file(102), limit: -1 }, status.INVALID_ARGUMENT, NEGATIVE],
  ['neither', { limit: -1 }, status.INVALID_ARGUMENT, `${NOT_NULL}, ${NEGATIVE}`],
  ['an id out of range', { ...file(-1), limit: -1 }, status.INVALID_ARGUMENT, 'Invalid entity ID: 0.0.-1'],
  ['another file', file(112), status.INVALID_ARGUMENT, 'Not a valid address book file'],
  ['a limit before the file', { ...file(112), limit: -1 }, status.INVALID_ARGUMENT, NEGATIVE],
  [
    'a book of another realm',
    file(102, { realmNum: Long.ONE }),
    status.INVALID_ARGUMENT,
    'Not a valid address book file',
  ],
])('refuses %s', async (_, query, code, text) => {
  expect(await send(query)).toEqual({ nodes: [], code, text });
});

test('reports a missing book', async () => {
  const empty = await startTestGrpc();
  try {
    const request = Buffer.from(AddressBookQuery.encode(file(102)).finish());
    const ended = await collect(open(empty.client, GET_NODES, request));
    expect(ended).toEqual({ messages: [], code: status.NOT_FOUND, text: '0.0.102 does not exist' });
  } finally {
    await empty.close();
  }
});
