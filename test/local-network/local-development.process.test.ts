import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveDemo } from '../../src/local-network/live-demo.ts';
import { LocalDevelopment } from '../../src/local-network/local-development.ts';
import { LocalSender } from '../../src/local-network/local-sender.ts';

/** Commands sent to the network, in order. */
let called: string[] = [];
let development: LocalDevelopment;

beforeEach(() => {
  vi.useFakeTimers();
  called = [];
  const network: LiveDemo = {
    ended: new Promise(() => undefined),
    node: Promise.resolve(null),
    ready: Promise.resolve(0n),
    readyAfter: () => 0n,
    ownAccounts: () => [],
    isWaiting: () => false,
    now: () => 0n,
    advance: async () => 0n,
    holdClock: () => false,
    setBlockInterval: async () => false,
    hasBlockStream: false,
    submit: async () => ({ code: 0, outcome: Promise.resolve({ status: 22, time: 1n }) }),
    hold: (isHeld) => called.push(isHeld ? 'hold' : 'release'),
    closeBlock: () => called.push('close'),
    pause: () => Promise.reject(new Error('the network is not paused')),
    returnTo: () => Promise.reject(new Error('the network does not return')),
    resume: () => undefined,
    onBlock: () => undefined,
  };
  development = new LocalDevelopment(new LocalSender(() => network), []);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A WebSocket connection that a test closes. */
function connection() {
  const listeners: (() => void)[] = [];
  return {
    client: '127.0.0.1',
    buffered: 0,
    send: () => undefined,
    close: () => undefined,
    onClose: (listener: () => void) => listeners.push(listener),
    end() {
      for (const listener of listeners.splice(0)) listener();
    },
  };
}

it('returns to automining when no block is requested for 100 seconds', async () => {
  development.setAutomine(false, undefined);
  for (let passed = 0; passed < 1_000; passed += 90) {
    await vi.advanceTimersByTimeAsync(90_000);
    expect(await development.mine()).toBe(1n);
  }
  expect(development.automine).toBe(false);
  expect(new Set(called)).toEqual(new Set(['hold', 'close']));
  await vi.advanceTimersByTimeAsync(101_000);
  expect(development.automine).toBe(true);
  expect(called.at(-1)).toBe('release');
});

it('stays without automining while blocks are mined at an interval', async () => {
  development.setAutomine(false, undefined);
  development.setIntervalMining(5_000);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(development.automine).toBe(false);
  development.setIntervalMining(0);
  await vi.advanceTimersByTimeAsync(99_000);
  expect(development.automine).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(development.automine).toBe(true);
});

it('returns to automining when the connection ends that turned it off, unless another client did since', () => {
  const [first, second] = [connection(), connection()];
  development.setAutomine(false, first);
  development.setAutomine(false, second);
  first.end();
  expect(development.automine).toBe(false);
  second.end();
  expect(development.automine).toBe(true);
  const third = connection();
  development.setAutomine(false, third);
  development.setAutomine(true, undefined);
  development.setAutomine(false, undefined);
  third.end();
  expect(development.automine).toBe(false);
});
