import { joinTable } from '../../store/access/joined-rows.ts';
import { exists } from '../../store/access/lookup.ts';
import type { Select } from '../../store/connections/select.ts';
import { isWholeSince, selectRetained } from '../../store/reads/retained.ts';
import type { StateRow } from '../../store/schema/current-state-tables.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { UnknownPast } from './unknown-past.ts';

/** Maximum time that a column can hold. */
const LAST = (1n << 63n) - 1n;

/**
 * Returns a condition for transfers by allowance that a spender made: as payer of the transaction, or as sender of the
 * contract call.
 */
function spentBy(spender: bigint): Sql {
  const called = [sql`r.consensus_timestamp = t.consensus_timestamp`, sql`r.sender_id = ${spender}`];
  return sql`(t.payer_account_id = ${spender} or ${exists(sql`contract_result r`, called)})`;
}

/**
 * Returns the tinybars (negative) spent from an allowance since it was granted, until an instant in nanoseconds. If the
 * same transaction paid the owner a staking reward, the transfer is stored with the reward included and not as
 * approved. Such transfers are counted up to the amount that the final remainder shows to be missing.
 */
export async function selectCryptoSpent(
  select: Select,
  row: StateRow<'crypto_allowance'>,
  at: bigint,
): Promise<bigint> {
  const { owner, spender, amount, amount_granted: given, timestamp_range: granted } = row;
  await requireTransfers(select, granted.from);
  const end = granted.to ?? LAST;
  const within = (until: bigint) =>
    sql`t.entity_id = ${owner} and t.consensus_timestamp > ${granted.from} and t.consensus_timestamp <= ${until}`;
  const approved = (until: bigint) => sql`select sum(t.amount) from crypto_transfer t
    where ${within(until)} and t.entity_id <> 98 and t.is_approval and t.amount < 0 and ${spentBy(spender)}`;
  const [sums] = await select(sql`select (${approved(at)}), (${approved(end)})`);
  const [spent, spentInAll] = [amountOf([[sums?.[0] ?? null]]), amountOf([[sums?.[1] ?? null]])];
  const missing = amount - given - spentInAll;
  if (missing >= 0n) return spent;
  const rewarded = amountOf(
    await select(
      sql`select sum(least(t.amount - r.amount, 0)) from crypto_transfer t
        ${joinTable('staking_reward_transfer', 'r', [sql`r.account_id = ${owner}`, sql`r.consensus_timestamp = t.consensus_timestamp`])}
        where ${within(at)} and not coalesce(t.is_approval, false) and ${spentBy(spender)}`,
    ),
  );
  return spent + (rewarded < missing ? missing : rewarded);
}

/**
 * Returns the units spent like `selectCryptoSpent`, for a fungible token. An allowance does not pay custom fees, which
 * a stored transfer includes: they are added back, in equal parts where several accounts paid one.
 */
export async function selectTokenSpent(
  select: Select,
  row: StateRow<'token_allowance'>,
  at: bigint,
): Promise<bigint> {
  const { owner, spender, token_id: token, timestamp_range: granted } = row;
  await requireTransfers(select, granted.from);
  return amountOf(
    await select(
      sql`select sum(t.amount + coalesce((
          select sum(f.amount / cardinality(f.effective_payer_account_ids)) from assessed_custom_fee f
          where f.consensus_timestamp = t.consensus_timestamp and f.token_id = t.token_id
            and t.account_id = any(f.effective_payer_account_ids)), 0)) from token_transfer t
        where t.account_id = ${owner} and t.token_id = ${token} and t.is_approval and t.amount < 0
          and t.consensus_timestamp > ${granted.from} and t.consensus_timestamp <= ${at} and ${spentBy(spender)}`,
    ),
  );
}

/** Throws `UnknownPast` unless all transfers since a time are retained. */
async function requireTransfers(select: Select, from: bigint): Promise<void> {
  if (isWholeSince(await selectRetained(select), from, 'transactions', 'contracts')) return;
  throw new UnknownPast('The used part of an allowance at that time is not retained');
}

function amountOf([row]: (string | null)[][]): bigint {
  return BigInt(row?.[0] ?? 0);
}
