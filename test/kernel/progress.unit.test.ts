import { describe, expect, it } from 'vitest';
import { blockProgress } from '../../src/ingest/range/progress.ts';
import { type Progress, ProgressDisplay, progressLine } from '../../src/kernel/progress.ts';

const reached = {
  blocks: 250,
  transactions: 12_500,
  lastNumber: 249n,
  lastConsensusEnd: 1_657_701_971_304_284_004n,
};
const files = (total: number | null): Progress => blockProgress(reached, total, 'files');

describe('a line of progress', () => {
  it('is a bar on a terminal, and starts with the share elsewhere', () => {
    expect(progressLine(files(1000), 10_000, true)).toBe(
      '[██████░░░░░░░░░░░░░░░░░░]  250/1,000 files  12,500 transactions  1,250/s  2022-07-13 08:46:11  30 s left',
    );
    expect(progressLine(files(1000), 10_000, false)).toMatch(/^25% {2}250\/1,000 files/);
    expect(progressLine(files(null), 0, true)).toBe(
      '250 files  12,500 transactions  0/s  2022-07-13 08:46:11',
    );
  });

  it('has an estimate after ten seconds or a twentieth of the work', () => {
    const early = (total: number, elapsedMs: number) => progressLine(files(total), elapsedMs, false);
    expect(early(5001, 9_999)).not.toContain('left');
    expect(early(5000, 9_999)).toContain('left');
    expect(early(5001, 10_000)).toContain('left');
  });

  it.each([
    [2_500, 10_000, '25%  database  2.5/10.0 kB  30 s left'],
    [1_234_567_890, 12_345_678_900, '10%  database  1.2/12.3 GB  1 min 30 s left'],
    [999_999, 999_999, '100%  database  1000.0/1000.0 kB  0 s left'],
  ])('shows %d of %d bytes', (done, total, line) => {
    expect(progressLine({ step: 'database', done, total, unit: 'bytes' }, 10_000, false)).toBe(line);
  });

  it('estimates a step by what was done since its beginning', () => {
    const half: Progress = { step: 'index', done: 600, total: 1000, unit: 'rows' };
    expect(progressLine(half, 10_000, false, 500)).toBe('60%  index  600/1,000 rows  40 s left');
    expect(progressLine({ ...half, done: 500 }, 10_000, false, 500)).toBe('50%  index  500/1,000 rows');
  });
});

describe('the display', () => {
  const shown = (isTTY: boolean) => {
    let now = 0;
    const written: string[] = [];
    const output = { isTTY, columns: 60, write: (text: string) => written.push(text) };
    const display = new ProgressDisplay(output, () => now);
    const at = (time: number, progress: Progress): void => {
      now = time;
      display.update(progress);
    };
    return { written, display, at };
  };

  it('writes a line every five seconds without a terminal, and none for a short command', () => {
    const { written, display, at } = shown(false);
    for (let time = 0; time < 11_000; time += 100) at(time, files(null));
    display.clear();
    display.finish();
    expect(written).toHaveLength(2);
    expect(written.every((line) => line.endsWith('\n'))).toBe(true);
  });

  it('starts the estimate of each step anew', () => {
    const { written, at } = shown(false);
    const step = (name: string, done: number): Progress => ({ step: name, done, total: 100, unit: 'blocks' });
    at(0, step('verified', 0));
    at(5_000, step('verified', 10));
    at(20_000, step('verified', 100));
    at(20_000, step('stored', 0));
    at(40_000, step('stored', 10));
    expect(written).toEqual([
      '10%  verified  10/100 blocks  45 s left\n',
      '100%  verified  100/100 blocks  0 s left\n',
      '10%  stored  10/100 blocks  3 min 0 s left\n',
    ]);
  });

  it('goes on with the estimate of a step after another one', () => {
    const { written, at } = shown(false);
    const step = (name: string, done: number): Progress => ({ step: name, done, total: 100, unit: 'rows' });
    at(0, step('partitioning', 0));
    at(10_000, step('index', 50));
    at(20_000, step('partitioning', 20));
    expect(written.at(-1)).toBe('20%  partitioning  20/100 rows  1 min 20 s left\n');
  });

  it('removes the bar before a line of output, and draws it again', () => {
    const { written, display, at } = shown(true);
    at(0, { done: 1, total: 4, unit: 'files' });
    display.clear();
    display.clear();
    at(100, { done: 2, total: 4, unit: 'files' });
    display.finish();
    display.finish();
    expect(written).toEqual([
      '\r[██████░░░░░░░░░░░░░░░░░░]  1/4 files  0 s left\x1b[K',
      '\r\x1b[K',
      '\r[████████████░░░░░░░░░░░░]  2/4 files  0 s left\x1b[K',
      '\n',
    ]);
  });
});
