import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WritingConnection } from '../../src/ingest/load/writing-connection.ts';
import { PREPARED_SQL } from '../../src/store/connections/distributed.ts';
import type { TestDatabase } from '../database.ts';
import { insert } from '../rest/rows.ts';
import { type Cluster, NODES, type Node } from './cluster.ts';
import { createDistributedDatabase, injectedCluster, onNode } from './distributed-database.ts';

const cluster = injectedCluster();

/** Account of a part that the coordinator has committed, and of one that it has not. */
const COMMITTED = 1_001;
const UNDECIDED = 1_002;

/** Sets the interval (milliseconds) in which the coordinator finishes prepared parts by itself; -1: never. */
async function setRecovery(cluster: Cluster, change: string, expected: string): Promise<void> {
  await onNode(cluster, 0, 'postgres', `alter system ${change}`);
  await onNode(cluster, 0, 'postgres', 'select pg_reload_conf()');
  for (;;) {
    const { rows } = await onNode(cluster, 0, 'postgres', 'show citus.recover_2pc_interval');
    if (rows[0]?.['citus.recover_2pc_interval'] === expected) return;
    await sleep(20);
  }
}

describe.skipIf(typeof cluster === 'string')(
  `a transaction on three servers whose processes were killed${typeof cluster === 'string' ? ` (${cluster})` : ''}`,
  () => {
    let several: TestDatabase;
    /** Number of the last transaction, larger than those of the server's own. */
    let number = 4_000_000_000;

    beforeAll(async () => {
      if (typeof cluster === 'string') return;
      await setRecovery(cluster, 'set citus.recover_2pc_interval = -1', '-1');
      several = await createDistributedDatabase(cluster);
      await insert(
        several.database,
        'entity',
        [COMMITTED, UNDECIDED].map((id) => ({
          id,
          num: id,
          realm: 0,
          shard: 0,
          type: 'ACCOUNT',
          memo: 'before',
          timestamp_range: '[1,)',
        })),
      );
    });
    afterAll(async () => {
      if (typeof cluster === 'string') return;
      await several?.drop();
      await setRecovery(cluster, 'reset citus.recover_2pc_interval', '1min');
    });

    /** Leaves the part of a transaction that a worker has prepared, and whose coordinator was killed before or after its commit. */
    async function leavePart(
      cluster: Cluster,
      id: number,
      isCommitted: boolean,
      memo: string,
    ): Promise<void> {
      const { rows } = await several.database.pool.query<{ shard: string; port: number; server: number }>(
        `select shardid::text as shard, nodeport::int as port, groupid::int as server
         from pg_dist_placement join pg_dist_node using (groupid)
         where shardid = get_shard_id_for_distribution_column('entity', $1::bigint)`,
        [id],
      );
      const [place] = rows;
      if (place === undefined) throw new Error('the account has no shard');
      number += 1;
      const name = `citus_0_1_${number}_0`;
      await onNode(
        cluster,
        (place.port - cluster.port) as Node,
        several.name,
        `begin;
         update entity_${place.shard} set memo = '${memo}' where id = ${id};
         prepare transaction '${name}'`,
      );
      if (!isCommitted) return;
      await several.database.pool.query('insert into pg_dist_transaction (groupid, gid) values ($1, $2)', [
        place.server,
        name,
      ]);
    }

    async function expectSettled(memo: string): Promise<void> {
      const { pool } = several.database;
      const { rows } = await pool.query('select id::int, memo from entity order by id');
      expect(rows).toEqual([
        { id: COMMITTED, memo },
        { id: UNDECIDED, memo: 'before' },
      ]);
      const { rows: prepared } = await pool.query(PREPARED_SQL);
      expect(prepared.map(({ success, names }) => [success, names ?? ''])).toEqual(
        NODES.slice(1).map(() => [true, '']),
      );
    }

    it('is finished or undone on each worker before an ingest stores anything, and after each of its commits', async () => {
      if (typeof cluster === 'string') return;
      await leavePart(cluster, COMMITTED, true, 'first');
      await leavePart(cluster, UNDECIDED, false, 'first');
      const connection = new WritingConnection(several.target, undefined);
      try {
        const writer = await connection.connect(new AbortController().signal);
        await expectSettled('first');

        await leavePart(cluster, COMMITTED, true, 'second');
        await leavePart(cluster, UNDECIDED, false, 'second');
        await writer.query('begin');
        await connection.commit(writer);
        await expectSettled('second');
      } finally {
        await connection.end();
      }
    });
  },
);
