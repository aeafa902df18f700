import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/app/open-database.ts';
import { readConfig } from '../../../src/config/config.ts';
import { CommandOutput } from '../../../src/kernel/command-output.ts';
import { statusCommand } from '../../../src/status/command.ts';
import { type ConnectionTarget, connectionConfig } from '../../../src/store/connections/database.ts';
import { closedFolders } from '../../../src/store/embedded/identity.ts';

const log = pino({ level: 'silent' });
let parent: string;
let opened: OpenDatabase;
let secret: string;
const clients = new Map<string, pg.Client>();

beforeAll(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'tain-access-'));
  await chmod(parent, 0o711);
  secret = path.join(parent, 'secret');
  await writeFile(secret, 'for its owner alone', { mode: 0o600 });
  opened = await openDatabase(readConfig({ TAIN_DATA_DIR: path.join(parent, 'data') }), log, 'migrate');
  const { target, apiTarget, statusTarget } = opened;
  for (const [name, to] of Object.entries({ owner: target, api: apiTarget, status: statusTarget })) {
    const client = new pg.Client(connectionConfig(to));
    await client.connect();
    clients.set(name, client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
  await opened.release();
  await rm(parent, { recursive: true, force: true });
});

/** Returns the outcome of a statement for the role of requests (`api`) or of the status service. */
async function outcome(who: string, sql: string): Promise<string> {
  const client = clients.get(who);
  if (client === undefined) throw new Error(who);
  return client.query(sql).then(
    () => 'done',
    ({ code, message }: { code: string; message: string }) =>
      code === '42501' ? 'denied' : `${code} ${message}`,
  );
}

describe.each(['api', 'status'])('as %s', (who) => {
  test.each([
    ["select pg_read_file('/etc/passwd')"],
    ["select pg_read_binary_file('SECRET')"],
    ["select pg_ls_dir('/')"],
    ["copy (select 1) to program 'id'"],
    ['create temporary table stolen (line text)'],
    ["copy public.entity from program 'id'"],
    ["copy public.entity from '/etc/passwd'"],
    ["copy (select 1) to '/tmp/tain-access'"],
    ["select lo_import('/etc/passwd')"],
    ["select lo_from_bytea(0, 'disk')"],
    ['select lo_create(0)'],
    ['create table public.t (n int)'],
    ['create table tain.t (n int)'],
    ['create schema s'],
    ['create role another superuser'],
    ["alter system set archive_command = 'id'"],
    ['set role tain'],
    ["set session authorization 'tain'"],
    ['insert into public.entity (id) values (1)'],
    ['update public.entity set memo = memo'],
    ['delete from public.record_file'],
    ['truncate public.transaction'],
    ['update tain.network set name = name'],
    ['delete from tain.migration'],
    ['delete from tain.signature_evidence'],
    ['drop table public.entity'],
  ])('%s is denied', async (sql) => {
    const result = await outcome(who, sql.replace('SECRET', secret));
    expect(result).toMatch(/^(denied|42501 must be owner.*)$/);
  });

  test('no lock of others is taken', async () => {
    const { rows = [] } =
      (await clients.get('owner')?.query<{ call: string }>(
        `select format('select %s(%s)', proname,
                  array_to_string(array_fill('1'::text, array[pronargs::int]), ', ')) as call
         from pg_proc where proname ~ 'advisory_' and pronamespace = 'pg_catalog'::regnamespace`,
      )) ?? {};
    expect(rows.length).toBeGreaterThan(15);
    for (const { call } of rows) expect([call, await outcome(who, call)]).toEqual([call, 'denied']);
  });

  test('every table of the ledger is readable, including later ones', async () => {
    await outcome('owner', 'select tain.ensure_balance_partitions(1893456000000000000)');
    const { rows = [] } =
      (await clients.get('owner')?.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      )) ?? {};
    expect(rows.map(({ name }) => name)).toContain('account_balance_p2029');
    for (const { name } of rows)
      expect([name, await outcome(who, `select from ${name} limit 1`)]).toEqual([name, 'done']);
  });
});

test('each role writes its own tables, and the query service cannot read those of the status service', async () => {
  const note = "select tain.report_api('api', 'test', 1, 1, 0, 1, 1)";
  expect(await outcome('api', note)).toBe('done');
  expect(await outcome('status', note)).toBe('denied');
  const page = "insert into tain.status_page (id, created_at, updated_at) values ('x', now(), now())";
  expect(await outcome('status', page)).toBe('done');
  expect(await outcome('status', 'delete from tain.status_page')).toBe('done');
  for (const table of ['status_page', 'status_incident', 'status_audit'])
    expect([table, await outcome('api', `select from tain.${table}`)]).toEqual([table, 'denied']);
});

