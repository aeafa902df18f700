import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, blockOf, bytes, entity, ethereum, longZero, result } from '../rest/contracts/contract-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

/**
 * Owner in blocks 0 to 2, of which 2 is the newest. They have one account, one contract, a token, a schedule and a
 * delegating account.
 */

const OWNER = `0x${'aa'.repeat(20)}`;
const DELEGATE = `0x${'cc'.repeat(20)}`;
const CODE = '6001600255';
const to = (id: number) => `0x${longZero(id)}`;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const hash = (digits: string) => digits.repeat(96);
const wei = (tinybars: bigint) => `0x${(tinybars * 10_000_000_000n).toString(16)}`;

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
  await rpc.insert('record_file', [
    blockOf(0, at(100), at(109), { hash: hash('a') }),
    blockOf(1, at(110), at(119), { hash: hash('b') }),
    blockOf(2, at(120), at(129), { hash: hash('c') }),
  ]);
  const since = (seconds: number) => ({
    created_timestamp: at(seconds),
    timestamp_range: `[${at(seconds)},)`,
  });
  await rpc.insert('entity', [
    entity(2000, {
      type: 'ACCOUNT',
      evm_address: Buffer.from(OWNER.slice(2), 'hex'),
      balance: 900n,
      ethereum_nonce: 5,
      created_timestamp: at(101),
      timestamp_range: `[${at(105)},)`,
    }),
    entity(2001, { balance: 0n, ethereum_nonce: null, ...since(111) }),
    entity(2002, { type: 'TOKEN', ...since(111) }),
    entity(2003, { type: 'SCHEDULE', ...since(111) }),
    entity(2004, {
      type: 'ACCOUNT',
      balance: 0n,
      ethereum_nonce: 1,
      delegation_address: Buffer.from(DELEGATE.slice(2), 'hex'),
      created_timestamp: at(101),
      timestamp_range: `[${at(121)},)`,
    }),
    entity(2006, { type: 'ACCOUNT', delegation_address: Buffer.alloc(20), ...since(101) }),
    entity(2007, since(101)),
    entity(2008, since(101)),
    entity(2005, { deleted: true, created_timestamp: at(101), timestamp_range: `[${at(121)},)` }),
  ]);
  await rpc.insert('entity_history', [
    entity(2000, {
      type: 'ACCOUNT',
      evm_address: Buffer.from(OWNER.slice(2), 'hex'),
      balance: 900n,
      ethereum_nonce: 3,
      created_timestamp: at(101),
      timestamp_range: `[${at(101)},${at(105)})`,
    }),
    entity(2004, {
      type: 'ACCOUNT',
      balance: 0n,
      created_timestamp: at(101),
      timestamp_range: `[${at(101)},${at(121)})`,
    }),
    entity(2005, { created_timestamp: at(101), timestamp_range: `[${at(101)},${at(121)})` }),
  ]);
  await rpc.insert('contract', [
    { id: 2001, runtime_bytecode: Buffer.from(CODE, 'hex') },
    { id: 2005, runtime_bytecode: Buffer.from(CODE, 'hex') },
  ]);
  await rpc.insert('crypto_transfer', [
    { entity_id: 2000, amount: 1_000, consensus_timestamp: at(101), payer_account_id: 2, is_approval: false },
    {
      entity_id: 2000,
      amount: -100,
      consensus_timestamp: at(122),
      payer_account_id: 2000,
      is_approval: false,
    },
  ]);
  await rpc.insert('contract_result', [result(at(112), 2001), result(at(122), 2001)]);
  await rpc.insert('ethereum_transaction', [
    ethereum(at(112), { nonce: 3 }),
    ethereum(at(122), { nonce: 4 }),
  ]);
  const change = (contract: number, seconds: number, slot: string, [read, written]: [bigint, bigint]) => ({
    consensus_timestamp: at(seconds),
    contract_id: contract,
    slot: Buffer.from(slot, 'hex'),
    value_read: bytes(read),
    value_written: bytes(written),
    payer_account_id: 2000,
    migration: false,
  });
  await rpc.insert(
    'contract_state',
    [2001, 2007, 2008].map((contract_id) => ({
      contract_id,
      slot: Buffer.alloc(32),
      value: bytes(9n),
      created_timestamp: 1,
      modified_timestamp: 1,
    })),
  );
  // Slot zero is stored as no byte or as one.
  await rpc.insert('contract_state_change', [
    change(2001, 112, '', [0n, 7n]),
    change(2001, 122, '', [7n, 9n]),
    change(2007, 112, '00', [5n, 7n]),
    change(2007, 122, '00', [7n, 9n]),
    change(2008, 112, '00', [5n, 7n]),
    change(2008, 113, '', [7n, 8n]),
    change(2008, 122, '00', [8n, 9n]),
  ]);
  await rpc.show();
}, 60_000);
afterAll(() => rpc?.close());

