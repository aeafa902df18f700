import type { Account } from '../../../packages/network-simulator/src/ledger/entities.ts';
import { contractId } from '../../../packages/network-simulator/src/ledger/ids.ts';
import { accountsAt, heldTokens, TOKENS_IN_LISTS } from './balances.ts';
import type { Item } from './compare.ts';
import { big, num } from './history.ts';
import { pendingReward, stakesAt } from './stakes.ts';
import { base32, hex0x, id, idOrNull, keyJson, longZero, specJson, time } from './texts.ts';
import { accountTransactions } from './transactions.ts';
import { newestUpTo, snapshots, versionsOf } from './versions.ts';
import type { World } from './world.ts';

/** Accounts and contracts as `/accounts` returns them, and the rewards paid to them. */

const SECONDS_PER_DAY = 86_400n;

/** Returns all fields but the balance, from the row of the account at a moment (by default the end of history). */
function fieldsOf(world: World, row: Readonly<Account>, at?: bigint) {
  const { ledger } = world;
  const staked = row.stakedNodeId >= 0;
  const stake = stakesAt(world, at ?? ledger.lastConsensus).get(row.num);
  const expiry = row.expiration ?? row.createdAt + BigInt(row.autoRenewPeriod) * 1_000_000_000n;
  return {
    account: id(row.num),
    alias: row.alias === null ? null : base32(row.alias),
    auto_renew_period: row.autoRenewPeriod,
    created_timestamp: time(row.createdAt),
    decline_reward: row.declineReward,
    // An address of zeros means that the account has no delegated code any more.
    delegation_address: row.delegation?.some((byte) => byte !== 0) ? hex0x(row.delegation) : '0x',
    deleted: row.deleted,
    ethereum_nonce: nonceOf(world, row, at),
    evm_address: row.evmAddress === null ? longZero(row.num) : hex0x(row.evmAddress),
    expiry_timestamp: time(expiry),
    key:
      row.contract && row.key === null
        ? keyJson({ contractID: contractId(row.num) })
        : specJson(ledger, row.key),
    max_automatic_token_associations: row.maxAutoAssociations,
    memo: row.memo,
    pending_reward: pendingReward(row, stake),
    receiver_sig_required: row.contract ? null : row.receiverSigRequired,
    staked_account_id: idOrNull(row.stakedAccountId),
    staked_node_id: staked ? row.stakedNodeId : null,
    stake_period_start:
      staked && row.stakePeriodStart >= 0
        ? `${BigInt(row.stakePeriodStart) * SECONDS_PER_DAY}.000000000`
        : null,
  };
}

/** Nonces change within a version, so a past version has the nonce at its end. */
function nonceOf(world: World, row: Readonly<Account>, at?: bigint): number {
  if (at === undefined) return row.ethereumNonce;
  const end = versionsOf(world).at(row.num, at)?.to ?? null;
  const last = end === null ? world.ledger.lastConsensus : end - 1n;
  return (world.ledger.accounts.at(row.num, last) ?? row).ethereumNonce;
}

function balanceTime(world: World, account: number): string {
  return time(versionsOf(world).balanceTimes(account).at(-1) ?? 0n);
}

export async function checkAccounts(world: World): Promise<void> {
  const rows = accountsAt(world);
  const tokens = heldTokens(world);
  const items = (order: 'asc' | 'desc', selected = rows) =>
    (order === 'asc' ? selected : [...selected].reverse()).map((row) => {
      const held = tokens.get(row.num) ?? [];
      const shown = order === 'asc' ? held : [...held].reverse();
      return {
        ...fieldsOf(world, row),
        balance: {
          balance: row.balance,
          timestamp: balanceTime(world, row.num),
          tokens: shown.slice(0, TOKENS_IN_LISTS),
        },
      };
    });
  for (const order of ['asc', 'desc'] as const) {
    world.expectSame(order, await world.readAll(`/accounts?order=${order}`, 'accounts'), items(order));
  }
  await world.expectList(
    '/accounts?balance=false',
    'accounts',
    rows.map((row) => ({ ...fieldsOf(world, row), balance: null })),
  );
  const [bound] = world.some(rows, 1);
  if (bound !== undefined) {
    world.expectSame(
      'account.balance',
      await world.readAll(`/accounts?account.balance=gte:${bound.balance}`, 'accounts'),
      items(
        'asc',
        rows.filter(({ balance }) => balance >= bound.balance),
      ),
    );
    world.expectSame(
      'account.id',
      await world.readAll(`/accounts?account.id=lte:${bound.num}&order=desc`, 'accounts'),
      items(
        'desc',
        rows.filter(({ num }) => num <= bound.num),
      ),
    );
  }
  await checkPublicKeys(world);
  for (const row of world.some(rows, 12)) await checkOne(world, row, tokens);
  for (const at of world.moments)
    for (const row of world.some(accountsAt(world, at), 8)) await checkPast(world, row, at);
}

