import { printTimestamp } from '@tain/ledger/timestamp';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { startTestApi } from '../rest/api-fixture.ts';
import { createDistributedDatabase, injectedCluster } from './distributed-database.ts';
import { openDistributed, prepareReading } from './reading.ts';
import { STEADY_FROM, streamFolder } from './stream.ts';

const cluster = injectedCluster();

describe.skipIf(typeof cluster === 'string')(
  `a start in the middle of history on three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    test('is stored, migrated, and reported', async () => {
      if (typeof cluster === 'string') return;
      const several = await createDistributedDatabase(cluster);
      try {
        await ingestFolder({ database: several.database, ...streamFolder(), startFrom: STEADY_FROM });
        const { pool } = several.database;
        const select = async () => (await pool.query('select * from tain.first_block')).rows;
        const stored = await select();
        expect(stored).toMatchObject([{ is_genesis: false }]);
        await pool.query('truncate tain.first_block');
        await pool.query('alter table tain.first_block drop column is_genesis');
        await pool.query('delete from tain.migration where version = 28');
        expect(await migrate(several.target)).toEqual(['0028_start.sql']);
        expect(await select()).toEqual(stored);

        const { url } = several.target as { url: string };
        await prepareReading(url);
        const reading = openDistributed(url);
        const api = await startTestApi({ database: reading });
        try {
          const { rows } = await pool.query<{ at: string }>(
            'select max(consensus_timestamp)::text as at from account_balance_file',
          );
          const time = printTimestamp(BigInt(rows[0]?.at ?? 0));
          const answers: readonly (readonly [path: string, status: number])[] = [
            ['/accounts?limit=100', 200],
            ['/accounts?account.balance=gte:0', 200],
            ['/balances?limit=100', 200],
            [`/balances?timestamp=${time}&limit=100`, 200],
            [`/balances?timestamp=${time}&account.balance=gte:0`, 200],
            [`/accounts/0.0.1001?timestamp=${time}`, 200],
            [`/tokens/balances?timestamp=${time}`, 200],
            ['/network/supply', 404],
          ];
          for (const [path, status] of answers) {
            const response = await api.get(`/api/v1${path}`);
            expect(response.status, `${path}: ${await response.text()}`).toBe(status);
          }
          const list = (await api.json(`/api/v1/balances?timestamp=${time}&order=asc`)).balances;
          expect((list as { balance: number | null }[]).some(({ balance }) => balance === null)).toBe(true);
        } finally {
          await api.close();
          await reading.end();
        }
      } finally {
        await several.drop();
      }
    });
  },
);
