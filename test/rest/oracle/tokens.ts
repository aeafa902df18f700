import type { FixedFee, Token } from '../../../packages/network-simulator/src/ledger/entities.ts';
import type { Item } from './compare.ts';
import { num, type Recorded } from './history.ts';
import { base64, id, idOrNull, specJson, time } from './texts.ts';
import { newestUpTo, snapshots, versionsOf } from './versions.ts';
import type { World } from './world.ts';

/** Tokens, their holders, and the tokens of accounts. */

/** Returns tokens by number, now or at a moment. */
export function tokensAt({ ledger }: World, at?: bigint): Readonly<Token>[] {
  return [...ledger.tokens.entries()]
    .flatMap(([token, now]) => (at === undefined ? now : (ledger.tokens.at(token, at) ?? [])))
    .sort((a, b) => a.num - b.num);
}

const typeOf = (row: Readonly<Token>) => (row.nonFungible ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON');

/** Returns the token whose `token` row a successful transaction changes. (The supply changes within a version.) */
function changedToken({ field, body, record, ok }: Recorded): number {
  if (!ok) return 0;
  if (field === 'tokenCreation') return num(record.receipt?.tokenID?.tokenNum);
  if (field === 'tokenUpdate') return num(body.tokenUpdate?.token?.tokenNum);
  if (field === 'tokenPause') return num(body.tokenPause?.token?.tokenNum);
  if (field === 'tokenUnpause') return num(body.tokenUnpause?.token?.tokenNum);
  return 0;
}

/** Returns the last value set by successful transactions up to a moment. */
function lastSet<T>(
  world: World,
  at: bigint,
  read: (recorded: Recorded) => T | null | undefined,
): T | undefined {
  let last: T | undefined;
  for (const recorded of world.recorded) {
    if (recorded.at > at) break;
    if (recorded.ok) last = read(recorded) ?? last;
  }
  return last;
}

export const fixedFee = (fee: FixedFee) => ({
  amount: fee.amount,
  collector_account_id: id(fee.collector),
  denominating_token_id: idOrNull(fee.token),
});

function feesOf(world: World, row: Readonly<Token>, at: bigint) {
  const set = lastSet(world, at, ({ at: when, field, body, record }) => {
    if (field === 'tokenCreation' && num(record.receipt?.tokenID?.tokenNum) === row.num) {
      return { when, fees: body.tokenCreation?.customFees ?? [] };
    }
    if (
      field === 'tokenFeeScheduleUpdate' &&
      num(body.tokenFeeScheduleUpdate?.tokenId?.tokenNum) === row.num
    ) {
      return { when, fees: body.tokenFeeScheduleUpdate?.customFees ?? [] };
    }
    return undefined;
  });
  // The flag has no effect on charged fees, so the simulated ledger does not store it.
  const exempt = (kind: 'fixedFee' | 'fractionalFee' | 'royaltyFee', index: number) => ({
    all_collectors_are_exempt:
      (set?.fees ?? []).filter((fee) => fee[kind])[index]?.allCollectorsAreExempt ?? false,
  });
  const amount = ({
    numerator,
    denominator,
  }: {
    numerator: bigint | number;
    denominator: bigint | number;
  }) => ({
    amount: { numerator, denominator },
  });
  return {
    created_timestamp: time(set?.when ?? 0n),
    fixed_fees: row.fixedFees.map((fee, i) => ({ ...exempt('fixedFee', i), ...fixedFee(fee) })),
    ...(row.nonFungible
      ? {
          royalty_fees: row.royaltyFees.map((fee, i) => ({
            ...exempt('royaltyFee', i),
            ...amount(fee),
            collector_account_id: id(fee.collector),
            fallback_fee: fee.fallback === 0n ? null : { amount: fee.fallback, denominating_token_id: null },
          })),
        }
      : {
          fractional_fees: row.fractionalFees.map((fee, i) => ({
            ...exempt('fractionalFee', i),
            ...amount(fee),
            collector_account_id: id(fee.collector),
            denominating_token_id: id(row.num),
            maximum: fee.maximum === 0n ? null : fee.maximum,
            minimum: fee.minimum,
            net_of_transfers: fee.netOfTransfers,
          })),
        }),
  };
}

/** The status of a token that once had the key, also after its removal. */
function pauseStatus({ paused }: Readonly<Token>, first: Readonly<Token> | undefined): string {
  if (paused) return 'PAUSED';
  return first?.pauseKey ? 'UNPAUSED' : 'NOT_APPLICABLE';
}

function tokenJson(world: World, row: Readonly<Token>, at: bigint): object {
  const { ledger, recorded } = world;
  const changes = recorded.filter((one) => changedToken(one) === row.num).map((one) => one.at);
  const version = newestUpTo(changes, at) ?? 0n;
  const entity = versionsOf(world).at(row.num, at)?.from ?? 0n;
  const expiry =
    row.expiration ??
    (row.autoRenewPeriod === null ? null : row.createdAt + BigInt(row.autoRenewPeriod) * 1_000_000_000n);
  return {
    admin_key: specJson(ledger, row.adminKey),
    auto_renew_account: idOrNull(row.autoRenewAccount),
    auto_renew_period: row.autoRenewPeriod,
    created_timestamp: time(row.createdAt),
    custom_fees: feesOf(world, row, at),
    decimals: String(row.decimals),
    deleted: row.deleted,
    expiry_timestamp: expiry,
    fee_schedule_key: specJson(ledger, row.feeScheduleKey),
    freeze_default: row.freezeDefault,
    freeze_key: specJson(ledger, row.freezeKey),
    initial_supply: String(row.initialSupply),
    kyc_key: specJson(ledger, row.kycKey),
    max_supply: String(row.maxSupply),
    memo: row.memo,
    metadata: base64(row.metadata),
    metadata_key: specJson(ledger, row.metadataKey),
    modified_timestamp: time(version > entity ? version : entity),
    name: row.name,
    pause_key: specJson(ledger, row.pauseKey),
    pause_status: pauseStatus(row, ledger.tokens.at(row.num, row.createdAt)),
    supply_key: specJson(ledger, row.supplyKey),
    supply_type: row.maxSupply === 0n ? 'INFINITE' : 'FINITE',
    symbol: row.symbol,
    token_id: id(row.num),
    total_supply: String(row.totalSupply),
    treasury_account_id: id(row.treasury),
    type: typeOf(row),
    wipe_key: specJson(ledger, row.wipeKey),
  };
}

export async function checkTokens(world: World): Promise<void> {
  const { ledger } = world;
  const now = tokensAt(world);
  const listed = (rows: readonly Readonly<Token>[]) =>
    rows.map((row) => ({
      admin_key: specJson(ledger, row.adminKey),
      decimals: row.decimals,
      metadata: base64(row.metadata),
      name: row.name,
      symbol: row.symbol,
      token_id: id(row.num),
      type: typeOf(row),
    }));
  await world.expectList('/tokens', 'tokens', listed(now));
  for (const type of ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']) {
    await world.expectList(
      `/tokens?type=${type}`,
      'tokens',
      listed(now.filter((row) => typeOf(row) === type)),
    );
  }
  const holding = new Set([...ledger.relations.values()].map(({ account }) => account));
  for (const account of world.some([...holding], 6)) {
    const own = now.filter(({ num }) => ledger.relation(account, num) !== undefined);
    await world.expectList(`/tokens?account.id=${account}`, 'tokens', listed(own));
  }
  const [some] = world.some(now, 1);
  const word = some?.name.split(' ')[0]?.toLowerCase() ?? 'demo';
  const named = now.filter(({ name }) => name.toLowerCase().includes(word));
  world.expectSame(
    `named ${word}`,
    (await world.get(`/tokens?name=${word}&limit=100&order=asc`)).tokens,
    listed(named.slice(0, 100)),
  );
  for (const row of now)
    await world.expectOne(`/tokens/${row.num}`, tokenJson(world, row, ledger.lastConsensus));
  for (const at of world.moments) {
    const then = tokensAt(world, at);
    for (const row of world.some(then, 8)) {
      await world.expectOne(`/tokens/${row.num}?timestamp=${time(at)}`, tokenJson(world, row, at));
    }
    const createdLater = now.find(({ createdAt }) => createdAt > at);
    if (createdLater !== undefined)
      await world.get(`/tokens/${createdLater.num}?timestamp=lte:${time(at)}`, 404);
  }
}

/** Returns associations with a balance, of one token or of all, by token and account. */
function holders({ ledger }: World, at?: bigint) {
  return [...ledger.relations.entries()]
    .flatMap(([key, now]) => (at === undefined ? now : (ledger.relations.at(key, at) ?? [])))
    .filter(({ associated }) => associated)
    .sort((a, b) => a.token - b.token || a.account - b.account)
    .map(({ account, token, balance }) => ({
      account: id(account),
      balance,
      decimals: ledger.tokens.need(token).decimals,
      token_id: id(token),
    }));
}

export async function checkTokenBalances(world: World): Promise<void> {
  const all = holders(world);
  await world.expectList('/tokens/balances', 'balances', all);
  const tokens = world.some(tokensAt(world), 8);
  for (const { num } of tokens) {
    const own = all
      .filter(({ token_id }) => token_id === id(num))
      .map(({ account, balance, decimals }) => ({ account, balance, decimals }));
    await world.expectList(`/tokens/${num}/balances`, 'balances', own);
    const [some] = world.some(own, 1);
    const min = some?.balance ?? 1n;
    const rich = own.filter(({ balance }) => balance >= min);
    await world.expectList(`/tokens/${num}/balances?account.balance=gte:${min}`, 'balances', rich);
  }
  for (const moment of world.moments) {
    const at = newestUpTo(snapshots(world), moment);
    for (const { num } of tokens) {
      const path = `/tokens/${num}/balances?timestamp=${time(moment)}`;
      const answer = await world.get(path);
      if (at === undefined) {
        world.expectSame(path, { ...answer }, { timestamp: null, balances: [], links: { next: null } });
        continue;
      }
      // Snapshots may omit accounts that never had a balance.
      const having = (list: readonly Item[]) => list.filter(({ balance }) => (balance as number) > 0);
      const own = holders(world, at).filter(({ token_id }) => token_id === id(num));
      world.expectSame(
        path,
        having(await world.readAll(`${path}&order=asc`, 'balances')),
        having(own).map(({ account, balance, decimals }) => ({ account, balance, decimals })),
      );
    }
  }
}

/** Checks the associations of accounts. */
export async function checkRelationships(world: World): Promise<void> {
  const { ledger } = world;
  for (const account of world.some(ledger.accounts.keys, 25)) {
    const own = [...ledger.relations.values()]
      .filter((row) => row.account === account && row.associated)
      .sort((a, b) => a.token - b.token)
      .map((row) => {
        const token = ledger.tokens.need(row.token);
        return {
          automatic_association: row.automatic,
          balance: row.balance,
          created_timestamp: time(row.createdAt),
          decimals: token.decimals,
          freeze_status: token.freezeKey === null ? 'NOT_APPLICABLE' : row.frozen ? 'FROZEN' : 'UNFROZEN',
          kyc_status: token.kycKey === null ? 'NOT_APPLICABLE' : row.kyc ? 'GRANTED' : 'REVOKED',
          token_id: id(row.token),
        };
      });
    await world.expectList(`/accounts/${account}/tokens`, 'tokens', own);
  }
}