/** Names of the newest block; objects follow EIP-1898. */
const NEWEST: readonly unknown[][] = [
  [],
  ...['latest', 'pending', 'safe', 'finalized', '0x2', `0x${'c'.repeat(64)}`].map((name) => [name]),
  [{ blockHash: `0x${'c'.repeat(64)}` }],
  [{ blockNumber: '0x2' }],
];
/** A block after the newest one. */
const AFTER = '0x9';
const [ONE, ONE_HASH] = ['0x1', `0x${'b'.repeat(64)}`];

describe.each(NEWEST.map((name) => [name]))('at the newest block %j', (name) => {
  it.each<[method: string, params: unknown[], result: string]>([
    ['eth_getBalance', [OWNER], wei(900n)],
    ['eth_getTransactionCount', [OWNER], '0x5'],
    ['eth_getCode', [to(2001)], `0x${CODE}`],
    ['eth_getStorageAt', [to(2001), '0x0'], word(9)],
  ])('%s(%j)', async (method, params, expected) => {
    expect(await rpc.result(method, ...params, ...name)).toBe(expected);
  });
});

it.each<[method: string, params: unknown[], result: string]>([
  ['eth_getBalance', [OWNER, AFTER], wei(900n)],
  ['eth_getTransactionCount', [OWNER, AFTER], '0x5'],
  ['eth_getCode', [to(2001), AFTER], '0x'],
  ['eth_getCode', [to(0x167), AFTER], '0xfe'],
  ['eth_getBalance', [OWNER, ONE], wei(1_000n)],
  ['eth_getBalance', [to(2000), ONE_HASH], wei(1_000n)],
  ['eth_getBalance', [OWNER, 'earliest'], wei(1_000n)],
  ['eth_getBalance', [to(2001), 'earliest'], '0x0'],
  ['eth_getBalance', [to(7777)], '0x0'],
  ['eth_getBalance', [to(2002)], '0x0'],
  ['eth_getTransactionCount', [OWNER, ONE], '0x4'],
  ['eth_getTransactionCount', [OWNER, 'earliest'], '0x3'],
  ['eth_getTransactionCount', [to(2001)], '0x1'],
  ['eth_getTransactionCount', [to(2001), 'earliest'], '0x0'],
  ['eth_getTransactionCount', [to(7777)], '0x0'],
  ['eth_getCode', [to(2001), { blockHash: ONE_HASH }], `0x${CODE}`],
  ['eth_getCode', [to(2001), 'earliest'], '0x'],
  ['eth_getCode', [OWNER], '0x'],
  ['eth_getCode', [to(2002)], `0xef0100${longZero(0x167)}`],
  ['eth_getCode', [to(2003)], `0xef0100${longZero(0x16b)}`],
  ['eth_getCode', [to(2004)], `0xef0100${DELEGATE.slice(2)}`],
  ['eth_getCode', [to(2004), ONE], '0x'],
  ['eth_getCode', [to(2006)], '0x'],
  ['eth_getCode', [to(2005)], '0x'],
  ['eth_getCode', [to(2005), ONE], `0x${CODE}`],
  ['eth_getCode', [to(0x167)], '0xfe'],
  ['eth_getCode', [to(0x16b)], '0xfe'],
  ['eth_getCode', [to(7777)], '0x'],
  ['eth_getStorageAt', [to(2001), '0x0', ONE], word(7)],
  ['eth_getStorageAt', [to(2001), word(0), 'earliest'], word(0)],
  ['eth_getStorageAt', [to(2007), '0x0', ONE], word(7)],
  ['eth_getStorageAt', [to(2007), '0x0', 'earliest'], word(5)],
  ['eth_getStorageAt', [to(2008), '0x0', ONE], word(8)],
  ['eth_getStorageAt', [to(2008), '0x0', 'earliest'], word(5)],
  ['eth_getStorageAt', [to(2008), '0x0', 'latest'], word(9)],
  ['eth_getStorageAt', [to(2001), '0x1'], word(0)],
  ['eth_getStorageAt', [to(7777), '0x0'], word(0)],
])('%s(%j) is %s', async (method, params, expected) => {
  expect(await rpc.result(method, ...params)).toBe(expected);
});

