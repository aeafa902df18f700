import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import type { ApiSettings } from '../../../src/rest/route/settings.ts';
import { DEFAULT_THRESHOLDS, type Thresholds } from '../../../src/store/access/thresholds.ts';
import type { ConnectionTarget, Database } from '../../../src/store/connections/database.ts';
import { copyTestDatabase, createTestDatabase } from '../../database.ts';
import { buildBalanceIndex, makeBalanceIndexStale, WITHOUT_OWN_TABLES } from '../../ingest/balance-index.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { partitionAt } from '../../partitioned.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { shareKeys } from '../oracle/world.ts';
import { shapesFor } from '../oracle/worlds.ts';
import { CLOCK, EXTRA_ROWS } from './extra-rows.ts';
import { loadRows, type Rows } from './rows.ts';

/** A server on one database with the same rows, and the way in which it reads lists. */
export interface ListServer {
  readonly name: string;
  readonly api: TestApi;
}

export interface ListWorld {
  readonly rows: Rows;
  /** Servers that must give equal answers. The first has the default settings. */
  readonly servers: readonly ListServer[];
  close(): Promise<void>;
}

const all = (value: number): Thresholds => ({
  gathered: value,
  gatheredAccounts: value,
  gatheredEntries: value,
  probedPages: value,
  scannedAccounts: value,
  scannedSenders: value,
  sampled: value,
});

/** Partitions the tables by time, as `TAIN_PARTITIONS` does, at times between the rows. */
async function inPartitions({ pool }: Database, target: ConnectionTarget): Promise<void> {
  const { rows } = await pool.query<{ at: string }>(
    `select distinct unnest(percentile_disc(array[0.2, 0.4, 0.6, 0.8]) within group (order by consensus_timestamp))::text as at
     from transaction order by 1`,
  );
  await partitionAt(
    target,
    rows.map(({ at }) => BigInt(at)),
  );
}

/** Opens other databases with the same rows. */
export type FurtherServers = (
  from: ConnectionTarget,
  settings: Partial<ApiSettings>,
) => Promise<readonly ListServer[]>;

/**
 * Ingests a history of the demo network, adds rows, and opens a server for each setting, or the servers that `instead`
 * opens.
 */
export async function makeListWorld(seed: number, instead?: FurtherServers): Promise<ListWorld> {
  const first = await createTestDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'tain-lists-'));
  try {
    const [options] = shapesFor(seed, 1);
    if (options === undefined) throw new Error('no history');
    shareKeys(dir);
    await writeDemo({ dir, dataEverywhere: false, ...options, runCode: demoEngine });
    shareKeys(dir);
    await ingestFolder({ database: first.database, folder: dir, addressBook: join(dir, 'address_book.bin') });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  await first.database.pool.query(EXTRA_ROWS);
  await first.database.pool.query('update tain.balance_index set is_current = false');
  await buildBalanceIndex(first.database.pool);
  await first.database.pool.query('analyze');
  const rows = await loadRows(first.database);
  // PostgreSQL copies a database only while no session is connected to it.
  await first.database.end();
  const servers: ListServer[] = [];
  const databases = [first];
  const open = async (
    name: string,
    thresholds: Thresholds,
    change?: (database: Database, target: ConnectionTarget) => Promise<unknown>,
  ): Promise<void> => {
    const made = await copyTestDatabase(first);
    databases.push(made);
    await change?.(made.database, made.target);
    const settings: Partial<ApiSettings> = { thresholds, maxConnections: 3 };
    const api = await startTestApi({ settings, clock: () => CLOCK, database: made.database });
    servers.push({ name, api });
  };
  if (instead !== undefined) {
    const made = await instead(first.target, { maxConnections: 3 });
    return {
      rows,
      servers: made,
      async close() {
        for (const { api } of made) await api.close();
        await first.drop();
      },
    };
  }
  await open('as it is', DEFAULT_THRESHOLDS);
  await open('low thresholds', all(2));
  await open('other low thresholds, in partitions', { ...all(12), probedPages: 1 }, inPartitions);
  // The threshold for accounts is lower, because accounts within bounds are named one by one up to it.
  await open('high thresholds', { ...all(1_000_000), scannedAccounts: 1000 });
  await open('without a current balance index', all(5), makeBalanceIndexStale);
  await open('without our tables', all(3), ({ pool }) =>
    pool.query(`${WITHOUT_OWN_TABLES}; drop index tain__token_transfer_token, tain__transaction_nft_token,
      tain__entity_topic_memo, tain__entity_contract_memo, tain__transaction_nft_sender, tain__transaction_nft_receiver, tain__transaction_nft_several, tain__transaction_nft_several_time,
      tain__contract_log_transfer_topic1, tain__contract_log_transfer_topic2, tain__contract_log_transfer_topic3`),
  );
  return {
    rows,
    servers,
    async close() {
      for (const { api } of servers) await api.close();
      for (const { drop } of databases) await drop();
    },
  };
}
