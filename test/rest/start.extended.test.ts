import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longZeroHex } from '@tain/ledger/evm-address';
import { printTimestamp } from '@tain/ledger/timestamp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { answerCall } from '../../src/calls/call/call-answer.ts';
import { WorldSource } from '../../src/calls/pool/world-source.ts';
import { CallRefusal } from '../../src/calls/refusal.ts';
import { DatabaseReader } from '../../src/calls/state/database-reader.ts';
import { SlotMemory } from '../../src/calls/state/storage-reader.ts';
import { UnknownPast } from '../../src/calls/state/unknown-past.ts';
import { seedBalances } from '../../src/ingest/balance-files/seed-balances.ts';
import { DEFAULT_BATCH_LIMITS } from '../../src/ingest/options.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { selectOn } from '../../src/store/connections/select.ts';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { RETENTION_FAMILIES } from '../../src/store/schema/kept-tables.ts';
import type { Queryable } from '../../src/store/writer/writer.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { check } from '../ingest/check/checked-history.ts';
import { type FolderIngest, ingestFolder } from '../ingest/ingest-folder.ts';
import { policyOf, removeAll } from '../ingest/retention/remove.ts';
import { readPages, startTestApi, type TestApi } from './api-fixture.ts';

/** A demo network's history, ingested from its first block, and from a block in its middle. */

const DAY = 86_400_000_000_000n;
const FIRST = 5;
/** Retention periods of the families, in nanoseconds. */
const OF_TRANSACTIONS = { transactions: 3_000_000_000n, contracts: 3_000_000_000n, actions: 3_000_000_000n };

let dir = '';
let fromGenesis: TestDatabase;
let fromMiddle: TestDatabase;
let whole: TestApi;
let late: TestApi;
/** Consensus start of block `FIRST`, in nanoseconds, and in the printed format. */
let start = 0n;
let startText = '';

async function ingestFrom(
  db: TestDatabase,
  startFrom?: bigint,
  more: Partial<FolderIngest> = {},
): Promise<void> {
  await ingestFolder({
    ...more,
    database: db.database,
    folder: dir,
    addressBook: join(dir, 'address_book.bin'),
    ...(startFrom !== undefined && { startFrom }),
  });
}

/** Starts a server on a copy of a database. */
async function serve(original: TestDatabase): Promise<TestApi> {
  const { database, drop } = await copyTestDatabase(original);
  const api = await startTestApi({ database });
  return { ...api, close: () => api.close().then(drop) };
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tain-start-'));
  await writeDemo({
    runCode: demoEngine,
    dir,
    seed: 31,
    tps: 40,
    blocks: 14,
    signInner: false,
    steadyFrom: DEFAULT_START + 3n * DAY - 10_000_000_000n,
  });
  fromGenesis = await createTestDatabase();
  fromMiddle = await createTestDatabase();
  await ingestFrom(fromGenesis);
  const { rows } = await fromGenesis.database.pool.query<{ at: string }>(
    'select consensus_start::text as at from record_file where index = $1',
    [FIRST],
  );
  start = BigInt(rows[0]?.at ?? 0);
  startText = printTimestamp(start);
  await ingestFrom(fromMiddle, start);
  await fromGenesis.database.end();
  await fromMiddle.database.end();
  whole = await serve(fromGenesis);
  late = await serve(fromMiddle);
});
afterAll(async () => {
  await whole?.close();
  await late?.close();
  await fromGenesis?.drop();
  await fromMiddle?.drop();
  rmSync(dir, { recursive: true, force: true });
});

async function answer(api: TestApi, path: string): Promise<{ status: number; body: unknown }> {
  const response = await api.get(`/api/v1${path}`);
  return { status: response.status, body: await response.json() };
}

const unreachable = (time: string) => ({
  status: 404,
  body: {
    _status: {
      messages: [{ message: 'Not found', detail: `The history does not reach back to ${time}` }],
    },
  },
});

