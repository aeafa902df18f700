import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { parseCursor } from '../../../src/rest/route/cursor.ts';
import { startDemoApi } from '../../client/demo-api.ts';
import { tries } from '../../effort.ts';
import { SEED } from '../../seeds.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { HiddenBlocks } from './hidden-blocks.ts';
import { type Frame, readStream } from './stream-reader.ts';

// Checks that the events of streams across random interruptions, on two servers, while blocks arrive, equal the final
// list.

const SETTINGS = {
  eventStreams: 500,
  eventStreamsPerClient: 500,
  eventStreamHeartbeatMs: 100,
  eventStreamStallTimeoutMs: 60_000,
};
const BLOCKS_AT_FIRST = 5;

let demo: TestApi;
let api: TestApi;
let other: TestApi;
let ledger: HiddenBlocks;
let known: Known;
beforeAll(async () => {
  demo = await startDemoApi();
  known = await readKnown(demo);
  ledger = await HiddenBlocks.behind(demo.database, BLOCKS_AT_FIRST);
  const options = { settings: SETTINGS, clock: Date.now, database: demo.database };
  api = await startTestApi(options);
  other = await startTestApi(options);
});
afterAll(async () => {
  await other?.close();
  await api?.close();
  await demo?.close();
});

/** Ids of the ledger, in the format of paths and parameters. */
interface Known {
  readonly accounts: readonly string[];
  readonly topics: readonly string[];
  readonly contracts: readonly string[];
  readonly callers: readonly string[];
  readonly tokens: readonly string[];
  readonly words: readonly string[];
  readonly holders: readonly string[];
  readonly collectors: readonly string[];
}

async function readKnown({ database }: TestApi): Promise<Known> {
  const column = async (sql: string, max = 12): Promise<string[]> => {
    const { rows } = await database.pool.query({ text: `${sql} limit ${max}`, rowMode: 'array' });
    return rows.map(([value]: string[]) => String(value));
  };
  const often = (name: string, table: string) =>
    `select '0.0.' || ${name} from ${table} where ${name} is not null group by ${name} order by count(*) desc`;
  return {
    accounts: await column(often('payer_account_id', 'transaction')),
    topics: await column(often('topic_id', 'topic_message')),
    contracts: await column(often('contract_id', 'contract_log'), 6),
    callers: await column(often('sender_id', 'contract_result'), 6),
    tokens: await column(often('token_id', 'token_transfer'), 6),
    words: await column(
      "select '0x' || encode(topic0, 'hex') from contract_log where topic0 is not null group by topic0 order by count(*) desc",
      4,
    ),
    holders: await column(often('account_id', 'token_transfer'), 6),
    collectors: await column(
      `select distinct '0.0.' || (e->>'receiver_account_id') from transaction
        cross join lateral jsonb_array_elements(nft_transfer) e
        where nft_transfer is not null and e->>'receiver_account_id' is not null`,
      6,
    ),
  };
}

/** A list with filters: its path, its query without times, and the name of its items. */
interface Followed {
  readonly path: string;
  readonly query: readonly string[];
  readonly items: string;
  /** Returns the final list, if the API has no such list. */
  readonly whole?: () => Promise<unknown[]>;
}

type Draw = (random: Random) => Followed;

const some = (random: Random, ...queries: readonly (string | undefined)[]): string[] =>
  queries.filter((query) => query !== undefined && random.chance(0.4)) as string[];

