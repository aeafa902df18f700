import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../effort.ts';
import { ADDRESS, at, blockOf, entity, log, longZero } from '../rest/contracts/contract-rows.ts';
import { hex } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

/**
 * Number of blocks with 251 logs each, and two hidden logs. One of the four emitters has an EVM address, one a 20-byte
 * alias, one is deleted, and one is a token.
 */
const BLOCKS = 6;
const LOGS_IN_BLOCK = 251;
/** Maximum number of logs, which is exactly that of five blocks. */
const MAX_LOGS = 1_255;
const CREATED_ADDRESS = 'ab'.repeat(20);
const DELETED_ADDRESS = 'cd'.repeat(20);
const EMITTERS = [
  { id: 1001, address: `0x${ADDRESS}` },
  { id: 1002, address: `0x${CREATED_ADDRESS}` },
  { id: 1003, address: `0x${DELETED_ADDRESS}` },
  { id: 1500, address: `0x${longZero(1500)}` },
] as const;

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
const blockHash = (number: number): string => `0x${number.toString(16).repeat(64)}`;
const startOf = (number: number): bigint => at(1_000 + 1_000 * number);

interface Emitted {
  readonly block: number;
  readonly index: number;
  readonly emitter: (typeof EMITTERS)[number];
  readonly topics: readonly number[];
}

/** Every log of the ledger, in order. Several logs have the same time. */
const EMITTED: readonly Emitted[] = Array.from({ length: BLOCKS * LOGS_IN_BLOCK }, (_, number) => {
  const index = number % LOGS_IN_BLOCK;
  const mixed = (number * 2_654_435_761) % 1_048_576;
  return {
    block: Math.floor(number / LOGS_IN_BLOCK),
    index,
    emitter: EMITTERS[mixed % EMITTERS.length] ?? EMITTERS[0],
    // The logs have zero to three topics, with values from zero to two.
    topics: [mixed >> 3, mixed >> 5, mixed >> 7].slice(0, (mixed >> 9) % 4).map((bits) => bits % 3),
  };
});

const timeOf = ({ block, index }: Emitted): bigint =>
  startOf(block) + BigInt(Math.floor(index / 3)) * 1_000_000_000n;

const shownOf = (emitted: Emitted) => ({
  address: emitted.emitter.address,
  blockHash: blockHash(emitted.block),
  blockNumber: `0x${emitted.block.toString(16)}`,
  blockTimestamp: `0x${(timeOf(emitted) / 1_000_000_000n).toString(16)}`,
  data: word(5),
  logIndex: `0x${emitted.index.toString(16)}`,
  removed: false,
  topics: emitted.topics.map(word),
  transactionHash: hex(timeOf(emitted)),
  transactionIndex: '0x7',
});

/** Returns a topic as the network writes it: without leading zeros. */
const stored = (topic: number | undefined): Buffer | null => (topic === undefined ? null : Buffer.of(topic));

const TRANSFER = Buffer.from('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex');

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc({ settings: { maxLogs: MAX_LOGS } });
  await rpc.insert('entity', [
    entity(1001, { evm_address: Buffer.from(ADDRESS, 'hex') }),
    entity(1002, { alias: Buffer.from(CREATED_ADDRESS, 'hex') }),
    entity(1003, { evm_address: Buffer.from(DELETED_ADDRESS, 'hex'), deleted: true }),
    entity(1500, { type: 'TOKEN' }),
  ]);
  await rpc.insert(
    'record_file',
    Array.from({ length: BLOCKS }, (_, number) =>
      blockOf(number, startOf(number), startOf(number) + at(999, 999_999_999), {
        hash: number.toString(16).repeat(96),
      }),
    ),
  );
  await rpc.insert(
    'contract_log',
    EMITTED.map((emitted) =>
      log(timeOf(emitted), emitted.index, emitted.emitter.id, {
        topic0: stored(emitted.topics[0]),
        topic1: stored(emitted.topics[1]),
        topic2: stored(emitted.topics[2]),
        transaction_index: 7,
      }),
    ),
  );
  await rpc.insert('contract_log', [
    log(startOf(0) + 1n, 900, 1500, {
      synthetic: true,
      topic0: TRANSFER,
      topic3: Buffer.alloc(8, 0xff),
    }),
    // A log whose block is not stored yet.
    log(startOf(BLOCKS), 0, 1001),
  ]);
  await rpc.show();
});
afterAll(() => rpc?.close());

