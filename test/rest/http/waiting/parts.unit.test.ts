import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  keyOf,
  parseTarget,
  preferredWait,
  readWait,
  targetByPath,
} from '../../../../src/rest/http/waiting/wait.ts';
import { WaitQueue, type WaitQueueOptions } from '../../../../src/rest/http/waiting/wait-queue.ts';
import { BlockBroadcast } from '../../../../src/store/reads/visible-blocks.ts';

describe('the header Prefer', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['wait=10', 10],
    ['wait=0', 0],
    ['WAIT = "7"', 7],
    ['respond-async, wait=10', 10],
    ['return=minimal;foo="a", wait=3;x=y, wait=9', 3],
    ['wait', undefined],
    ['wait=', undefined],
    ['wait=-1', undefined],
    ['wait=1.5', undefined],
    ['wait="1', undefined],
    ['wait=soon, wait=5', undefined],
    ['wait=12345678901234567890', undefined],
    ['waiting=5', undefined],
    ['x="wait=5"', undefined],
  ])('%s', (header, seconds) => {
    expect(preferredWait(header)).toBe(seconds);
  });

  it('is parsed whatever its content', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seconds = preferredWait(text);
        expect(seconds === undefined || (Number.isInteger(seconds) && seconds >= 0)).toBe(true);
      }),
    );
  });
});

const HASH = Buffer.from(Array.from({ length: 48 }, (_, index) => index * 5));
const KEY = HASH.subarray(0, 32);
const ADDRESS = { evmAddress: '00'.repeat(19).concat('ff') } as const;

describe('targets of waits', () => {
  it.each([
    ['0', { block: 0n }],
    ['81234567', { block: 81_234_567n }],
    ['0.0.98-1234567890-000000001', { id: { payer: 98n, validStart: 1_234_567_890_000_000_001n } }],
    [HASH.toString('hex'), { hash: KEY }],
    [`0x${HASH.toString('hex').toUpperCase()}`, { hash: KEY }],
    [`0x${KEY.toString('hex')}`, { hash: KEY }],
    [KEY.toString('hex'), { hash: KEY }],
    [HASH.toString('base64'), { hash: KEY }],
    [HASH.toString('base64url'), { hash: KEY }],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1234567890123456789', undefined],
    ['gte:5', undefined],
    ['0.0.98@1234567890.000000001', undefined],
    [`0x${HASH.toString('hex')}00`, undefined],
    [KEY.toString('base64'), undefined],
    ['latest', undefined],
  ])('%s', (text, target) => {
    expect(parseTarget(text)).toEqual(target);
  });

  it('has one key, however it is written', () => {
    const keys = [HASH.toString('hex'), HASH.toString('base64'), `0x${KEY.toString('hex')}`].map((text) => {
      const target = parseTarget(text);
      return target === undefined || 'block' in target ? undefined : keyOf(target);
    });
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    [{ hashOrNumber: '5' }, {}, { block: 5n }],
    // Waiting for a block by its hash is not supported.
    [{ hashOrNumber: HASH.toString('hex') }, {}, undefined],
    [{ transactionIdOrHash: HASH.toString('hex') }, {}, { hash: KEY }],
    [{ transactionIdOrHash: '5' }, {}, undefined],
    [{ transactionIdOrHash: '1.5' }, {}, undefined],
    [{ idOrAliasOrEvmAddress: '5' }, { idOrAliasOrEvmAddress: { id: 5n } }, { entity: { id: 5n } }],
    [{ contractIdOrAddress: 'x' }, { contractIdOrAddress: ADDRESS }, { entity: ADDRESS }],
    [{ tokenId: '5' }, { tokenId: 5n }, { entity: { id: 5n } }],
    [{ topicId: '5', sequenceNumber: '1' }, { topicId: 5n, sequenceNumber: 1n }, { entity: { id: 5n } }],
    [{ sequenceNumber: '1' }, { sequenceNumber: 1n }, undefined],
    [{ tokenId: 'wrong' }, {}, undefined],
    [{}, {}, undefined],
  ])('in a path: %o, which means %o', (texts, values, target) => {
    expect(targetByPath(texts, values)).toEqual(target);
  });

  it('has a key of its own', () => {
    const names = [{ id: 5n }, { id: 6n }, ADDRESS, { alias: 'AA' }, { alias: ADDRESS.evmAddress }] as const;
    expect(new Set(names.map((entity) => keyOf({ entity }))).size).toBe(names.length);
  });
});