async function firstBlockOf({ database }: Pick<TestDatabase, 'database'>): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    'select index::int, consensus_start::text, is_genesis from tain.first_block',
  );
  return rows;
}

const MARK = (): unknown[] => [{ index: FIRST, consensus_start: String(start), is_genesis: false }];

describe('the start mark', () => {
  it('is stored with the first block, with whether it is the network’s first', async () => {
    expect(await firstBlockOf(late)).toEqual(MARK());
    expect(await firstBlockOf(whole)).toMatchObject([{ index: 0, is_genesis: true }]);
  });

  it('is stored once, however often the ingest begins again', async () => {
    const db = await createTestDatabase();
    try {
      const limits = { ...DEFAULT_BATCH_LIMITS, maxItems: 1 };
      await ingestFrom(db, start, { limits, stopAfter: 1 });
      expect(await firstBlockOf(db)).toEqual(MARK());
      await ingestFrom(db, undefined, { limits });
      expect(await firstBlockOf(db)).toEqual(MARK());
      const { rows } = await db.database.pool.query('select count(*)::int as blocks from record_file');
      expect(rows).toEqual([{ blocks: 14 - FIRST }]);
    } finally {
      await db.drop();
    }
  });

  it('is created by the migration if blocks are already stored', async () => {
    for (const original of [fromMiddle, fromGenesis]) {
      const db = await copyTestDatabase(original);
      try {
        const { pool } = db.database;
        const before = await firstBlockOf(db);
        await pool.query(`truncate tain.first_block; alter table tain.first_block drop column is_genesis;
          delete from tain.migration where version = 28`);
        expect(await migrate(db.target)).toEqual(['0028_start.sql']);
        expect(await firstBlockOf(db)).toEqual(before);
      } finally {
        await db.drop();
      }
    }
  });

  it.each([
    ['0', 6, 'ab'.repeat(48), true],
    ['0', 5, '0'.repeat(96), true],
    ['0', 5, 'ab'.repeat(48), false],
    ['7', 6, '0'.repeat(96), false],
  ])('is set for block %s of version %i after %s', async (index, version, previous, isGenesis) => {
    const db = await copyTestDatabase(fromMiddle);
    try {
      const { pool } = db.database;
      await pool.query('update record_file set index = $1, version = $2, prev_hash = $3 where index = $4', [
        index,
        version,
        previous,
        FIRST,
      ]);
      await pool.query(`truncate tain.first_block; alter table tain.first_block drop column is_genesis;
        delete from tain.migration where version = 28`);
      await migrate(db.target);
      expect(await firstBlockOf(db)).toMatchObject([{ index: Number(index), is_genesis: isGenesis }]);
    } finally {
      await db.drop();
    }
  });
});

describe('the capabilities', () => {
  const retentionOf = async (api: TestApi) =>
    ((await api.json('/api/v1/network/capabilities')) as { kept: Record<string, unknown> }).kept;

  it('report the start', async () => {
    for (const family of RETENTION_FAMILIES) {
      expect((await retentionOf(late))[family]).toEqual({ from: startText, complete: false });
      expect((await retentionOf(whole))[family]).toEqual({ from: null, complete: true });
    }
  });

  it('report the start of retention if it removed more', async () => {
    const db = await copyTestDatabase(fromMiddle);
    const api = await startTestApi({ database: db.database });
    try {
      await removeAll(db.target, policyOf({ ...OF_TRANSACTIONS }), 200);
      const kept = await retentionOf(api);
      const { rows } = await db.database.pool.query<{ at: string }>(
        "select kept_from::text as at from tain.kept where family = 'transactions'",
      );
      expect(BigInt(rows[0]?.at ?? 0)).toBeGreaterThan(start);
      expect(kept.transactions).toEqual({ from: printTimestamp(BigInt(rows[0]?.at ?? 0)), complete: false });
      expect(kept.history).toEqual({ from: startText, complete: false });
      expect(await firstBlockOf(db)).toEqual(MARK());
    } finally {
      await api.close();
      await db.drop();
    }
  });
});