const logs = (filter: object) => rpc.result('eth_getLogs', filter);
const ofBlock = (number: number) => EMITTED.filter(({ block }) => block === number).map(shownOf);

describe('the range', () => {
  it.each<[name: string, filter: object, blocks: readonly number[]]>([
    ['without bounds', {}, [5]],
    ['of the newest block by its tag', { toBlock: 'latest' }, [5]],
    ['up to the newest block by its number', { toBlock: '0x5' }, [5]],
    ['from a number', { fromBlock: '0x3' }, [3, 4, 5]],
    // The first page of 1,000 logs ends between two logs of one time.
    ['of the maximum number of logs, in two pages', { fromBlock: '0x1' }, [1, 2, 3, 4, 5]],
    ['between numbers', { fromBlock: '0x1', toBlock: '0x2' }, [1, 2]],
    ['between tags', { fromBlock: 'earliest', toBlock: '0x0' }, [0]],
    ['of other tags for the newest block', { fromBlock: 'pending', toBlock: 'finalized' }, [5]],
    ['of a hash', { blockHash: blockHash(2) }, [2]],
    ['from an unknown block', { fromBlock: '0x7', toBlock: 'latest' }, []],
    ['to a block that does not exist yet', { fromBlock: '0x1', toBlock: '0x6' }, []],
    ['of an unknown hash', { blockHash: `0x${'c'.repeat(64)}` }, []],
  ])('%s', async (_, filter, blocks) => {
    expect(await logs(filter)).toEqual(blocks.flatMap(ofBlock));
  });

  it.each<[filter: unknown, error: string]>([
    [{ toBlock: '0x4' }, '-32011 Provided toBlock parameter without specifying fromBlock'],
    [{ toBlock: 'earliest' }, '-32011 Provided toBlock parameter without specifying fromBlock'],
    [{ fromBlock: '0x4', toBlock: '0x3' }, '-39013 Invalid block range'],
    [{ fromBlock: 'latest', toBlock: '0x3' }, '-39013 Invalid block range'],
    [{ fromBlock: '0x0' }, '-32005 Exceeded maximum number of logs 1255: block range too large'],
    [
      { fromBlock: '0x0', blockHash: blockHash(0) },
      "-32602 Invalid parameter 0: Can't use both blockHash and toBlock/fromBlock",
    ],
    [{ from: '0x0' }, "-32602 Invalid parameter 'from' for FilterObject: Unknown parameter"],
    [
      { address: ['0x12'] },
      '-32602 Invalid parameter \'address\' for FilterObject: Expected 0x prefixed string representing the address (20 bytes) or an array of addresses, value: ["0x12"]',
    ],
    [
      { topics: ['0x12'] },
      '-32602 Invalid parameter \'topics\' for FilterObject: Expected an array or array of arrays containing Expected 0x prefixed string representing the hash (32 bytes) of a topic, value: ["0x12"]',
    ],
    [
      { topics: [null, null, null, null, null] },
      "-32602 Invalid parameter 'topics' for FilterObject: Expected an array or array of arrays containing Expected 0x prefixed string representing the hash (32 bytes) of a topic, value: [null,null,null,null,null]",
    ],
    ['latest', '-32602 Invalid parameter 0: Expected FilterObject, value: latest'],
  ])('%j fails with %s', async (filter, error) => {
    expect(await rpc.error('eth_getLogs', filter)).toBe(error);
  });

  it('fails with more than 2,000 addresses', async () => {
    const address = Array.from({ length: 2_001 }, () => EMITTERS[0].address);
    expect(await rpc.error('eth_getLogs', { address })).toBe(
      "-32602 Invalid parameter 'address' for FilterObject: Expected at most 2000 addresses",
    );
  });

  it('must be given with a filter', async () => {
    expect(await rpc.error('eth_getLogs')).toBe('-32602 Missing value for required parameter 0');
  });
});

