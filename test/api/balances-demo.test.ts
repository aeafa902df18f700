import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/demo/ledger/ledger.ts';
import { simulate } from '../../src/demo/simulate.ts';
import { KINDS } from '../../src/demo/transactions/kinds.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { NumberText, parseExactJson } from '../conformance/exact-json.ts';
import { ingestFolder } from '../ingest-rows/ingest-folder.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';

/** What the API says of accounts and balances, against the ledger whose stream was ingested. */

const EVERYTHING = Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 20)]));
const OPTIONS = { seed: 33, tps: 200, blocks: 8, signInner: false, mix: EVERYTHING, failures: 0.05 };

interface Item {
  readonly [name: string]: unknown;
}

let api: TestApi;
let dir = '';
let ledger: Ledger;
/** The ends of blocks, and instants between. */
const moments: bigint[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tain-api-demo-'));
  await writeDemo({ dir, ...OPTIONS });
  ledger = simulate({
    ...OPTIONS,
    history: true,
    onBlock: (_block, { lastConsensus }) => {
      const before = moments.at(-1);
      if (before !== undefined) moments.push(before + (lastConsensus - before) / 3n);
      moments.push(lastConsensus);
    },
  });
  api = await startTestApi();
  await ingestFolder({ database: api.database, folder: dir, addressBook: join(dir, 'address_book.bin') });
  await api.database.pool.query('analyze');
}, 300_000);
afterAll(async () => {
  await api?.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Integers as bigint. */
function exact(value: unknown): unknown {
  if (value instanceof NumberText) return BigInt(value.text);
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exact(member)]));
}

async function get(path: string): Promise<Item> {
  const response = await api.get(path);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return exact(parseExactJson(text)) as Item;
}

async function walk(path: string, items: string): Promise<Item[]> {
  const all: Item[] = [];
  for (let next: string | null = path; next !== null; ) {
    const answer: Item = await get(next);
    all.push(...(answer[items] as Item[]));
    next = (answer.links as { next: string | null }).next;
  }
  return all;
}

const id = (num: number) => `0.0.${num}`;
const time = (nanos: bigint) =>
  `${nanos / 1_000_000_000n}.${String(nanos % 1_000_000_000n).padStart(9, '0')}`;

/** Token balances of each account, now or at a moment, by token. */
function heldTokens(at?: bigint): Map<number, { token_id: string; balance: bigint }[]> {
  const held = new Map<number, { token: number; balance: bigint }[]>();
  for (const [key, now] of ledger.relations.entries()) {
    const row = at === undefined ? now : ledger.relations.at(key, at);
    if (!row?.associated) continue;
    const list = held.get(row.account) ?? [];
    list.push({ token: row.token, balance: row.balance });
    held.set(row.account, list);
  }
  return new Map(
    [...held].map(([account, list]) => [
      account,
      list.sort((a, b) => a.token - b.token).map(({ token, balance }) => ({ token_id: id(token), balance })),
    ]),
  );
}

function sorted(rows: Iterable<{ num: number; balance: bigint }>): { num: number; balance: bigint }[] {
  return [...rows].sort((a, b) => a.num - b.num);
}

describe('a demo network', () => {
  it('has the balances that its ledger has', async () => {
    const tokens = heldTokens();
    const expected = sorted(ledger.accounts.values()).map(({ num, balance }) => ({
      account: id(num),
      balance,
      tokens: (tokens.get(num) ?? []).slice(0, 50),
    }));
    expect(await walk('/api/v1/balances?order=asc&limit=100', 'balances')).toEqual(expected);
    const accounts = await walk('/api/v1/accounts?limit=100', 'accounts');
    expect(
      accounts.map(({ account, balance }) => {
        const { balance: amount, tokens: nested } = balance as Item;
        return { account, balance: amount, tokens: nested };
      }),
    ).toEqual(expected);
  });

  it('had, at every moment, the balances that its ledger had', async () => {
    for (const at of moments) {
      const tokens = heldTokens(at);
      const rows = [...ledger.accounts.entries()].flatMap(([key]) => ledger.accounts.at(key, at) ?? []);
      const expected = sorted(rows).map(({ num, balance }) => ({
        account: id(num),
        balance,
        tokens: (tokens.get(num) ?? []).slice(0, 50),
      }));
      const path = `/api/v1/balances?exact=true&timestamp=${time(at)}&order=asc&limit=100`;
      expect(await walk(path, 'balances'), path).toEqual(expected);
      for (const { num, balance, memo, deleted } of rows.filter((_, index) => index % 37 === 0)) {
        const account = await get(
          `/api/v1/accounts/${num}?exact=true&timestamp=${time(at)}&transactions=false`,
        );
        expect(account).toMatchObject({
          account: id(num),
          memo,
          deleted,
          balance: { balance, timestamp: time(at), tokens: tokens.get(num) ?? [] },
        });
      }
    }
  }, 120_000);

  it('shows of each account what it holds, allows and earned', async () => {
    const tokens = heldTokens();
    const nfts = new Map<number, string[]>();
    const rows = [...ledger.nfts.values()].filter(({ deleted }) => !deleted);
    for (const { owner, token, serial } of rows.sort((a, b) => b.token - a.token || b.serial - a.serial)) {
      nfts.set(owner, [...(nfts.get(owner) ?? []), `${id(token)}/${serial}`]);
    }
    const granted = [...ledger.cryptoAllowances.values()].filter(({ amount }) => amount > 0n);
    const grantedTokens = [...ledger.tokenAllowances.values()].filter(({ amount }) => amount > 0n);
    expect(granted.length * grantedTokens.length * nfts.size).toBeGreaterThan(0);
    for (const { num } of sorted(ledger.accounts.values())) {
      const own = `/api/v1/accounts/${num}`;
      const relations = await walk(`${own}/tokens?limit=100`, 'tokens');
      expect(relations.map(({ token_id, balance }) => ({ token_id, balance }))).toEqual(
        tokens.get(num) ?? [],
      );
      const owned = await walk(`${own}/nfts?limit=7`, 'nfts');
      expect(owned.map(({ token_id, serial_number }) => `${token_id}/${serial_number}`)).toEqual(
        nfts.get(num) ?? [],
      );
      const hbar = await walk(`${own}/allowances/crypto?order=asc`, 'allowances');
      expect(hbar.map(({ spender, amount }) => [spender, amount])).toEqual(
        granted
          .filter(({ owner }) => owner === num)
          .sort((a, b) => a.spender - b.spender)
          .map(({ spender, amount }) => [id(spender), amount]),
      );
      const others = await walk(`${own}/allowances/tokens?limit=2`, 'allowances');
      expect(others.map(({ spender, token_id, amount }) => [spender, token_id, amount])).toEqual(
        grantedTokens
          .filter(({ owner }) => owner === num)
          .sort((a, b) => a.spender - b.spender || a.token - b.token)
          .map(({ spender, token, amount }) => [id(spender), id(token), amount]),
      );
    }
  }, 120_000);
});
