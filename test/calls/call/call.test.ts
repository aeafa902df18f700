import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { type CallServer, PATH, startCallServer } from './call-fixture.ts';

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const ok = (hex: string) => ({ status: 200, body: { result: `0x${hex}` } });
const failed = (status: number, message: string, detail = '', data = '') => ({
  status,
  body: { _status: { messages: [{ message, detail, data }] } },
});

/** Returns code that returns the top of the stack after these operations. */
const returning = (code: string): string => `${code}60005260206000f3`;
/** Returns code that copies the data at its end to memory and reverts with it. */
const reverting = (data: string): string => {
  const length = data.length / 2;
  const hex = length.toString(16).padStart(4, '0');
  return `61${hex}601160003961${hex}6000fd000000${data}`;
};
const errorString = (text: string): string => {
  const bytes = Buffer.from(text).toString('hex');
  return `08c379a0${word(32)}${word(text.length)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`;
};

const CODES: Readonly<Record<number, string>> = {
  // Code that returns slot 0.
  2001: returning('600054'),
  2002: reverting(errorString('no')),
  2003: reverting(`4e487b71${word(0x11)}`),
  2004: 'fe',
  // An endless loop.
  2005: '5b600056',
  2006: returning('43'),
  2007: returning('42'),
  2008: returning('41'),
  2009: returning('46'),
  2010: returning('33'),
  2011: returning('34'),
  2012: returning('3331'),
  2013: returning('48'),
  2014: returning('45'),
  2015: returning('44'),
  // Code with BLOCKHASH of the block's own number.
  2016: returning('4340'),
  2017: returning('3a'),
  2018: returning('32'),
  // Code that writes slot 1 and returns it.
  2019: returning('60076001556001 54'.replaceAll(' ', '')),
  // Code that calls itself with all gas.
  2020: '600060006000600060003061ffff5a03f1505a60005260206000f3'.replace('61ffff5a03', '5a'),
  // Code that grows memory without limit.
  2021: '6000 5b 80 52 80 62010000 01 6002 56'.replaceAll(' ', ''),
  2022: returning('47'),
  // Code with BLOCKHASH of block 0, of the next block, of 2^64 and of 2^64 + 1.
  2023: returning('5f40'),
  2024: returning('60014301 40'.replaceAll(' ', '')),
  2025: returning('680100000000000000 0040'.replaceAll(' ', '')),
  2026: returning('4a'),
  2027: returning('5f49'),
  // Code that returns the balances of 0.0.800, and of 0.0.1500 by its alias.
  2028: returning('61032031'),
  2029: returning(`73${'aabbccddeeff00112233445566778899aabbccdd'}31`),
  // Code that returns slots 0 and 1.
  2030: '5f545f526001546020526040 5ff3'.replaceAll(' ', ''),
  // Code that returns the address of the contract that it creates.
  2031: returning('5f5f5ff0'),
  // Code that returns its own address.
  2032: returning('30'),
};
const to = (id: number) => `0x${longZero(id)}`;
const ALIAS = 'aabbccddeeff00112233445566778899aabbccdd';
/** EVM address of contract 2032. */
const CONTRACT_ADDRESS = 'bbccddeeff00112233445566778899aabbccddee';
const at = (seconds: number) => BigInt(seconds) * 1_000_000_000n;

let server: CallServer;

beforeAll(async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100), block(1, 200), block(2, 300)]);
  await insert(database, 'entity', [
    entity(2, { type: 'ACCOUNT', balance: 5_000, created_timestamp: 1 }),
    entity(800, { type: 'ACCOUNT', balance: 6_000, created_timestamp: 1 }),
    entity(1500, {
      type: 'ACCOUNT',
      balance: 777,
      created_timestamp: 1,
      evm_address: Buffer.from(ALIAS, 'hex'),
      alias: Buffer.from(ALIAS, 'hex'),
    }),
    ...Object.keys(CODES).map((id) =>
      entity(Number(id), {
        balance: 0,
        created_timestamp: 1,
        ...(id === '2032' && { evm_address: Buffer.from(CONTRACT_ADDRESS, 'hex') }),
      }),
    ),
  ]);
  await insert(
    database,
    'contract',
    Object.entries(CODES).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
  await insert(database, 'contract_state', [
    {
      contract_id: 2001,
      slot: Buffer.alloc(32),
      value: Buffer.from([42]),
      created_timestamp: at(150),
      modified_timestamp: at(250),
    },
  ]);
  await insert(database, 'contract_state_change', [
    change(at(150), Buffer.alloc(0), Buffer.from([7])),
    change(at(250), Buffer.from([7]), Buffer.from([42])),
  ]);
  await insert(database, 'crypto_transfer', [
    { entity_id: 1500, consensus_timestamp: at(150), amount: 500, payer_account_id: 2 },
    { entity_id: 1500, consensus_timestamp: at(250), amount: 277, payer_account_id: 2 },
  ]);
});

