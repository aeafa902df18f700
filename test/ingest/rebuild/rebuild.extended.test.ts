import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCK_KEYS } from '../../../src/store/locks/advisory-lock.ts';
import { hasHistory, type StateTable, stateKeys } from '../../../src/store/schema/current-state-tables.ts';
import type { TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { CheckedHistory, check } from '../check/checked-history.ts';
import { type Damage, damageRow, drawDamages, unnamed } from '../damage-row.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { rebuilt } from './rebuilt.ts';

/**
 * Removes the balance at the end of a former version. No other row contains it, so the balance of a lost version is not
 * rebuilt.
 */
function withoutOldBalances(dump: Record<string, string[]>): Record<string, string[]> {
  const stripped = { ...dump };
  for (const table of ['entity_history', 'token_account_history']) {
    stripped[table] = (dump[table] ?? [])
      .map((row) => row.replace(/"balance(_timestamp)?": (null|\d+),? ?/g, ''))
      .sort();
  }
  return stripped;
}

/** Tables derived from the rows of transactions. */
const OF_ROWS: readonly string[] = [
  'update entity set balance = balance + 7 where balance > 100',
  `update entity set balance = null, balance_timestamp = null where type in ('ACCOUNT', 'CONTRACT') and num > 1000 and num % 7 = 0`,
  `update entity set balance = 5, balance_timestamp = created_timestamp + 1 where type in ('SCHEDULE', 'TOKEN', 'TOPIC')`,
  `update entity set balance_timestamp = balance_timestamp - 1
   where type = 'ACCOUNT'
     and balance_timestamp > created_timestamp -- of a balance that never moved, rows of transfers tell no time
     and balance_timestamp > (select max(consensus_timestamp) from account_balance_file)`,
  `update token_account set balance = balance + 3 where balance > 0`,
  'update token set total_supply = total_supply / 2 + 1',
  `update contract_state set value = '\\x2a'`,
  `delete from contract_state where ctid in (select ctid from contract_state limit 3)`,
  `insert into contract_state select 99, 1, 1, slot, value from contract_state limit 1`,
  `update hook_storage set value = '\\x2a', deleted = not deleted, created_timestamp = created_timestamp - 1`,
  `delete from hook_storage where ctid in (select ctid from hook_storage order by key limit 3)`,
  'update contract_state set created_timestamp = created_timestamp - 1',
  'update tain.current_balance set balance = balance + 1 where account_id % 2 = 0',
  'delete from tain.current_token_balance where account_id % 3 = 0',
  `update account_balance set balance = balance + 1 where account_id > 1010 and account_id % 4 = 0`,
  `update token_balance set balance = balance + 1
   where account_id % 5 = 0 and token_id in (select token_id from token where type = 'FUNGIBLE_COMMON')`,
  `delete from account_balance b
   where consensus_timestamp = (select max(consensus_timestamp) from account_balance_file) and account_id in (
     select entity_id
     from crypto_transfer
     where consensus_timestamp > b.consensus_timestamp - 1000000000 and consensus_timestamp <= b.consensus_timestamp
   ) and account_id > 1000`,
];

/** Tables that only the stream can restore. */
const OF_STREAM: readonly string[] = [
  `update entity set memo = memo || '!', key = '\\x01', max_automatic_token_associations = 77`,
  `update entity_history set memo = 'x', deleted = true`,
  'update entity set ethereum_nonce = 99 where ethereum_nonce > 0',
  `delete from entity_history where ctid in (select ctid from entity_history order by id limit 5)`,
  `delete from entity where num in (select num from entity where num > 1000 order by num offset 3 limit 4)`,
  `update token set name = 'false', treasury_account_id = 2`,
  'delete from token_history',
  `update token_account set freeze_status = 1, associated = not associated`,
  `update nft set account_id = 2, metadata = '\\x05' where serial_number % 2 = 0`,
  'delete from nft where serial_number % 3 = 0',
  'delete from nft_history where serial_number % 3 = 1',
  'update crypto_allowance set amount = amount + 1',
  'delete from token_allowance',
  `update topic set submit_key = '\\x01'`,
  `update schedule set transaction_body = '\\x01', executed_timestamp = null`,
  `update contract set runtime_bytecode = '\\x01'`,
  `update custom_fee set fixed_fees = '[]'`,
  `update node set admin_key = '\\x01'`,
  `update token_airdrop set amount = 1, state = 'CANCELLED'`,
  'delete from token_airdrop_history',
  'update nft_allowance set approved_for_all = not approved_for_all',
];

/** Tables of rows of the state, without the address book, which is needed to verify the stream. */
const STATE = (Object.keys(stateKeys) as StateTable[])
  .filter((table) => table !== 'address_book')
  .flatMap((table) => (hasHistory(table) ? [table, `${table}_history`] : [table]));

describe('the state of a database', () => {
  let history: CheckedHistory;
  let whole: Record<string, string[]>;
  let test: TestDatabase;
  beforeAll(async () => {
    history = await CheckedHistory.make({ seed: 13, tps: 50, cutover: 18, population: {} });
    test = await history.copy();
    whole = withoutOldBalances(await dumpEverything(test.database));
  });
  afterAll(async () => {
    await test?.drop();
  });

  const changes = async (): Promise<string[]> =>
    differences(withoutOldBalances(await dumpEverything(test.database)), whole);
  const damage = async (statements: readonly string[]): Promise<void> => {
    for (const sql of statements) {
      const { rowCount } = await test.database.pool.query(sql);
      expect([sql, rowCount ?? 0]).not.toEqual([sql, 0]);
    }
  };

  it('does not change without damage', async () => {
    expect(await rebuilt(test, history.folder)).toEqual([]);
    expect(await changes()).toEqual([]);
  });

  it('is rebuilt from the stored rows, as far as it follows from them', async () => {
    await damage(OF_ROWS);
    expect(await rebuilt(test)).toEqual([]);
    expect(await changes()).toEqual([]);
  });

  it('is rebuilt from the stream, after a kill at any time', async () => {
    await damage([...OF_STREAM, ...OF_ROWS]);
    expect((await check(test, {}, history.folder)).differences).toBeGreaterThan(100);
    for (const killAfter of [50, 400, 1_500]) {
      await rebuilt(test, history.folder, killAfter).catch(() => undefined);
    }
    await rebuilt(test, history.folder);
    expect(await changes()).toEqual([]);
    expect((await check(test, {}, history.folder)).findings).toEqual([]);
  });

  it('is rebuilt from any damage of each table, whose rows a check names', async () => {
    await fc.assert(
      fc.asyncProperty(drawDamages(STATE), async (drawn) => {
        const damages: Damage[] = [];
        for (const [i, each] of drawn.entries()) {
          const table = STATE[i] ?? '';
          const keys = stateKeys[table.replace(/_history$/, '') as StateTable];
          damages.push(await damageRow(test.database, table, keys, each));
        }
        const damaged = damages.map(({ text }) => text);
        const { findings } = await check(test, {}, history.folder);
        expect(unnamed(damages, STATE, findings)).toEqual([]);
        await rebuilt(test, history.folder);
        expect([damaged, await changes()]).toEqual([damaged, []]);
        expect([damaged, (await check(test, {}, history.folder)).findings]).toEqual([damaged, []]);
      }),
      // A smaller example would begin with the damage that is left.
      { numRuns: tries(1), endOnFailure: true },
    );
  });

  it.each([
    ['lost', 'delete from token_account'],
    ['back at their beginnings', 'update token_account t set balance_timestamp = created_timestamp'],
  ])('has the times of balances of NFTs that were %s, and a check names each', async (_, damaging) => {
    const { rows } = await test.database.pool.query<{ account: string; token: string }>(
      `${damaging}
       where balance_timestamp > lower(timestamp_range) and created_timestamp < balance_timestamp
         and token_id in (select token_id from token where type = 'NON_FUNGIBLE_UNIQUE')
       returning account_id as account, token_id as token`,
    );
    // Most of these hold none any more.
    expect(rows.length).toBeGreaterThan(1);
    const wrong = { text: 'times', keys: rows.map(({ account, token }) => [account, token]) };
    const { findings } = await check(test, {}, history.folder);
    expect(unnamed([wrong], ['token_account'], findings)).toEqual([]);
    await rebuilt(test, history.folder);
    expect(await changes()).toEqual([]);
    expect((await check(test, {}, history.folder)).findings).toEqual([]);
  });

  it('has the times of balances of NFTs whose rows were exchanged', async () => {
    const { rows } = await test.database.pool.query<{ account: string; token: string }>(
      `select account_id as account, token_id as token
       from token_account
       where token_id in (select token_id from token where type = 'NON_FUNGIBLE_UNIQUE')
       order by balance_timestamp - lower(timestamp_range)`,
    );
    const [one, other] = [rows.at(0), rows.at(-1)];
    const move = (from: readonly unknown[], to: readonly unknown[]) =>
      test.database.pool.query(
        'update token_account set account_id = $3, token_id = $4 where account_id = $1 and token_id = $2',
        [...from, ...to],
      );
    const [a, b] = [one, other].map((row) => [row?.account, row?.token] as const);
    await move(a ?? [], [-1, -1]);
    await move(b ?? [], a ?? []);
    await move([-1, -1], b ?? []);
    await rebuilt(test, history.folder);
    expect(await changes()).toEqual([]);
  });

  it.each(['SCHEDULE', 'TOKEN', 'TOPIC'])(
    'has the balance of an account whose row was exchanged with a %s, and a check names both',
    async (type) => {
      const { rows } = await test.database.pool.query<{ id: string }>(
        `(select id from entity where type = 'ACCOUNT' and num > 1000 and balance > 0 order by id desc limit 1)
         union all
         (select id from entity where type = $1 order by id desc limit 1)`,
        [type],
      );
      const [account, other] = rows.map(({ id }) => id);
      const move = (from: string | undefined, to: string | undefined) =>
        test.database.pool.query('update entity set id = $2, num = $2 where id = $1', [from, to]);
      await move(account, '-1');
      await move(other, account);
      await move('-1', other);
      const wrong = { text: 'ids', keys: [[account ?? ''], [other ?? '']] };
      const { findings } = await check(test, {}, history.folder);
      expect(unnamed([wrong], ['entity'], findings)).toEqual([]);
      await rebuilt(test, history.folder);
      expect(await changes()).toEqual([]);
      expect((await check(test, {}, history.folder)).findings).toEqual([]);
    },
  );

  it('has the debits that allowances lacked, and a check names each', async () => {
    const { rows } = await test.database.pool.query<{ owner: string; spender: string }>(
      'update crypto_allowance set amount = amount_granted where amount < amount_granted returning owner, spender',
    );
    expect(rows.length).toBeGreaterThan(0);
    const lost = { text: 'debits', keys: rows.map(({ owner, spender }) => [owner, spender]) };
    const { findings } = await check(test, {}, history.folder);
    expect(unnamed([lost], ['crypto_allowance'], findings)).toEqual([]);
    await rebuilt(test, history.folder);
    expect(await changes()).toEqual([]);
  });

  it('has no schedule executed at a time of another transaction, and a check names each', async () => {
    const { rows } = await test.database.pool.query<{ schedule_id: string }>(
      `update schedule set executed_timestamp = (select max(consensus_timestamp) from transaction)
       where executed_timestamp is null returning schedule_id`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const wrong = { text: 'executions', keys: rows.map(({ schedule_id }) => [schedule_id]) };
    const { findings } = await check(test, {}, history.folder);
    expect(unnamed([wrong], ['schedule'], findings)).toEqual([]);
    await rebuilt(test, history.folder);
    expect(await changes()).toEqual([]);
    expect((await check(test, {}, history.folder)).findings).toEqual([]);
  });

  it('is not rebuilt while an ingest writes', async () => {
    const client = await test.database.pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.ingest[0]]);
      await expect(rebuilt(test)).rejects.toThrow('Another process writes to this database');
    } finally {
      await client.query('select pg_advisory_unlock_all()');
      client.release();
    }
  });
});