describe('a request’s wait', () => {
  const settings = { waitMax: 30_000 };
  const waitFor = { name: 'waitfor', values: ['7'], list: false, nested: false };
  const limit = { name: 'limit', values: ['2'], list: false, nested: false };
  const list = { method: 'GET', pathParameters: {} } as const;
  const item = {
    method: 'GET',
    pathParameters: { id: { type: { parse: () => 1, schema: {} }, description: '' } },
  } as const;
  const wait = (maxMs: number, preferredSeconds?: number, target: object | undefined = { block: 7n }) => ({
    target,
    maxMs,
    preferredSeconds,
  });

  it.each([
    ['none', list, [limit], undefined, undefined],
    ['a parameter', list, [limit, waitFor], undefined, wait(10_000)],
    ['both', list, [waitFor, limit], 'wait=3', wait(3_000, 3)],
    ['longer than may be', list, [waitFor, limit], 'wait=300', wait(30_000, 30)],
    ['a preference on a list', list, [limit], 'wait=3', undefined],
    [
      'a preference on a path',
      item,
      [limit],
      'wait=3',
      { target: undefined, maxMs: 3_000, preferredSeconds: 3 },
    ],
    ['another preference', item, [limit], 'return=minimal', undefined],
    ['no time', item, [limit, waitFor], 'wait=0', undefined],
  ] as const)('%s', (_name, route, given, prefer, expected) => {
    const read = readWait(route, given, prefer, settings);
    expect(read).toEqual({ given: [limit], wait: expected });
  });

  it('is undefined if a wait is not allowed', () => {
    expect(readWait(list, [waitFor], undefined, { ...settings, waitMax: 0 }).wait).toBe(undefined);
  });

  it('is undefined for a POST that has its own parameter of that name', () => {
    expect(readWait({ ...item, method: 'POST' }, [waitFor], 'wait=3', settings)).toEqual({
      given: [waitFor],
      wait: undefined,
    });
  });
});

/** Creates a wait queue over blocks that the test announces, and records the size of each lookup. */
function queueWith(options: Partial<WaitQueueOptions> = {}) {
  const blocks = new BlockBroadcast();
  const lookups: number[] = [];
  const visible = new Set<string>();
  const servers = {
    blocks,
    get visible() {
      const { last } = blocks;
      return last === undefined ? null : { number: last.index, consensusEnd: last.end };
    },
    has: (number: bigint) => (blocks.last?.index ?? -1n) >= number,
  };
  const lookup: WaitQueueOptions['lookup'] = async (target) => {
    lookups.push(target.length);
    return new Set(target.flatMap((one, index) => (visible.has(keyOf(one)) ? [index] : [])));
  };
  const queue = new WaitQueue({ servers, lookup, max: 5_000, maxPerClient: 5_000, ...options });
  const show = (number: number) => blocks.show({ index: BigInt(number), end: BigInt(number) * 10n });
  const idOf = (number: number) => ({ id: { payer: 1n, validStart: BigInt(number) } });
  return { queue, lookups, visible, show, idOf };
}

const POLL = { timeout: 120_000, interval: 5 };
const HOUR = 3_600_000;

