import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import {
  createBlankDatabase,
  createTestDatabase,
  injectedServer,
  type TestDatabase,
} from '../../database.ts';
import { freePort } from '../../free-ports.ts';
import { runCommand } from './run-command.ts';
import { Tain } from './tain.ts';

/** Expects a command's output to end with one sentence, without a stack. */
function expectSentence(
  { code, stderr }: { code: number | null; stderr: string },
  words: RegExp | string,
): void {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  expect(last).toMatch(words);
  expect(last).toMatch(/^tain: .*\.$/);
  expect(stderr).not.toContain('    at ');
  expect(code).toBe(3);
}

const server = injectedServer();
const random = (): string => `t${randomBytes(6).toString('hex')}`;

function urlOf(target: { user?: string; password?: string; database: string }): string {
  const user = target.user ?? server.user;
  const password = target.password === undefined ? '' : `:${target.password}`;
  const host = encodeURIComponent(server.host);
  return `postgres://${user}${password}@localhost/${target.database}?host=${host}&port=${server.port}`;
}

async function asOwner(sql: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client(connectionConfig({ ...server, database }));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a role, which is dropped with the test server. */
async function makeRole(options = '', prefix = ''): Promise<string> {
  const name = prefix + random();
  await asOwner(`create role ${name} login ${options}`);
  return name;
}

const settings = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  TAIN_PORT: '0',
  TAIN_STATUS_PORT: '0',
  TAIN_DATA_DIR: path.join(folder, random()),
});

