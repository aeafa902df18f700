import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { preferredWait } from '../../../../src/api/http/waiting/preference.ts';
import { readWait, wantedByPath } from '../../../../src/api/http/waiting/wait.ts';
import { WaitingRoom, type WaitingRoomOptions } from '../../../../src/api/http/waiting/waiting-room.ts';
import { keyOf, parseWanted } from '../../../../src/api/http/waiting/wanted.ts';
import { BlockBroadcast } from '../../../../src/reads/visible-blocks.ts';

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

  it('is read whatever it holds', () => {
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
  ])('%s', (text, wanted) => {
    expect(parseWanted(text)).toEqual(wanted);
  });

  it('has one key, however it is written', () => {
    const keys = [HASH.toString('hex'), HASH.toString('base64'), `0x${KEY.toString('hex')}`].map((text) => {
      const wanted = parseWanted(text);
      return wanted === undefined || 'block' in wanted ? undefined : keyOf(wanted);
    });
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    [{ hashOrNumber: '5' }, {}, { block: 5n }],
    // The arrival of a block cannot be watched for by its hash.
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
  ])('in a path: %o, which means %o', (texts, values, wanted) => {
    expect(wantedByPath(texts, values)).toEqual(wanted);
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
  const wait = (most: number, preferred?: number, wanted: object | undefined = { block: 7n }) => ({
    wanted,
    most,
    preferred,
  });

  it.each([
    ['none', list, [limit], undefined, undefined],
    ['a parameter', list, [limit, waitFor], undefined, wait(10_000)],
    ['both', list, [waitFor, limit], 'wait=3', wait(3_000, 3)],
    ['longer than may be', list, [waitFor, limit], 'wait=300', wait(30_000, 30)],
    ['a preference on a list', list, [limit], 'wait=3', undefined],
    ['a preference on a path', item, [limit], 'wait=3', { wanted: undefined, most: 3_000, preferred: 3 }],
    ['another preference', item, [limit], 'return=minimal', undefined],
    ['no time', item, [limit, waitFor], 'wait=0', undefined],
  ] as const)('%s', (_name, route, given, prefer, expected) => {
    const read = readWait(route, given, prefer, settings);
    expect(read).toEqual({ given: [limit], wait: expected });
  });

  it('is none where none may be', () => {
    expect(readWait(list, [waitFor], undefined, { ...settings, waitMax: 0 }).wait).toBe(undefined);
  });

  it('is none of a POST, whose parameter it is', () => {
    expect(readWait({ ...item, method: 'POST' }, [waitFor], 'wait=3', settings)).toEqual({
      given: [waitFor],
      wait: undefined,
    });
  });
});

/** A room beside blocks that a test makes, with the looks that were had. */
function roomWith(options: Partial<WaitingRoomOptions> = {}) {
  const blocks = new BlockBroadcast();
  const looks: number[] = [];
  const visible = new Set<string>();
  const servers = {
    blocks,
    get visible() {
      const { last } = blocks;
      return last === undefined ? null : { number: last.index, consensusEnd: last.end };
    },
    has: (number: bigint) => (blocks.last?.index ?? -1n) >= number,
  };
  const look: WaitingRoomOptions['look'] = async (wanted) => {
    looks.push(wanted.length);
    return new Set(wanted.flatMap((one, place) => (visible.has(keyOf(one)) ? [place] : [])));
  };
  const room = new WaitingRoom({ servers, look, most: 5_000, mostPerClient: 5_000, ...options });
  const show = (number: number) => blocks.show({ index: BigInt(number), end: BigInt(number) * 10n });
  const idOf = (number: number) => ({ id: { payer: 1n, validStart: BigInt(number) } });
  return { room, looks, visible, show, idOf };
}

const POLL = { timeout: 120_000, interval: 5 };
const HOUR = 3_600_000;

test('all who wait share one look for each block, and nobody looks while nobody waits', async () => {
  const { room, looks, visible, show, idOf } = roomWith();
  show(1);
  const stays = Array.from({ length: 900 }, () => room.enter('one', HOUR, undefined));
  // Each transaction is waited for by two.
  const waits = stays.map((stay, index) => stay.until(idOf(index >> 1)));
  await expect.poll(() => looks.reduce((sum, count) => sum + count, 0), POLL).toBe(450);
  looks.length = 0;
  show(2);
  await expect.poll(() => looks, POLL).toEqual([450]);
  for (let index = 0; index < 449; index++) visible.add(keyOf(idOf(index)));
  show(3);
  expect(await Promise.all(waits.slice(0, 898))).toEqual(waits.slice(0, 898).map(() => true));
  show(4);
  await expect.poll(() => looks, POLL).toEqual([450, 450, 1]);
  visible.add(keyOf(idOf(449)));
  show(5);
  expect(await Promise.all(waits)).toEqual(waits.map(() => true));
  for (const stay of stays) stay.leave('met');
  const before = looks.length;
  show(6);
  await new Promise((resolve) => setImmediate(resolve));
  expect([looks.length, room.waiting, room.ended]).toEqual([
    before,
    0,
    { met: 900, expired: 0, left: 0, refused: 0 },
  ]);
});

test('more than a statement takes are looked for by several', async () => {
  const { room, looks, show, idOf } = roomWith();
  show(1);
  const waits = Array.from({ length: 2_500 }, (_, index) =>
    room.enter('one', HOUR, undefined).until(idOf(index)),
  );
  await expect.poll(() => looks.reduce((sum, count) => sum + count, 0), POLL).toBe(2_500);
  expect(Math.max(...looks)).toBe(1_000);
  room.close();
  expect(await Promise.all(waits)).toEqual(waits.map(() => false));
});

test('a look that fails is had again', async () => {
  let fails = 2;
  const { room, show, idOf } = roomWith({
    look: async () => {
      if (fails-- > 0) throw new Error('the database is away');
      return new Set([0]);
    },
  });
  show(1);
  expect(await room.enter('one', HOUR, undefined).until(idOf(1))).toBe(true);
  expect(fails).toBe(-1);
});

test('a new target is looked up at once while others are waited for', async () => {
  const { room, visible, show, idOf } = roomWith();
  show(1);
  const first = room.enter('one', HOUR, undefined);
  const waits = first.until(idOf(1));
  visible.add(keyOf(idOf(2)));
  expect(await room.enter('two', HOUR, undefined).until(idOf(2))).toBe(true);
  room.close();
  expect(await waits).toBe(false);
  expect(await room.enter('two', HOUR, undefined).until(idOf(3))).toBe(false);
});

test('few requests are repeated at once, and none for a client that disconnected', async () => {
  const { room } = roomWith();
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const leaving = new AbortController();
  const tasks = Array.from({ length: 20 }, async (_, index) => {
    const stay = room.enter('one', HOUR, index === 10 ? leaving.signal : undefined);
    return stay.anew(async () => {
      running++;
      most = Math.max(most, running);
      if (index === 0) leaving.abort();
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(index);
      return index;
    });
  });
  const results = await Promise.all(tasks);
  expect([most, done.length, results[10]]).toEqual([2, 19, undefined]);
});

test('limits per client and in total', () => {
  const { room } = roomWith({ most: 3, mostPerClient: 2 });
  const enter = (client: string) => room.enter(client, HOUR, undefined);
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
  expect([refused('three'), refused('three'), room.waiting]).toEqual(['let in', 503, 3]);
  room.close();
});
