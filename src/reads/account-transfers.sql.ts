import { inRange, type Range, TIME } from '../access/domain.ts';
import { indexScan } from '../access/index-scan.ts';
import { as } from '../access/lookup.ts';
import { all, empty, type Sql, sql } from '../access/sql.ts';

/** Filters of an account's transfers, which are ordered by time and position. */
export interface TransferSearch {
  /** Packed id. */
  readonly account: bigint;
  /** Any of these tokens; none means all. */
  readonly tokens: readonly bigint[];
  /** `credit`: to the account; `debit`: from it. */
  readonly direction: 'credit' | 'debit' | undefined;
  readonly times: Range;
  /** Only transfers after this position at this time, and all of other times. */
  readonly after: { readonly time: bigint; readonly place: bigint } | undefined;
  readonly limit: number;
}

const AT = sql`consensus_timestamp`;
const PLACE = sql`place`;

function behind({ after, tokens }: TransferSearch): Sql[] {
  return [
    ...(after === undefined ? [] : [sql`(consensus_timestamp, place) > (${after.time}, ${after.place})`]),
    ...(tokens.length === 0 ? [] : [sql`token_id = any(${tokens}::bigint[])`]),
  ];
}

/**
 * Selects transfers of fungible tokens, with `consensus_timestamp` and `place`. The table has no key: the place is
 * the number among all of the account's transfers at one time, ordered by values of the ledger and independent of the
 * filters.
 *
 * Required plan: a scan along an index of the account's transfers, or of those in one direction, that ends with the
 * limit. Transfers of other tokens are skipped.
 */
export function tokenTransfersOf(search: TransferSearch): Sql {
  const { account, direction, times, limit } = search;
  const wanted = direction === undefined ? [] : [direction === 'credit' ? sql`amount > 0` : sql`amount < 0`];
  const placed = sql`
    select consensus_timestamp, token_id, account_id, amount, is_approval,
      row_number() over (
        partition by consensus_timestamp order by token_id, amount, is_approval
      ) as place
    from token_transfer
    where account_id = ${account} and ${all(inRange(AT, times, TIME))}${direction === undefined ? empty : sql` and consensus_timestamp = any(${timesOf(search, wanted)})`}`;
  return indexScan({
    select: sql`*`,
    from: as(placed, 'placed'),
    where: [...behind(search), ...wanted],
    by: [AT, PLACE],
    order: 'asc',
    limit,
  });
}

/**
 * The first times at which an account has transfers that meet conditions, as an array. It has one more than the
 * wanted number of rows, because all rows of the first time may be before the cursor.
 */
function timesOf({ account, times, tokens, limit }: TransferSearch, conditions: readonly Sql[]): Sql {
  const found = indexScan({
    select: AT,
    distinct: [AT],
    from: sql`token_transfer`,
    where: [
      sql`account_id = ${account}`,
      ...conditions,
      ...(tokens.length === 0 ? [] : [sql`token_id = any(${tokens}::bigint[])`]),
      ...inRange(AT, times, TIME),
    ],
    by: [AT],
    order: 'asc',
    limit: limit + 1,
  });
  return sql`array(${found})`;
}

/**
 * Selects transfers of NFTs, with `consensus_timestamp` and `place`, which is the place in the transaction. No index
 * has them by account, so transactions with transfers of NFTs are read.
 *
 * Required plan: a scan along the index of those transactions, which ends with the limit.
 */
export function nftTransfersOf(search: TransferSearch): Sql {
  const { account, direction, times, limit } = search;
  const placed = sql`
    select t.consensus_timestamp, e.place,
      (e.transfer->>'token_id')::bigint as token_id,
      (e.transfer->>'serial_number')::bigint as serial_number,
      (e.transfer->>'sender_account_id')::bigint as sender_account_id,
      (e.transfer->>'receiver_account_id')::bigint as receiver_account_id,
      (e.transfer->>'is_approval')::boolean as is_approval
    from transaction t
    cross join lateral jsonb_array_elements(t.nft_transfer) with ordinality e(transfer, place)
    where t.nft_transfer is not null and jsonb_typeof(t.nft_transfer) = 'array' and ${all(inRange(sql`t.consensus_timestamp`, times, TIME))}`;
  const sent = sql`sender_account_id = ${account}`;
  const received = sql`receiver_account_id = ${account}`;
  const own =
    direction === 'credit' ? received : direction === 'debit' ? sent : sql`(${sent} or ${received})`;
  return indexScan({
    select: sql`*`,
    from: as(placed, 'placed'),
    where: [own, ...behind(search)],
    by: [AT, PLACE],
    order: 'asc',
    limit,
  });
}
