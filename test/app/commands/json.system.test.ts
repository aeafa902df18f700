import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ProgressDisplay } from '../../../src/kernel/progress.ts';
import { createBlankDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { runCommand } from './run-command.ts';

let folder = '';
let stream = '';
let blank: TestDatabase;
let settings: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-json-'));
  stream = path.join(folder, 'stream');
  const small = ['--accounts', '40', '--tokens', '4', '--topics', '3'];
  await runCommand(['demo', stream, '--blocks', '6', '--tps', '5', '--no-sign-inner', ...small]);
  blank = await createBlankDatabase();
  settings = {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl(blank),
    TAIN_ADDRESS_BOOK: path.join(stream, 'address_book.bin'),
  };
});
afterAll(async () => {
  await blank?.drop();
  await removeFolder(folder);
});

const update = vi.spyOn(ProgressDisplay.prototype, 'update');
afterAll(() => update.mockRestore());

/** Returns the steps that the last command has reported, with the last count of each. */
function steps(): string[] {
  const last = new Map(update.mock.calls.map(([progress]) => [progress.step, progress]));
  return [...last.values()].map(({ step = '', done, total, unit }) => `${step} ${done}/${total} ${unit}`);
}

/** Runs a command with `--json`, and returns its lines. */
async function lines(...words: string[]) {
  update.mockClear();
  const { code, stdout, stderr } = await runCommand([...words, '--json'], settings);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('tain:')]);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

const WHOLE = { seconds: expect.any(Number), notes: [] };

test('each command prints its summary, with seconds and notes, as the last line of JSON', async () => {
  expect(steps()).toEqual(['written 6/6 blocks']);
  const [migrated] = await lines('migrate');
  expect(migrated).toEqual({
    migrations: expect.arrayContaining([expect.stringMatching(/^0001_/)]),
    ...WHOLE,
  });
  expect(await lines('migrate')).toEqual([{ migrations: [], ...WHOLE }]);

  const verified = await lines('verify', stream);
  expect(steps()).toEqual([' 6/6 files']);
  expect(verified).toHaveLength(7);
  expect(verified[3]).toEqual({
    file: expect.any(String),
    version: expect.any(Number),
    block: '3',
    transactions: expect.any(Number),
    proof: expect.any(String),
    sidecars: expect.any(Number),
    ledgers: [],
    problem: null,
    node: null,
  });
  const transactions = verified.slice(0, 6).reduce((sum, each) => sum + Number(each.transactions), 0);
  expect(verified[6]).toMatchObject({ files: 6, transactions, problems: 0, seconds: expect.any(Number) });

  expect(await lines('import', stream)).toEqual([
    {
      last: '5',
      blocks: 6,
      transactions,
      balance_files: expect.any(Number),
      accounts: expect.any(Number),
      ...WHOLE,
    },
  ]);
  expect(await lines('reingest', stream, '--from', '2', '--to', '4')).toEqual([
    { first: '2', last: '4', blocks: 3, transactions: expect.any(Number), ...WHOLE },
  ]);
  expect(steps()).toEqual(['verified 3/3 blocks', 'stored 3/3 blocks']);
  expect(await lines('rebuild')).toEqual([{ rows: {}, ...WHOLE }]);
  const state = expect.stringMatching(/^present state (\d+)\/(\d+) steps$/);
  expect(steps()).toEqual([expect.stringMatching(/^snapshots \d+\/\d+ minutes/), state]);
  await blank.database.pool.query(
    `update entity set balance = balance + 1 where id = (select max(id) from entity where balance > 9)`,
  );
  expect(await lines('rebuild')).toEqual([{ rows: { entity: 1 }, ...WHOLE }]);
  expect(await lines('rebuild', stream)).toEqual([{ rows: {}, ...WHOLE }]);
  expect(steps()).toEqual(['the stream 6/6 blocks', expect.stringMatching(/^snapshots/), state]);
  expect(await lines('check', stream)).toEqual([
    { first: '0', last: '5', blocks: 6, transactions, differences: 0, first_differing: null, ...WHOLE },
  ]);
});

test('a refused file is an item, and the exit code says so', async () => {
  const files = (await readdir(stream, { recursive: true })).filter((name) => /Z\.rcd(\.gz)?$/.test(name));
  const damaged = path.basename(files.sort().at(-1) ?? '');
  for (const file of files) {
    if (path.basename(file) === damaged) await writeFile(path.join(stream, file), 'no record file');
  }
  const { code, stdout, stderr } = await runCommand(['verify', stream, '--json'], settings);
  const printed = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(printed.filter(({ problem }) => typeof problem === 'string')).toEqual([
    expect.objectContaining({ file: expect.stringContaining(damaged), block: null, transactions: null }),
  ]);
  expect(printed.at(-1)).toMatchObject({ files: 6, problems: 1, seconds: expect.any(Number) });
  expect([code, stderr]).toEqual([5, 'tain: 1 of 6 files are invalid.\n']);
});
