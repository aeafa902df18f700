import { type Sql, sql } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import { isWholeSince, selectKept } from '../../reads/kept.ts';
import type { StateRow } from '../../schema/current-state-tables.ts';
import { UnknownPast } from './unknown-past.ts';

/** Transfers by allowance that a spender made: as payer of the transaction, or as sender of the contract call. */
function spentBy(spender: bigint): Sql {
  return sql`(t.payer_account_id = ${spender} or exists (
    select from contract_result r where r.consensus_timestamp = t.consensus_timestamp and r.sender_id = ${spender}))`;
}

/** Tinybars (negative) that were taken of an allowance since it was granted, until an instant in nanoseconds. */
export async function selectCryptoSpent(
  select: Select,
  row: StateRow<'crypto_allowance'>,
  at: bigint,
): Promise<bigint> {
  const { owner, spender, timestamp_range: granted } = row;
  await requireTransfers(select, granted.from);
  return amountOf(
    await select(
      sql`select sum(t.amount) from crypto_transfer t
        where t.entity_id = ${owner} and t.entity_id <> 98 and t.is_approval and t.amount < 0
          and t.consensus_timestamp > ${granted.from} and t.consensus_timestamp <= ${at} and ${spentBy(spender)}`,
    ),
  );
}

/** As `selectCryptoSpent`, of a fungible token. */
export async function selectTokenSpent(
  select: Select,
  row: StateRow<'token_allowance'>,
  at: bigint,
): Promise<bigint> {
  const { owner, spender, token_id: token, timestamp_range: granted } = row;
  await requireTransfers(select, granted.from);
  return amountOf(
    await select(
      sql`select sum(t.amount) from token_transfer t
        where t.account_id = ${owner} and t.token_id = ${token} and t.is_approval and t.amount < 0
          and t.consensus_timestamp > ${granted.from} and t.consensus_timestamp <= ${at} and ${spentBy(spender)}`,
    ),
  );
}

/** Throws `UnknownPast` unless all transfers from a time on are kept. */
async function requireTransfers(select: Select, from: bigint): Promise<void> {
  if (isWholeSince(await selectKept(select), from, 'transactions', 'contracts')) return;
  throw new UnknownPast('What was taken of an allowance by that time is not kept');
}

function amountOf([row]: (string | null)[][]): bigint {
  return BigInt(row?.[0] ?? 0);
}
