import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginningOf, printPoint } from '../../../src/ingest/check/check-point.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { removeFolder } from '../../remove-folder.ts';
import { runCommand } from './run-command.ts';
import { type Finished, Tain } from './tain.ts';

describe('tain check', () => {
  let folder = '';
  let stream = '';
  let test: TestDatabase;
  let url = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tain-check-cli-'));
    stream = path.join(folder, 'stream');
    const small = ['--accounts', '40', '--tokens', '4', '--topics', '3'];
    await runCommand(['demo', stream, '--blocks', '10', '--tps', '10', '--no-sign-inner', ...small]);
    test = await createTestDatabase();
    await ingestFolder({
      database: test.database,
      folder: stream,
      addressBook: path.join(stream, 'address_book.bin'),
    });
    const target = test.target as { host: string; port: number; user: string; database: string };
    url = `postgres://${target.user}@localhost:${target.port}/${target.database}?host=${encodeURIComponent(target.host)}`;
  });
  afterAll(async () => {
    await test?.drop();
    await removeFolder(folder);
  });

  const check = (...args: string[]): Promise<Finished> =>
    runCommand(['check', ...args], { TAIN_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: url });

  it('reports what was compared, and changes nothing', async () => {
    const { code, stdout, stderr } = await check();
    expect(stderr).not.toContain('tain:');
    expect(stdout).toMatch(/^Blocks 0 to 9 are correct: 10 with \d+ transactions, compared in/);
    expect(code).toBe(0);
  });

  it.each([
    [['--from', '3', '--to', '5'], 'Blocks 3 to 5 are correct: 3 with'],
    [['--from', '8'], 'Blocks 8 to 9 are correct: 2 with'],
    [['--to', '2026-01-01T00:00:00.5Z'], 'Blocks 0 to 0 are correct: 1 with'],
  ])('compares the blocks of %s', async (args, output) => {
    const { code, stdout } = await check(...args);
    expect(stdout).toContain(output);
    expect(code).toBe(0);
  });

  it.each([
    [['--from', 'yesterday'], 'It must be a block number or an instant such as 2024-05-01T00:00:00Z'],
    [['--from', '5', '--to', '4'], 'tain: The database has no such blocks.'],
    [['--from', '100'], 'tain: The database has no such blocks.'],
  ])('refuses %s', async (args, output) => {
    const { code, stderr } = await check(...args);
    expect(stderr).toContain(output);
    expect(code).toBe(2);
  });

  it('lists differences, and names the first block', async () => {
    await test.database.pool.query(
      'update crypto_transfer set amount = amount - 1 where amount < 0 and consensus_timestamp = (select consensus_end from record_file where index = 4)',
    );
    const { code, stdout, stderr } = await check();
    expect(stdout).toMatch(
      /^Block 4 differs: the sum of what transaction \d+\.\d+ moves of hbar \(in tinybars\): expected 0, found -\d+\.\n/,
    );
    expect(stderr).toMatch(/tain: \d+ differences; block \d is the first that differs\.\n$/);
    expect(code).toBe(6);
    const short = await check('--limit', '1');
    expect(short.stdout).toMatch(
      /^Block 4 differs: .*\n\d+ more differences? (is|are) not listed \(--limit 1\)\.\n$/,
    );
    const lines = (await check('--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({
      block: '4',
      consensus_timestamp: expect.stringMatching(/^\d+\.\d{9}$/),
      table: 'crypto_transfer',
      column: 'amount',
      subject: expect.stringContaining('moves of hbar'),
      expected: '0',
      found: expect.stringMatching(/^-\d+$/),
    });
    expect(lines.at(-1)).toMatchObject({ blocks: 10, differences: lines.length - 1, notes: [] });
    expect((await check('--from', '5', '--to', '8')).code).toBe(0);
  });

  it('is clean once the block was stored again', async () => {
    const settings = { TAIN_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: url };
    const { code, stdout } = await runCommand(['reingest', stream, '--from', '4', '--to', '4'], settings);
    expect(stdout).toMatch(/^Blocks 4 to 4 were stored again: 1 with \d+ transactions\.\n$/);
    expect(code).toBe(0);
    const checked = await check(stream);
    expect(checked.stdout).toContain('Blocks 0 to 9 are correct');
    expect(checked.code).toBe(0);
  });

  it('resumes after a kill', async () => {
    const file = path.join(folder, 'progress.json');
    const settings = { TAIN_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: url };
    const began = new Tain(['check', stream, '--resume', file], settings);
    // The command may finish before it is killed. Then there is nothing to resume, and no file remains.
    while (!existsSync(file) && began.child.exitCode === null) await setTimeout(5);
    await began.stop('SIGKILL');
    const { code, stdout } = await check(stream, '--resume', file);
    expect(stdout).toContain('Blocks 0 to 9 are correct');
    expect(code).toBe(0);
    expect(existsSync(file)).toBe(false);
    // The file of a check that began later does not answer for the blocks before.
    const { rows } = await test.database.pool.query('select consensus_end from record_file order by index');
    const ends = rows.map(({ consensus_end }) => BigInt(consensus_end));
    await writeFile(file, printPoint(beginningOf({ after: ends[4] ?? 0n, upTo: ends[9] ?? 0n })));
    const earlier = await check('--from', '2', '--resume', file);
    expect(earlier.stderr).toContain(`${file} belongs to a check of other blocks.`);
    expect(earlier.code).toBe(2);
    const same = await check('--from', '5', '--resume', file);
    expect(same.stdout).toContain('Blocks 5 to 9 are correct');
    await writeFile(file, '{"phase":"x"}');
    const other = await check('--resume', file);
    expect(other.stderr).toContain(`${file} is not the file of a check.`);
    expect(other.code).toBe(2);
  });

  it('rebuilds entities and balances, also after a kill', async () => {
    const settings = { TAIN_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: url };
    const { pool } = test.database;
    await pool.query(
      `update entity set memo = memo || '!', balance = balance + 1 where num > 1000 and balance > 9`,
    );
    await pool.query(`update contract_state set value = '\\x2a'`);
    const damaged = await check(stream, '--limit', '3');
    expect(damaged.code).toBe(6);
    for (const milliseconds of [600, 1_500]) {
      const killed = new Tain(['rebuild', stream], settings);
      await setTimeout(milliseconds);
      await killed.stop('SIGKILL');
    }
    const { code, stderr } = await runCommand(['rebuild', stream], settings);
    expect(stderr).not.toContain('tain:');
    expect(code).toBe(0);
    const again = await runCommand(['rebuild', stream], settings);
    expect(again.stdout).toBe('All rows were correct: nothing was changed.\n');
    expect((await check(stream)).code).toBe(0);
  });

  it.each([
    [['check', '/nowhere'], 'There is no folder /nowhere.'],
    [['reingest', '/nowhere', '--from', '1', '--to', '2'], 'There is no folder /nowhere.'],
    [['reingest', '.', '--from', '1'], "required option '--to <block>' not specified"],
    [['reingest', '.', '--from', '20', '--to', '30'], 'The database has no such blocks.'],
  ])('refuses %s', async (args, output) => {
    const { code, stderr } = await runCommand(args, {
      TAIN_DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: url,
    });
    expect(stderr).toContain(output);
    expect(code).toBe(2);
  });
});
