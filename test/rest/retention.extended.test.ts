import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTimestamp } from '@tain/ledger/timestamp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { WorldSource } from '../../src/calls/pool/world-source.ts';
import { DatabaseReader } from '../../src/calls/state/database-reader.ts';
import { SlotMemory } from '../../src/calls/state/storage-reader.ts';
import type { Periods } from '../../src/ingest/retention/policy.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { selectOn } from '../../src/store/connections/select.ts';
import { RETENTION_FAMILIES } from '../../src/store/schema/kept-tables.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { ingestFolder } from '../ingest/ingest-folder.ts';
import { policyOf, removeAll } from '../ingest/retention/remove.ts';
import { readPages, startTestApi, type TestApi } from './api-fixture.ts';

/**
 * Two servers: one on a demo network's whole history, one on a copy from which old rows were removed. Their answers
 * about the current state must be equal, lists must end at the start of the retained history, and requests for removed
 * history must never get a wrong answer.
 */

const DAY = 86_400_000_000_000n;
type Item = Record<string, unknown>;

let dir = '';
let original: TestDatabase;
let copy: TestDatabase;
let whole: TestApi;
let retained: TestApi;
/** Start of the retained history. */
let from: bigint;
let blocks: Item[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tain-api-retention-'));
  await writeDemo({
    runCode: demoEngine,
    dir,
    seed: 31,
    tps: 25,
    blocks: 14,
    signInner: false,
    steadyFrom: DEFAULT_START + 3n * DAY - 10_000_000_000n,
  });
  original = await createTestDatabase();
  await ingestFolder({
    database: original.database,
    folder: dir,
    addressBook: join(dir, 'address_book.bin'),
  });
  await original.database.end();
  copy = await copyTestDatabase(original);
  const { database, drop } = await copyTestDatabase(original);
  whole = await startTestApi({ database });
  const { close } = whole;
  whole = { ...whole, close: () => close().then(drop) };
  retained = await startTestApi({ database: copy.database });
  blocks = (await readPages(whole, '/api/v1/blocks?limit=100&order=asc', 'blocks')).flat() as Item[];
  const times = blocks.map(({ timestamp }) => nanos((timestamp as Item).to as string));
  // The retained history starts between the fifth last block and its successor.
  from = (times.at(-5) ?? 0n) + 1n;
  const period = (times.at(-1) ?? 0n) - from;
  await removeAll(
    copy.target,
    policyOf(Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, period])) as unknown as Periods),
    200,
  );
});
afterAll(async () => {
  await retained?.close();
  await copy?.drop();
  await whole?.close();
  await original?.drop();
  rmSync(dir, { recursive: true, force: true });
});

function nanos(timestamp: string): bigint {
  const [seconds = '', fraction = ''] = timestamp.split('.');
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

async function answer(api: TestApi, path: string): Promise<{ status: number; body: string }> {
  const response = await api.get(`/api/v1${path}`);
  return { status: response.status, body: await response.text() };
}

/** Expects equal answers from both servers. Returns their number. */
async function expectSame(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [before, after] = [await answer(whole, path), await answer(retained, path)];
    expect(after, path).toEqual(before);
  }
}

async function idsOf(path: string, items: string, id: string): Promise<string[]> {
  const found = (await readPages(whole, `/api/v1${path}`, items)).flat() as Item[];
  return found.map((item) => String(item[id]));
}

