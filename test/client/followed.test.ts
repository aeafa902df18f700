import { type Client, createClient, type StreamEvent, type Transaction } from '@tain/client/client';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { startTestApi, type TestApi } from '../rest/api-fixture.ts';
import { transaction } from '../rest/rows.ts';
import { storeBlock } from '../rest/store-block.ts';
import { TcpProxy } from '../tcp-proxy.ts';

// The client follows lists of a real server over an unreliable connection.

let api: TestApi;
let proxy: TcpProxy;
let client: Client;
let last = 0;
beforeAll(async () => {
  api = await startTestApi({
    clock: Date.now,
    settings: {
      eventStreams: 50,
      eventStreamsPerClient: 50,
      eventStreamHeartbeatMs: 200,
      eventStreamStallTimeoutMs: 30_000,
    },
  });
  proxy = await TcpProxy.to({
    host: '127.0.0.1',
    port: Number(new URL(api.url).port),
    user: '',
    database: '',
  });
  client = createClient({ url: `http://127.0.0.1:${proxy.port}` });
  for (let count = 0; count < 5; count++) await store();
});
afterAll(async () => {
  proxy?.close();
  await api?.close();
});

/** Stores a block with transactions of three payers. Each fee exceeds JavaScript's safe integers. */
async function store(): Promise<void> {
  last++;
  await storeBlock(api.database, last, {
    transaction: [5n, 4n, 3n].map((before) =>
      transaction(BigInt(last) * 1_000_000_000n - before, 1000 + Number(before), {
        charged_tx_fee: 9_007_199_254_740_993n,
      }),
    ),
  });
}

/** Returns all transactions of the list, ascending. */
const all = () => client.transactions.list({ order: 'asc', limit: 100 }).all();

test('history and new items arrive once each, across disconnects', async () => {
  const seen: StreamEvent<Transaction>[] = [];
  let breaks = 0;
  const list = client.transactions.list({ timestamp: { gte: '0' }, limit: 2, order: 'desc' });
  expectTypeOf(list.stream()).toEqualTypeOf<AsyncGenerator<StreamEvent<Transaction>, void, undefined>>();
  for await (const event of list.stream({ onBreak: () => breaks++ })) {
    seen.push(event);
    // Connections are cut in the middle of the history and of a block, at its end, and while blocks arrive.
    const { length } = seen;
    if (length < 15 ? length % 5 === 1 : length % 3 === 0) {
      proxy.state = 'cut';
      if (length >= 15 && last < 12) await store();
      proxy.state = 'open';
    }
    if (seen.length === 36) break;
  }
  expect(breaks).toBeGreaterThanOrEqual(5);
  expect(seen.map(({ data }) => data)).toEqual(await all());
  expect(new Set(seen.map(({ cursor }) => cursor)).size).toBe(36);
});

test('a stored cursor resumes at its position in another client', async () => {
  const list = client.transactions.list({ timestamp: { gte: '0' } });
  const first: StreamEvent<Transaction>[] = [];
  for await (const event of list.stream()) {
    first.push(event);
    if (first.length === 7) break;
  }
  const { cursor } = first[6] as StreamEvent<Transaction>;
  const other = createClient({ url: api.url, bigIntegers: true });
  const rest: { readonly data: { readonly charged_tx_fee: number | bigint | null } }[] = [];
  for await (const event of other.transactions.list({ timestamp: { lte: `${last}` } }).stream({ cursor })) {
    rest.push(event);
  }
  // The stream ended by itself, because its filter has an upper bound.
  const expected = await other.transactions.list({ order: 'asc', limit: 100 }).all();
  expect(rest.map(({ data }) => data)).toEqual(expected.slice(7));
  // The fee is exact to the last digit.
  expect(rest[0]?.data.charged_tx_fee).toBe(9_007_199_254_740_993n);
});

test('a filter without matches makes progress, too', async () => {
  const ending = new AbortController();
  const seen: (number | null)[] = [];
  const following = (async () => {
    const list = client.transactions.list({ 'account.id': '0.0.9' });
    const options = {
      signal: ending.signal,
      onProgress: ({ block, cursor }: { block: number | null; cursor: string }) => {
        seen.push(block);
        if (cursor === `${last}.000000000` && block === last) ending.abort();
        else if (seen.length === 1) void store();
      },
    };
    for await (const _ of list.stream(options)) throw new Error('an event');
  })();
  await expect(following).rejects.toThrow();
  expect(seen.at(-1)).toBe(last);
});

describe('a subscription', () => {
  test('receives new items until it is ended', async () => {
    const blocks: number[] = [];
    const from = last;
    await new Promise<void>((resolve, reject) => {
      const end = client.blocks.list().subscribe(
        ({ data }) => {
          blocks.push(data.number);
          if (blocks.length === 3) {
            end();
            resolve();
          } else void store();
        },
        { cursor: `${from}.000000000`, onError: reject },
      );
      void store();
    });
    expect(blocks).toEqual([from + 1, from + 2, from + 3]);
  });

  test('gets the error of a refused request', async () => {
    const error = await new Promise((onError) =>
      client.blocks.list().subscribe(() => undefined, { cursor: 'yesterday', onError }),
    );
    expect(error).toMatchObject({ name: 'AnswerError', status: 400 });
    expect(String(error)).toContain('cursor');
  });
});

test('a read waits for its target, and for the entity of its path', async () => {
  const named = client.blocks.list({ limit: 1 });
  const number = last + 1;
  const waits = [
    client.blocks.list({ limit: 1 }, { waitFor: number, wait: 30 }).first(),
    client.blocks.get(number, undefined, { wait: 30 }),
  ] as const;
  await expect
    .poll(async () => (await (await api.get('/metrics')).text()).includes('tain_api_waiting 2'), {
      timeout: 120_000,
    })
    .toBe(true);
  await store();
  const [page, block] = await Promise.all(waits);
  expect([page.blocks[0]?.number, block.number]).toEqual([number, number]);
  expect(page.links.next).not.toContain('waitFor');
  expect(await named.first()).toEqual(page);
});
