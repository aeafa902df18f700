import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert } from '../rows.ts';

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const ALIAS = 'KGNABD5L3ZGSRVUCSPDR7TONZSRY3D5OMEBKQMVTD2AC6JL72HMQ';
const ALIAS_BYTES = '\\x519a008fabde4d28d68293c71fcdcdcca38d8fae6102a832b31e802f257fd1d9';
const ADDRESS = 'ac384c53f03855fa1b3616052f8ba32c6c2a2fec';

function entity(id: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id,
    num: id,
    realm: 0,
    shard: 0,
    type: 'ACCOUNT',
    timestamp_range: '[0,)',
    deleted: false,
    ...more,
  };
}

interface Balance {
  readonly account: string;
  readonly balance: number;
  readonly tokens: readonly { readonly token_id: string; readonly balance: number }[];
}

/** Formats a time as `seconds.nanoseconds`. */
function time(nanos: bigint): string {
  return `${nanos / SECOND}.${String(nanos % SECOND).padStart(9, '0')}`;
}

describe('filters of the list of balances', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    await insert(api.database, 'entity', [
      entity(7, { alias: ALIAS_BYTES, balance: '9223372036854775807', balance_timestamp: 5 }),
      entity(8, { evm_address: `\\x${ADDRESS}`, balance: 8, balance_timestamp: 9 }),
      entity(9, { deleted: true, balance: 0 }),
      entity(2, { memo: 'Mirror node created synthetic treasury account', balance: 2 }),
      entity(10, { type: 'TOKEN', balance: 10 }),
    ]);
    await insert(
      api.database,
      'token_account',
      [5001, 5002, 5003].map((token) => ({
        account_id: 8,
        token_id: token,
        associated: token !== 5003,
        balance: token,
        timestamp_range: '[1,)',
      })),
    );
  });
  afterAll(() => api.close());

  const INVALID = { message: 'Invalid parameter: account.id' };
  const ONE = { ...INVALID, detail: 'Only one EVM address or alias is allowed.' };
  const EQUALS = { ...INVALID, detail: 'EVM address or alias only supports equals operator' };

  const wrong: readonly (readonly [query: string, ...messages: object[]])[] = [
    ['account.id=abc', INVALID],
    ['account.id=', INVALID],
    ['account.id=0.0.-1', INVALID],
    [`account.id=0.0.${ADDRESS}`, INVALID],
    [`account.id=0.0.${ALIAS}`, INVALID],
    ['account.id=ABC', { message: 'Invalid accountAlias string ABC' }],
    ['account.id=274877906944', { message: 'Invalid entity ID "0.0.274877906944"' }],
    [`account.id=${ADDRESS}&account.id=${ALIAS}`, ONE],
    [`account.id=${ADDRESS}&account.id=0x${ADDRESS}`, ONE],
    [`account.id=gt:${ADDRESS}`, EQUALS],
    // Values after an address must be `eq`, too.
    [`account.id=${ADDRESS}&account.id=gt:5`, EQUALS],
    // Only the first invalid value is reported, after all other parameters.
    [`account.id=x&account.id=gt:${ADDRESS}`, INVALID],
    [
      'account.id=x&order=y&foo=1',
      { message: 'Invalid parameter: order' },
      { message: 'Unknown query parameter: foo' },
    ],
    ['account.id=foo:5', INVALID],
    ['timestamp=12345678901', { message: 'Invalid parameter: timestamp' }],
    ['limit=eq:x', { message: 'Invalid parameter: limit' }],
    ['exact=ne:true', { message: 'Invalid parameter: exact' }],
    ...['gt:5', 'gte:5', 'ne:5', '5&timestamp=6', 'lt:7&timestamp=gt:5'].map(
      (times) =>
        [
          `exact=true&timestamp=${times}`,
          {
            message:
              'Invalid parameter usage: exact - requires a single timestamp with eq, lt, lte or no operator',
          },
        ] as const,
    ),
  ];

  it.each(wrong)('%s is 400', async (query, ...messages) => {
    const response = await api.get(`/api/v1/balances?${query}`);
    expect(await response.json()).toEqual({ _status: { messages } });
    expect(response.status).toBe(400);
  });

  const right: readonly (readonly [query: string, ...accounts: number[]])[] = [
    ['', 9, 8, 7, 2],
    ['order=asc', 2, 7, 8, 9],
    [`account.id=${ADDRESS}`, 8],
    [`account.id=0x${ADDRESS.toUpperCase()}`, 8],
    [`account.id=${ADDRESS}&account.id=${ADDRESS}`, 8],
    [`account.id=${ADDRESS}&account.id=9&account.id=0.0.2`, 9, 8, 2],
    [`account.id=gt:2&account.id=${ALIAS}`, 7],
    [`account.id=gt:7&account.id=${ALIAS}`],
    ['account.id=0x0000000000000000000000000000000000000008', 8],
    [`account.id=${'ab'.repeat(20)}`],
    [`account.id=${'ab'.repeat(20)}&account.id=7`, 7],
    ['account.id=ne:8', 9, 7, 2],
    ['account.balance=gt:2&account.balance=lt:9223372036854775807', 8],
    ['account.balance=9223372036854775807', 7],
    ['account.balance=2&account.balance=8'],
  ];

  it.each(right)('%s', async (query, ...accounts) => {
    const { balances } = await api.json(`/api/v1/balances?${query}`);
    expect((balances as Balance[]).map(({ account }) => account)).toEqual(accounts.map((id) => `0.0.${id}`));
  });

  it('returned fields', async () => {
    const text = await (await api.get('/api/v1/balances?account.id=gte:7&limit=2&order=asc')).text();
    expect(text).toContain('"balance":9223372036854775807,');
    expect(JSON.parse(text)).toEqual({
      timestamp: '0.000000009',
      balances: [
        { account: '0.0.7', balance: Number('9223372036854775807'), tokens: [] },
        {
          account: '0.0.8',
          balance: 8,
          tokens: [
            { token_id: '0.0.5001', balance: 5001 },
            { token_id: '0.0.5002', balance: 5002 },
          ],
        },
      ],
      links: { next: '/api/v1/balances?limit=2&order=asc&account.id=gt:0.0.8' },
    });
    // The balances are in the order of the request. The answer has no time, because no balance has one.
    const { balances, timestamp } = await api.json('/api/v1/balances?account.id=8');
    expect((balances as Balance[])[0]?.tokens.map(({ token_id }) => token_id)).toEqual([
      '0.0.5002',
      '0.0.5001',
    ]);
    expect(timestamp).toBe('0.000000009');
    expect((await api.json('/api/v1/balances?account.id=9')).timestamp).toBeNull();
    expect(await api.json('/api/v1/balances?account.id=77')).toEqual({
      timestamp: null,
      balances: [],
      links: { next: null },
    });
  });
});