describe('the present', () => {
  it('lists of current rows are unchanged', async () => {
    const lists: readonly (readonly [string, string])[] = [
      ['/accounts?limit=100', 'accounts'],
      ['/balances?limit=100', 'balances'],
      ['/tokens?limit=100', 'tokens'],
      ['/contracts?limit=100', 'contracts'],
      ['/schedules?limit=100', 'schedules'],
      ['/network/nodes?limit=25', 'nodes'],
      ['/network/registered-nodes?limit=100', 'registered_nodes'],
    ];
    for (const [path, items] of lists) {
      const before = await readPages(whole, `/api/v1${path}`, items);
      expect(await readPages(retained, `/api/v1${path}`, items), path).toEqual(before);
      expect(before.flat().length, path).toBeGreaterThan(path.includes('registered') ? -1 : 2);
    }
  });

  it('the network is unchanged', () =>
    expectSame(['/network/exchangerate', '/network/fees', '/network/stake', '/network/supply']));

  it('every account is unchanged, with its balances and relations', async () => {
    const ids = await idsOf('/accounts?limit=100', 'accounts', 'account');
    expect(ids.length).toBeGreaterThan(100);
    for (const id of ids.filter((_, i) => i % 12 === 0)) {
      await expectSame([
        `/accounts/${id}?transactions=false`,
        `/accounts/${id}/tokens`,
        `/accounts/${id}/nfts`,
        `/accounts/${id}/allowances/crypto`,
        `/accounts/${id}/allowances/tokens`,
        `/accounts/${id}/allowances/nfts`,
        `/accounts/${id}/airdrops/outstanding`,
        `/accounts/${id}/airdrops/pending`,
        `/accounts/${id}/hooks`,
        `/accounts/${id}/hooks/1/storage`,
      ]);
    }
  });

  it('every token, topic, schedule and contract is unchanged', async () => {
    const tokens = await idsOf('/tokens?limit=100', 'tokens', 'token_id');
    for (const id of tokens) {
      await expectSame([`/tokens/${id}`, `/tokens/${id}/balances`, `/tokens/${id}/nfts`]);
    }
    for (const id of await idsOf('/schedules?limit=100', 'schedules', 'schedule_id')) {
      await expectSame([`/schedules/${id}`]);
    }
    for (const id of await idsOf('/contracts?limit=100', 'contracts', 'contract_id')) {
      await expectSame([`/contracts/${id}`, `/contracts/${id}/state`]);
    }
    const { rows } = await whole.database.pool.query<{ id: string }>(
      "select num as id from entity where type = 'TOPIC' order by id",
    );
    expect(rows.length).toBeGreaterThan(3);
    await expectSame(rows.map(({ id }) => `/topics/0.0.${id}`));
  });
});

const consensus = (item: Item): string => item.consensus_timestamp as string;

/** Returns all items of a list on one server, page by page. */
async function allOf(api: TestApi, path: string, items: string): Promise<Item[]> {
  return (await readPages(api, `/api/v1${path}`, items)).flat() as Item[];
}

describe('contract calls', () => {
  const network = { shard: 0n, realm: 0n };
  const readers = (at?: bigint) =>
    [whole, retained].map(({ database }) => new DatabaseReader(selectOn(database.pool), network, at));
  const outcome = (value: Promise<unknown>) => value.catch((error: Error) => error.message);

  it('read the present as before, and the past from the start of the history', async () => {
    const { rows } = await whole.database.pool.query<{ id: string; slot: string | null }>(
      `select c.id::text as id, (select encode(slot, 'hex') from contract_state where contract_id = c.id limit 1) as slot
       from contract c order by c.id`,
    );
    expect(rows.filter(({ slot }) => slot !== null).length).toBeGreaterThan(2);
    const last = nanos(((blocks.at(-1) as Item).timestamp as Item).to as string);
    for (const at of [undefined, from, from + 1_000_000_000n, last]) {
      const [before, after] = readers(at);
      if (before === undefined || after === undefined) throw new Error('two readers');
      for (const { id, slot } of rows) {
        const contract = BigInt(id);
        // A stored key, and a key that was never written, whose value is empty instead of unknown.
        for (const each of [slot ?? '00'.repeat(32), 'ee'.repeat(32)]) {
          expect(await outcome(after.storage(contract, each))).toEqual(
            await outcome(before.storage(contract, each)),
          );
        }
        expect(await outcome(after.code(contract))).toEqual(await outcome(before.code(contract)));
        if (at === undefined) expect(await after.account(contract)).toEqual(await before.account(contract));
      }
    }
  });
});

