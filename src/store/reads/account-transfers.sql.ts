import { inRange, type Range, TIME } from '../access/domain.ts';
import { indexScan } from '../access/index-scan.ts';
import { as } from '../access/lookup.ts';
import { all, empty, PLANNED_FOR_VALUES, type Sql, sql } from '../sql.ts';

/** Filters of an account's transfers, which are ordered by time and ordinal. */
export interface TransferSearch {
  /** Packed id. */
  readonly account: bigint;
  /** Allowed tokens; an empty list allows every token. */
  readonly tokens: readonly bigint[];
  /** `credit`: to the account; `debit`: from it. */
  readonly direction: 'credit' | 'debit' | undefined;
  readonly times: Range;
  /** Position after which transfers are selected; undefined for all within `times`. */
  readonly after: { readonly time: bigint; readonly ordinal: bigint } | undefined;
  readonly limit: number;
}

const AT = sql`consensus_timestamp`;
const ORDINAL = sql`ordinal`;

function behind({ after, tokens }: TransferSearch): Sql[] {
  return [
    ...(after === undefined ? [] : [sql`(consensus_timestamp, ordinal) > (${after.time}, ${after.ordinal})`]),
    ...(tokens.length === 0 ? [] : [sql`token_id = any(${tokens}::bigint[])`]),
  ];
}

/**
 * Selects transfers of fungible tokens, with `consensus_timestamp` and `ordinal`. The table has no key: the ordinal is
 * the number among all of the account's transfers at one time, ordered by values of the ledger and independent of the
 * filters.
 *
 * Required plan: a scan along an index of the account's transfers, or of those in one direction, that ends with the
 * limit. Transfers of other tokens are skipped.
 */
export function tokenTransfersOf(search: TransferSearch): Sql {
  const { account, direction, times, limit } = search;
  const inDirection =
    direction === undefined ? [] : [direction === 'credit' ? sql`amount > 0` : sql`amount < 0`];
  const numbered = sql`
    select consensus_timestamp, token_id, account_id, amount, is_approval,
      row_number() over (
        partition by consensus_timestamp order by token_id, amount, is_approval
      ) as ordinal
    from token_transfer
    where account_id = ${account} and ${all(inRange(AT, times, TIME))}${direction === undefined ? empty : sql` and consensus_timestamp = any(${timesOf(search, inDirection)})`}`;
  return indexScan({
    select: sql`*`,
    from: as(numbered, 'numbered'),
    where: [...behind(search), ...inDirection],
    by: [AT, ORDINAL],
    order: 'asc',
    limit,
  });
}

/**
 * The first times at which an account has transfers that meet conditions, as an array. It has one time more than the
 * limit of rows, because all rows of the first time may be before the cursor.
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
 * Selects transfers of NFTs, with `consensus_timestamp` and `ordinal`, which is the ordinal in the transaction. No index
 * has them by account, so transactions with transfers of NFTs are read.
 *
 * Required plan: a scan along the index of those transactions, which ends with the limit.
 */
export function nftTransfersOf(search: TransferSearch): Sql {
  const { account, direction, times, limit } = search;
  // Any two times are estimated at 0.5 % of the transactions, for which the index of all of them may look as cheap.
  const numbered = sql`
    ${PLANNED_FOR_VALUES}select t.consensus_timestamp, e.ordinal,
      (e.transfer->>'token_id')::bigint as token_id,
      (e.transfer->>'serial_number')::bigint as serial_number,
      (e.transfer->>'sender_account_id')::bigint as sender_account_id,
      (e.transfer->>'receiver_account_id')::bigint as receiver_account_id,
      (e.transfer->>'is_approval')::boolean as is_approval
    from transaction t
    cross join lateral jsonb_array_elements(t.nft_transfer) with ordinality e(transfer, ordinal)
    where t.nft_transfer is not null and jsonb_typeof(t.nft_transfer) = 'array' and ${all(inRange(sql`t.consensus_timestamp`, times, TIME))}`;
  const sent = sql`sender_account_id = ${account}`;
  const received = sql`receiver_account_id = ${account}`;
  const own =
    direction === 'credit' ? received : direction === 'debit' ? sent : sql`(${sent} or ${received})`;
  return indexScan({
    select: sql`*`,
    from: as(numbered, 'numbered'),
    where: [own, ...behind(search)],
    by: [AT, ORDINAL],
    order: 'asc',
    limit,
  });
}
