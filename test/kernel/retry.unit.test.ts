import fc from 'fast-check';
import { expect, it } from 'vitest';
import { delay, pause, poll, repeat, retry, waitAfter } from '../../src/kernel/retry.ts';

it('a delay doubles with each failure, up to the maximum', () => {
  const waits = Array.from({ length: 7 }, (_, index) => waitAfter(index + 1, { first: 200, max: 5_000 }));
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

it('a delay never exceeds the maximum, nor falls below the previous one, after any number of failures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), fc.nat(1e9), (failures, first, max) => {
      const wait = waitAfter(failures, { first, max });
      expect(wait).toBeLessThanOrEqual(max);
      expect(wait).toBeGreaterThanOrEqual(Math.min(first, max));
      expect(waitAfter(failures + 1, { first, max })).toBeGreaterThanOrEqual(wait);
    }),
  );
});

it('a delay ends early when its signal is aborted, and does not reject', async () => {
  const controller = new AbortController();
  const waiting = delay(60_000, controller.signal);
  controller.abort();
  expect(await waiting).toBeUndefined();
  expect(await delay(60_000, controller.signal)).toBeUndefined();
});

it('a pause throws the reason of a signal that is aborted before or meanwhile', async () => {
  await pause(1, undefined);
  const controller = new AbortController();
  await pause(1, controller.signal);
  const waiting = pause(60_000, controller.signal);
  controller.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
  await expect(pause(60_000, controller.signal)).rejects.toThrow('stop');
});

/** Returns a task that fails `failures` times, each time with its number, before it resolves to `done`. */
function failing(failures: number): { run: () => Promise<string>; readonly runs: () => number } {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs <= failures) throw new Error(`failure ${runs}`);
    return 'done';
  };
  return { run, runs: () => runs };
}

it('retries a task until it succeeds, and reports each failure before the delay', async () => {
  const task = failing(3);
  const seen: number[] = [];
  const options = { backOff: { first: 1, max: 2 }, onFailure: (_: unknown, n: number) => seen.push(n) };
  expect(await retry(task.run, options)).toBe('done');
  expect(seen).toEqual([1, 2, 3]);
  expect(task.runs()).toBe(4);
});

it('does not retry an error that is not transient', async () => {
  const task = failing(9);
  const isTransient = (_: unknown, failures: number) => failures < 2;
  await expect(retry(task.run, { backOff: 1, isTransient })).rejects.toThrow('failure 2');
});

it('starts no attempt after the time limit', async () => {
  const task = failing(1);
  await expect(retry(task.run, { backOff: 50, limitMs: 50 })).rejects.toThrow('failure 1');
  expect(task.runs()).toBe(1);
});

it('retrying throws the reason of an aborted signal, during a delay and after an attempt', async () => {
  for (const abortIn of ['wait', 'attempt']) {
    const controller = new AbortController();
    const run = async () => {
      if (abortIn === 'attempt') controller.abort(new Error('stop'));
      throw new Error('failure');
    };
    const onFailure = () => setImmediate(() => controller.abort(new Error('stop')));
    await expect(retry(run, { backOff: 60_000, signal: controller.signal, onFailure })).rejects.toThrow(
      'stop',
    );
  }
});

it('polls until a check returns a value, even null', async () => {
  const values = [undefined, undefined, null, 'later'];
  expect(await poll(async () => values.shift(), { intervalMs: 1 })).toBeNull();
});

it('waits longer after each check, up to the maximum', async () => {
  const checkedAt: number[] = [];
  const check = async () => {
    checkedAt.push(performance.now());
    return checkedAt.length === 4 || undefined;
  };
  await poll(check, { intervalMs: { first: 20, max: 40 } });
  const waits = checkedAt.slice(1).map((time, index) => time - (checkedAt[index] ?? 0));
  for (const [index, min] of [20, 40, 40].entries()) expect(waits[index]).toBeGreaterThan(min - 2);
});

it('returns undefined if no check returned a value in time, after at least one check', async () => {
  let checks = 0;
  const check = async () => {
    checks += 1;
    return undefined;
  };
  expect(await poll(check, { intervalMs: 1, limitMs: 5 })).toBeUndefined();
  expect(checks).toBeGreaterThan(1);
});

it('polling throws the error of a check, and the reason of an aborted signal', async () => {
  const fail = async () => Promise.reject(new Error('check'));
  await expect(poll(fail, { intervalMs: 1 })).rejects.toThrow('check');
  const controller = new AbortController();
  const waiting = poll(async () => undefined, { intervalMs: 60_000, signal: controller.signal });
  controller.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
});

it('repeats a task until the signal is aborted, which ends the pause', async () => {
  const controller = new AbortController();
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs === 3) setImmediate(() => controller.abort());
  };
  await repeat(run, 1, controller.signal);
  expect(runs).toBeGreaterThanOrEqual(3);
  const ended = runs;
  await repeat(run, 60_000, controller.signal);
  expect(runs).toBe(ended);
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), 5);
  await repeat(run, 60_000, waiting.signal);
  expect(runs).toBe(ended + 1);
});

it('repeating ends with the error of the task', async () => {
  const fail = async () => Promise.reject(new Error('task'));
  await expect(repeat(fail, 1, new AbortController().signal)).rejects.toThrow('task');
});

it('runs no task whose signal is already aborted', async () => {
  const task = failing(0);
  await expect(retry(task.run, { backOff: 1, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
    'stop',
  );
  expect(task.runs()).toBe(0);
});