it('contract calls at a block before the retained history are 404', async () => {
  const settings = {
    network: 'other',
    chainId: 298n,
    shard: 0n,
    realm: 0n,
    tokenServiceV2: false,
    validatesPayers: false,
    version: 'v0.67',
    versions: null,
  } as const;
  const { pool } = retained.database;
  const worlds = () => new WorldSource(selectOn(pool), settings, new SlotMemory());
  const number = BigInt(blocks.at(-1)?.number as number);
  await expect(worlds().world({ kind: 'number', number })).resolves.toBeDefined();
  await expect(worlds().world({ kind: 'number', number: 0n })).rejects.toThrow('Unknown block number');
  // The block is retained, but not the state at its end.
  await pool.query("update tain.kept set kept_from = kept_from + 3600000000000 where family = 'history'");
  try {
    await expect(worlds().world({ kind: 'number', number })).rejects.toThrow('does not reach back');
    await expect(worlds().world({ kind: 'latest' })).resolves.toBeDefined();
  } finally {
    await pool.query("update tain.kept set kept_from = kept_from - 3600000000000 where family = 'history'");
  }
});

describe('lists of the past', () => {
  const check = async (path: string, items: string, time: (item: Item) => string): Promise<number> => {
    const before = await allOf(whole, path, items);
    const after = await allOf(retained, path, items);
    expect(after, path).toEqual(before.filter((item) => nanos(time(item)) >= from));
    return before.length - after.length;
  };
  const timestamp = (item: Item): string => item.timestamp as string;

  it.each(['asc', 'desc'])(
    'end where the history begins (%s)',
    async (order) => {
      const rest = `limit=37&order=${order}`;
      const gone = [
        await check(`/transactions?${rest}`, 'transactions', consensus),
        await check(`/transactions?${rest}&transactiontype=CRYPTOTRANSFER`, 'transactions', consensus),
        await check(`/transactions?${rest}&result=fail`, 'transactions', consensus),
        await check(`/blocks?${rest}`, 'blocks', (block) => (block.timestamp as Item).to as string),
        await check(`/contracts/results?${rest}`, 'results', timestamp),
        await check(`/contracts/results?${rest}&internal=true`, 'results', timestamp),
        await check(`/contracts/results/logs?${rest}`, 'logs', timestamp),
      ];
      expect(
        gone.every((count) => count > 0),
        gone.join(),
      ).toBe(true);
    },
    120_000,
  );

  it('lists of one account, topic or NFT end there, too', async () => {
    let gone = 0;
    for (const id of (await idsOf('/accounts?limit=100', 'accounts', 'account')).slice(0, 40)) {
      gone += await check(`/transactions?limit=50&account.id=${id}`, 'transactions', consensus);
      gone += await check(`/accounts/${id}/rewards?limit=50`, 'rewards', timestamp);
    }
    const { rows: topics } = await whole.database.pool.query<{ id: string }>(
      'select distinct topic_id & 274877906943 as id from topic_message',
    );
    for (const { id } of topics) {
      gone += await check(`/topics/0.0.${id}/messages?limit=50`, 'messages', consensus);
    }
    const { rows: nfts } = await whole.database.pool.query<{ id: string; serial: string }>(
      'select token_id & 274877906943 as id, serial_number as serial from nft order by 1, 2 limit 30',
    );
    for (const { id, serial } of nfts) {
      const path = `/tokens/0.0.${id}/nfts/${serial}/transactions?limit=50`;
      const shown = await answer(retained, path);
      if (shown.status === 200) gone += await check(path, 'transactions', consensus);
    }
    expect(gone).toBeGreaterThan(100);
  });

  it('the transactions of an account can be paged from its own answer', async () => {
    for (const id of (await idsOf('/accounts?limit=100', 'accounts', 'account')).slice(0, 20)) {
      const expected = (await allOf(whole, `/transactions?limit=100&account.id=${id}`, 'transactions'))
        .map(consensus)
        .filter((at) => nanos(at) >= from);
      const pages = await readPages(retained, `/api/v1/accounts/${id}?limit=3`, 'transactions');
      expect(pages.flat().map((item) => consensus(item as Item))).toEqual(expected);
    }
  });
});