/** Checks that a key filter returns all holders of the key. */
async function checkPublicKeys(world: World): Promise<void> {
  const rows = accountsAt(world).map((row) => ({ row, key: fieldsOf(world, row).key }));
  const simple = rows.flatMap(({ key }) =>
    key !== null && '_type' in key && key._type !== 'ProtobufEncoded' && 'key' in key
      ? [String(key.key)]
      : [],
  );
  for (const publicKey of world.some([...new Set(simple)], 4)) {
    const got = await world.readAll(`/accounts?account.publickey=${publicKey}&balance=false`, 'accounts');
    world.expectSame(
      publicKey,
      got.map(({ account }) => account),
      rows.flatMap(({ row, key }) =>
        key !== null && 'key' in key && key.key === publicKey ? [id(row.num)] : [],
      ),
    );
  }
}

async function checkOne(
  world: World,
  row: Readonly<Account>,
  tokens: ReadonlyMap<number, object[]>,
): Promise<void> {
  const { limit } = world.options;
  const expected = {
    ...fieldsOf(world, row),
    balance: {
      balance: row.balance,
      timestamp: balanceTime(world, row.num),
      tokens: tokens.get(row.num) ?? [],
    },
  };
  const answer = await world.get(`/accounts/${row.num}?limit=${limit}`);
  const { transactions, links, ...own } = answer;
  world.expectSame(`/accounts/${row.num}`, own, expected);
  const pages = transactionPages(world, row, limit);
  world.expectSame(`/accounts/${row.num} transactions`, transactions, pages[0] ?? []);
  const { next } = links as { next: string | null };
  world.expectSame(`/accounts/${row.num} links`, next === null, pages.length <= 1);
  world.expectSame(
    `/accounts/${row.num} nested`,
    await world.readAll(`/accounts/${row.num}`, 'transactions'),
    pages.flat(),
  );
  // Other names of the account that are valid until its deletion.
  const names = [longZero(row.num), row.evmAddress && hex0x(row.evmAddress), row.alias && base32(row.alias)];
  for (const name of names) {
    if (!name || (row.deleted && name !== names[0])) continue;
    world.expectSame(name, await world.get(`/accounts/${name}?transactions=false`), {
      ...expected,
      transactions: [],
      links: { next: null },
    });
  }
}

/**
 * The pages of an account's transactions, newest first. A full page is followed by another one, which may be empty. No
 * page follows the account's creation, because its link would name a time before the account existed. (At genesis an
 * account pays before its creation is recorded.)
 */
function transactionPages(world: World, row: Readonly<Account>, limit: number): Item[][] {
  const newest = accountTransactions(world, row.num).reverse();
  const pages: Item[][] = [];
  for (let at = 0; at <= newest.length; at += limit) {
    const page = newest.slice(at, at + limit);
    pages.push(page);
    const last = page.at(-1)?.consensus_timestamp;
    if (page.length < limit || String(last) <= time(row.createdAt)) break;
  }
  return pages;
}

async function checkPast(world: World, row: Readonly<Account>, at: bigint): Promise<void> {
  const path = `/accounts/${row.num}?timestamp=${time(at)}&transactions=false`;
  const tokens = heldTokens(world, at).get(row.num) ?? [];
  const nothing = { transactions: [], links: { next: null } };
  await world.expectOne(`${path}&exact=true`, {
    ...fieldsOf(world, row, at),
    ...nothing,
    balance: { balance: row.balance, timestamp: time(at), tokens },
  });
  const { balance, ...rest } = await world.get(path);
  world.expectSame(path, rest, { ...fieldsOf(world, row, at), ...nothing });
  const snapshot = newestUpTo(snapshots(world), at);
  if (snapshot === undefined) return;
  const { balance: amount, timestamp } = balance as { balance: number; timestamp: string };
  world.expectSame(
    `${path} balance`,
    { amount, timestamp },
    { amount: world.ledger.accounts.at(row.num, snapshot)?.balance ?? 0n, timestamp: time(snapshot) },
  );
}

/** Checks rewards in the records against the accounts' own lists. */
export async function checkRewards(world: World): Promise<void> {
  const paid = new Map<number, object[]>();
  for (const { at, record } of world.recorded) {
    for (const { accountID, amount } of record.paidStakingRewards) {
      const account = num(accountID?.accountNum);
      const list = paid.get(account) ?? [];
      list.push({ account_id: id(account), amount: big(amount), timestamp: time(at) });
      paid.set(account, list);
    }
  }
  const others = world.some(
    [...world.ledger.accounts.values()].map((row) => row.num),
    3,
  );
  for (const account of new Set([...world.some([...paid.keys()], 15), ...others])) {
    await world.expectList(`/accounts/${account}/rewards`, 'rewards', paid.get(account) ?? []);
  }
}
