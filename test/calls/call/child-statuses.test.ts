import { afterAll, beforeAll, expect, test } from 'vitest';
import { entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { holding, insertToken } from '../../rest/tokens/token-rows.ts';
import { encodeCall } from '../system/harness.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

// A failing call returns, after its own status, the statuses of the ledger's transactions that failed within it.

const TOKEN = 3001;
const OTHER = 3002;
const MISSING = 3999;
const HOLDER = 1500;
const REVERTING = 2001;
const STOPPING = 2002;
const FORWARDING = 2003;

/** Number of bytes of a call with two words. */
const TWO_WORDS = 0x44;
/**
 * Returns code that calls the token service with the call in the first two words of its input, then with the one in the
 * second two, and ends with `end`.
 */
function twice(end: string): string {
  const size = TWO_WORDS.toString(16);
  const call = (from: string) => `5f5f60${size}60${from}5f6101675af150`;
  return `365f5f37${call('00')}${call(size)}${end}`;
}
/** Code that calls the token service with all of its input, then reverts. */
const CALL_AND_REVERT = `365f5f375f5f365f5f6101675af150${'5f5ffd'}`;

const CODES: Readonly<Record<number, string>> = {
  [REVERTING]: twice('5f5ffd'),
  [STOPPING]: twice('00'),
  [FORWARDING]: CALL_AND_REVERT,
};
const address = (id: number) => `0x${longZero(id)}`;
const associate = (token: number, account = HOLDER) =>
  encodeCall('associateToken(address,address)', [longZero(account), longZero(token)]).toString('hex');
const dissociate = (token: number) =>
  encodeCall('dissociateToken(address,address)', [longZero(HOLDER), longZero(token)]).toString('hex');
const isFrozen = (token: number) =>
  encodeCall('isFrozen(address,address)', [longZero(token), longZero(HOLDER)]).toString('hex');

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100)]);
  await insert(database, 'entity', [
    entity(2, { type: 'ACCOUNT', balance: 5_000, created_timestamp: 1 }),
    entity(HOLDER, { type: 'ACCOUNT', balance: 5_000, created_timestamp: 1 }),
    ...Object.keys(CODES).map((id) => entity(Number(id), { balance: 0, created_timestamp: 1 })),
  ]);
  await insert(
    database,
    'contract',
    Object.entries(CODES).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
  for (const id of [TOKEN, OTHER]) await insertToken(database, id);
  await insert(database, 'token_account', [holding(HOLDER, TOKEN, 167), holding(2, TOKEN, 0)]);
});
afterAll(() => server?.close());

interface Case {
  readonly name: string;
  readonly to: number;
  readonly data: string;
  readonly from?: string;
  /** Messages after the first one. */
  readonly children: readonly string[];
  readonly first?: object;
}

const REVERT = { message: 'CONTRACT_REVERT_EXECUTED', detail: '', data: '0x' };
const CASES: readonly Case[] = [
  {
    name: 'each status, in order',
    to: REVERTING,
    data: associate(TOKEN) + associate(MISSING),
    children: ['TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT', 'INVALID_TOKEN_ID'],
  },
  {
    name: 'the reverse order',
    to: REVERTING,
    data: associate(MISSING) + dissociate(OTHER),
    children: ['INVALID_TOKEN_ID', 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'],
  },
  {
    name: 'the same status once',
    to: REVERTING,
    data: associate(MISSING) + associate(MISSING),
    children: ['INVALID_TOKEN_ID'],
  },
  {
    name: 'no status of transactions that succeeded and were undone',
    to: REVERTING,
    data: associate(OTHER) + dissociate(OTHER),
    children: [],
  },
  {
    name: 'views that return a code',
    to: REVERTING,
    data: isFrozen(MISSING) + isFrozen(TOKEN),
    children: ['INVALID_TOKEN_ID'],
  },
  {
    name: 'a revert of the service by a name',
    to: TOKEN,
    data: encodeCall('transfer(address,uint256)', [longZero(2), 168n]).toString('hex'),
    from: address(HOLDER),
    first: { ...REVERT, data: `0x${Buffer.from('INSUFFICIENT_TOKEN_BALANCE').toString('hex')}` },
    children: ['INSUFFICIENT_TOKEN_BALANCE'],
  },
  {
    // The balance equals the number of INVALID_TOKEN_ID.
    name: 'no amount that equals a code',
    to: FORWARDING,
    data: `618dc65e${longZero(TOKEN)}${encodeCall('balanceOf(address)', [longZero(HOLDER)]).toString('hex')}`,
    children: [],
  },
];

test.each(CASES)('$name', async ({ to, data, from, children, first = REVERT }) => {
  const answer = await server.post({ to: address(to), data: `0x${data}`, ...(from && { from }) });
  expect(answer).toEqual({
    status: 400,
    body: {
      _status: { messages: [first, ...children.map((message) => ({ message, detail: '', data: '' }))] },
    },
  });
});

test('no status if the call succeeds', async () => {
  const data = `0x${associate(TOKEN)}${associate(MISSING)}`;
  expect(await server.post({ to: address(STOPPING), data })).toEqual({ status: 200, body: { result: '0x' } });
});