const UNKNOWN = `0x${'d'.repeat(64)}`;

it.each<[method: string, params: unknown[], error: string]>([
  ['eth_getBalance', [OWNER, UNKNOWN], '-39012 Unknown block'],
  ['eth_getTransactionCount', [OWNER, UNKNOWN], '-39012 Unknown block'],
  ['eth_getCode', [to(2001), UNKNOWN], '-39012 Unknown block'],
  [
    'eth_getStorageAt',
    [to(2001), '0x0', UNKNOWN],
    `-32001 Requested resource not found. block '${UNKNOWN}'.`,
  ],
  ['eth_getStorageAt', [to(2001), '0x0', AFTER], "-32001 Requested resource not found. block '0x9'."],
  ['eth_getBalance', [], '-32602 Missing value for required parameter 0'],
  [
    'eth_getBalance',
    ['0x1'],
    '-32602 Invalid parameter 0: Expected 0x prefixed string representing the address (20 bytes), value: 0x1',
  ],
  [
    'eth_getStorageAt',
    [OWNER, `0x${'0'.repeat(65)}`],
    `-32602 Invalid parameter 1: Expected 0x prefixed string representing the hash (32 bytes), value: 0x${'0'.repeat(65)}`,
  ],
  [
    'eth_getBalance',
    [OWNER, 'newest'],
    '-32602 Invalid parameter 1: The value passed is not valid: newest. Expected 0x prefixed hexadecimal block number, or the string "latest", "earliest" or "pending" OR Expected Expected 0x prefixed string representing the hash (32 bytes) of a block',
  ],
  [
    'eth_getBalance',
    [OWNER, [1, null, ['a'], { toString: '' }]],
    '-32602 Invalid parameter 1: The value passed is not valid: 1,,a,[object Object]. Expected 0x prefixed hexadecimal block number, or the string "latest", "earliest" or "pending" OR Expected Expected 0x prefixed string representing the hash (32 bytes) of a block',
  ],
])('%s(%j) fails with %s', async (method, params, error) => {
  expect(await rpc.error(method, ...params)).toBe(error);
});

it('excludes transactions of invisible blocks from a past state', async () => {
  await rpc.insert('record_file', [blockOf(3, at(130), at(139), { hash: hash('d') })]);
  await rpc.insert('crypto_transfer', [
    {
      entity_id: 2000,
      amount: -50,
      consensus_timestamp: at(131),
      payer_account_id: 2000,
      is_approval: false,
    },
  ]);
  await rpc.database.pool.query('update entity set balance = 850 where id = 2000');
  // The newest rows apply immediately, so that a client that has seen a transaction sees its effect.
  expect(await rpc.result('eth_getBalance', OWNER)).toBe(wei(850n));
  await rpc.show();
  expect(await rpc.result('eth_getBalance', OWNER, '0x2')).toBe(wei(900n));
  expect(await rpc.result('eth_getBalance', OWNER, '0x3')).toBe(wei(850n));
});
