import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { entity } from '../../rest/tokens/token-rows.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

// EVM versions of the ledger that the operator sets for calls. From the newest block on it is v0.38, which has PUSH0
// and no transient storage; from the first block on it is v0.34, which has neither.

const PUSH0 = 2001;
const TLOAD = 2002;
const CODES: Readonly<Record<number, string>> = {
  [PUSH0]: '5f5f5260205ff3',
  [TLOAD]: '60005c60005260206000f3',
};

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({
    network: { version: 'v0.38', versions: [{ firstBlock: 0n, version: 'v0.34' }] },
  });
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100), block(1, 200)]);
  await insert(database, 'entity', [
    entity(2, 'ACCOUNT', { balance: 5_000, created_timestamp: 1 }),
    ...Object.keys(CODES).map((id) => entity(Number(id), 'CONTRACT', { balance: 0, created_timestamp: 1 })),
  ]);
  await insert(
    database,
    'contract',
    Object.entries(CODES).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
});
afterAll(() => server?.close());

const NOTHING = { result: `0x${'0'.repeat(64)}` };
const FAILED = {
  _status: { messages: [{ message: 'CONTRACT_EXECUTION_EXCEPTION', detail: '', data: '0x' }] },
};

it.each([
  ['latest', PUSH0, 200, NOTHING],
  ['latest', TLOAD, 400, FAILED],
  ['0', PUSH0, 400, FAILED],
  ['0', TLOAD, 400, FAILED],
] as const)('the version of block %s applies to a call of %i', async (name, contract, status, body) => {
  const answer = await server.post({ to: `0x${longZero(contract)}`, block: name });
  expect(answer).toEqual({ status, body });
});

describe('a network with HAPI 0.77', () => {
  // Block 0 was executed by 0.76, and block 1 by 0.77 with Pectra (HIP-1341).
  const ADDS = 2003;
  const STOPS = 2004;
  const POINTS = '00'.repeat(256);
  let pectra: CallServer;
  beforeAll(async () => {
    pectra = await startCallServer({ network: { version: null } });
    const { database } = pectra;
    const hapi = { hapi_version_major: 0, hapi_version_patch: 0 };
    await insert(database, 'record_file', [
      { ...block(0, 100), ...hapi, hapi_version_minor: 76 },
      { ...block(1, 200), ...hapi, hapi_version_minor: 77 },
    ]);
    await insert(database, 'entity', [
      entity(2, 'ACCOUNT', { balance: 5_000, created_timestamp: 1 }),
      entity(ADDS, 'CONTRACT', { balance: 0, created_timestamp: 1 }),
      entity(STOPS, 'CONTRACT', { balance: 0, created_timestamp: 1 }),
    ]);
    // Code that forwards its input to 0x0b, and returns the output.
    const runtime_bytecode = Buffer.from('365f5f375f5f365f5f600b5af1503d5f5f3e3d5ff3', 'hex');
    await insert(database, 'contract', [
      { id: ADDS, runtime_bytecode },
      { id: STOPS, runtime_bytecode: Buffer.from([0]) },
    ]);
  });
  afterAll(() => pectra?.close());

  it.each([
    ['latest', `0x${'00'.repeat(128)}`],
    ['1', `0x${'00'.repeat(128)}`],
    ['0', '0x'],
  ])('at block %s: the sum of points', async (name, result) => {
    const answer = await pectra.post({ to: `0x${longZero(ADDS)}`, data: `0x${POINTS}`, block: name });
    expect(answer).toEqual({ status: 200, body: { result } });
  });

  // Gas of 1,000 non-zero bytes: 16 each, and 40 each by the floor of EIP-7623.
  it.each([
    ['latest', 61_000],
    ['1', 61_000],
    ['0', 37_000],
  ])('at block %s: calldata needs %i gas', async (name, needed) => {
    const data = `0x${'01'.repeat(1_000)}`;
    const call = (gas: number) => pectra.post({ to: `0x${longZero(STOPS)}`, data, block: name, gas });
    expect((await call(needed)).status).toBe(200);
    expect(await call(needed - 1)).toMatchObject({
      status: 400,
      body: { _status: { messages: [{ message: 'INSUFFICIENT_GAS' }] } },
    });
  });

  it('estimates the cost of calldata', async () => {
    const data = `0x${'01'.repeat(1_000)}`;
    const { body } = await pectra.post({ to: `0x${longZero(STOPS)}`, data, estimate: true });
    expect(Number((body as { result: string }).result)).toBeGreaterThanOrEqual(61_000);
  });
});