it('states before the start are refused with a detail', async () => {
  const before = printTimestamp(start - 1n);
  const paths = [
    `/accounts/0.0.2?timestamp=${before}`,
    `/accounts/0.0.2?timestamp=${before}&exact=true`,
    `/balances?timestamp=${before}&exact=true`,
    `/contracts/0.0.1001?timestamp=${before}`,
    `/contracts/0.0.1001/state?timestamp=${before}`,
    `/tokens/0.0.1001?timestamp=${before}`,
    `/accounts/0.0.1001/hooks/1/storage?timestamp=${before}`,
    `/network/supply?timestamp=${before}`,
  ];
  for (const path of paths) expect(await answer(late, path), path).toEqual(unreachable(before));
});

it.each([
  ['/accounts/0.0.999999', 'Not found', ''],
  ['/accounts/ABCDEFGH', 'No account with a matching alias found', ''],
  ['/blocks/0', 'Not found', ''],
  ['/contracts/0.0.999999', 'Not found', ''],
  ['/tokens/0.0.999999', 'Not found', ''],
  ['/topics/0.0.999999', 'Not Found', 'Topic not found. '],
  ['/transactions/0.0.2-1-1', 'Not found', ''],
])('the detail of a 404 at %s reports that the item may be older', async (path, message, reason) => {
  const detail = `${reason}The history begins at ${startText}, in the middle of the network's history: earlier state is unknown`;
  expect(await answer(late, path)).toMatchObject({
    status: 404,
    body: { _status: { messages: [{ detail }] } },
  });
  expect(JSON.stringify((await answer(late, path)).body)).toContain(message);
  expect(JSON.stringify((await answer(whole, path)).body)).not.toContain('history');
});

it.each([
  ['/transactions?limit=100&timestamp=lt:START', true],
  ['/transactions?limit=100&order=asc&timestamp=gte:START', false],
  ['/blocks?limit=100', true],
  ['/blocks?limit=2', false],
  ['/tokens?limit=100&token.id=gt:99999999', true],
  ['/topics/0.0.999999/messages', true],
  ['/accounts/0.0.2/nfts', true],
  ['/accounts/0.0.2', false],
])('the end of a list names the start in a header: %s', async (path, isMarked) => {
  const request = (api: TestApi) => api.get(`/api/v1${path.replace('START', startText)}`);
  const [response, other] = [await request(late), await request(whole)];
  expect(response.headers.get('tain-history-from')).toBe(isMarked ? startText : null);
  const exposed = response.headers.get('access-control-expose-headers')?.split(', ') ?? [];
  expect(exposed.includes('tain-history-from')).toBe(isMarked);
  expect(other.headers.get('tain-history-from')).toBeNull();
});

it('all stored blocks are compared, and a note reports the start', async () => {
  const { findings, notes, blocks } = await check(late, {}, dir);
  expect(findings).toEqual([]);
  expect(blocks).toBe(14 - FIRST);
  expect(notes).toContain(
    `The database begins with block ${FIRST}, at ${startText}: earlier history, balances and supply included, is unknown.`,
  );
});

it('the explorer learns the first block', async () => {
  const first = async (api: TestApi) =>
    (
      (await api.json('/api/v1/network/capabilities')).blocks as {
        first: { number: number; timestamp: string };
      }
    ).first;
  expect(await first(late)).toMatchObject({ number: FIRST });
  expect(await first(whole)).toMatchObject({ number: 0 });
});

