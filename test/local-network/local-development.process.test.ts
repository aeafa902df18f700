import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../src/kernel/failure.ts';
import type { LiveDemo } from '../../src/local-network/live-demo.ts';
import { LocalDevelopment } from '../../src/local-network/local-development.ts';
import { LocalSender } from '../../src/local-network/local-sender.ts';

/** A client over HTTP. */
const HTTP = { client: '127.0.0.1', connection: undefined };
/** Commands sent to the network, in order. */
let called: string[] = [];
/** Whether the interval of blocks would lead too far ahead. */
let isTooFar = false;
let development: LocalDevelopment;

beforeEach(() => {
  vi.useFakeTimers();
  called = [];
  isTooFar = false;
  const network: LiveDemo = {
    ended: new Promise(() => undefined),
    node: Promise.resolve(null),
    ready: Promise.resolve(0n),
    opened: Promise.resolve(),
    readyAfter: () => 0n,
    ownAccounts: () => [],
    isWaiting: () => false,
    now: () => 0n,
    advance: async () => 0n,
    holdClock: async () => false,
    setBlockInterval: async (nanos) => {
      if (isTooFar) throw new Failure('usage', 'too far');
      called.push(`every ${nanos}`);
      return true;
    },
    checkBlockInterval: () => {
      if (isTooFar) throw new Failure('usage', 'too far');
    },
    hasBlockStream: false,
    submit: async () => ({ code: 0, outcome: Promise.resolve({ status: 22, time: 1n }) }),
    hold: (isHeld) => called.push(isHeld ? 'hold' : 'release'),
    closeBlock: () => called.push('close'),
    drop: () => undefined,
    pause: () => Promise.reject(new Error('the network is not paused')),
    returnTo: () => Promise.reject(new Error('the network does not return')),
    resume: () => undefined,
    onBlock: () => undefined,
  };
  development = new LocalDevelopment(new LocalSender(() => network));
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
    isClosed: false,
    push: () => undefined,
    close: () => undefined,
    onClose: (listener: () => void) => listeners.push(listener),
    end() {
      this.isClosed = true;
      for (const listener of listeners.splice(0)) listener();
    },
  };
}

/** The client of a WebSocket connection. */
const over = (one: ReturnType<typeof connection>) => ({ client: one.client, connection: one });

it('returns to automining when no block is requested for 100 seconds', async () => {
  development.setAutomine(false, HTTP);
  for (let passed = 0; passed < 1_000; passed += 90) {
    await vi.advanceTimersByTimeAsync(90_000);
    development.noteRequest('127.0.0.1');
    expect(await development.mine()).toBe(1n);
  }
  expect(development.automine).toBe(false);
  expect(new Set(called)).toEqual(new Set(['hold', 'close']));
  await vi.advanceTimersByTimeAsync(101_000);
  expect(development.automine).toBe(true);
  expect(called.at(-1)).toBe('release');
});

it('stays without automining while blocks are mined at an interval', async () => {
  development.setAutomine(false, HTTP);
  development.setIntervalMining(5_000, HTTP);
  for (let passed = 0; passed < 1_000; passed += 100) {
    await vi.advanceTimersByTimeAsync(100_000);
    development.noteRequest('127.0.0.1');
  }
  expect(development.automine).toBe(false);
  development.setIntervalMining(0, HTTP);
  await vi.advanceTimersByTimeAsync(99_000);
  expect(development.automine).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(development.automine).toBe(true);
});

it('returns to automining when the connection ends that turned it off, unless another client did since', () => {
  const [first, second] = [connection(), connection()];
  development.setAutomine(false, over(first));
  development.setAutomine(false, over(second));
  first.end();
  expect(development.automine).toBe(false);
  second.end();
  expect(development.automine).toBe(true);
  const third = connection();
  development.setAutomine(false, over(third));
  development.setAutomine(true, HTTP);
  development.setAutomine(false, HTTP);
  third.end();
  expect(development.automine).toBe(false);
});