const nameOf = ({ target }: TestDatabase): string => {
  if ('url' in target) throw new Error('the test server listens on a socket');
  return target.database;
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'tain-bad-database-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let blank: TestDatabase;
beforeEach(async () => {
  blank = await createBlankDatabase();
});
afterEach(() => blank.drop());

describe.each([['migrate'], ['start', '--roles', 'ingest']])('tain %s %s %s', (...args) => {
  test('with foreign tables in the way', async () => {
    await asOwner('create table public.entity (n int)', nameOf(blank));
    const ended = await runCommand(args, settings(urlOf({ database: nameOf(blank) })));
    expectSentence(ended, /contains an object that tain did not create .*relation "entity" already exists/);
  });

  test('with an encoding that is not UTF-8', async () => {
    const database = random();
    await asOwner(
      `create database ${database} template template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc`,
    );
    try {
      expectSentence(await runCommand(args, settings(urlOf({ database }))), 'has encoding SQL_ASCII');
    } finally {
      await asOwner(`drop database ${database} with (force)`);
    }
  });

  test('with a database that does not exist', async () => {
    expectSentence(
      await runCommand(args, settings(urlOf({ database: random() }))),
      'The database does not exist',
    );
  });

  test('with a wrong password', async () => {
    const user = await makeRole("password 'right'", 'secret_');
    const url = urlOf({ user, password: 'hunter2', database: nameOf(blank) });
    const ended = await runCommand(args, settings(url));
    expectSentence(ended, 'refuses this user: password authentication failed');
    expect(ended.stderr).not.toContain('hunter2');
  });

  test('with a user that does not exist', async () => {
    const url = urlOf({ user: random(), database: nameOf(blank) });
    expectSentence(await runCommand(args, settings(url)), /refuses this user: role .* does not exist/);
  });

  test('with a user who may not create tables', async () => {
    const user = await makeRole();
    const ended = await runCommand(args, settings(urlOf({ user, database: nameOf(blank) })));
    expectSentence(ended, /lacks \d+ migrations from 0001_types.sql on, and this user cannot make them/);
  });
});

test.each([[['incident', 'create', 'Out']], [['component', 'list']]])(
  'tain status %s without a database',
  async (words) => {
    const ended = await runCommand(['status', ...words], settings('postgres://x@127.0.0.1:1/x'));
    expectSentence(ended, /database at 127\.0\.0\.1:1 cannot be reached/);
    const empty = await runCommand(['status', ...words], settings(urlOf({ database: nameOf(blank) })));
    expectSentence(empty, 'tain migrate');
  },
);

test('a migration whose server stops ends with one sentence; the next one resumes', async () => {
  const url = urlOf({ database: nameOf(blank) });
  // Blocks the command halfway, so that it can be killed.
  const holder = new pg.Client(connectionConfig({ ...server, database: nameOf(blank) }));
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [0x7461_696e]);
  const running = new Tain(['migrate'], settings(url));
  const waiting = `select pid from pg_stat_activity where application_name = 'tain migrate' and datname = current_database()
                   and (query like '%pg_try_advisory_lock%' or query like 'with strangers%')`;
  for (let rows = 0; rows === 0; ) {
    rows = (await holder.query(waiting)).rows.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await holder.query(`select pg_terminate_backend(pid) from (${waiting}) as w`);
  expectSentence(await running.end(), /The database at .* cannot be reached: terminating connection/);
  await holder.end();
  expect((await runCommand(['migrate'], settings(url))).code).toBe(0);
});

test('a server without TLS, which the URL requires, is reported', async () => {
  const url = `${urlOf({ database: nameOf(blank) })}&sslmode=verify-full`;
  expectSentence(
    await runCommand(['migrate'], settings(url)),
    'cannot be reached: The server does not support SSL connections',
  );
});

test('a role at its connection limit is reported', async () => {
  const user = await makeRole('connection limit 0');
  const ended = await runCommand(['migrate'], settings(urlOf({ user, database: nameOf(blank) })));
  expectSentence(ended, 'accepts no more connections: too many connections for role');
});

test('tain start waits for a server that is down, and logs it once', async () => {
  const far = { host: server.host, path: path.join(server.host, `.s.PGSQL.${server.port}`) };
  const port = await freePort();
  expect((await runCommand(['migrate'], settings(urlOf({ database: nameOf(blank) })))).code).toBe(0);
  const url = `postgres://${server.user}@127.0.0.1:${port}/${nameOf(blank)}`;
  const waiting = new Tain(['start', '--roles', 'api'], settings(url));
  await waiting.waitFor('Waiting for it');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const proxy = net.createServer((near) => {
    const socket = net.connect(far.path);
    near.pipe(socket).pipe(near);
    for (const one of [near, socket]) one.on('error', () => [near, socket].map((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const answer = await fetch(`${await waiting.url()}/api/v1/blocks`);
  expect(answer.status).toBe(200);
  expect(waiting.stderr.match(/Waiting for it/g)).toHaveLength(1);
  expect(waiting.stderr).toMatch(/cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+/);
  expect((await waiting.stop()).code).toBe(0);
  await new Promise((resolve) => proxy.close(resolve));
});

test('a signal ends a wait immediately', async () => {
  const waiting = new Tain(['start'], settings(`postgres://${server.user}@127.0.0.1:1/nothing`));
  await waiting.waitFor('Waiting for it');
  const began = Date.now();
  expect((await waiting.stop()).code).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
});

describe('a query service with the least rights', () => {
  let db: TestDatabase;
  let user: string;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  async function grantReading(): Promise<void> {
    user = await makeRole();
    await asOwner(
      `grant usage on schema tain to ${user};
       grant select on all tables in schema public to ${user};
       grant select on all tables in schema tain to ${user}`,
      nameOf(db),
    );
  }

  async function serves(url: string): Promise<string> {
    const api = new Tain(['start', '--roles', 'api'], settings(url));
    const base = await api.url();
    for (const route of ['blocks', 'accounts', 'transactions', 'tokens', 'network/nodes'])
      expect([route, (await fetch(`${base}/api/v1/${route}`)).status]).toEqual([route, 200]);
    await api.waitFor('could not be stored');
    const { code, stderr } = await api.stop();
    expect(code).toBe(0);
    expect(stderr).not.toContain('    at ');
    expect(stderr.match(/could not be stored/g)).toHaveLength(1);
    return stderr;
  }

  test('may only read', async () => {
    await grantReading();
    const stderr = await serves(urlOf({ user, database: nameOf(db) }));
    expect(stderr).toContain('permission denied for table api_health');
  });

  test('runs on a read-only server, such as a standby', async () => {
    await asOwner(`alter database ${nameOf(db)} set default_transaction_read_only = on`);
    const stderr = await serves(urlOf({ database: nameOf(db) }));
    expect(stderr).toContain('read-only transaction');
    await asOwner(`alter database ${nameOf(db)} reset default_transaction_read_only`);
  });

  test('with an older schema, names the role that has to migrate', async () => {
    await grantReading();
    // Missing indexes only make statements slower.
    await asOwner(
      `delete from tain.migration where version >= (
        select max(version) from tain.migration where name not like '%indexes%')`,
      nameOf(db),
    );
    const ended = await runCommand(
      ['start', '--roles', 'api'],
      settings(urlOf({ user, database: nameOf(db) })),
    );
    expectSentence(
      ended,
      /older schema than this release needs \(.* has not been applied\): run `tain migrate`/,
    );
  });
});