describe('balances of entities older than the start', () => {
  type Item = Record<string, unknown>;
  const hbars = (item: unknown): unknown => (item as { balance: Item }).balance.balance;
  const itemsOf = async (api: TestApi, path: string, items: string): Promise<Item[]> =>
    (await readPages(api, `/api/v1${path}`, items)).flat() as Item[];
  const isCreatedSince = ({ created_timestamp: created }: Item): boolean =>
    typeof created === 'string' && created >= startText;

  it('are null, and those of accounts created since are the same as from the first block on', async () => {
    const accounts = await itemsOf(late, '/accounts?limit=100', 'accounts');
    const all = new Map(
      (await itemsOf(whole, '/accounts?limit=100', 'accounts')).map((one) => [one.account, one]),
    );
    const [since, older] = [accounts.filter(isCreatedSince), accounts.filter((one) => !isCreatedSince(one))];
    expect(since.length).toBeGreaterThan(0);
    expect(older.length).toBeGreaterThan(1);
    for (const one of since) expect(hbars(one), `${one.account}`).toEqual(hbars(all.get(one.account)));
    for (const one of older) {
      expect(one).toMatchObject({ balance: { balance: null }, pending_reward: null });
      expect([null, all.get(one.account)?.ethereum_nonce]).toContain(one.ethereum_nonce);
      const single = (await answer(late, `/accounts/${one.account}?transactions=false`)).body;
      expect(single).toMatchObject({ balance: { balance: null }, pending_reward: null });
    }
    for (const { account, balance } of await itemsOf(late, '/balances?limit=100', 'balances')) {
      const known = since.find((one) => one.account === account);
      expect(balance, `${account}`).toEqual(known === undefined ? null : hbars(known));
    }
  });

  it('match no bounds', async () => {
    const bounds = 'account.balance=gte:0&limit=100';
    for (const [path, items] of [
      [`/accounts?${bounds}`, 'accounts'],
      [`/balances?${bounds}`, 'balances'],
      [`/balances?${bounds}&timestamp=2100000000`, 'balances'],
    ] as const) {
      const found = await itemsOf(late, path, items);
      const since = (await itemsOf(late, '/accounts?limit=100', 'accounts')).filter(isCreatedSince);
      expect(found.length, path).toBeGreaterThan(0);
      for (const { account } of found)
        expect(
          since.map((one) => one.account),
          path,
        ).toContain(account);
    }
  });

  it('are null in snapshots, and refused at an instant', async () => {
    const { rows } = await late.database.pool.query<{ at: string }>(
      'select min(consensus_timestamp)::text as at from account_balance_file',
    );
    const time = printTimestamp(BigInt(rows[0]?.at ?? 0));
    const since = (await itemsOf(late, '/accounts?limit=100', 'accounts')).filter(isCreatedSince);
    const snapshot = await itemsOf(late, `/balances?timestamp=${time}&limit=100`, 'balances');
    const before = await itemsOf(whole, `/balances?timestamp=${time}&limit=100`, 'balances');
    expect(snapshot.filter(({ balance }) => balance === null).length).toBeGreaterThan(0);
    for (const { account, balance } of snapshot) {
      const isKnown = since.some((one) => one.account === account);
      const found = before.find((one) => one.account === account);
      expect(balance, `${account}`).toEqual(isKnown ? found?.balance : null);
    }
    const old = snapshot.find(({ account, balance }) => balance === null && account !== '0.0.2');
    expect(
      await answer(late, `/accounts/${old?.account}?timestamp=${time}&transactions=false`),
    ).toMatchObject({ status: 200, body: { balance: { balance: null }, pending_reward: null } });
    expect(await answer(late, `/accounts/0.0.2?timestamp=${time}&exact=true`)).toEqual(unreachable(time));
    expect(await answer(late, `/balances?timestamp=${time}&exact=true`)).toEqual(unreachable(time));
    const [young] = since;
    const path = `/accounts/${young?.account}?timestamp=${young?.created_timestamp}&exact=true&transactions=false`;
    const [mine, theirs] = [await answer(late, path), await answer(whole, path)];
    expect(hbars(mine.body)).toEqual(hbars(theirs.body));
    expect(hbars(mine.body)).not.toBeNull();
  });

  it('are excluded from supplies', async () => {
    const { rows } = await late.database.pool.query<{ at: string }>(
      'select max(consensus_end)::text as at from record_file',
    );
    const last = printTimestamp(BigInt(rows[0]?.at ?? 0));
    const detail = `The history begins at ${startText}, in the middle of the network's history: earlier balances are unknown`;
    const body = { _status: { messages: [{ message: 'Not found', detail }] } };
    for (const query of ['', '?q=circulating', `?timestamp=${last}`])
      expect(await answer(late, `/network/supply${query}`)).toEqual({ status: 404, body });
  });

  it('are known if they began with a balance file of the network', async () => {
    const db = await copyTestDatabase(fromMiddle);
    const api = await startTestApi({ database: db.database });
    try {
      const { rows } = await whole.database.pool.query<{ id: string; balance: string }>(
        `select id::text, (balance - coalesce((select sum(amount) from crypto_transfer
           where entity_id = e.id and consensus_timestamp >= $1), 0))::text as balance
         from entity e where balance is not null and coalesce(created_timestamp, 0) < $1`,
        [String(start)],
      );
      const at = String(start - 1n);
      await db.database.pool.query(
        `insert into account_balance_file (consensus_timestamp, name, count, load_start, load_end, synthetic, time_offset)
         values ($1, 'x', 0, 0, 0, false, 0)`,
        [at],
      );
      await db.database.pool.query(
        `insert into account_balance (consensus_timestamp, account_id, balance)
         select $1, * from unnest($2::bigint[], $3::bigint[])`,
        [at, rows.map(({ id }) => id), rows.map(({ balance }) => balance)],
      );
      const client = await db.database.pool.connect();
      try {
        await seedBalances(client as unknown as Queryable, null);
      } finally {
        client.release();
      }
      const supply = (await whole.json('/api/v1/network/supply')).released_supply;
      expect((await api.json('/api/v1/network/supply')).released_supply).toBe(supply);
      const accounts = await itemsOf(whole, '/accounts?limit=100', 'accounts');
      const found = new Map(
        (await itemsOf(api, '/balances?limit=100', 'balances')).map((one) => [one.account, one.balance]),
      );
      let compared = 0;
      for (const one of accounts) {
        if (!found.has(one.account) || one.deleted === true) continue;
        expect(found.get(one.account), `${one.account}`).toEqual(hbars(one));
        compared += 1;
      }
      expect(compared).toBeGreaterThan(20);
    } finally {
      await api.close();
      await db.drop();
    }
  });
});

