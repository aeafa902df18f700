import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { removeFolder } from '../../remove-folder.ts';
import { runCommand } from './run-command.ts';
import { copyDataFolder, tain } from './tain.ts';

const BLOCKS = 12;
const DEADLOCK_DETECTED = '40P01';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-crash-'));
});
afterAll(() => removeFolder(folder));

test('an import whose PostgreSQL is killed and loses its last blocks reads and stores them again', async () => {
  const stream = path.join(folder, 'stream');
  await runCommand(['demo', stream, '--blocks', `${BLOCKS}`, '--tps', '5', '--seed', '3']);
  const dataDir = path.join(folder, 'data');
  // Only a checkpoint flushes the WAL of this server: commits of the import are lost in a crash.
  const settings = {
    wal_writer_delay: '10s',
    wal_writer_flush_after: '4GB',
    wal_buffers: '64MB',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '1h',
    bgwriter_lru_maxpages: '0',
    autovacuum: 'off',
    fsync: 'off',
  };
  const own = { TAIN_DATA_DIR: dataDir };
  copyDataFolder(['import'], own);
  const server = await openEmbedded({ dataDir, settings, openParents: true });
  expect(await runCommand(['migrate'], own)).toMatchObject({ code: 0 });
  const admin = new pg.Client(connectionConfig(server.target));
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    const count = async (client: pg.Client): Promise<number> =>
      (await client.query('select count(*)::int as n from record_file')).rows[0].n;
    // The schema must survive, although all commits of the embedded server are asynchronous.
    await admin.query('checkpoint');
    const imported = tain(['import', stream], own);
    await expect.poll(() => count(admin), { timeout: 120_000, interval: 5 }).toBeGreaterThan(0);
    // Blocks the next batch, or the derived job before it, whose `truncate` would flush the WAL. Its session is ended
    // with SIGKILL.
    // It locks the tables in another order, so either may be chosen as the victim of a deadlock.
    const locked = () =>
      admin.query('begin; lock table record_file, tain.stake_state in share mode').then(
        () => true,
        async (error: { code?: string }) => {
          if (error.code !== DEADLOCK_DETECTED) throw error;
          await admin.query('rollback');
          return false;
        },
      );
    while (!(await locked()));
    const waiting = `select pid from pg_locks join pg_stat_activity using (pid)
      where not granted and relation in ('record_file'::regclass, 'tain.stake_state'::regclass)
        and application_name = 'tain ingest writer'`;
    const pidOf = async (): Promise<number | undefined> => (await admin.query(waiting)).rows[0]?.pid;
    await expect.poll(pidOf, { timeout: 120_000, interval: 20 }).toBeDefined();
    process.kill((await pidOf()) ?? 0, 'SIGKILL');
    const { code, stdout, stderr } = await imported;
    expect(stderr).toContain('it lost its latest blocks in a crash');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`; the last block is ${BLOCKS - 1}.\n`)]);
    expect(await runCommand(['check', stream], own)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Blocks 0 to ${BLOCKS - 1} are correct`),
    });
  } finally {
    await admin.end().catch(() => undefined);
    await server.release();
  }
});
