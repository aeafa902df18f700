import { afterAll, beforeAll, expect, it } from 'vitest';
import { longZero } from '../../api/contracts/contract-rows.ts';
import { block, insert } from '../../api/rows.ts';
import { entity } from '../../api/tokens/token-rows.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

// The operator says under which version of the ledger's EVM calls run: of the newest block v0.38, which has PUSH0 and no
// transient storage; of the first block v0.34, which has neither.

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
] as const)('of block %s a call of %i', async (name, contract, status, body) => {
  const answer = await server.post({ to: `0x${longZero(contract)}`, block: name });
  expect(answer).toEqual({ status, body });
});