/** Generators of each streamed list with random filters. */
const LISTS: Readonly<Record<string, Draw>> = {
  blocks: (random) => ({
    path: 'blocks',
    query: some(random, `block.number=gte:${random.below(12)}`, 'block.number=lt:14'),
    items: 'blocks',
  }),
  transactions: (random) => ({
    path: 'transactions',
    query: some(
      random,
      `account.id=${random.pick(known.accounts)}`,
      `account.id=${random.pick(known.accounts)}`,
      `account.id=ne:${random.pick(known.accounts)}`,
      random.pick(['result=fail', 'result=success']),
      random.pick(['type=credit', 'type=debit']),
      `transactiontype=${random.pick(['CRYPTOTRANSFER', 'CONSENSUSSUBMITMESSAGE', 'CONTRACTCALL'])}`,
    ),
    items: 'transactions',
  }),
  results: (random) => ({
    path: 'contracts/results',
    query: some(random, `from=${random.pick(known.callers)}`, 'internal=true', 'hbar=false'),
    items: 'results',
  }),
  'results of a contract': (random) => ({
    path: `contracts/${random.pick(known.contracts)}/results`,
    query: some(random, `from=${random.pick(known.callers)}`, 'internal=true'),
    items: 'results',
  }),
  logs: (random) => ({
    path: random.pick(['contracts/results/logs', 'contracts/logs']),
    query: some(random, `topic0=${random.pick(known.words)}`, `topic0=${random.pick(known.words)}`),
    items: 'logs',
  }),
  'logs of a contract': (random) => ({
    path: `contracts/${random.pick(known.contracts)}/results/logs`,
    query: some(random, `topic0=${random.pick(known.words)}`),
    items: 'logs',
  }),
  messages: (random) => ({
    path: `topics/${random.pick(known.topics)}/messages`,
    query: some(random, 'sequencenumber=gte:3', 'sequencenumber=ne:4', 'encoding=utf-8'),
    items: 'messages',
  }),
  'token transfers': (random) => {
    const account = random.pick(known.holders);
    const [token] = some(random, random.pick(known.tokens));
    const [type] = some(random, random.pick(['credit', 'debit']));
    return {
      path: `accounts/${account}/token-transfers`,
      query: [...(token ? [`token.id=${token}`] : []), ...(type ? [`type=${type}`] : [])],
      items: 'token_transfers',
      whole: () =>
        transfers(
          'token_transfers',
          (one) =>
            one.account === account &&
            (token === undefined || one.token_id === token) &&
            (type === undefined || Number(one.amount) > 0 === (type === 'credit')),
        ),
    };
  },
  'NFT transfers': (random) => {
    const account = random.pick(known.collectors);
    const [type] = some(random, random.pick(['credit', 'debit']));
    return {
      path: `accounts/${account}/nft-transfers`,
      query: type ? [`type=${type}`] : [],
      items: 'nft_transfers',
      whole: () =>
        transfers(
          'nft_transfers',
          (one) =>
            (type !== 'debit' && one.receiver_account_id === account) ||
            (type !== 'credit' && one.sender_account_id === account),
        ),
    };
  },
};

type Json = Readonly<Record<string, unknown>>;

/** Returns the transfers in the list of all transactions, each with its transaction. */
async function transfers(name: string, isWanted: (transfer: Json) => boolean): Promise<unknown[]> {
  const pages = (await readPages(
    api,
    '/api/v1/transactions?order=asc&limit=100',
    'transactions',
  )) as Json[][];
  return pages.flat().flatMap((transaction) =>
    (transaction[name] as Json[]).filter(isWanted).map((transfer) => ({
      consensus_timestamp: transaction.consensus_timestamp,
      transaction_id: transaction.transaction_id,
      ...transfer,
    })),
  );
}

/**
 * Events that a client missed because of retention: the number of events before them, and their end time (nanoseconds).
 */
interface Gap {
  readonly given: number;
  readonly upTo: bigint;
}

/** Follows a list with repeated disconnects, and retains only the last id. */
async function follow(
  { path, query }: Followed,
  start: string | undefined,
  random: Random,
  { isOver, begun }: { readonly isOver: () => boolean; readonly begun: () => void },
): Promise<{ events: unknown[]; opened: number; gaps: Gap[] }> {
  const events: unknown[] = [];
  const gaps: Gap[] = [];
  let last: string | undefined;
  let opened = 0;
  const lastBlock = Number(ledger.blocks.at(-1)?.number);
  for (;;) {
    const format = random.pick(['sse', 'ndjson'] as const);
    const parameters = [...query, ...(start === undefined ? [] : [start])];
    const asHeader = random.chance(0.5);
    if (last !== undefined && !asHeader) parameters.push(`cursor=${last}`);
    const url = `${random.pick([api, other]).url}/api/v1/${path}/stream?${parameters.join('&')}`;
    const stream = await readStream(url, {
      format,
      ...(last !== undefined && asHeader ? { lastEventId: last } : {}),
    });
    opened += 1;
    begun();
    if (stream.status === 204) return { events, opened, gaps };
    if (stream.status === 410) {
      const { cursor } = JSON.parse(await stream.text()) as { cursor: string };
      const { time } = parseCursor(cursor) ?? { time: -1n };
      expect(retainedFrom, url).toContain(time + 1n);
      gaps.push({ given: events.length, upTo: time });
      last = cursor;
      continue;
    }
    if (stream.status !== 200) throw new Error(`${url}: ${stream.status} ${await stream.text()}`);
    // The client disconnects after a random number of frames of any kind.
    for (let left = random.below(25) + 1; left > 0 || last === undefined; left--) {
      const frame: Frame | undefined = await stream.next();
      if (frame === undefined) break;
      if (frame.kind === 'message') events.push(frame.data);
      if (frame.id !== undefined) last = frame.id;
      if (frame.kind === 'end' && (frame.data as { reason: string }).reason === 'retention') break;
      if (frame.kind === 'end') return { events, opened, gaps };
      const seen = frame.kind === 'progress' ? (frame.data as { block: number | null }).block : null;
      if (isOver() && seen === lastBlock) {
        stream.leave();
        return { events, opened, gaps };
      }
    }
    stream.leave();
  }
}