describe('removed history', () => {
  const text = (time: bigint): string => printTimestamp(time);

  it('is not found by id, hash or number', async () => {
    const all = await allOf(whole, '/transactions?limit=100&order=asc', 'transactions');
    const old = all.filter((item) => nanos(consensus(item)) < from);
    const recent = all.filter((item) => nanos(consensus(item)) >= from);
    for (const [items, status] of [
      [old, 404],
      [recent, 200],
    ] as const) {
      for (const item of items.filter((_, i) => i % 29 === 0)) {
        const hash = encodeURIComponent(item.transaction_hash as string);
        const found = await answer(retained, `/transactions/${hash}`);
        // Messages are not indexed by hash, before or after the removal.
        if ((await answer(whole, `/transactions/${hash}`)).status === 200) {
          expect(found.status, `${item.consensus_timestamp}`).toBe(status);
        }
      }
    }
    for (const block of blocks) {
      const at = nanos((block.timestamp as Item).to as string);
      for (const name of [block.number, block.hash]) {
        const found = await answer(retained, `/blocks/${name}`);
        expect(found.status).toBe(at < from ? 404 : 200);
      }
    }
    const { rows } = await retained.database.pool.query<{ count: string }>(
      'select count(*) from transaction_hash h where not exists (select from transaction t where t.consensus_timestamp = h.consensus_timestamp)',
    );
    expect(rows[0]?.count).toBe('0');
  });

  it('states before the history are refused, later ones unchanged', async () => {
    const last = nanos(((blocks.at(-1) as Item).timestamp as Item).to as string);
    const ids = await idsOf('/accounts?limit=100', 'accounts', 'account');
    const tokens = await idsOf('/tokens?limit=100', 'tokens', 'token_id');
    const contracts = await idsOf('/contracts?limit=100', 'contracts', 'contract_id');
    let compared = 0;
    for (const at of [from - 1n, from - 3_000_000_000n, from, from + 1_500_000_000n, last]) {
      const time = text(at);
      const paths = [
        ...ids
          .filter((_, i) => i % 17 === 0)
          .flatMap((id) => [
            `/accounts/${id}?timestamp=${time}&transactions=false`,
            `/accounts/${id}?timestamp=lt:${time}&transactions=false&exact=true`,
          ]),
        ...tokens.slice(0, 6).map((id) => `/tokens/${id}?timestamp=${time}`),
        ...contracts
          .slice(0, 8)
          .flatMap((id) => [
            `/contracts/${id}?timestamp=${time}`,
            `/contracts/${id}/state?timestamp=${time}`,
          ]),
        `/balances?timestamp=${time}&exact=true&limit=100`,
        `/balances?timestamp=${time}&limit=100`,
        `/network/supply?timestamp=${time}`,
        `/network/fees?timestamp=${time}`,
        `/network/exchangerate?timestamp=${time}`,
      ];
      for (const path of paths) {
        const [before, after] = [await answer(whole, path), await answer(retained, path)];
        if (after.status !== 404) {
          expect(after, path).toEqual(before);
          compared += 1;
        } else if (before.status === 200) {
          // `lt` of the first time means the previous nanosecond, and exact balances need a snapshot since then.
          expect(at < from || path.includes('lt:') || path.includes('exact'), path).toBe(true);
          expect(after.body, path).toContain('does not reach back');
        }
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  it('is reported in the capabilities', async () => {
    const { kept: families, blocks: stored } = (await retained.json('/api/v1/network/capabilities')) as {
      kept: Record<string, { from: string | null; complete: boolean }>;
      blocks: { first: { number: number } };
    };
    expect(Object.keys(families)).toEqual([...RETENTION_FAMILIES]);
    expect(nanos(families.transactions?.from ?? '0')).toBeLessThanOrEqual(from);
    expect(nanos(families.transactions?.from ?? '0')).toBeGreaterThan(0n);
    // Balances are retained from the first snapshot of the newest snapshot's month.
    expect(families.balances).toEqual({ from: '1767225600.000000000', complete: true });
    expect(stored.first.number).toBeGreaterThan(0);
    const before = (await whole.json('/api/v1/network/capabilities')) as { kept: object };
    for (const family of Object.values(before.kept)) expect(family).toEqual({ from: null, complete: true });
  });
});
