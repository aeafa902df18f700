import { expect, it } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { Problems, type StreamProblem } from '../../../src/ingest/verify/problems.ts';

const MINUTE = 60_000;

function made(graceMs?: number) {
  let now = 0;
  const logged: [minute: number, message: string][] = [];
  const reported: (string | null)[] = [];
  const log = (_: object, message: string) => void logged.push([now / MINUTE, message]);
  const onProblem = (problem: StreamProblem | null) => void reported.push(problem?.file ?? null);
  const options = { log: { info: log, warn: log }, onProblem, ...(graceMs !== undefined && { graceMs }) };
  const problems = new Problems(options, () => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { problems, logged, reported, pass };
}

const refusal = (file: string, code: 'malformed' | 'missing' = 'malformed') =>
  new StreamFileError(code, file, null, 'is wrong');
const unreadable = (file: string, reason: string) => new StreamFileError('unreadable', file, null, reason);

it('a problem that lasts is logged once, and then at growing intervals', () => {
  const { problems, logged, reported, pass } = made();
  for (let polls = 0; polls < 60 * 60; polls += 1) {
    problems.report(refusal('a'));
    pass(4_000);
  }
  expect(logged.map(([minute]) => Math.floor(minute))).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  expect(reported).toEqual(['a']);
});

it('alternating problems of two feeds are not reported as new', () => {
  const { problems, logged, reported, pass } = made();
  for (let round = 0; round < 100; round += 1) {
    problems.report(refusal(round % 2 === 0 ? 'a' : 'b'));
    pass(16_000);
  }
  expect(logged.length).toBeLessThan(14);
  problems.resolve();
  expect(reported.at(-1)).toBeNull();
  problems.report(refusal('a'));
  expect(reported.at(-1)).toBe('a');
});

// A local network, whose first blocks are signed in groups, has a minute.
it.each([
  [5_000, undefined],
  [60_000, 60_000],
])('a late file is not logged before it has been missing for %d ms', (grace, graceMs) => {
  const { problems, logged, pass } = made(graceMs);
  problems.report(refusal('a', 'missing'));
  pass(grace - 1);
  problems.report(refusal('a', 'missing'));
  expect(logged).toEqual([]);
  pass(1);
  problems.report(refusal('a', 'missing'));
  expect(logged).toHaveLength(1);
});

it('failures of the source are logged once each, and then share one reminder', () => {
  const { problems, logged, reported, pass } = made();
  for (let round = 0; round < 24 * 60; round += 1) {
    problems.report(unreadable(`records/${round}`, 'no name'));
    pass(30_000);
    problems.report(unreadable('blocks', 'no answer'));
    pass(30_000);
  }
  expect(logged.slice(0, 4)).toEqual([
    [0, 'The stream waits: records/0: no name'],
    [0.5, 'The stream waits: blocks: no answer'],
    [2.5, 'The stream waits: records/2: no name; blocks: no answer'],
    [6.5, 'The stream waits: records/6: no name; blocks: no answer'],
  ]);
  // The problems are an hour apart.
  expect(logged).toHaveLength(7 + 22);
  expect(reported).toEqual(['records/0', 'blocks']);
  problems.report(unreadable('blocks', 'no route'));
  expect(logged.at(-1)).toEqual([1440, 'The stream waits: blocks: no route']);
  problems.sourceResponds();
  expect(logged.at(-1)).toEqual([1440, 'The stream continues']);
  expect(reported).toEqual(['records/0', 'blocks', 'blocks', null]);
});
