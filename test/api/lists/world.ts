import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiSettings } from '../../../src/api/settings.ts';
import { DEFAULT_THRESHOLDS, type Thresholds } from '../../../src/api/thresholds.ts';
import { writeDemo } from '../../../src/demo/write-demo.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../../database.ts';
import { ingestFolder } from '../../ingest-rows/ingest-folder.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { shareKeys } from '../oracle/world.ts';
import { shapesFor } from '../oracle/worlds.ts';
import { CLOCK, EXTRA_ROWS } from './extra-rows.ts';
import { loadRows, type Rows } from './rows.ts';

/** One database of the same rows with a server, and how that reads lists. */
export interface Way {
  readonly name: string;
  readonly api: TestApi;
}

export interface ListWorld {
  readonly rows: Rows;
  /** Each answers every request in the same way. The first is as servers are. */
  readonly ways: readonly Way[];
  close(): Promise<void>;
}

const all = (value: number): Thresholds => ({
  gathered: value,
  gatheredAccounts: value,
  gatheredEntries: value,
  probedPages: value,
  walkedAccounts: value,
  walkedSenders: value,
  sampled: value,
});

/** Present balances that are wrong, as those are that are left for later while the stream is far behind. */
const LEFT_FOR_LATER = `
  begin;
  set local tain.present_balances = 'later';
  create temp table true_balance as select id, balance from entity;
  create temp table true_holding as select account_id, token_id, balance from token_account;
  update token_account set balance = (account_id * 7919) % 1003;
  update entity set balance = (id * 7919) % 1003 where balance is not null;
  select tain.bring_up_present_balances(), tain.bring_up_present_token_balances();
  update token_account a set balance = h.balance from true_holding h where h.account_id = a.account_id and h.token_id = a.token_id;
  update entity e set balance = b.balance from true_balance b where b.id = e.id and e.balance is not null;
  commit;`;

/** As the public mirror node makes a database: without tables of our own. */
const WITHOUT_OURS = `
  drop function tain.keep_present_balances cascade;
  drop function tain.keep_present_token_balances cascade;
  drop function tain.note_unlisted cascade;
  drop table tain.present_balance, tain.changed_balances, tain.changed_unlisted;
  drop table tain.present_token_balance, tain.changed_token_balances;`;

/** A history of the demo network, read from its files, and rows at places that it does not reach; in each way. */
export async function makeListWorld(seed: number): Promise<ListWorld> {
  const first = await createTestDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'tain-lists-'));
  try {
    const [options] = shapesFor(seed, 1);
    if (options === undefined) throw new Error('no history');
    shareKeys(dir);
    await writeDemo({ dir, dataEverywhere: false, ...options });
    shareKeys(dir);
    await ingestFolder({ database: first.database, folder: dir, addressBook: join(dir, 'address_book.bin') });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  await first.database.pool.query(EXTRA_ROWS);
  await first.database.pool.query('analyze');
  const rows = await loadRows(first.database);
  // A database is copied only while nobody is connected to it.
  await first.database.end();
  const copy = async (change: string): Promise<TestDatabase> => {
    const made = await copyTestDatabase(first);
    if (change !== '') await made.database.pool.query(change);
    return made;
  };
  const ways: Way[] = [];
  const databases = [first];
  const open = async (name: string, change: string, thresholds: Thresholds): Promise<void> => {
    const settings: Partial<ApiSettings> = { thresholds, maxConnections: 3 };
    const made = await copy(change);
    const api = await startTestApi({ settings, clock: () => CLOCK, database: made.database });
    databases.push(made);
    ways.push({ name, api });
  };
  await open('as it is', '', DEFAULT_THRESHOLDS);
  await open('low thresholds', '', all(2));
  await open('other low thresholds', '', { ...all(12), probedPages: 1 });
  // Accounts within bounds are named one by one up to their threshold: not a million of them.
  await open('high thresholds', '', { ...all(1_000_000), walkedAccounts: 1000 });
  await open('balances left for later', LEFT_FOR_LATER, all(5));
  await open('without our tables', WITHOUT_OURS, all(3));
  return {
    rows,
    ways,
    async close() {
      for (const { api } of ways) await api.close();
      for (const { drop } of databases) await drop();
    },
  };
}
