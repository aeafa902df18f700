import { FEE_ACCOUNT } from '@tain/ledger/network';
import { MAX_INT64, MIN_INT64 } from '@tain/ledger/timestamp';
import type { Range } from '../../access/domain.ts';
import { as } from '../../access/lookup.ts';
import { unionAll } from '../../access/merge.ts';
import { skipScan } from '../../access/skip-scan.ts';
import type { Thresholds } from '../../access/thresholds.ts';
import type { Select } from '../../connections/select.ts';
import { raw, type Sql, sql } from '../../sql.ts';
import type { AccountChoice } from './transaction-search.ts';

/** A table that contains accounts of transactions, with the leading column of an index. */
interface AccountSource {
  readonly table: 'transaction' | 'crypto_transfer' | 'token_transfer' | 'entity_transaction';
  readonly column: string;
}

const PAYERS: AccountSource = { table: 'transaction', column: 'payer_account_id' };
const OTHERS: readonly AccountSource[] = [
  { table: 'crypto_transfer', column: 'entity_id' },
  { table: 'token_transfer', column: 'account_id' },
  { table: 'entity_transaction', column: 'entity_id' },
];

/**
 * Chooses how accounts within bounds are searched: individually if few of them have any rows, so that each can be
 * scanned along its index; otherwise by the bounds, because a scan of transactions by time soon meets one of many.
 *
 * Invariant: the ids include every account within the bounds that pays, has a transfer or is listed in any
 * transaction. A surplus id costs a scan, a missing one loses transactions. So an account that an index leaves out is
 * added without a lookup.
 */
export async function chooseAccounts(
  select: Select,
  { scannedAccounts }: Thresholds,
  range: Range,
): Promise<AccountChoice> {
  if (range.equals !== undefined) return { ids: range.equals };
  const { lower = MIN_INT64, upper = MAX_INT64 } = range;
  if (lower === MIN_INT64 && upper === MAX_INT64) return 'all';
  if (upper - lower < BigInt(scannedAccounts)) {
    return { ids: Array.from({ length: Number(upper - lower) + 1 }, (_, index) => lower + BigInt(index)) };
  }
  const idsOf = (source: AccountSource) => firstIds(source, lower, upper, scannedAccounts + 1);
  // If the payers alone are too many, the other tables are not read.
  const rows = await select(sql`
    with payers as materialized (${idsOf(PAYERS)})
    select id
    from payers
    union
    select id
    from ${as(unionAll(OTHERS.map(idsOf)), 's')}
    where (select count(*) from payers) <= ${raw(String(scannedAccounts))}`);
  const found = new Set(rows.map(([id]) => BigInt(id ?? 0)));
  if (lower <= FEE_ACCOUNT && FEE_ACCOUNT <= upper) found.add(FEE_ACCOUNT);
  return found.size > scannedAccounts ? { range } : { ids: [...found] };
}

/** Selects the first ids of an index within bounds. */
function firstIds({ table, column }: AccountSource, lower: bigint, upper: bigint, limit: number): Sql {
  const id = raw(column);
  // The index on the accounts of transfers leaves the fee account out, which `chooseAccounts` adds.
  const indexed = table === 'crypto_transfer' ? [sql`${id} <> ${raw(String(FEE_ACCOUNT))}`] : [];
  const ids = skipScan({
    table: raw(table),
    columns: [column],
    where: [sql`${id} >= ${lower}`, sql`${id} <= ${upper}`, ...indexed],
    order: 'asc',
    limit,
  });
  return sql`
    select ${id} as id
    from ${as(ids, 's')}`;
}
