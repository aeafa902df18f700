import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { sharedDir } from '../../shared.ts';
import { runCommand } from './run-command.ts';
import { Tain, tain } from './tain.ts';

let folder: string;
let settings: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-cli-'));
  settings = {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_DEMO_TPS: '1',
    TAIN_PORT: '0',
    TAIN_STATUS_PORT: '0',
  };
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await removeFolder(folder);
});

const databases: TestDatabase[] = [];

/** Returns the settings of a command with its own database. */
async function onDatabase(): Promise<{ test: TestDatabase; settings: Record<string, string> }> {
  const test = await createTestDatabase();
  databases.push(test);
  const settings = { TAIN_DATA_DIR: path.join(folder, test.name), DATABASE_URL: databaseUrl(test) };
  return { test, settings };
}

/** Options of `tain demo` for a network with few entities. */
const SMALL = ['--accounts', '20', '--tokens', '4', '--topics', '2', '--contracts', '2', '--no-sign-inner'];

const getJson = async (url: string): Promise<unknown> => (await fetch(url)).json();

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no result in time');
}

interface LocalNetwork {
  readonly jsonRpc: string;
  readonly accounts: readonly { readonly account: string; readonly evmAddress: string }[];
}

const lastBlock = async (url: string): Promise<number | undefined> => {
  const { blocks } = (await getJson(`${url}/api/v1/blocks?limit=1`)) as { blocks: { number: number }[] };
  return blocks[0]?.number;
};

test.each([
  [['--help'], 0, 'Usage: tain'],
  [['start', '--help'], 0, '--roles'],
  [['import', '--help'], 0, 'folder in the layout of a stream bucket'],
  [['reingest', '--help'], 0, 'Usage: tain reingest [options] --from <block> --to <block> [path]\n'],
  [['demo', '--help'], 0, '--hot-share'],
  [['--version'], 0, '0.1.0'],
])('tain %s prints its usage', async (args, code, text) => {
  const { stdout, code: actual } = await runCommand(args);
  expect(actual).toBe(code);
  expect(stdout).toContain(text);
});

test.each([
  [['strat'], {}, 'tain: Unknown command strat'],
  [['import'], {}, 'tain: There is nothing to read: name a folder, or a bucket (TAIN_BUCKET_NAME'],
  [['verify'], {}, 'tain: There is nothing to read'],
  [['check', '--bucket'], {}, 'tain: There is nothing to read'],
  [['reingest', '--from', '1', '--to', '2'], {}, 'tain: There is nothing to read'],
  [
    ['import', '--network', 'mainnet'],
    {},
    'settings TAIN_BUCKET_ACCESS_KEY and TAIN_BUCKET_SECRET_KEY must be given',
  ],
  [['start', '--rolls', 'api'], {}, "unknown option '--rolls'"],
  [
    ['start'],
    { TAIN_PORT: 'http' },
    'tain: Setting TAIN_PORT is "http", must be a whole number from 0 to 65535.',
  ],
  [['start'], { TAIN_DATADIR: '/x' }, 'tain: Unknown setting TAIN_DATADIR (did you mean TAIN_DATA_DIR?).'],
  [['demo', '/nowhere/x', '--blocks', '0'], {}, 'tain: Option --blocks must be a whole number from 1.'],
  [['demo', '/nowhere/x', '--hot-share', '2'], {}, 'tain: Option --hot-share must be from 0 to 1.'],
  [['demo', '/nowhere/x', '--mix', 'ALL'], {}, 'tain: Option --mix must be like CRYPTOTRANSFER=900'],
  [['demo', '/nowhere/x', '--mix', 'NOSUCH=1'], {}, 'tain: Option mix: there is no transaction type NOSUCH.'],
  [['import', '/nowhere', '--network', 'testnet'], {}, 'tain: There is no folder /nowhere.'],
  [['verify', '/nowhere'], {}, 'tain: There is no folder /nowhere.'],
  [['import', 'package.json'], {}, 'tain: package.json is a file: name the folder that contains it.'],
  [['import', 'docs', '--network', 'testnet'], {}, 'tain: There are no stream files in docs.'],
  [['verify', 'docs', '--network', 'testnet'], {}, 'tain: There are no stream files in docs.'],
  [
    ['migrate'],
    { TAIN_DATA_DIR: '/dev/null/x' },
    'tain: The folder /dev/null/x (TAIN_DATA_DIR) cannot be made',
  ],
  // A command about stored data creates no empty database.
  ...['roles', 'roles switch', 'status incident create Out', 'check', 'rebuild'].map(
    (words): [string[], Record<string, string>, string] => [
      words.split(' '),
      { TAIN_DATA_DIR: '/nowhere' },
      'tain: There is no database in /nowhere (TAIN_DATA_DIR), and DATABASE_URL is not set.',
    ],
  ),
  [
    ['status', 'key', 'create', 'ops', '--role', 'read'],
    {},
    'tain: The management API and its keys were removed: tain status writes to the database and needs no key.',
  ],
  [['verify', '/nowhere', '--network', 'atlantis'], {}, 'tain: Setting TAIN_NETWORK is "atlantis"'],
])('tain %s %o is refused in one sentence', async (args, given, message) => {
  const { stderr, code } = await runCommand(args, { ...settings, ...given } as Record<string, string>);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
});

