import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Tain } from '../app/commands/tain.ts';
import type { TestDatabase } from '../database.ts';
import { crashNode, restartNode } from './cluster.ts';
import { createDistributedDatabase, injectedCluster, urlOf } from './distributed-database.ts';

// The status page while one of three servers is down.

const cluster = injectedCluster();
/**
 * Poll options. A component must be healthy for two minutes before its status improves, and may lag at first on a slow
 * machine.
 */
const DELAYED = { timeout: 140_000, interval: 500 };

describe.skipIf(typeof cluster === 'string')(
  `the status page of three servers${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let dir = '';
    let several: TestDatabase;
    let tain: Tain | undefined;
    let url = '';

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      dir = await mkdtemp(path.join(os.tmpdir(), 'tain-citus-status-'));
      several = await createDistributedDatabase(cluster);
      tain = new Tain(['start', '--roles', 'ingest,api,status'], {
        DATABASE_URL: urlOf(cluster, several.name),
        TAIN_DATA_DIR: dir,
        TAIN_NETWORK: 'demo',
        TAIN_DEMO_TPS: '1',
        TAIN_DEMO_NODE_PORT: 'off',
        TAIN_PORT: '0',
        TAIN_API_PROCESSES: '1',
        TAIN_STATUS_PORT: '0',
        TAIN_STATUS_LAG_DEGRADED: '10s',
      });
      url = (await tain.waitFor(/Status service at (http:\/\/[\d.:]+)/))[1] ?? '';
    });
    afterAll(async () => {
      await tain?.stop();
      await several?.drop();
      await rm(dir, { recursive: true, force: true });
    });

    /** Returns the status of each component of the network and the mirror, by name. */
    async function components(): Promise<Record<string, string>> {
      const answer = await fetch(`${url}/api/v2/summary.json`);
      const { components } = (await answer.json()) as { components: { name: string; status: string }[] };
      const named = new Map(components.map(({ name, status }) => [name.replace(/^.* \| /, ''), status]));
      return Object.fromEntries(
        Object.keys(OPERATIONAL).map((name) => [name, named.get(name) ?? 'there is no such component']),
      );
    }

    const OPERATIONAL = {
      'Network Uptime': 'operational',
      'Record stream': 'operational',
      'Mirror ingest': 'operational',
      'Query service': 'operational',
    };

    it('attributes the fault to the mirror alone while a worker is down', async () => {
      if (typeof cluster === 'string') return;
      // Waits for the first block, because an ingest without a block cannot lag.
      const stored = 'select count(*)::int as blocks from record_file';
      await expect
        .poll(async () => (await several.database.pool.query<{ blocks: number }>(stored)).rows[0]?.blocks)
        .toBeGreaterThan(2);
      await expect.poll(components, DELAYED).toEqual(OPERATIONAL);
      const statuses: Record<string, string>[] = [];
      await crashNode(cluster, 2);
      try {
        await expect
          .poll(async () => {
            const shown = await components();
            statuses.push(shown);
            return shown;
          }, DELAYED)
          .toMatchObject({
            'Mirror ingest': expect.stringMatching(/^(degraded_performance|partial_outage)$/),
            'Query service': 'major_outage',
          });
      } finally {
        await restartNode(cluster, 2);
      }
      const others = { 'Network Uptime': 'operational', 'Record stream': 'operational' };
      expect(statuses).toEqual(statuses.map((shown) => ({ ...shown, ...others })));
    });
  },
);
