import type { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { dumpTables } from '../dump-tables.ts';
import { account, contract, long, makeItem, START, storeBlocks } from './synthetic.ts';

/**
 * Migration records: when sidecars were introduced, the network published the code and storage of all existing
 * contracts in records of some transaction. Old networks had reported some of the contracts as accounts.
 */
describe('migration records of sidecars', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const select = async (sql: string): Promise<unknown[]> => (await test.database.pool.query(sql)).rows;
  const create = (at: number, num: number) =>
    makeItem({
      at,
      body: { cryptoCreateAccount: { memo: 'a' } },
      record: { receipt: { accountID: account(num) } },
    });
  const update = (at: number, num: number, memo: string) =>
    makeItem({
      at,
      body: { cryptoUpdateAccount: { accountIDToUpdate: account(num), memo: { value: memo } } },
    });
  const code = (num: number, ...bytes: number[]): proto.ITransactionSidecarRecord => ({
    migration: true,
    bytecode: { contractId: contract(num), runtimeBytecode: Buffer.from(bytes) },
  });
  const migration = (at: number, ...sidecars: proto.ITransactionSidecarRecord[]) =>
    makeItem({ at, body: { cryptoTransfer: {} }, sidecars });

  const blocks = [
    [create(1, 1001), create(2, 1002), update(3, 1001, 'b')],
    [update(4, 1001, 'c')],
    [
      update(5, 1001, 'd'),
      migration(6, code(1001, 0x60, 1), code(5000, 0x60, 2), {
        migration: true,
        stateChanges: {
          contractStateChanges: [
            {
              contractId: contract(1001),
              storageChanges: [
                { slot: Buffer.from([1]), valueRead: Buffer.from([7]) },
                {
                  slot: Buffer.from([2]),
                  valueRead: Buffer.from([7]),
                  valueWritten: { value: Buffer.alloc(0) },
                },
              ],
            },
          ],
        },
      }),
      update(7, 1001, 'e'),
    ],
    [update(8, 1001, 'f'), migration(9, code(1001, 0x60, 3))],
  ];

  it.each([
    ['each block stored by itself', false],
    ['all stored together', true],
  ])('set the code and type of contracts, also in the past: %s', async (_how, together) => {
    const problems = await storeBlocks(test.database, blocks, { together });
    expect(problems).toEqual([]);
    const versions = (table: string) =>
      select(
        `select id::int as id, memo, type, (lower(timestamp_range) - ${START})::int as at from ${table} order by 1, 4`,
      );
    expect(await versions('entity')).toEqual([
      { id: 1001, memo: 'f', type: 'CONTRACT', at: 8 },
      { id: 1002, memo: 'a', type: 'ACCOUNT', at: 2 },
    ]);
    expect(await versions('entity_history')).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((memo, i) => ({
        id: 1001,
        memo,
        type: 'CONTRACT',
        at: [1, 3, 4, 5, 7][i],
      })),
    );
    expect(
      await select(
        "select id::int as id, encode(runtime_bytecode, 'hex') as code, initcode, file_id from contract order by 1",
      ),
    ).toEqual([
      { id: 1001, code: '6003', initcode: null, file_id: null },
      { id: 5000, code: '6002', initcode: null, file_id: null },
    ]);
    const slot = (byte: number): string => `${'00'.repeat(31)}0${byte}`;
    expect(
      await select(
        "select encode(slot, 'hex') as slot, encode(value_read, 'hex') as read, value_written as written, migration from contract_state_change order by 1",
      ),
    ).toEqual([
      { slot: '01', read: '07', written: null, migration: true },
      { slot: '02', read: '07', written: Buffer.alloc(0), migration: true },
    ]);
    expect(
      await select(
        "select encode(slot, 'hex') as slot, encode(value, 'hex') as value from contract_state order by 1",
      ),
    ).toEqual([
      { slot: slot(1), value: '07' },
      { slot: slot(2), value: '' },
    ]);
    // Migration records have no participants.
    expect(await select('select from contract_transaction')).toEqual([]);
  });

  it('have one change of each slot, without leading zeros, however sidecars name it', async () => {
    const named = ['', '00', '00'.repeat(32), '0005', '05', `${'00'.repeat(31)}06`];
    const item = migration(1, {
      migration: true,
      stateChanges: {
        contractStateChanges: [
          {
            contractId: contract(1001),
            storageChanges: named.map((slot, i) => ({
              slot: Buffer.from(slot, 'hex'),
              valueRead: Buffer.of(i + 1),
            })),
          },
        ],
      },
    });
    expect(await storeBlocks(test.database, [[item]])).toEqual([]);
    const slots = async (table: string, value: string) =>
      select(
        `select encode(slot, 'hex') as slot, encode(${value}, 'hex') as value from ${table} order by slot`,
      );
    const expected = [
      ['', '01'],
      ['05', '04'],
      ['06', '06'],
    ];
    expect(await slots('contract_state_change', 'value_read')).toEqual(
      expected.map(([slot, value]) => ({ slot, value })),
    );
    expect(await slots('contract_state', 'value')).toEqual(
      expected.map(([slot = '', value]) => ({ slot: slot.padStart(64, '0'), value })),
    );
  });

  it('do not affect fields that later versions set', async () => {
    await storeBlocks(test.database, blocks.slice(0, 3));
    // The update at 7 changed it to an account again, as on the network.
    expect(
      await select(
        `select type, (lower(timestamp_range) - ${START})::int as at from (
           select type, timestamp_range from entity where id = 1001
           union all select type, timestamp_range from entity_history where id = 1001) v order by 2`,
      ),
    ).toEqual([
      { type: 'CONTRACT', at: 1 },
      { type: 'CONTRACT', at: 3 },
      { type: 'CONTRACT', at: 4 },
      { type: 'CONTRACT', at: 5 },
      { type: 'ACCOUNT', at: 7 },
    ]);
  });

  it('are reported for unknown contracts', async () => {
    const problems = await storeBlocks(test.database, [
      [migration(1, { migration: true, bytecode: { contractId: { contractNum: long(-4) } } })],
    ]);
    expect(problems).toEqual(['a contract id out of range', 'code of an unknown contract']);
    expect((await dumpTables(test.database)).contract).toBeUndefined();
  });
});