it('returns to automining when blocks are mined at an interval longer than 100 seconds', async () => {
  development.setAutomine(false, HTTP);
  development.setIntervalMining(3_600_000, HTTP);
  await vi.advanceTimersByTimeAsync(101_000);
  expect(development.automine).toBe(true);
});

describe('settings of mining end', () => {
  const blocksIn = async (milliseconds: number) => {
    called = [];
    await vi.advanceTimersByTimeAsync(milliseconds);
    return called.filter((one) => one === 'close').length;
  };

  it.each([
    ['when its connection is closed', over, async (one: ReturnType<typeof connection>) => one.end()],
    [
      'after ten minutes without a request of a client over HTTP',
      () => HTTP,
      async () => {
        await vi.advanceTimersByTimeAsync(590_000);
        development.noteRequest('127.0.0.2');
        await vi.advanceTimersByTimeAsync(11_000);
      },
    ],
  ])('%s', async (_when, byOf, gone) => {
    const one = connection();
    const by = byOf(one);
    development.setAutomine(false, by);
    development.setIntervalMining(5_000, by);
    await development.setBlockInterval(1_000_000_000n, by);
    expect(await blocksIn(15_000)).toBe(3);
    await gone(one);
    expect(called).toContain('every 0');
    expect(development.automine).toBe(true);
    expect(await blocksIn(3_600_000)).toBe(0);
  });

  it('with a connection that was closed while they were made', async () => {
    const one = connection();
    const setting = development.setBlockInterval(1_000_000_000n, over(one));
    one.end();
    expect(await setting).toBe(true);
    expect(called).toEqual(['every 1000000000', 'every 0']);
    development.setAutomine(false, over(one));
    expect(development.automine).toBe(true);
  });

  it('not when another client has made them since, or while its client sends requests', async () => {
    const [first, second] = [connection(), connection()];
    development.setAutomine(false, over(first));
    development.setIntervalMining(5_000, over(first));
    await development.setBlockInterval(1_000_000_000n, over(first));
    development.setIntervalMining(1_000, over(second));
    await development.setBlockInterval(2_000_000_000n, HTTP);
    development.setAutomine(false, HTTP);
    first.end();
    for (let passed = 0; passed < 1_000; passed += 500) {
      expect(await blocksIn(500_000)).toBe(500);
      development.noteRequest('127.0.0.1');
    }
    expect(called).not.toContain('every 0');
    second.end();
    expect(await blocksIn(50_000)).toBe(0);
    expect(development.automine).toBe(false);
  });
});

it('refuses a block that its interval would lead too far ahead, and reports why', async () => {
  isTooFar = true;
  const refused = { code: -32_000, message: 'too far' };
  await expect(development.mine()).rejects.toMatchObject(refused);
  await expect(development.setBlockInterval(1_000_000_000n, HTTP)).rejects.toMatchObject(refused);
  await expect(development.setBlockInterval(0n, HTTP)).rejects.toMatchObject(refused);
  await expect(development.reset()).rejects.toMatchObject(refused);
});

it('impersonates named accounts, or all', () => {
  const [one, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  const impersonated = () => [one, other].map((address) => development.isImpersonated(address));
  development.impersonate(one, true);
  expect(impersonated()).toEqual([true, false]);
  development.impersonateAll(true);
  expect(impersonated()).toEqual([true, true]);
  development.impersonateAll(false);
  expect(impersonated()).toEqual([true, false]);
});

it('transfers no amount that 64 bits cannot hold', async () => {
  const address = `0x${'11'.repeat(20)}`;
  const refused = { status: 'INSUFFICIENT_ACCOUNT_BALANCE', time: 0n };
  expect(await development.transfer(address, undefined, 2n ** 64n + 100n)).toEqual(refused);
  expect(await development.transfer(address, undefined, 2n ** 63n)).toEqual(refused);
});

it('runs what takes snapshots one after another, also after a failure', async () => {
  const order: string[] = [];
  const work = (name: string, fails: boolean) =>
    development.alone(async () => {
      order.push(`${name} begins`);
      await vi.advanceTimersByTimeAsync(10);
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const all = await Promise.allSettled([work('a', true), work('b', false)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