/** A ledger in memory: its transfers, from which the balances at any time are computed. */
interface Ledger {
  readonly transfers: readonly { readonly at: bigint; readonly account: number; readonly amount: number }[];
  readonly tokenTransfers: readonly {
    readonly at: bigint;
    readonly account: number;
    readonly token: number;
    readonly amount: number;
  }[];
  readonly associations: readonly {
    readonly account: number;
    readonly token: number;
    readonly from: bigint;
    readonly to: bigint | null;
  }[];
  readonly nfts: readonly {
    readonly serial: number;
    readonly owners: readonly { at: bigint; account: number }[];
  }[];
  readonly created: ReadonlyMap<number, bigint>;
  readonly snapshots: readonly bigint[];
}

const TREASURY = 2;
const ACCOUNTS = [TREASURY, 98, 1001, 1002, 1003, 1004];
const NFT_TOKEN = 6000;
/** Start of the ledger, shortly before the end of a month, so that the snapshots span two months. */
const BASE = 1_753_900_000n * SECOND;
const SPAN = 300_000;
const instantWithin = fc.integer({ min: 1, max: SPAN }).map((seconds) => BASE + BigInt(seconds) * SECOND);

const ledgers: fc.Arbitrary<Ledger> = fc
  .record({
    transfers: fc.array(
      fc.record({
        at: instantWithin,
        from: fc.constantFrom(...ACCOUNTS),
        to: fc.constantFrom(...ACCOUNTS),
        amount: fc.integer({ min: 1, max: 1000 }),
      }),
      { minLength: 5, maxLength: 40 },
    ),
    tokenTransfers: fc.array(
      fc.record({
        at: instantWithin,
        account: fc.constantFrom(1001, 1002),
        token: fc.constantFrom(5001, 5002),
        amount: fc.integer({ min: 1, max: 1000 }),
      }),
      { maxLength: 20 },
    ),
    left: fc.option(instantWithin),
    moves: fc.array(
      fc.record({
        at: instantWithin,
        serial: fc.integer({ min: 1, max: 4 }),
        account: fc.constantFrom(1001, 1002),
      }),
      { maxLength: 10 },
    ),
    late: instantWithin,
    snapshots: fc.uniqueArray(instantWithin, { maxLength: 4 }),
  })
  .map(({ transfers, tokenTransfers, left, moves, late, snapshots }): Ledger => {
    const created = new Map(ACCOUNTS.map((account) => [account, BASE]));
    created.set(1004, late);
    const alive = (account: number, at: bigint) => at > (created.get(account) ?? 0n);
    const hbar = transfers
      .filter(({ from, to, at }) => alive(from, at) && alive(to, at))
      .flatMap(({ at, from, to, amount }) => [
        { at, account: from, amount: -amount },
        { at, account: to, amount },
      ]);
    // The whole supply is created with the treasury.
    hbar.unshift({ at: BASE, account: TREASURY, amount: 1_000_000 });
    const gone = ({ account, token, at }: { account: number; token: number; at: bigint }) =>
      left !== null && account === 1002 && token === 5002 && at >= left;
    const retained = tokenTransfers.filter((transfer) => !gone(transfer));
    if (left !== null) {
      const rest = retained
        .filter(({ account, token }) => account === 1002 && token === 5002)
        .reduce((sum, { amount }) => sum + amount, 0);
      if (rest > 0) retained.push({ at: left - 1n, account: 1002, token: 5002, amount: -rest });
    }
    const associations = [1001, 1002].flatMap((account) =>
      [5001, 5002, NFT_TOKEN].map((token) => ({
        account,
        token,
        from: BASE,
        to: account === 1002 && token === 5002 ? left : null,
      })),
    );
    const nfts = [1, 2, 3, 4].map((serial) => {
      const owners = [
        ...new Map(moves.filter((move) => move.serial === serial).map((move) => [move.at, move])).values(),
      ]
        .sort((a, b) => (a.at < b.at ? -1 : 1))
        .map(({ at, account }) => ({ at, account }));
      return { serial, owners };
    });
    return {
      transfers: hbar,
      tokenTransfers: retained,
      associations,
      nfts,
      created,
      snapshots: [...snapshots].sort(),
    };
  });

