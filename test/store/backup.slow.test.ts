import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TIME_PARTITIONED } from '../../src/store/schema/time-partitions.ts';
import { tain } from '../app/commands/tain.ts';
import { removeFolder } from '../remove-folder.ts';

// Backup and restore as in docs/operations.md, between two servers of PostgreSQL's own programs, because the embedded server has
// no pg_dump.

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root. */
const USER = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const PROGRAMS = ['initdb', 'postgres', 'psql', 'pg_dump', 'pg_restore'];

/** Returns the folder of one version's programs, as installed by Debian or on the path; null if they are missing. */
function programs(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(path.join(folder, name)))) ?? null;
}
const bin = programs();

describe.skipIf(bin === null)(
  'with PostgreSQL’s own programs (apt-get install postgresql), a database',
  () => {
    let folder: string;
    let first: Server;
    let second: Server;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'tain-backup-'));
      await chmod(folder, 0o711);
      first = await Server.start(path.join(folder, 'first'));
      second = await Server.start(path.join(folder, 'second'));
    });
    afterEach(async () => {
      await first?.stop();
      await second?.stop();
      await removeFolder(folder);
    });

    test('partitioned by months is restored with its rows, roles and privileges, and continues', async () => {
      await first.createDatabase();
      await first.query('create role mirror_api login');
      const stream = path.join(folder, 'stream');
      expect(await tain(['demo', stream, '--blocks', '4', '--accounts', '20'])).toMatchObject({ code: 0 });
      const imported = await tain(['import', stream], {
        DATABASE_URL: first.url('tain'),
        TAIN_NETWORK: 'demo',
        TAIN_PARTITIONS: 'month',
      });
      expect([imported.code, imported.stderr]).toEqual([0, expect.not.stringContaining('"level":50')]);
      await first.query(`grant select on all tables in schema public to mirror_api;
      alter default privileges for role tain in schema public grant select on tables to mirror_api`);

      const dump = path.join(folder, 'tain.dump');
      await first.run('pg_dump', ['-U', 'tain', '-Fc', '-f', dump, 'tain']);
      // Rows that are missing without the roles.
      await second.query('create database bare', 'postgres');
      await expect(second.run('pg_restore', ['--exit-on-error', '-d', 'bare', dump])).rejects.toThrow(
        /role "\w+" does not exist/,
      );
      await second.createDatabase();
      await second.query('create role mirror_api login');
      const restored = await second.run('pg_restore', ['--exit-on-error', '-d', 'tain', dump]);
      expect(restored.stderr).toBe('');

      for (const about of [RIGHTS, ROWS, OWNERS, PARTITIONS])
        expect(await second.query(about)).toEqual(await first.query(about));
      const parents = (await second.query(PARTITIONS)) as { parent: string }[];
      expect(new Set(parents.map(({ parent }) => parent)).size).toBe(TIME_PARTITIONED.length);
      const rights = (await second.query(RIGHTS)) as { role: string }[];
      expect(new Set(rights.map(({ role }) => role))).toEqual(
        new Set(['tain', 'tain_api', 'tain_status', 'mirror_api']),
      );
      const checked = await tain(['check'], { DATABASE_URL: second.url('tain'), TAIN_NETWORK: 'demo' });
      expect([checked.code, checked.stderr]).toEqual([0, expect.not.stringContaining('"level":50')]);
      const next = await tain(['import', stream], {
        DATABASE_URL: second.url('tain'),
        TAIN_NETWORK: 'demo',
      });
      expect(next.code).toBe(0);
      for (const user of ['tain_api', 'tain_status', 'mirror_api']) {
        await expect(second.query('delete from record_file', 'tain', user)).rejects.toThrow(
          'permission denied',
        );
        expect(await second.query('select count(*)::int as n from record_file', 'tain', user)).toEqual([
          { n: 4 },
        ]);
        await expect(second.query('select pg_advisory_lock(1)', 'tain', user)).rejects.toThrow('denied');
      }
    });
  },
);

const RIGHTS = `
  select c.oid::regclass::text as name, a.grantee::regrole::text as role, string_agg(a.privilege_type, ' ' order by a.privilege_type) as rights
  from pg_class c cross join aclexplode(c.relacl) a
  where c.relnamespace in ('public'::regnamespace, 'tain'::regnamespace) group by 1, 2 order by 1, 2`;
const OWNERS = `
  select oid::regclass::text as name, relowner::regrole::text as owner from pg_class
  where relnamespace in ('public'::regnamespace, 'tain'::regnamespace) order by 1`;
const PARTITIONS = `
  select inhparent::regclass::text as parent, c.oid::regclass::text as name, pg_get_expr(relpartbound, c.oid) as bound
  from pg_inherits join pg_class c on c.oid = inhrelid join tain.partitioned_table t on t.name = inhparent::regclass::text order by 1, 2`;
const ROWS = `
  select table_schema, table_name, query_to_xml(format(
    'select count(*) as n, md5(string_agg(t::text, chr(10) order by t::text)) as h from %I.%I t', table_schema, table_name),
    false, true, '')::text as rows
  from information_schema.tables where table_schema in ('public', 'tain') and table_type = 'BASE TABLE' order by 1, 2`;

/** A PostgreSQL server of the machine's own installation, on a Unix socket. */
class Server {
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, process_: ChildProcess) {
    this.#folder = folder;
    this.#process = process_;
  }

  static async start(folder: string): Promise<Server> {
    await mkdir(folder, { mode: 0o755 });
    if (isRoot) await chown(folder, USER.uid ?? 0, USER.gid ?? 0);
    const data = path.join(folder, 'data');
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
    const options = { ...USER, env, cwd: '/' };
    const how = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await run(path.join(bin ?? '', 'initdb'), ['-D', data, ...how], options);
    const settings = ['-c', 'listen_addresses=', '-c', 'fsync=off', '-k', folder];
    const child = spawn(path.join(bin ?? '', 'postgres'), ['-D', data, ...settings], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk;
        if (log.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(log)));
    });
    return new Server(folder, child);
  }

  url(user: string): string {
    return `postgres://${user}@localhost/tain?host=${encodeURIComponent(this.#folder)}`;
  }

  /** Creates the database and its roles as docs/operations.md describes. */
  async createDatabase(): Promise<void> {
    await this.query('create database tain', 'postgres');
    await this.run('psql', ['-q', '-d', 'tain', '-f', 'deploy/roles.sql']);
  }

  /** Runs a program as the superuser, unless its arguments name another user. */
  run(program: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
    const passwords = { INGEST_PASSWORD: 'a', API_PASSWORD: 'b', STATUS_PASSWORD: 'c' };
    const env = { PATH: process.env.PATH ?? '', PGHOST: this.#folder, PGUSER: 'postgres', ...passwords };
    return run(path.join(bin ?? '', program), [...args], { env });
  }

  async query(sql: string, database = 'tain', user = 'postgres'): Promise<unknown[]> {
    const client = new pg.Client({ host: this.#folder, user, database });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    if (this.#process.exitCode === null && this.#process.kill('SIGINT')) await ended;
  }
}