function change(time: bigint, read: Buffer, written: Buffer) {
  return {
    consensus_timestamp: time,
    contract_id: 2001,
    slot: Buffer.alloc(0),
    value_read: read,
    value_written: written,
    payer_account_id: 2,
    migration: false,
  };
}

afterAll(() => server?.close());

/** Returns the address of a contract's creation. */
function createdAddress(id: number, nonce: number): string {
  const rlp = Buffer.concat([Buffer.from('d694', 'hex'), Buffer.from(longZero(id), 'hex'), Buffer.of(nonce)]);
  return Buffer.from(keccak_256(rlp)).toString('hex').slice(24);
}

type Case = readonly [
  name: string,
  body: Record<string, unknown>,
  expected: { status: number; body: unknown },
];

const CASES: readonly Case[] = [
  ['storage now', { to: to(2001) }, ok(word(42))],
  ['storage at the newest block', { to: to(2001), block: '2' }, ok(word(42))],
  ['storage at a block', { to: to(2001), block: '0x1' }, ok(word(7))],
  ['storage at a block by hash', { to: to(2001), block: `0x${'1'.repeat(64)}` }, ok(word(7))],
  ['storage at a block by its complete hash', { to: to(2001), block: `0x${'1'.repeat(96)}` }, ok(word(7))],
  ['storage before it was written', { to: to(2001), block: 'earliest' }, ok(word(0))],
  ['an unknown block', { to: to(2001), block: '77' }, failed(400, 'Bad Request', 'Unknown block number')],
  [
    'an unknown hash',
    { to: to(2001), block: `0x${'f'.repeat(64)}` },
    failed(400, 'Bad Request', 'Unknown block number'),
  ],
  ['a reason', { to: to(2002) }, failed(400, 'CONTRACT_REVERT_EXECUTED', 'no', `0x${errorString('no')}`)],
  ['a panic', { to: to(2003) }, failed(400, 'CONTRACT_REVERT_EXECUTED', '', `0x4e487b71${word(0x11)}`)],
  ['an invalid operation', { to: to(2004) }, failed(400, 'CONTRACT_EXECUTION_EXCEPTION', '', '0x')],
  ['too little gas', { to: to(2005), gas: 100_000 }, failed(400, 'INSUFFICIENT_GAS', '', '0x')],
  [
    'less gas than a call costs',
    { to: to(2005), gas: 21_000, data: '0x01' },
    failed(400, 'INSUFFICIENT_GAS'),
  ],
  ['NUMBER', { to: to(2006) }, ok(word(2))],
  ['NUMBER at a block', { to: to(2006), block: '1' }, ok(word(1))],
  ['TIMESTAMP', { to: to(2007), block: '1' }, ok(word(199))],
  ['COINBASE', { to: to(2008) }, ok(word(98))],
  ['CHAINID', { to: to(2009) }, ok(word(298))],
  ['CALLER without a sender', { to: to(2010) }, ok(word(2))],
  ['CALLER by its alias', { to: to(2010), from: ALIAS }, ok(word(BigInt(`0x${ALIAS}`)))],
  ['CALLER by its number', { to: to(2010), from: to(1500) }, ok(word(BigInt(`0x${ALIAS}`)))],
  ['CALLER of a contract', { to: to(2010), from: to(2001) }, ok(word(2))],
  [
    'a missing sender',
    { to: to(2010), from: '11'.repeat(20) },
    failed(400, 'PAYER_ACCOUNT_NOT_FOUND', 'Sender account not found.'),
  ],
  [
    'the zero address as sender of value',
    { to: to(2011), from: to(0), value: 1 },
    failed(400, 'PAYER_ACCOUNT_NOT_FOUND', 'Sender account not found.'),
  ],
  ['the zero address as sender of nothing', { to: to(2010), from: to(0) }, ok(word(2))],
  ['a system account without a row as sender', { to: to(2010), from: to(50) }, ok(word(50))],
  [
    'an account above the system accounts without a row as sender',
    { to: to(2010), from: to(1_400) },
    failed(400, 'PAYER_ACCOUNT_NOT_FOUND', 'Sender account not found.'),
  ],
  ['ADDRESS', { to: `0x${CONTRACT_ADDRESS}` }, ok(CONTRACT_ADDRESS.padStart(64, '0'))],
  ['ADDRESS of a contract called by its number', { to: to(2032) }, ok(CONTRACT_ADDRESS.padStart(64, '0'))],
  ['CALLVALUE', { to: to(2011), from: ALIAS, value: 9 }, ok(word(9))],
  ['more than the sender has', { to: to(2022), from: ALIAS, value: 9_000_000 }, ok(word(9_000_000))],
  ['BALANCE', { to: to(2012), from: ALIAS }, ok(word(777))],
  ['BALANCE at a block', { to: to(2012), from: ALIAS, block: '1' }, ok(word(500))],
  ['BALANCE of a system account', { to: to(2012) }, ok(word(0))],
  ['BASEFEE', { to: to(2013) }, ok(word(0))],
  ['GASLIMIT', { to: to(2014), gas: 123_456 }, ok(word(123_456))],
  ['PREVRANDAO', { to: to(2015), block: '1' }, ok('1'.repeat(64))],
  ['BLOCKHASH', { to: to(2016) }, ok('2'.repeat(64))],
  ['GASPRICE', { to: to(2017), gasPrice: 5 }, ok(word(71))],
  ['ORIGIN', { to: to(2018), from: ALIAS }, ok(word(BigInt(`0x${ALIAS}`)))],
  ['BLOCKHASH of an older block', { to: to(2023) }, ok('0'.repeat(64))],
  ['BLOCKHASH of a future block', { to: to(2024) }, ok(word(0))],
  ['BLOCKHASH of a block after the called one', { to: to(2024), block: '1' }, ok(word(0))],
  ['BLOCKHASH of a number above 64 bits', { to: to(2025) }, ok(word(0))],
  ['BLOBBASEFEE', { to: to(2026) }, ok(word(1))],
  ['BLOBHASH', { to: to(2027) }, ok(word(0))],
  ['BALANCE of an account above 0.0.750', { to: to(2028) }, ok(word(6_000))],
  ['a slot that the call wrote', { to: to(2019) }, ok(word(7))],
  ['a missing contract', { to: `0x${'12'.repeat(20)}` }, ok('')],
  ['a creation', { data: `0x600a600c600039600a6000f3${returning('602a')}` }, ok(returning('602a'))],
  ['a creation without init code', {}, failed(400, 'CONTRACT_BYTECODE_EMPTY', '', '')],
  ['an estimate without init code', { estimate: true }, failed(400, 'CONTRACT_BYTECODE_EMPTY', '', '')],
  ['a creation that reverts', { data: '0x60006000fd' }, failed(400, 'CONTRACT_REVERT_EXECUTED', '', '0x')],
  [
    'overridden storage',
    {
      to: to(2001),
      state_overrides: [{ address: to(2001), state_diff: [{ key: word(0), value: word(99) }] }],
    },
    ok(word(99)),
  ],
  [
    'overridden code',
    { to: to(2001), state_overrides: [{ address: to(2001), code: returning('6005') }] },
    ok(word(5)),
  ],
  [
    'overridden code at an unused address',
    {
      to: `0x${'34'.repeat(20)}`,
      state_overrides: [{ address: `0x${'34'.repeat(20)}`, code: returning('6006') }],
    },
    ok(word(6)),
  ],
  [
    'overridden storage as a whole',
    {
      to: to(2001),
      state_overrides: [{ address: to(2001), state: [{ key: word(1), value: word(9) }] }],
    },
    ok(word(0)),
  ],
  [
    'two slots of an overridden storage',
    {
      to: to(2030),
      state_overrides: [
        {
          address: to(2030),
          state: [
            { key: word(1), value: word(9) },
            { key: word(0), value: word(8) },
          ],
        },
      ],
    },
    ok(word(8) + word(9)),
  ],
  [
    'an overridden balance',
    { to: to(2029), state_overrides: [{ address: ALIAS, balance: '0x63' }] },
    ok(word(99)),
  ],
  [
    'a balance overridden by the number of an account with an alias',
    { to: to(2029), state_overrides: [{ address: to(1500), balance: '0x63' }] },
    ok(word(777)),
  ],
  [
    // RLP of the address and nonce 5.
    'an overridden nonce',
    { to: to(2031), state_overrides: [{ address: to(2031), nonce: '0x5', code: CODES[2031] }] },
    ok(createdAddress(2031, 5).padStart(64, '0')),
  ],
  [
    'more data than a transaction may have',
    { to: to(2001), data: '00'.repeat(131_073) },
    failed(400, 'TRANSACTION_OVERSIZE'),
  ],
  ['an estimate', { to: to(2001), estimate: true }, ok('0000000000005dea')],
];

describe('POST /contracts/call answers', () => {
  for (const [name, body, expected] of CASES) {
    it(name, async () => expect(await server.post(body)).toEqual(expected));
  }

  it('only JSON', async () => {
    const init = { headers: { 'content-type': 'text/plain' } };
    expect(await server.post('{}', init)).toEqual(
      failed(415, 'Unsupported Media Type', "Content-Type 'text/plain' is not supported"),
    );
  });

  it('a browser with a preflight request', async () => {
    const response = await fetch(server.url + PATH, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://dapp.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(response.status).toBeLessThan(300);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
  });

  it('without errors in the log', () => expect(server.log).toEqual([]));
});