function hbarAt({ transfers }: Ledger, account: number, at: bigint): number {
  return transfers
    .filter((transfer) => transfer.account === account && transfer.at <= at)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function tokensAt(ledger: Ledger, account: number, at: bigint): Map<number, number> {
  const tokens = new Map<number, number>();
  for (const { account: owner, token, from, to } of ledger.associations) {
    if (owner !== account || from > at || (to !== null && to <= at)) continue;
    const amount =
      token === NFT_TOKEN
        ? ledger.nfts.filter(({ owners }) => owners.filter((one) => one.at <= at).at(-1)?.account === account)
            .length
        : ledger.tokenTransfers
            .filter((one) => one.account === account && one.token === token && one.at <= at)
            .reduce((sum, one) => sum + one.amount, 0);
    tokens.set(token, amount);
  }
  return tokens;
}

/** Returns the latest change of an account's hbar balance up to a time. Its creation is the first change. */
function changedAt({ transfers, created }: Ledger, account: number, at: bigint): bigint {
  const times = transfers
    .filter((transfer) => transfer.account === account && transfer.at <= at)
    .map((transfer) => transfer.at);
  return [created.get(account) ?? 0n, ...times].sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
}

const MONTH_BORDER = 1_754_006_400n * SECOND;
const monthOf = (at: bigint) => (at < MONTH_BORDER ? 0 : 1);

/** Stores the ledger as the ingest does, with snapshots that contain only the balances changed in a month. */
async function store(api: TestApi, ledger: Ledger): Promise<void> {
  const { database } = api;
  const last = BASE + BigInt(SPAN + 1) * SECOND;
  await insert(
    database,
    'entity',
    ACCOUNTS.map((id) =>
      entity(id, {
        created_timestamp: ledger.created.get(id),
        timestamp_range: `[${ledger.created.get(id)},)`,
        balance: hbarAt(ledger, id, last),
      }),
    ),
  );
  await insert(
    database,
    'crypto_transfer',
    ledger.transfers.map(({ at, account, amount }) => ({
      entity_id: account,
      consensus_timestamp: at,
      amount,
      payer_account_id: 1,
    })),
  );
  // A transfer deleted by an erratum.
  await insert(database, 'crypto_transfer', [
    { entity_id: 1001, consensus_timestamp: BASE + 5n, amount: 77, payer_account_id: 1, errata: 'DELETE' },
  ]);
  await insert(
    database,
    'token_transfer',
    ledger.tokenTransfers.map(({ at, account, token, amount }) => ({
      token_id: token,
      account_id: account,
      consensus_timestamp: at,
      amount,
      payer_account_id: 1,
    })),
  );
  for (const { account, token, from, to } of ledger.associations) {
    const row = { account_id: account, token_id: token, balance: 0 };
    await insert(database, 'token_account', [
      { ...row, associated: to === null, timestamp_range: `[${to ?? from},)` },
    ]);
    if (to !== null) {
      await insert(database, 'token_account_history', [
        { ...row, associated: true, timestamp_range: `[${from},${to})` },
      ]);
    }
  }
  await insert(
    database,
    'token',
    [5001, 5002, NFT_TOKEN].map((token) => ({
      token_id: token,
      type: token === NFT_TOKEN ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
      created_timestamp: 1,
      decimals: 0,
      initial_supply: 0,
      name: 'n',
      symbol: 's',
      treasury_account_id: 2,
      timestamp_range: '[1,)',
      freeze_status: 0,
      kyc_status: 0,
    })),
  );
  for (const { serial, owners } of ledger.nfts) {
    for (const [index, { at, account }] of owners.entries()) {
      const next = owners[index + 1];
      await insert(database, next === undefined ? 'nft' : 'nft_history', [
        {
          token_id: NFT_TOKEN,
          serial_number: serial,
          account_id: account,
          timestamp_range: `[${at},${next?.at ?? ''})`,
        },
      ]);
    }
  }
  let before: bigint | undefined;
  for (const at of ledger.snapshots) {
    const full = before === undefined || monthOf(before) !== monthOf(at);
    const changed = (time: bigint) => full || time > (before ?? 0n);
    await insert(
      database,
      'account_balance',
      ACCOUNTS.filter((id) => (ledger.created.get(id) ?? 0n) <= at)
        .filter((id) => id === TREASURY || changed(changedAt(ledger, id, at)))
        .map((id) => ({ account_id: id, consensus_timestamp: at, balance: hbarAt(ledger, id, at) })),
    );
    for (const id of [1001, 1002]) {
      for (const [token, balance] of tokensAt(ledger, id, at)) {
        if (!full && balance === (before === undefined ? undefined : tokensAt(ledger, id, before).get(token)))
          continue;
        await insert(database, 'token_balance', [
          { account_id: id, token_id: token, consensus_timestamp: at, balance },
        ]);
      }
    }
    before = at;
  }
}

const TABLES = [
  'entity',
  'crypto_transfer',
  'token_transfer',
  'token_account',
  'token_account_history',
  'token',
  'nft',
  'nft_history',
  'account_balance',
  'token_balance',
  'record_file',
];

function tokensJson(tokens: ReadonlyMap<number, number>): unknown[] {
  return [...tokens]
    .sort(([a], [b]) => a - b)
    .map(([token, balance]) => ({ token_id: `0.0.${token}`, balance }));
}

function holds(tokens: readonly unknown[], token: string): boolean {
  return tokens.some((one) => (one as { token_id: string }).token_id === token);
}

describe('balances at a moment', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ clock: () => Number((BASE + 10n * DAY) / 1_000_000n) });
  });
  beforeEach(clear);
  afterAll(() => api.close());

  async function clear(): Promise<void> {
    await api.database.pool.query(TABLES.map((table) => `delete from ${table}`).join('; '));
  }

  /** Inserts blocks of a history that begins with the network and ends after all rows. */
  async function blocks(first: { number: number; start: bigint }): Promise<void> {
    await insert(api.database, 'record_file', [
      { ...block(first.number, 1), consensus_start: first.start, consensus_end: first.start + 1n },
      { ...block(first.number + 1, Number(BASE / SECOND) + 2 * SPAN) },
    ]);
  }

  it('are exact at every instant, with or without snapshots before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        ledgers,
        fc.array(fc.tuple(instantWithin, fc.constantFrom('', 'eq:', 'lt:', 'lte:')), {
          minLength: 3,
          maxLength: 5,
        }),
        async (ledger, moments) => {
          await clear();
          await store(api, ledger);
          await blocks({ number: 0, start: BASE });
          for (const [requested, operator] of moments) {
            const at = operator === 'lt:' ? requested - 1n : requested;
            const times = `timestamp=${operator}${time(requested)}`;
            const existing = ACCOUNTS.filter((id) => (ledger.created.get(id) ?? 0n) <= at);
            const pages = await readPages(
              api,
              `/api/v1/balances?exact=true&${times}&order=asc&limit=2`,
              'balances',
            );
            expect(pages.flat(), `${times} snapshots ${ledger.snapshots}`).toEqual(
              existing.map((id) => ({
                account: `0.0.${id}`,
                balance: hbarAt(ledger, id, at),
                tokens: tokensJson(tokensAt(ledger, id, at)),
              })),
            );
            const { timestamp } = await api.json(`/api/v1/balances?exact=true&${times}&limit=1`);
            expect(timestamp).toBe(time(at));
            for (const id of [1002, 1004]) {
              const path = `/api/v1/accounts/${id}?exact=true&${times}`;
              if (!existing.includes(id)) {
                expect((await api.get(path)).status).toBe(404);
                continue;
              }
              expect((await api.json(path)).balance).toEqual({
                balance: hbarAt(ledger, id, at),
                timestamp: time(at),
                tokens: tokensJson(tokensAt(ledger, id, at)),
              });
            }
            // Accounts within the bounds at that time.
            const { balances } = await api.json(
              `/api/v1/balances?exact=true&${times}&order=asc&account.balance=gt:200`,
            );
            expect((balances as Balance[]).map(({ account }) => account)).toEqual(
              existing.filter((id) => hbarAt(ledger, id, at) > 200).map((id) => `0.0.${id}`),
            );
          }
        },
      ),
      { numRuns: tries(10) },
    );
  });

  it('otherwise are those of the newest snapshot: the first of a month, then the changes', async () => {
    await fc.assert(
      fc.asyncProperty(ledgers, instantWithin, fc.boolean(), async (ledger, requested, ascending) => {
        await clear();
        await store(api, ledger);
        const at = ledger.snapshots.filter((snapshot) => snapshot <= requested).at(-1);
        const query = `timestamp=${time(requested)}${ascending ? '&order=asc' : ''}`;
        const answer = await api.json(`/api/v1/balances?${query}`);
        if (at === undefined) {
          expect(answer).toEqual({ timestamp: null, balances: [], links: { next: null } });
          return;
        }
        expect(answer.timestamp).toBe(time(at));
        const existing = ACCOUNTS.filter((id) => (ledger.created.get(id) ?? 0n) <= at);
        const expected = existing.map((id) => {
          const tokens = tokensJson(tokensAt(ledger, id, at));
          return {
            account: `0.0.${id}`,
            balance: hbarAt(ledger, id, at),
            tokens: ascending ? tokens : tokens.reverse(),
          };
        });
        const ordered = ascending ? expected : expected.reverse();
        // Associations that ended since the month's first snapshot are still in its rows.
        const holders = new Set(
          ordered.filter(({ tokens }) => holds(tokens, '0.0.5002')).map(({ account }) => account),
        );
        const known = (items: unknown) =>
          (items as Balance[]).map((item) => ({
            ...item,
            tokens: item.tokens.filter(
              ({ token_id }) => token_id !== '0.0.5002' || holders.has(item.account),
            ),
          }));
        expect(known(answer.balances)).toEqual(ordered);
        const pages = await readPages(api, `/api/v1/balances?${query}&limit=1`, 'balances');
        expect(known(pages.flat())).toEqual(ordered);
        const one = await api.json(`/api/v1/accounts/98?timestamp=${time(requested)}`);
        expect(one.balance).toEqual({ balance: hbarAt(ledger, 98, at), timestamp: time(at), tokens: [] });
      }),
      { numRuns: tries(15) },
    );
  });

  describe('before the beginning of the history', () => {
    beforeEach(async () => {
      await insert(api.database, 'entity', [
        entity(1001, { created_timestamp: 5 }),
        entity(1002, { created_timestamp: BASE + 50n }),
      ]);
      await insert(api.database, 'crypto_transfer', [
        { entity_id: 1001, consensus_timestamp: BASE + 60n, amount: 6, payer_account_id: 1 },
        { entity_id: 1002, consensus_timestamp: BASE + 60n, amount: 7, payer_account_id: 1 },
      ]);
      await blocks({ number: 5, start: BASE });
    });
    const at = (nanos: bigint) => `exact=true&timestamp=${time(BASE + nanos)}`;
    const missing = (nanos: bigint) => ({
      _status: {
        messages: [
          { message: 'Not found', detail: `The history does not reach back to ${time(BASE + nanos)}` },
        ],
      },
    });

    it('is unknown without a snapshot, except for an account created since', async () => {
      for (const path of [`/api/v1/balances?${at(70n)}`, `/api/v1/accounts/1001?${at(70n)}`]) {
        const response = await api.get(path);
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual(missing(70n));
      }
      expect((await api.json(`/api/v1/accounts/1002?${at(70n)}`)).balance).toEqual({
        balance: 7,
        timestamp: time(BASE + 70n),
        tokens: [],
      });
    });

    it('is known from a snapshot on, also one at most one interval before the first block', async () => {
      await insert(api.database, 'account_balance', [
        { account_id: 2, consensus_timestamp: BASE - 900n * SECOND, balance: 1 },
        { account_id: 1001, consensus_timestamp: BASE - 900n * SECOND, balance: 100 },
      ]);
      expect((await api.json(`/api/v1/balances?${at(60n)}&order=asc`)).balances).toMatchObject([
        { account: '0.0.2', balance: 1 },
        { account: '0.0.1001', balance: 106 },
        { account: '0.0.1002', balance: 7 },
      ]);
      expect((await api.json(`/api/v1/balances?${at(59n)}&account.id=1001`)).balances).toMatchObject([
        { account: '0.0.1001', balance: 100 },
      ]);
      await api.database.pool.query(
        'update account_balance set consensus_timestamp = consensus_timestamp - 1',
      );
      expect((await api.get(`/api/v1/balances?${at(60n)}`)).status).toBe(404);
    });

    it('ends with the last block', async () => {
      await insert(api.database, 'account_balance', [
        { account_id: 2, consensus_timestamp: BASE, balance: 1 },
      ]);
      const end = `${BASE / SECOND + BigInt(2 * SPAN)}.000000000`;
      expect(
        await api.json('/api/v1/balances?exact=true&timestamp=9999999999&limit=1&order=asc'),
      ).toMatchObject({
        timestamp: end,
      });
    });
  });

  it('are searched back to the previous month, without the excluded times', async () => {
    await insert(
      api.database,
      'account_balance',
      [40n, 5n, 3n].map((days) => ({
        account_id: 2,
        balance: days,
        consensus_timestamp: MONTH_BORDER - days * DAY,
      })),
    );
    const request = async (query: string) => {
      const { timestamp, balances } = await api.json(`/api/v1/balances?${query}`);
      return [timestamp, ...(balances as Balance[]).map(({ balance }) => balance)];
    };
    const days = (count: bigint) => time(MONTH_BORDER - count * DAY);
    expect(await request(`timestamp=${days(3n)}`)).toEqual([days(3n), 3]);
    expect(await request(`timestamp=lt:${days(3n)}`)).toEqual([days(5n), 5]);
    expect(await request(`timestamp=${days(3n)}&timestamp=ne:${days(3n)}`)).toEqual([days(5n), 5]);
    expect(await request(`timestamp=${days(3n)}&timestamp=${days(4n)}`)).toEqual([days(5n), 5]);
    expect(await request(`timestamp=ne:${days(3n)}&timestamp=gt:${days(5n)}`)).toEqual([null]);
    expect(await request(`timestamp=gte:${days(5n)}&timestamp=gt:${days(50n)}`)).toEqual([days(3n), 3]);
    expect(await request(`timestamp=lt:${days(5n)}`)).toEqual([days(40n), 40]);
    // The search goes back to the first day of the month before that of the upper bound, or of now.
    expect(await request(`timestamp=${time(MONTH_BORDER + 40n * DAY)}`)).toEqual([days(3n), 3]);
    await api.database.pool.query('delete from account_balance where balance < 40');
    expect(await request(`timestamp=lt:${days(3n)}`)).toEqual([days(40n), 40]);
    expect(await request('timestamp=lte:9223372036')).toEqual([null]);
    expect(await request('timestamp=lte:9999999999')).toEqual([null]);
  });

  it('choose among the rows of the month by balance, few or many', async () => {
    await api.database.pool.query(
      `insert into account_balance (account_id, consensus_timestamp, balance)
       select id, ${MONTH_BORDER}, id % 1000 from generate_series(3, 3002) id
       union all select 2, ${MONTH_BORDER} + n, n from generate_series(0, 5) n
       union all select 500, ${MONTH_BORDER} + 5, 7777`,
    );
    const readAll = async (query: string) =>
      (await readPages(api, `/api/v1/balances?timestamp=${time(MONTH_BORDER + 9n)}&${query}`, 'balances'))
        .flat()
        .map((item) => [(item as Balance).account, (item as Balance).balance] as const);
    expect(await readAll('account.balance=gte:998&account.id=gt:2000&limit=2&order=asc')).toEqual([
      ['0.0.2998', 998],
      ['0.0.2999', 999],
    ]);
    // Each filter selects the row that matches, although it is not the newest.
    expect(await readAll('account.balance=500&limit=1')).toEqual([
      ['0.0.2500', 500],
      ['0.0.1500', 500],
      ['0.0.500', 500],
    ]);
    expect(await readAll('account.balance=gt:999&account.balance=lt:9999')).toEqual([['0.0.500', 7777]]);
    expect(await readAll('account.balance=lte:5&account.id=lte:3&order=asc&limit=1')).toEqual([
      ['0.0.2', 5],
      ['0.0.3', 3],
    ]);
    const many = await readAll('account.balance=gte:10&limit=100');
    expect(many).toHaveLength(2970);
    expect(many[0]).toEqual(['0.0.2999', 999]);
  });
});
