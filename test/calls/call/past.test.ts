import { afterEach, expect, test } from 'vitest';
import { entity, longZero } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const to = (id: number) => `0x${longZero(id)}`;
const at = (seconds: number) => BigInt(seconds) * 1_000_000_000n;
const SLOT_0 = '60005460005260206000f3';

let server: CallServer;
afterEach(() => server?.close());

test("a token's balance through its redirect code, now and at a block", async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100), block(1, 200), block(2, 300)]);
  await insert(database, 'entity', [
    entity(2, { type: 'ACCOUNT', balance: 5_000, created_timestamp: 1 }),
    entity(1500, { type: 'ACCOUNT', balance: 777, created_timestamp: 1 }),
    entity(3001, { type: 'TOKEN', created_timestamp: 1 }),
  ]);
  await insert(database, 'token', [
    {
      token_id: 3001,
      created_timestamp: 1,
      decimals: 2,
      initial_supply: 40,
      name: 'Copper',
      symbol: 'CU',
      total_supply: 40,
      treasury_account_id: 2,
      timestamp_range: '[1,)',
      freeze_status: 0,
      kyc_status: 0,
    },
  ]);
  await insert(database, 'token_account', [
    {
      account_id: 1500,
      token_id: 3001,
      associated: true,
      created_timestamp: 2,
      timestamp_range: '[2,)',
      balance: 40,
    },
  ]);
  await insert(database, 'token_transfer', [
    { token_id: 3001, account_id: 1500, consensus_timestamp: at(150), amount: 25, payer_account_id: 2 },
    { token_id: 3001, account_id: 1500, consensus_timestamp: at(250), amount: 15, payer_account_id: 2 },
  ]);
  const data = `0x70a08231${longZero(1500).padStart(64, '0')}`;
  const balance = async (blockName: string) => server.post({ to: to(3001), data, block: blockName });
  const ok = (value: number) => ({ status: 200, body: { result: `0x${word(value)}` } });
  expect(await balance('latest')).toEqual(ok(40));
  expect(await balance('1')).toEqual(ok(25));
  expect(await balance('0')).toEqual(ok(0));
  expect(server.log).toEqual([]);
});

test('a slot written before the retained history is unknown, not zero', async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(5, 100), block(6, 200)]);
  await insert(database, 'entity', [
    entity(2001, { balance: 0, created_timestamp: 1 }),
    entity(2002, { balance: 0, created_timestamp: at(150) }),
  ]);
  const code = Buffer.from(SLOT_0, 'hex');
  await insert(database, 'contract', [
    { id: 2001, runtime_bytecode: code },
    { id: 2002, runtime_bytecode: code },
  ]);
  const detail = 'Contract 0.0.2001 is older than the retained history: its earlier storage is unknown';
  expect(await server.post({ to: to(2001) })).toEqual({
    status: 404,
    body: { _status: { messages: [{ message: 'Not Found', detail, data: '' }] } },
  });
  expect(await server.post({ to: to(2002) })).toEqual({ status: 200, body: { result: `0x${word(0)}` } });
});

test('the code of a contract that is older than the retained history is unknown, not empty', async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(5, 100), block(6, 200)]);
  await insert(database, 'entity', [
    entity(2001, { balance: 0, created_timestamp: 1 }),
    entity(2002, { balance: 0, created_timestamp: at(150) }),
    entity(2003, { balance: 0, created_timestamp: null }),
  ]);
  await insert(
    database,
    'contract',
    [2001, 2002].map((id) => ({ id, runtime_bytecode: null })),
  );
  const unknown = (id: number) => ({
    status: 404,
    body: {
      _status: {
        messages: [
          {
            message: 'Not Found',
            detail: `Contract 0.0.${id} is older than the retained history: its code is unknown`,
            data: '',
          },
        ],
      },
    },
  });
  expect(await server.post({ to: to(2001) })).toEqual(unknown(2001));
  expect(await server.post({ to: to(2003) })).toEqual(unknown(2003));
  // The contract was created without code.
  expect(await server.post({ to: to(2002) })).toEqual({ status: 200, body: { result: '0x' } });
});
