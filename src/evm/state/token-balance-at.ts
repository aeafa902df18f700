import { join, sql } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import type { Network } from '../../ledger/network.ts';
import {
  selectKnownInstant,
  tokenBalanceAtSnapshot,
  transferredSince,
  upTo,
} from '../../reads/balance-at.ts';
import { namedBlock } from '../../reads/block.ts';
import { isWholeSince, selectKept } from '../../reads/kept.ts';
import type { StateRow } from '../../schema/current-state-tables.ts';
import { UnknownPast } from './unknown-past.ts';

const NOT_KEPT = 'The history does not reach back to the balances of that time';

/** What an account had of a token at an instant (nanoseconds); of NFTs their count. Throws `UnknownPast`. */
export async function selectRelationBalanceAt(
  select: Select,
  network: Network,
  account: bigint,
  token: StateRow<'token'>,
  at: bigint,
): Promise<bigint> {
  const { token_id: id } = token;
  if (token.type === 'NON_FUNGIBLE_UNIQUE') {
    return countOf(
      await select(
        sql`select
          (select count(*) from nft where account_id = ${account} and token_id = ${id}
            and lower(timestamp_range) <= ${at}) +
          (select count(*) from nft_history where account_id = ${account} and token_id = ${id}
            and timestamp_range @> ${at}::bigint)`,
      ),
    );
  }
  const known = await selectKnownInstant(select, network, at, false, account);
  if (known === undefined) throw new UnknownPast(NOT_KEPT);
  const before =
    known.snapshot === undefined
      ? sql`0`
      : sql`coalesce(${tokenBalanceAtSnapshot(sql`${account}`, sql`${id}`, known.snapshot)}, 0)`;
  return countOf(
    await select(
      sql`select ${before} + coalesce((select sum(amount) from token_transfer
        where account_id = ${account} and token_id = ${id} and ${transferredSince(known)}), 0)`,
    ),
  );
}

/** Nanoseconds over which later transfers are taken off, rather than balances added up: those of so many are read. */
const NEAR = 3600n * 1_000_000_000n;

/**
 * The total supply of a token at an instant. `token`: its version then, which has the supply of its end, since changes of
 * the supply make no version. Units are made, burned and lost by transfers: so either those later in the version are
 * taken off, or, where that is long ago, all balances of then are added up. NFTs that existed are counted. Throws
 * `UnknownPast`.
 */
export async function selectSupplyAt(
  select: Select,
  network: Network,
  token: StateRow<'token'>,
  at: bigint,
): Promise<bigint> {
  const { token_id: id, timestamp_range: version } = token;
  if (token.type === 'NON_FUNGIBLE_UNIQUE') {
    return countOf(
      await select(
        sql`select count(*) from nft where token_id = ${id} and created_timestamp <= ${at}
          and (deleted is not true or lower(timestamp_range) > ${at})`,
      ),
    );
  }
  const end = version.to ?? (await selectLastEnd(select)) + 1n;
  if (end - at <= NEAR && isWholeSince(await selectKept(select), at, 'transactions')) {
    const later = await select(
      sql`select sum(amount) from token_transfer
        where token_id = ${id} and consensus_timestamp > ${at} and consensus_timestamp < ${end}`,
    );
    return token.total_supply - countOf(later);
  }
  return selectSumOfBalances(select, network, id, at);
}

/** The last consensus time (nanoseconds) that is stored. */
async function selectLastEnd(select: Select): Promise<bigint> {
  return countOf(await select(sql`${namedBlock(sql`consensus_end`, 'latest')}`));
}

/** All units of a token that accounts had at an instant. */
async function selectSumOfBalances(
  select: Select,
  network: Network,
  id: bigint,
  at: bigint,
): Promise<bigint> {
  const known = await selectKnownInstant(select, network, at, false);
  if (known === undefined) throw new UnknownPast(NOT_KEPT);
  const before =
    known.snapshot === undefined
      ? sql`0`
      : sql`coalesce((select sum(b.balance) from (
          select distinct on (account_id) balance from token_balance
          where token_id = ${id} and ${join(upTo(known.snapshot), ' and ')}
          order by account_id, consensus_timestamp desc) b), 0)`;
  return countOf(
    await select(
      sql`select ${before} + coalesce((select sum(amount) from token_transfer
        where token_id = ${id} and ${transferredSince(known)}), 0)`,
    ),
  );
}

function countOf([row]: (string | null)[][]): bigint {
  return BigInt(row?.[0] ?? 0);
}
