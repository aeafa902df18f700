import { sql } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import type { Network } from '../../ledger/network.ts';
import { selectKnownInstant, tokenBalanceAtSnapshot, transferredSince } from '../../reads/balance-at.ts';
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

/**
 * The total supply of a token at an instant. `token`: its version then. For a fungible token that version has it: each
 * change of the supply made one; of NFTs those that existed are counted.
 */
export async function selectSupplyAt(select: Select, token: StateRow<'token'>, at: bigint): Promise<bigint> {
  if (token.type !== 'NON_FUNGIBLE_UNIQUE') return token.total_supply;
  return countOf(
    await select(
      sql`select count(*) from nft where token_id = ${token.token_id} and created_timestamp <= ${at}
        and (deleted is not true or lower(timestamp_range) > ${at})`,
    ),
  );
}

function countOf([row]: (string | null)[][]): bigint {
  return BigInt(row?.[0] ?? 0);
}