describe('addresses', () => {
  const inBlock = (...ids: readonly number[]) =>
    EMITTED.filter(({ block, emitter }) => block === 5 && ids.includes(emitter.id)).map(shownOf);

  it.each<[name: string, address: string | readonly string[], ids: readonly number[]]>([
    ['one', `0x${ADDRESS}`, [1001]],
    ['an alias in capital letters', `0X${CREATED_ADDRESS.toUpperCase()}`, [1002]],
    ['the long-zero address of a contract with an EVM address', `0x${longZero(1001)}`, [1001]],
    ['of a deleted contract', `0x${DELETED_ADDRESS}`, [1003]],
    [
      'several, one of them listed twice',
      [`0x${ADDRESS}`, `0x${longZero(1001)}`, `0x${longZero(1500)}`],
      [1001, 1500],
    ],
    [
      'more addresses than are merged',
      [`0x${ADDRESS}`, ...Array.from({ length: 150 }, (_, i) => `0x${longZero(5_000 + i)}`)],
      [1001],
    ],
    ['none', [], [1001, 1002, 1003, 1500]],
    ['an unknown address', `0x${'ee'.repeat(20)}`, []],
    ['the zero address', `0x${longZero(0)}`, []],
  ])('%s', async (_, address, ids) => {
    expect(await logs({ address })).toEqual(inBlock(...ids));
  });
});

const TOPIC = fc.oneof(
  fc.constant(null),
  fc.nat(3),
  fc.array(fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant(null) }), {
    maxLength: 3,
  }),
);
const FILTER = fc.record({
  bounds: fc.tuple(fc.nat(BLOCKS - 1), fc.nat(BLOCKS - 1)),
  emitters: fc.option(fc.subarray([...EMITTERS], { minLength: 1 }), { nil: undefined }),
  topics: fc.option(fc.array(TOPIC, { maxLength: 4 }), { nil: undefined }),
});

it('returns the logs that pass a plain filter, for any request', async () => {
  await fc.assert(
    fc.asyncProperty(FILTER, async ({ bounds, emitters, topics = [] }) => {
      const [first, last] = [Math.min(...bounds), Math.max(...bounds)];
      const expected = EMITTED.filter(
        ({ block, emitter, topics: own }) =>
          block >= first &&
          block <= last &&
          (emitters === undefined || emitters.includes(emitter)) &&
          topics.every((given, index) => {
            const any = Array.isArray(given) ? given : [given];
            return any.length === 0 || any.includes(null) || any.includes(own[index] ?? -1);
          }),
      );
      const asWord = (topic: number | null) => (topic === null ? null : word(topic));
      const filter = {
        fromBlock: `0x${first}`,
        toBlock: `0x${last}`,
        ...(emitters && { address: emitters.map(({ address }) => address) }),
        topics: topics.map((given) => (Array.isArray(given) ? given.map(asWord) : asWord(given))),
      };
      if (expected.length > MAX_LOGS) {
        expect(await rpc.error('eth_getLogs', filter)).toMatch(/^-32005 /);
      } else {
        expect(await logs(filter)).toEqual(expected.map(shownOf));
      }
    }),
    { numRuns: tries(60) },
  );
});

it('may be requested in a batch', async () => {
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getLogs',
    params: [{ address: EMITTERS[0].address }],
  };
  const answers = (await (await rpc.post(JSON.stringify([request, request]))).json()) as {
    result: unknown;
  }[];
  const expected = EMITTED.filter(({ block, emitter }) => block === 5 && emitter.id === 1001).map(shownOf);
  expect(answers.map(({ result }) => result)).toEqual([expected, expected]);
});