it('a complete mirror has no unknown value', async () => {
  const accounts = (await readPages(whole, '/api/v1/accounts?limit=100', 'accounts')).flat();
  for (const one of accounts as Record<string, unknown>[]) expect(one.pending_reward).not.toBeNull();
});

describe('contract calls', () => {
  const network = { shard: 0n, realm: 0n };
  const readerOf = ({ database }: TestApi): DatabaseReader =>
    new DatabaseReader(selectOn(database.pool), network);
  const idsOf = async (where: string): Promise<bigint[]> => {
    const { rows } = await late.database.pool.query<{ id: string }>(
      `select id::text from entity where id > 1000 and ${where} order by id`,
      [String(start)],
    );
    return rows.map(({ id }) => BigInt(id));
  };
  const since = (type: string) => idsOf(`created_timestamp >= $1 and type = '${type}'`);
  const older = (type: string) =>
    idsOf(`coalesce(created_timestamp, 0) < $1 and type = '${type}' and deleted is not true`);

  it('return everything that began since, as from the first block on', async () => {
    const [mine, theirs] = [readerOf(late), readerOf(whole)];
    const accounts = await since('ACCOUNT');
    const tokens = await since('TOKEN');
    expect(accounts.length).toBeGreaterThan(0);
    for (const id of accounts) {
      expect(await mine.account(id)).toEqual(await theirs.account(id));
      expect(await mine.positiveBalances(id)).toBe(await theirs.positiveBalances(id));
      expect(await mine.cryptoAllowance(id, 2n)).toBe(await theirs.cryptoAllowance(id, 2n));
      for (const token of tokens) {
        expect(await mine.relation(id, token)).toEqual(await theirs.relation(id, token));
      }
    }
    for (const id of await since('CONTRACT')) expect(await mine.code(id)).toEqual(await theirs.code(id));
    expect(await mine.account((await mine.maxId()) + 1000n)).toBeUndefined();
    expect(await mine.account(0n)).toBeUndefined();
    await theirs.verifyAbsent('ab'.repeat(20));
  });

  it('refuse state that may be older', async () => {
    const reader = readerOf(late);
    const [account = 0n] = await older('ACCOUNT');
    expect(await reader.account(account)).toMatchObject({ id: account, hasUnknownBalance: true });
    const { rows } = await whole.database.pool.query<{ id: string; type: string }>(
      `select id::text, type::text from entity where id > 1000 and created_timestamp < $1 and deleted is not true`,
      [String(start)],
    );
    const known = new Set(await idsOf('$1::text is not null'));
    const unseen = rows.filter(({ id }) => !known.has(BigInt(id)));
    expect(new Set(unseen.map(({ type }) => type))).toContain('TOKEN');
    for (const { id } of unseen) {
      await expect(reader.account(BigInt(id)), id).rejects.toThrow('older than the retained history');
      await expect(reader.token(BigInt(id)), id).rejects.toThrow('older than the retained history');
    }
    const token = BigInt(unseen.find(({ type }) => type === 'TOKEN')?.id ?? 0);
    const requested: readonly (() => Promise<unknown>)[] = [
      () => reader.relation(account, token),
      () => reader.nft(token, 1n),
      () => reader.cryptoAllowance(account, 2n),
      () => reader.tokenAllowance(account, token, 2n),
      () => reader.nftAllowance(account, token, 2n),
      () => reader.airdrop(account, 2n, token, 0n),
      () => reader.automaticAssociations(account),
      () => reader.isTreasury(account),
      () => reader.positiveBalances(account),
      () => reader.code(account),
      () => reader.verifyAbsent('ab'.repeat(20)),
    ];
    for (const request of requested) await expect(request()).rejects.toThrow(UnknownPast);
  });

  it('end with 404 and the reason if they read a balance', async () => {
    const settings = {
      network: 'other',
      chainId: 298n,
      ...network,
      tokenServiceV2: false,
      validatesPayers: false,
      version: 'v0.67',
      versions: null,
    } as const;
    const world = async ({ database }: TestApi) =>
      new WorldSource(selectOn(database.pool), settings, new SlotMemory()).world({ kind: 'latest' });
    const [account = 0n] = await older('ACCOUNT');
    const [young = 0n] = await since('ACCOUNT');
    const call = async (api: TestApi, to: string | undefined, data: string) =>
      answerCall(
        {
          block: { kind: 'latest' },
          from: undefined,
          to,
          data,
          value: 0n,
          gas: 5_000_000n,
          gasPrice: 0n,
          estimate: false,
          overrides: [],
        },
        await world(api),
        { signal: new AbortController().signal, deadline: Date.now() + 20_000 },
      ).then(
        ({ result }) => result,
        (error: unknown) =>
          error instanceof CallRefusal ? `${error.kind}: ${JSON.stringify(error.entries)}` : error,
      );
    // Initcode: PUSH20 address, BALANCE, MSTORE at 0, RETURN 32 bytes.
    const balanceOf = (address: string) => `73${address}3160005260206000f3`;
    for (const id of [young, account]) {
      const code = balanceOf(longZeroHex(id));
      const theirs = await call(whole, undefined, code);
      expect(theirs).toMatch(/^0x[0-9a-f]+$/);
      const mine = await call(late, undefined, code);
      if (id === young) expect(mine).toBe(theirs);
      else expect(mine).toContain('its balance is unknown');
    }
    expect(await call(late, 'ab'.repeat(20), '')).toContain('may belong to an account that is older');
    expect(await call(whole, 'ab'.repeat(20), '')).toBe('0x');
  });
});