test('the command tain status needs no more rights than the status service', async () => {
  const lines: string[] = [];
  const runStatus = (...line: string[]) =>
    new Command()
      .addCommand(
        statusCommand({
          open: async () => ({
            target: opened.statusTarget,
            settings: { network: 'demo' },
            url: 'http://127.0.0.1',
            release: async () => undefined,
          }),
          clock: Date.now,
          output: () => new CommandOutput((line) => void lines.push(line)),
        }),
      )
      .parseAsync(['status', ...line], { from: 'user' });
  await runStatus('component', 'add', 'Wallet');
  await runStatus('incident', 'create', 'Out', '--component', 'Wallet=major_outage', '--by', 'ann');
  const id = lines.at(-1)?.split('  ')[0] ?? '';
  await runStatus('incident', 'resolve', id);
  await runStatus('incident', 'delete', id);
  await runStatus('component', 'retire', 'Wallet');
  await runStatus('audit');
  expect(lines.slice(-5).map((line) => JSON.parse(line).action)).toEqual([
    'component.delete',
    'incident.delete',
    'incident.update',
    'incident.create',
    'component.create',
  ]);
});

test('rights that a later release needs are granted when it migrates', async () => {
  await outcome('owner', 'create table tain.status_later (n int)');
  await outcome('owner', 'create table tain.later (n int)');
  expect(await outcome('status', 'insert into tain.status_later values (1)')).toBe('denied');
  const again = await openDatabase(readConfig({ TAIN_DATA_DIR: path.join(parent, 'data') }), log, 'migrate');
  await again.release();
  expect(await outcome('status', 'insert into tain.status_later values (1)')).toBe('done');
  expect(await outcome('api', 'select from tain.status_later')).toBe('denied');
  expect(await outcome('api', 'select from tain.later')).toBe('done');
});

test('no other user can connect, and none over the network', async () => {
  const { rows = [] } =
    (await clients
      .get('owner')
      ?.query('select type, user_name, auth_method, error from pg_hba_file_rules order by rule_number')) ??
    {};
  expect(rows).toEqual([
    { type: 'local', user_name: ['tain'], auth_method: 'peer', error: null },
    { type: 'local', user_name: ['tain_api', 'tain_status'], auth_method: 'peer', error: null },
    { type: 'local', user_name: ['all'], auth_method: 'reject', error: null },
    { type: 'host', user_name: ['all'], auth_method: 'reject', error: null },
  ]);
  const { rows: listen = [] } = (await clients.get('owner')?.query('show listen_addresses')) ?? {};
  expect(listen).toEqual([{ listen_addresses: '' }]);
  await expect(connect({ ...opened.target, user: 'postgres' })).rejects.toThrow(/rejects|reject/);
});

// Only root can change its user, so the test is skipped for others.
test.skipIf(process.getuid?.() !== 0)(
  'another user of this machine is refused, even with access to the socket',
  async ({ skip }) => {
    const node = await closedFolders(process.execPath, { uid: 65_534, gid: 65_534 });
    skip(node.length > 0, `user 65534 cannot enter ${node[0]} to run node`);
    const { host } = opened.target as { host: string };
    const data = path.join(parent, 'data');
    // Even with accessible folders, the server must require authentication.
    for (const folder of [data, host]) await chmod(folder, 0o755);
    await chmod(path.join(host, '.s.PGSQL.5432'), 0o777);
    try {
      const script = `
      import net from 'node:net';
      const startup = Buffer.from('\\0\\0\\0\\0\\0\\x03\\0\\0user\\0tain\\0database\\0tain\\0\\0', 'latin1');
      startup.writeInt32BE(startup.length);
      const socket = net.connect(process.argv[1]);
      socket.on('connect', () => socket.write(startup));
      socket.on('data', (bytes) => { console.log(bytes.toString('latin1')); socket.destroy(); });
      socket.on('error', (error) => console.log(error.message));`;
      const requestAs = (uid: number): string =>
        spawnSync(process.execPath, ['--input-type=module', '-e', script, path.join(host, '.s.PGSQL.5432')], {
          uid,
          cwd: '/',
          encoding: 'utf8',
        }).stdout;
      expect(requestAs(65_534)).toContain('Peer authentication failed for user "tain"');
      expect(requestAs(0)).toContain('application_name');
    } finally {
      await chmod(host, 0o700);
      await chmod(data, 0o710);
    }
  },
);

async function connect(target: ConnectionTarget): Promise<void> {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  await client.end();
}

test('the rules for connections are in files that the server cannot write', async () => {
  const text = await readFile(path.join(parent, 'data/postgres-ident.conf'), 'utf8');
  expect(text).toContain('tain "root" all');
  expect(text).toContain(`"${os.userInfo().username}"`);
});
