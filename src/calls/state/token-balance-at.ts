import type { Network } from '@tain/ledger/network';
import type { Select } from '../../store/connections/select.ts';
import {
  selectKnownInstant,
  tokenBalanceAtSnapshot,
  transferredSince,
} from '../../store/reads/balance-at.ts';
import { selectSupplyAt } from '../../store/reads/supply-at.ts';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import { sql } from '../../store/sql.ts';
import { UnknownPast } from './unknown-past.ts';

const NOT_RETAINED = 'The history does not reach back to the balances of that time';

/** Reads an account's balance of a token at an instant (nanoseconds); for NFTs their count. Throws `UnknownPast`. */
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
  if (known === undefined) throw new UnknownPast(NOT_RETAINED);
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

/** Returns the total supply of a token at an instant, given its version at that time. Throws `UnknownPast`. */
export async function selectKnownSupplyAt(
  select: Select,
  network: Network,
  token: StateRow<'token'>,
  at: bigint,
): Promise<bigint> {
  const supply = await selectSupplyAt(select, network, token, at);
  if (supply === undefined) throw new UnknownPast(NOT_RETAINED);
  return supply;
}

function countOf([row]: (string | null)[][]): bigint {
  return BigInt(row?.[0] ?? 0);
}
