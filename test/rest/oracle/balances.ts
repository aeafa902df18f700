import { id, time } from './texts.ts';
import { newestUpTo, snapshots, versionsOf } from './versions.ts';
import type { World } from './world.ts';

/**
 * Checks balances with the ledger's accounts and relations: current ones, those of snapshots, and those at any time.
 */

interface TokenBalance {
  readonly token_id: string;
  readonly balance: bigint;
}

/** Returns token balances of accounts by token, now or at a time. */
export function heldTokens({ ledger }: World, at?: bigint): Map<number, TokenBalance[]> {
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

/** Maximum number of tokens of one account in a list. */
export const TOKENS_IN_LISTS = 50;

/** Returns accounts and contracts by number, now or at a moment. */
export function accountsAt({ ledger }: World, at?: bigint) {
  return [...ledger.accounts.entries()]
    .flatMap(([num, now]) => (at === undefined ? now : (ledger.accounts.at(num, at) ?? [])))
    .sort((a, b) => a.num - b.num);
}

/** Checks the world's orders of a list whose items contain lists, which are reversed, too. */
async function expectBalances(
  world: World,
  path: string,
  rows: readonly { num: number; balance: bigint }[],
  tokens: ReadonlyMap<number, TokenBalance[]>,
): Promise<void> {
  for (const order of world.options.orders ?? ['asc', 'desc']) {
    const sorted = order === 'asc' ? rows : [...rows].reverse();
    const got = await world.readAll(`${path}${path.includes('?') ? '&' : '?'}order=${order}`, 'balances');
    world.expectSame(
      `${path} ${order}`,
      got,
      sorted.map(({ num, balance }) => {
        const held = tokens.get(num) ?? [];
        const shown = order === 'asc' ? held : [...held].reverse();
        return { account: id(num), balance, tokens: shown.slice(0, TOKENS_IN_LISTS) };
      }),
    );
  }
}

export async function checkBalances(world: World): Promise<void> {
  const now = accountsAt(world);
  const tokens = heldTokens(world);
  await expectBalances(world, '/balances', now, tokens);

  const page = await world.get(`/balances?order=asc&limit=${world.options.limit}`);
  const shown = now.slice(0, world.options.limit);
  const times = shown.map(({ num }) => time(versionsOf(world).balanceTimes(num).at(-1) ?? 0n));
  world.expectSame('timestamp of /balances', page.timestamp, times.sort().at(-1));

  const [some] = world.some(now, 1);
  const bound = some?.balance ?? 0n;
  await expectBalances(
    world,
    `/balances?account.balance=gte:${bound}`,
    now.filter(({ balance }) => balance >= bound),
    tokens,
  );
  await expectBalances(
    world,
    `/balances?account.balance=lt:${bound}`,
    now.filter(({ balance }) => balance < bound),
    tokens,
  );
  for (const at of world.moments) {
    const rows = accountsAt(world, at);
    const held = heldTokens(world, at);
    await expectBalances(world, `/balances?exact=true&timestamp=${time(at)}`, rows, held);
    const [one] = world.some(rows, 1);
    const minimum = one?.balance ?? 0n;
    await expectBalances(
      world,
      `/balances?exact=true&timestamp=${time(at)}&account.balance=gt:${minimum}`,
      rows.filter(({ balance }) => balance > minimum),
      held,
    );
    await checkSnapshot(world, at);
  }
}

/** Checks the balances at a past time without `exact`: those of the newest snapshot up to it. */
async function checkSnapshot(world: World, moment: bigint): Promise<void> {
  const path = `/balances?timestamp=${time(moment)}&order=asc`;
  const at = newestUpTo(snapshots(world), moment);
  const answer = await world.get(path);
  world.expectSame(path, answer.timestamp, at === undefined ? null : time(at));
  if (at === undefined) return world.expectSame(path, answer.balances, []);
  const got = await world.readAll(path, 'balances');
  const rows = accountsAt(world, at);
  world.expectSame(
    path,
    got.map(({ account, balance }) => ({ account, balance })),
    // Accounts deleted before the month's first snapshot are missing in it.
    rows
      .filter(({ num, deleted }) => !deleted || got.some(({ account }) => account === id(num)))
      .map(({ num, balance }) => ({ account: id(num), balance })),
  );
  const held = heldTokens(world, at);
  for (const { account, tokens } of got) {
    const own = held.get(Number(String(account).slice(4))) ?? [];
    // Snapshots may omit balances that were always zero.
    const having = (list: readonly TokenBalance[]) => list.filter(({ balance }) => balance > 0);
    world.expectSame(
      `${path} ${account}`,
      having(tokens as TokenBalance[]),
      having(own).slice(0, TOKENS_IN_LISTS),
    );
  }
}