test('the process has the output and the exit code of the command line', async () => {
  expect(await tain(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  expect(await tain(['strat'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'tain: Unknown command strat: tain --help shows the commands.\n',
  });
});

test('missing credentials of a bucket are reported before a database is created', async () => {
  // The parent folder is missing, too, so that the data folder is not a copy of the suite's database.
  const data = path.join(folder, 'never-made', 'data');
  const { code, stderr } = await runCommand(['start'], { TAIN_NETWORK: 'mainnet', TAIN_DATA_DIR: data });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^tain: The reader of bucket hedera-mainnet-streams pays for requests: settings [^\n]*\n$/,
  );
  expect(existsSync(path.dirname(data))).toBe(false);
});

test('an unreachable bucket has its own code and message', async () => {
  const own = {
    TAIN_NETWORK: 'other',
    TAIN_BUCKET_NAME: 'mine',
    TAIN_BUCKET_ACCESS_KEY: 'a',
    TAIN_BUCKET_SECRET_KEY: 'b',
    TAIN_BUCKET_ENDPOINT: 'http://127.0.0.1:9',
  };
  for (const command of ['import', 'verify']) {
    const { code, stderr } = await runCommand([command], { ...settings, ...own });
    expect([code, stderr]).toEqual([
      8,
      'tain: s3://mine/ (127.0.0.1:9): bucket mine cannot be reached: nothing listens at 127.0.0.1:9 (ECONNREFUSED): see TAIN_BUCKET_ENDPOINT\n',
    ]);
  }
});

test('a folder that holds only blocks needs no address book, one that holds record files does', async () => {
  const stream = path.join(folder, 'with-records');
  await runCommand(['demo', stream, '--blocks', '2', '--tps', '5', ...SMALL]);
  await mkdir(path.join(folder, 'only'));
  const records = path.join(folder, 'only', 'records');
  await cp(path.join(stream, 'recordstreams'), path.join(records, 'recordstreams'), { recursive: true });
  const refused = await runCommand(['import', records], (await onDatabase()).settings);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('tain: No initial address book was found: neither'),
  });
  const whole = path.join(folder, 'whole');
  await runCommand(['demo', whole, '--blocks', '6', '--tps', '5', '--cutover', '0', ...SMALL]);
  const blocks = path.join(folder, 'only', 'blocks');
  await cp(path.join(whole, 'demo'), path.join(blocks, 'demo'), { recursive: true });
  expect(await runCommand(['import', blocks], (await onDatabase()).settings)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('6 files with'),
  });
});

