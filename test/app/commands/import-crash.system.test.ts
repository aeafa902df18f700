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
    const pidOf = async (query: string): Promise<number> => {
      let pid: number | undefined;
      const found = async () => (pid = (await admin.query(query)).rows[0]?.pid);
      await expect.poll(found, { timeout: 120_000, interval: 20 }).toBeDefined();
      return pid ?? 0;
    };
    // The second batch waits for an advisory lock, and so does the derived job before it, whose `truncate` would flush
    // the WAL, for a lock of its table.
    await admin.query(`create function wait_after_first() returns trigger language plpgsql as $$ begin
      if exists (select from record_file) then perform pg_advisory_xact_lock(1); end if;
      return null;
    end $$;
    create trigger wait_after_first before insert on record_file execute function wait_after_first()`);
    // The schema must survive, although all commits of the embedded server are asynchronous.
    await admin.query('checkpoint');
    await admin.query(
      'begin; lock table tain.stake_state in access share mode; select pg_advisory_xact_lock(1)',
    );
    // It would flush the WAL every 10 seconds, which cannot be turned off.
    const walWriter = await pidOf(`select pid from pg_stat_activity where backend_type = 'walwriter'`);
    process.kill(walWriter, 'SIGSTOP');
    const imported = tain(['import', stream], own);
    await expect.poll(() => count(admin), { timeout: 120_000, interval: 20 }).toBeGreaterThan(0);
    const session = await pidOf('select pid from pg_locks where not granted');
    for (const pid of [session, walWriter]) process.kill(pid, 'SIGKILL');
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
