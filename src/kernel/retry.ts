import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between attempts: after the first failure, and at most. */
export interface BackOff {
  readonly first: number;
  readonly max: number;
}

/** Maximum number of doublings: enough for any wait, few enough for a number. */
const MAX_DOUBLINGS = 60;

/** Milliseconds to wait after `failures` in a row (1 or more): a constant, or exponential back-off up to its maximum. */
export function waitAfter(failures: number, backOff: BackOff | number): number {
  if (typeof backOff === 'number') return backOff;
  const { first, max } = backOff;
  return Math.min(first * 2 ** Math.min(failures - 1, MAX_DOUBLINGS), max);
}

/** Resolves after `milliseconds`, or immediately when the signal is aborted. Never rejects. */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => undefined);
}

/** Resolves after `milliseconds`. Throws the signal's reason when the signal is aborted, or was aborted before. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(milliseconds, signal);
  signal?.throwIfAborted();
}

export interface RetryOptions {
  /** Milliseconds between attempts; a number is a constant interval. */
  readonly backOff: BackOff | number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the first attempt, after which no other begins. Default: no limit. */
  readonly limitMs?: number;
  /** Whether another attempt may succeed. Default: always. */
  readonly isTransient?: (error: unknown, failures: number) => boolean;
  /** Called before the wait for another attempt. */
  readonly onFailure?: (error: unknown, failures: number) => void;
}

/**
 * Runs a task until it succeeds. Throws its error when that is not transient or the time limit is reached, and the
 * signal's reason when the signal is aborted, or was aborted before.
 */
export async function retry<T>(task: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { backOff, signal, limitMs = Number.POSITIVE_INFINITY, isTransient, onFailure } = options;
  const deadline = performance.now() + limitMs;
  signal?.throwIfAborted();
  for (let failures = 1; ; failures += 1) {
    const wait = waitAfter(failures, backOff);
    try {
      return await task();
    } catch (error) {
      if (isTransient?.(error, failures) === false) throw error;
      signal?.throwIfAborted();
      if (performance.now() + wait >= deadline) throw error;
      onFailure?.(error, failures);
    }
    await pause(wait, signal);
  }
}

/** `isLate`: whether the time limit has passed, so that this check is the last. */
type Check<T> = (isLate: () => boolean) => Promise<T | undefined>;

export interface PollOptions {
  /** Milliseconds between checks; a number is a constant interval. */
  readonly intervalMs: BackOff | number;
  /** Milliseconds since the first check: a check that ends later is the last. Default: no limit. */
  readonly limitMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats a check until it returns a value. Returns undefined when it returned none within the time limit. Throws the
 * error of the check, and the signal's reason when the signal is aborted.
 */
export function poll<T>(check: Check<T>, options: PollOptions & { readonly limitMs?: never }): Promise<T>;
export function poll<T>(check: Check<T>, options: PollOptions): Promise<T | undefined>;
export async function poll<T>(check: Check<T>, options: PollOptions): Promise<T | undefined> {
  const { intervalMs, limitMs = Number.POSITIVE_INFINITY, signal } = options;
  const deadline = performance.now() + limitMs;
  const isLate = () => performance.now() > deadline;
  signal?.throwIfAborted();
  for (let checks = 1; ; checks += 1) {
    const found = await check(isLate);
    if (found !== undefined || isLate()) return found;
    await pause(waitAfter(checks, intervalMs), signal);
  }
}

/** Runs a task repeatedly, with a pause after each run, until the signal is aborted. Throws the error of the task. */
export async function repeat(task: () => Promise<void>, pauseMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await task();
    await delay(pauseMs, signal);
  }
}