test('tain import ends with exit code 5 before a gap, and names the missing block', async () => {
  const stream = path.join(folder, 'gap');
  await runCommand(['demo', stream, '--blocks', '7', '--tps', '5', '--cutover', '3', ...SMALL]);
  const within = async (folder: string) =>
    (await readdir(stream, { recursive: true })).filter((name) => name.startsWith(folder));
  const blocks = await within('demo');
  const records = await within('recordstreams');
  const block5 = blocks.filter((name) => /\b0*5\.blk/.test(name));
  // The last record file before the cutover, with its signatures.
  const ends = records.flatMap((name) => /[^/]*Z(?=[._])/.exec(name) ?? []).sort();
  const last = records.filter((name) => path.basename(name).startsWith(`${ends.at(-1)}`));
  const { settings: own } = await onDatabase();
  const without = async (missing: readonly string[]) => {
    expect(missing.length).toBeGreaterThan(0);
    const away = missing.map((name) => [
      path.join(stream, name),
      path.join(folder, name.replaceAll('/', '-')),
    ]);
    for (const [from = '', to = ''] of away) await rename(from, to);
    const imported = await runCommand(['import', stream], own);
    for (const [from = '', to = ''] of away) await rename(to, from);
    return imported;
  };
  const absent = `there is neither a record file nor a block of that number, but ${stream}`;
  expect(await without(last)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`tain: Block 2: is missing: ${absent} has block 3\n`),
  });
  expect(await without(block5)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(
      `tain: Block 5: is missing: there is no block of that number, but ${stream} has block 6\n`,
    ),
  });
  expect(await runCommand(['import', stream], own)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 files with'),
  });
});

test('a demo stream is written, verified, imported and served; again it changes nothing', async () => {
  const stream = path.join(folder, 'stream');
  const demo = await tain(['demo', stream, '--blocks', '8', '--tps', '5', '--seed', '7', ...SMALL]);
  expect(demo.stdout).toMatch(/^8 blocks with \d+ transactions written to/);

  const verified = await tain(['verify', stream]);
  expect(verified.stdout).toContain('all hold');
  expect(verified.code).toBe(0);

  const own = { TAIN_DATA_DIR: path.join(folder, 'imported'), TAIN_PORT: '0', TAIN_STATUS_PORT: '0' };
  const imported = await tain(['import', stream], own);
  expect(imported.stderr).not.toContain('    at ');
  expect(imported.stdout).toMatch(/^8 files with \d+ transactions stored in .*; the last block is 7\.\n$/);

  const api = new Tain(['start', '--roles', 'api'], own);
  const url = await api.url();
  expect(await lastBlock(url)).toBe(7);
  // A second command on the same folder joins the running server.
  const again = await runCommand(['import', stream], own);
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0 files with 0 transactions stored'),
  });
  const second = await runCommand(['start', '--roles', 'api'], own);
  expect(second).toMatchObject({ code: 4 });
  expect(second.stderr).toContain(`Role api is already running on ${own.TAIN_DATA_DIR}: stop it first.`);
  expect((await api.stop()).code).toBe(0);
});

