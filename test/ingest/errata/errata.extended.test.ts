import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyErrata, balanceOffset } from '../../../src/ingest/errata/apply-errata.ts';
import { readErrata } from '../../../src/ingest/errata/read-errata.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { sharedDir } from '../../shared.ts';
import { dumpTables } from '../dump-tables.ts';
import { account, amount, makeItem, START, storeBlocks, token } from '../records/synthetic.ts';

const { signal } = new AbortController();
const records = { ...DEFAULT_RECORD_OPTIONS, mainnet: true };

describe('errata', () => {
  let test: TestDatabase;
  let folder = '';
  beforeEach(async () => {
    test = await createTestDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tain-errata-'));
  });
  afterEach(async () => {
    await test.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const apply = async (from = folder) =>
    applyErrata(await readErrata(await openFolderStore(from), signal), {
      database: test.database,
      records,
      from: null,
      to: null,
    });
  const select = async (sql: string) => (await test.database.pool.query(sql)).rows;
  const counted = (bytes: Uint8Array): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const transfer = (at: number) =>
    makeItem({
      at,
      body: { cryptoTransfer: {} },
      record: { transferList: { accountAmounts: [amount(2, -7), amount(1001, 7)] } },
    });
  const writeMissing = async (name: string, at: number, item = transfer(at)): Promise<void> => {
    const transaction = proto.Transaction.encode({ bodyBytes: item.bodyBytes }).finish();
    await mkdir(path.join(folder, 'missingtransactions'), { recursive: true });
    const bytes = Buffer.concat([counted(item.recordBytes), counted(transaction)]);
    await writeFile(path.join(folder, 'missingtransactions', name), bytes);
  };

  it('adds the missing rows of the stream, without changing balances; once', async () => {
    const create = (at: number, num: number) =>
      makeItem({ at, body: { cryptoCreateAccount: {} }, record: { receipt: { accountID: account(num) } } });
    await storeBlocks(test.database, [[create(1, 2), create(2, 1001), transfer(3)]]);
    await writeMissing('a.bin', 3);
    await writeMissing('b.bin', 5);
    await writeMissing('c.bin', 5);
    const before = await dumpTables(test.database);
    expect(await apply()).toEqual({ transactions: 1, tokenTransfers: 0 });
    expect(
      await select(
        `select (consensus_timestamp - ${START})::int as at, errata, type from transaction where errata is not null`,
      ),
    ).toEqual([{ at: 5, errata: 'INSERT', type: 14 }]);
    expect(
      await select(
        `select (consensus_timestamp - ${START})::int as at, entity_id::int as id, amount::int as amount, errata::text as errata
         from crypto_transfer order by 1, 2`,
      ),
    ).toEqual([
      { at: 3, id: 2, amount: -7, errata: null },
      { at: 3, id: 1001, amount: 7, errata: null },
      { at: 5, id: 2, amount: -7, errata: 'INSERT' },
      { at: 5, id: 1001, amount: 7, errata: 'INSERT' },
    ]);
    expect(
      await select(
        `select count(*)::int as n from transaction_hash where consensus_timestamp = ${START} + 5`,
      ),
    ).toEqual([{ n: 1 }]);
    const after = await dumpTables(test.database);
    for (const table of ['entity', 'entity_history', 'record_file'])
      expect(after[table]).toEqual(before[table]);
    expect(await apply()).toEqual({ transactions: 0, tokenTransfers: 0 });
    expect(await dumpTables(test.database)).toEqual(after);
  });

  it('adds token transfers that stored transactions lack, those of FAIL_INVALID', async () => {
    const failed = (at: number, lists: proto.ITokenTransferList[]) =>
      makeItem({
        at,
        status: 23,
        payer: 1001,
        body: { cryptoTransfer: {} },
        record: {
          transferList: { accountAmounts: [amount(1001, -7), amount(98, 7)] },
          tokenTransferLists: lists,
        },
      });
    const moved = [{ token: token(2001), transfers: [amount(1001, -300), amount(1002, 300)] }];
    const create = (at: number, num: number) =>
      makeItem({ at, body: { cryptoCreateAccount: {} }, record: { receipt: { accountID: account(num) } } });
    const associate = (at: number, num: number) =>
      makeItem({ at, body: { tokenAssociate: { account: account(num), tokens: [token(2001)] } } });
    await storeBlocks(test.database, [
      // The stream contains one of the transactions completely, and the other without its token transfers.
      [create(1, 1001), create(2, 1002), associate(3, 1001), associate(4, 1002)],
      [failed(5, moved), failed(6, [])],
    ]);
    await writeMissing('a.bin', 5, failed(5, moved));
    await writeMissing('b.bin', 6, failed(6, moved));
    await writeMissing('c.bin', 7, failed(7, moved));
    expect(await apply()).toEqual({ transactions: 1, tokenTransfers: 2 });
    const rows = (at: number) => [
      { at, token: 2001, account: 1001, amount: -300, payer: 1001, approval: false },
      { at, token: 2001, account: 1002, amount: 300, payer: 1001, approval: false },
    ];
    const sql = `select (consensus_timestamp - ${START})::int as at, token_id::int as token, account_id::int as account,
      amount::int as amount, payer_account_id::int as payer, is_approval as approval from token_transfer order by 1, 3`;
    expect(await select(sql)).toEqual([...rows(5), ...rows(6), ...rows(7)]);
    // Rows from the stream change balances; rows from errata do not.
    expect(
      await select('select account_id::int as id, balance::int as b from token_account order by 1'),
    ).toEqual([
      { id: 1001, b: -300 },
      { id: 1002, b: 300 },
    ]);
    expect(
      await select(
        `select (consensus_timestamp - ${START})::int as at, errata from transaction where result = 23 order by 1`,
      ),
    ).toEqual([
      { at: 5, errata: null },
      { at: 6, errata: null },
      { at: 7, errata: 'INSERT' },
    ]);
    expect(await apply()).toEqual({ transactions: 0, tokenTransfers: 0 });
  });

  it('stays within the requested times', async () => {
    await writeMissing('a.bin', 3);
    await writeMissing('b.bin', 5);
    const errata = await readErrata(await openFolderStore(folder), signal);
    const between = { database: test.database, records, from: START + 4n, to: START + 5n };
    expect(await applyErrata(errata, between)).toMatchObject({ transactions: 1 });
    expect(await select(`select (consensus_timestamp - ${START})::int as at from transaction`)).toEqual([
      { at: 5 },
    ]);
  });

  it('records the offsets of balance files', async () => {
    await writeFile(path.join(folder, 'balance-offsets.txt'), '1568415600193620000\n1568435400066504000\n\n');
    for (const [at, synthetic] of [
      ['1568415600193620000', false],
      ['1568435400066504000', true],
      ['1568435400066504001', false],
      ['1658420100626004000', false],
      ['1666368000880378771', false],
    ]) {
      await test.database.pool.query(
        `insert into account_balance_file (consensus_timestamp, name, count, load_start, load_end, synthetic) values ($1, 'x', 0, 0, 0, $2)`,
        [at, synthetic],
      );
    }
    await apply();
    await apply();
    expect(await select('select time_offset from account_balance_file order by consensus_timestamp')).toEqual(
      [-1, 0, 0, 53, 0].map((offset) => ({ time_offset: offset })),
    );
    const errata = await readErrata(await openFolderStore(folder), signal);
    expect(
      [1568415600193620000n, 1568415600193620001n, 1666368000880378770n].map((at) =>
        balanceOffset(errata, at),
      ),
    ).toEqual([-1, 0, 53]);
    expect(balanceOffset(null, 1666368000880378770n)).toBe(0);
  });

  it('refuses an unreadable file, and names it', async () => {
    await expect(readErrata(await openFolderStore(folder), signal)).rejects.toThrow('TAIN_ERRATA');
    await writeMissing('a.bin', 3);
    const bad = path.join(folder, 'missingtransactions', 'b.bin');
    for (const bytes of [
      Buffer.alloc(0),
      counted(Buffer.from([1])),
      Buffer.from('7fffffff', 'hex'),
      Buffer.concat([counted(Buffer.from([8, 0])), counted(Buffer.from([8])), Buffer.from([1])]),
    ]) {
      await writeFile(bad, bytes);
      await expect(readErrata(await openFolderStore(folder), signal)).rejects.toThrow('b.bin');
    }
    await rm(bad);
    await writeFile(path.join(folder, 'balance-offsets.txt'), '12\nx\n');
    await expect(readErrata(await openFolderStore(folder), signal)).rejects.toThrow('line 2');
  });

  // Real errata of mainnet. Skipped in a clone without ../shared.
  it.skipIf(sharedDir === null)(
    'for mainnet add token transfers to 12 transactions of February 2023',
    async () => {
      const mainnet = `${sharedDir}/streams/errata/mainnet`;
      await apply(mainnet);
      const sum =
        'select count(*)::int as n, sum(amount)::text as sum, min(consensus_timestamp)::text as first from token_transfer';
      const whole = [{ n: 24, sum: '0', first: '1675995378649144003' }];
      expect(await select(sum)).toEqual(whole);
      await test.database.pool.query('delete from token_transfer where amount < 0');
      expect(await apply(mainnet)).toEqual({ transactions: 0, tokenTransfers: 12 });
      expect(await select(sum)).toEqual(whole);
    },
  );

  it.skipIf(sharedDir === null)('for mainnet add 113 transactions', async () => {
    const mainnet = `${sharedDir}/streams/errata/mainnet`;
    expect(await apply(mainnet)).toEqual({ transactions: 113, tokenTransfers: 0 });
    const stored = await dumpTables(test.database);
    expect(stored.transaction).toHaveLength(113);
    expect(stored.entity).toBeUndefined();
    expect(
      await select("select count(*)::int as n from crypto_transfer where errata is distinct from 'INSERT'"),
    ).toEqual([{ n: 0 }]);
    expect(
      await select(
        'select count(*)::int as n from (select sum(amount) from crypto_transfer group by consensus_timestamp having sum(amount) <> 0) s',
      ),
    ).toEqual([{ n: 0 }]);
    expect(await apply(mainnet)).toEqual({ transactions: 0, tokenTransfers: 0 });
    expect(await dumpTables(test.database)).toEqual(stored);
  });
});