test(`a stream returns the items of its list across disconnects (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const followed = Object.entries(LISTS).flatMap(([name, draw]) =>
    Array.from({ length: tries(2) }, () => ({ name, list: draw(random) })),
  );
  const first = ledger.blocks[0]?.start ?? 0n;
  const beginnings = new Set(followed.map(({ list }) => list));
  const running = followed.map(async ({ name, list }) => {
    // The stream starts at the beginning, at a random block, or now.
    const at = ledger.blocks[random.below(BLOCKS_AT_FIRST)]?.end ?? 0n;
    const begins = random.pick(['beginning', 'somewhere', 'now'] as const);
    const from = begins === 'beginning' ? first : begins === 'somewhere' ? at : undefined;
    const start = from === undefined ? undefined : `timestamp=gte:${timestamp(from)}`;
    const hasNumber = list.query.some((query) => /^(block.number|sequencenumber)=gte/.test(query));
    const behind = from ?? (hasNumber ? first : (ledger.blocks[BLOCKS_AT_FIRST - 1]?.end ?? 0n) + 1n);
    const own = new Random(SEED + random.below(1_000_000));
    const begun = () => beginnings.delete(list);
    const given = await follow(list, start, own, { isOver: () => ledger.isOver, begun });
    return { name, list, behind, given };
  });
  const all = Promise.all(running);
  while (beginnings.size > 0) await Promise.race([sleep(20), all]);
  // Blocks arrive while clients connect and disconnect, some concurrently, some without closing.
  while (!ledger.isOver) {
    await ledger.show(random.below(2) + 1, ledger.visible >= ledger.blocks.length - 2 || random.chance(0.7));
    // Sometimes retention removes the rows before a block.
    if (random.chance(0.4)) await setRetention(ledger.blocks[random.below(ledger.visible)]?.start ?? 0n);
    await sleep(random.below(300));
  }
  const opened: number[] = [];
  let missed = 0;
  const followers = await all;
  await setRetention(0n);
  for (const { name, list, behind, given } of followers) {
    const expected = without(given.gaps, await listOf(list, behind));
    const what = `${name}: ${list.path}?${list.query.join('&')} from ${timestamp(behind)}`;
    expect(given.events.length, what).toBe(expected.length);
    expect(given.events, what).toEqual(expected);
    opened.push(given.opened);
    missed += given.gaps.length;
  }
  console.log(`Streams, seed ${SEED}: ${missed} cursors were from before what was kept`);
  expect(Math.max(...opened)).toBeGreaterThan(5);
});

/** Starts of the retained history of all families, over time. */
const retainedFrom: bigint[] = [];

async function setRetention(from: bigint): Promise<void> {
  // The start of the retained history never decreases.
  if (from !== 0n && from <= (retainedFrom.at(-1) ?? 0n)) return;
  retainedFrom.push(from);
  await demo.database.pool.query('update tain.kept set kept_from = $1', [from]);
}

/** Returns a list without the missed events. */
function without(gaps: readonly Gap[], whole: readonly unknown[]): unknown[] {
  const rest = [...whole];
  const left: unknown[] = [];
  for (const { given, upTo } of gaps) {
    left.push(...rest.splice(0, given - left.length));
    while (rest.length > 0 && timeOf(rest[0] as Json) <= upTo) rest.shift();
  }
  return [...left, ...rest];
}

/** Returns the consensus time of an item in nanoseconds; for a block, its end. */
function timeOf({ consensus_timestamp, timestamp }: Json): bigint {
  const text = consensus_timestamp ?? (typeof timestamp === 'string' ? timestamp : (timestamp as Json).to);
  return parseCursor(String(text))?.time ?? -1n;
}

/** Returns the final list from a time on. */
async function listOf(list: Followed, behind: bigint): Promise<unknown[]> {
  const isWanted = (one: Json) => String(one.consensus_timestamp) >= timestamp(behind);
  if (list.whole !== undefined) return ((await list.whole()) as Json[]).filter(isWanted);
  const times = [
    `timestamp=gte:${timestamp(behind)}`,
    `timestamp=lte:${timestamp(ledger.blocks.at(-1)?.end ?? 0n)}`,
  ];
  const query = [...list.query, ...times, 'order=asc', 'limit=100'].join('&');
  return (await readPages(api, `/api/v1/${list.path}?${query}`, list.items)).flat();
}

function timestamp(nanos: bigint): string {
  return `${nanos / 1_000_000_000n}.${(nanos % 1_000_000_000n).toString().padStart(9, '0')}`;
}
