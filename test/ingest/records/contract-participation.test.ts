import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { contract, long, makeItem, START, storeBlocks } from './synthetic.ts';

const CONTRACT_REVERT = 33;
const DUPLICATE_TRANSACTION = 11;
const INSUFFICIENT_PAYER_BALANCE = 10;
const WRONG_NONCE = 312;

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

it('finds contract executions that failed before they had a result, in their order', async () => {
  const ethereum = (at: number, status: number) =>
    makeItem({ at, status, payer: 1009, body: { ethereumTransaction: { ethereumData: Buffer.from([1]) } } });
  const call = { contractCall: { contractID: contract(3001), gas: long(5) } };
  await storeBlocks(test.database, [
    [
      ethereum(1, INSUFFICIENT_PAYER_BALANCE),
      makeItem({
        at: 2,
        payer: 1009,
        body: call,
        record: { contractCallResult: { contractID: contract(3001) } },
      }),
      ethereum(3, DUPLICATE_TRANSACTION),
      ethereum(4, WRONG_NONCE),
      makeItem({ at: 5, payer: 1009, body: call, status: CONTRACT_REVERT }),
      ethereum(6, INSUFFICIENT_PAYER_BALANCE),
    ],
  ]);
  const select = async (sql: string) => (await test.database.pool.query(sql)).rows;
  expect(
    await select(
      `select (consensus_timestamp - ${START})::int as at, contract_id::int as id, transaction_index as index
       from contract_result order by 1`,
    ),
  ).toEqual([
    { at: 1, id: 0, index: null },
    { at: 2, id: 3001, index: 0 },
    { at: 5, id: 3001, index: null },
    { at: 6, id: 0, index: null },
  ]);
  expect(
    await select(
      `select (consensus_timestamp - ${START})::int as at, entity_id::int as id, contract_ids::text as ids,
         payer_account_id::int as payer from contract_transaction order by 1, 2`,
    ),
  ).toEqual([
    { at: 1, id: 0, ids: '{0,1009}', payer: 1009 },
    { at: 1, id: 1009, ids: '{0,1009}', payer: 1009 },
    { at: 2, id: 1009, ids: '{1009,3001}', payer: 1009 },
    { at: 2, id: 3001, ids: '{1009,3001}', payer: 1009 },
    { at: 5, id: 1009, ids: '{1009,3001}', payer: 1009 },
    { at: 5, id: 3001, ids: '{1009,3001}', payer: 1009 },
    { at: 6, id: 0, ids: '{0,1009}', payer: 1009 },
    { at: 6, id: 1009, ids: '{0,1009}', payer: 1009 },
  ]);
});