test('tain start runs the demo network, resumes after a kill, and stops on a signal', async () => {
  const own = path.join(folder, 'accounts.json');
  await writeFile(own, JSON.stringify([{ privateKey: '1'.padStart(64, '0'), balance: '12.5' }]));
  const first = new Tain(['start', '--quiet'], { ...settings, TAIN_DEMO_ACCOUNTS: own });
  const url = await first.url();
  const starting = await fetch(`${url}/health/readiness`);
  const roles = { api: 'ready', evm: 'ready', live: 'ready', rpc: 'ready', status: 'ready' };
  const words = expect.stringMatching(
    /^The (local network makes its|mirror reads the local network's) first blocks\.$/,
  );
  // On a busy machine it may be ready by now.
  expect([
    [503, { status: 'starting', roles: { ...roles, ingest: words } }],
    [200, { status: 'ok', roles: { ...roles, ingest: 'ready' } }],
  ]).toContainEqual([starting.status, await starting.json()]);
  expect(await tain(['wait'], settings)).toMatchObject({ code: 0 });
  // Lines in the order of what is true.
  expect(first.stderr).toMatch(/Started in [\s\S]*accepts transactions at/);
  expect(first.stderr).toMatch(/The demo network runs[\s\S]*accepts transactions at/);
  const file = path.join(folder, 'data', 'local-network.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const local = JSON.parse(await readFile(file, 'utf8')) as LocalNetwork;
  expect(local).toMatchObject({
    rest: url,
    chainId: 298,
    node: { account: '0.0.3' },
    operator: { account: '0.0.2' },
  });
  const { evmAddress: from } = local.accounts.find(({ account }) => account === '0.0.1012') ?? {};
  expect(await getJson(`${url}/api/v1/accounts/${from}`)).toMatchObject({ account: '0.0.1012' });
  const mine = local.accounts.at(-1);
  expect(mine).toMatchObject({ evmAddress: '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf' });
  expect(await getJson(`${url}/api/v1/accounts/${mine?.evmAddress}`)).toMatchObject({
    account: mine?.account,
    balance: { balance: 1_250_000_000 },
  });
  // A first transaction works.
  const sent = await fetch(local.jsonRpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendTransaction',
      params: [{ from: mine?.evmAddress, to: from }],
    }),
  });
  expect(await sent.json()).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  const reached = await until(() => lastBlock(url));
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('tain_ingest_blocks_total');
  const status = (await first.waitFor(/Status service at (http:\/\/[\d.:]+)/))[1];
  await expect
    .poll(async () => (await fetch(`${status}/api/v2/components.json`)).text())
    .toMatch(/"name":"gRPC"[^}]*"status":"operational"/);
  // The link has the port that the service chose.
  const { stdout } = await tain(['status', 'incident', 'create', 'Out'], settings);
  const [, link] = / (http:\S+)\n$/.exec(stdout) ?? [];
  expect(link).toContain(`${status}/incidents/`);
  await expect.poll(async () => (await fetch(`${link}`)).status).toBe(200);
  await first.stop('SIGKILL');

  const second = new Tain(['start'], settings);
  const secondUrl = await second.url();
  expect(await lastBlock(secondUrl)).toBeGreaterThanOrEqual(reached);
  const [, resumed] = await second.waitFor(/The stream is resumed after block (\d+)/);
  expect(Number(resumed)).toBeGreaterThanOrEqual(reached);
  const other = await runCommand(['start', '--roles', 'ingest'], settings);
  expect(other.code).toBe(4);
  expect(other.stderr.split('\n').at(-2)).toMatch(/^tain: .*already/);
  // The file of the killed process is replaced.
  expect(await tain(['wait'], settings)).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: second.child.pid, rest: secondUrl });
  const before = (await lastBlock(secondUrl)) ?? 0;
  await until(async () => (((await lastBlock(secondUrl)) ?? 0) > before ? true : undefined));
  const began = Date.now();
  // npm forwards a signal that the terminal has already sent to the whole process group.
  second.child.kill('SIGTERM');
  expect((await second.stop('SIGINT')).code).toBe(0);
  expect(Date.now() - began).toBeLessThan(30_000);
  expect(existsSync(file)).toBe(false);
  expect(await readdir(path.join(folder, 'data', 'postgres'))).not.toContain('postmaster.pid');
});

test('a database of another network is not mixed with this one', async () => {
  const keys = { TAIN_BUCKET_ACCESS_KEY: 'a', TAIN_BUCKET_SECRET_KEY: 'b' };
  const command = ['start', '--network', 'testnet', '--roles', 'ingest'];
  const { stderr, code } = await runCommand(command, { ...settings, ...keys });
  expect(code).toBe(2);
  expect(stderr).toContain('This database holds network demo, but TAIN_NETWORK is testnet');
});