test('all waiting requests share one lookup for each block, and there are none without waiting requests', async () => {
  const { queue, lookups, visible, show, idOf } = queueWith();
  show(1);
  const entries = Array.from({ length: 900 }, () => queue.enter('one', HOUR, undefined));
  // Each transaction is waited for by two.
  const waits = entries.map((queued, index) => queued.until(idOf(index >> 1)));
  await expect.poll(() => lookups.reduce((sum, count) => sum + count, 0), POLL).toBe(450);
  lookups.length = 0;
  show(2);
  await expect.poll(() => lookups, POLL).toEqual([450]);
  for (let index = 0; index < 449; index++) visible.add(keyOf(idOf(index)));
  show(3);
  expect(await Promise.all(waits.slice(0, 898))).toEqual(waits.slice(0, 898).map(() => true));
  show(4);
  await expect.poll(() => lookups, POLL).toEqual([450, 450, 1]);
  visible.add(keyOf(idOf(449)));
  show(5);
  expect(await Promise.all(waits)).toEqual(waits.map(() => true));
  for (const queued of entries) queued.leave('met');
  const before = lookups.length;
  show(6);
  await new Promise((resolve) => setImmediate(resolve));
  expect([lookups.length, queue.waiting, queue.ended]).toEqual([
    before,
    0,
    { met: 900, expired: 0, left: 0, refused: 0 },
  ]);
});

test('targets beyond the limit of a statement are looked up by several', async () => {
  const { queue, lookups, show, idOf } = queueWith();
  show(1);
  const waits = Array.from({ length: 2_500 }, (_, index) =>
    queue.enter('one', HOUR, undefined).until(idOf(index)),
  );
  await expect.poll(() => lookups.reduce((sum, count) => sum + count, 0), POLL).toBe(2_500);
  expect(Math.max(...lookups)).toBe(1_000);
  queue.close();
  expect(await Promise.all(waits)).toEqual(waits.map(() => false));
});

test('a failed lookup is retried', async () => {
  let fails = 2;
  const { queue, show, idOf } = queueWith({
    lookup: async () => {
      if (fails-- > 0) throw new Error('the database is away');
      return new Set([0]);
    },
  });
  show(1);
  expect(await queue.enter('one', HOUR, undefined).until(idOf(1))).toBe(true);
  expect(fails).toBe(-1);
});

test('a new target is looked up immediately while others are waiting', async () => {
  const { queue, visible, show, idOf } = queueWith();
  show(1);
  const first = queue.enter('one', HOUR, undefined);
  const waits = first.until(idOf(1));
  visible.add(keyOf(idOf(2)));
  expect(await queue.enter('two', HOUR, undefined).until(idOf(2))).toBe(true);
  queue.close();
  expect(await waits).toBe(false);
  expect(await queue.enter('two', HOUR, undefined).until(idOf(3))).toBe(false);
});

test('requests are repeated with a concurrency limit, and not for a client that disconnected', async () => {
  const { queue } = queueWith();
  let running = 0;
  let max = 0;
  const done: number[] = [];
  const controller = new AbortController();
  const tasks = Array.from({ length: 20 }, async (_, index) => {
    const queued = queue.enter('one', HOUR, index === 10 ? controller.signal : undefined);
    return queued.repeat(async () => {
      running++;
      max = Math.max(max, running);
      if (index === 0) controller.abort();
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(index);
      return index;
    });
  });
  const results = await Promise.all(tasks);
  expect([max, done.length, results[10]]).toEqual([2, 19, undefined]);
});

test('a client whose repeats take long does not delay those of another', async () => {
  const { queue } = queueWith();
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const repeated = (client: string, work: () => Promise<unknown>, disconnect?: AbortSignal) =>
    queue.enter(client, HOUR, disconnect).repeat(work);
  const controller = new AbortController();
  const first = Array.from({ length: 5 }, () => repeated('one', () => slow));
  const left = repeated('one', () => slow, controller.signal);
  expect(await repeated('two', async () => 'answered')).toBe('answered');
  // An ended wait does not remain in the queue.
  controller.abort();
  expect(await left).toBeUndefined();
  finish();
  await Promise.all(first);
});

test('limits per client and in total', () => {
  const { queue } = queueWith({ max: 3, maxPerClient: 2 });
  const enter = (client: string) => queue.enter(client, HOUR, undefined);
  const [first] = [enter('one'), enter('one'), enter('two')];
  const refused = (client: string) => {
    try {
      enter(client);
      return 'let in';
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  expect([refused('one'), refused('two')]).toEqual([429, 503]);
  first?.leave('left');
  expect([refused('three'), refused('three'), queue.waiting]).toEqual(['let in', 503, 3]);
  queue.close();
});