// Real files are reference material outside of the project. Skipped in a clone without them.
describe.skipIf(sharedDir === null)('real files', () => {
  const streams = path.join(sharedDir ?? '', 'streams');
  const testnet = path.join(streams, 'addressbook/fixtures/testnet');

  // `streams.extended.test.ts` imports the others in this process.
  test('tain import has the first address book of a public network', async () => {
    const args = ['import', path.join(streams, 'mainnet/2019-09-13'), '--network', 'mainnet'];
    const { stdout, stderr, code } = await runCommand(args, (await onDatabase()).settings);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('    at ') });
    expect(stdout).toContain(' with 1 transaction');
  });

  test('tain import uses the address book beside a stream of another network, and logs it', async () => {
    const parent = path.join(folder, 'other');
    const stream = path.join(parent, 'stream');
    await cp(path.join(streams, 'recordstreams/v2'), stream, { recursive: true });
    const own = { ...(await onDatabase()).settings, TAIN_NETWORK: 'other' };
    const without = await runCommand(['import', stream], own);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain(
      `neither ${path.join(stream, 'address_book.bin')} nor ${path.join(parent, 'address_book.bin')}`,
    );
    await copyFile(testnet, path.join(parent, 'address_book.bin'));
    const { stdout, stderr, code } = await runCommand(['import', stream], own);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('2 files with 34 transactions');
    expect(stderr).toContain('The stream is verified with the address book in its own folder');
    expect(stderr).toContain(path.join(parent, 'address_book.bin'));
  });

  test('tain import begins balances with the balance file before the stream', async () => {
    const both = path.join(folder, 'both');
    await cp(path.join(streams, 'throughput-v2/recordstreams'), path.join(both, 'recordstreams'), {
      recursive: true,
    });
    await cp(path.join(streams, 'accountBalances/v1'), path.join(both, 'accountBalances'), {
      recursive: true,
    });
    const { test, settings } = await onDatabase();
    const args = ['import', both, '--address-book', testnet, '--consensus-ratio', '0'];
    const { stdout, code, stderr } = await runCommand(args, { ...settings, TAIN_NETWORK: 'testnet' });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^2 balance files with the balances of 50782 accounts stored\.\n4 files with/);
    // The file with the later time is of 2019-08-30T18:30. The stream has moved fees since.
    const { rows } = await test.database.pool.query(
      `select (select consensus_timestamp::text from tain.balance_seed) as seed, count(*)::int as accounts,
         count(*) filter (where e.balance = b.balance + coalesce(m.amount, 0))::int as right,
         count(m.amount)::int as moved
       from account_balance b
       join entity e on e.id = b.account_id
       left join (select entity_id, sum(amount) as amount from crypto_transfer group by 1) m on m.entity_id = e.id
       where b.consensus_timestamp = 1567189800010147001`,
    );
    expect(rows[0]).toMatchObject({ seed: '1567189800010147001', accounts: 25_391, right: 25_391 });
    expect(Number(rows[0].moved)).toBeGreaterThan(3);
  });

  test('a file signed by too few nodes is refused by name', async () => {
    const args = [
      'import',
      path.join(streams, 'throughput-v2'),
      '--network',
      'testnet',
      '--address-book',
      testnet,
    ];
    const { settings } = await onDatabase();
    const { stderr, code } = await runCommand([...args, '--consensus-ratio', '0.5'], settings);
    expect(code).toBe(5);
    expect(stderr).toContain('2020-02-09T18_30_00.000084Z');
  });
});

test('a shutdown in the middle of a start whose database no longer answers ends with a sentence', async () => {
  const dataDir = path.join(folder, 'hanging');
  const roles = ['start', '--roles', 'status,live,rpc,api'];
  const starting = new Tain(roles, { ...settings, TAIN_DATA_DIR: dataDir, TAIN_NETWORK: 'demo' });
  await starting.waitFor('Status service at');
  const server = existsSync(path.join(dataDir, 'elsewhere')) ? path.join(dataDir, 'elsewhere') : dataDir;
  const [postmaster] = (await readFile(path.join(server, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(postmaster), 'SIGSTOP');
  try {
    const { code, stderr } = await starting.stop();
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('The shutdown timed out: the process exits now'),
    ]);
  } finally {
    process.kill(Number(postmaster), 'SIGQUIT');
    process.kill(Number(postmaster), 'SIGCONT');
  }
});
