import { ENTITY_ID, timestampText } from '../../access/domain.ts';
import { indexScan } from '../../access/index-scan.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { responseCodeName } from '../../kernel/response-code.ts';
import { transactionTypeName } from '../../kernel/transaction-type.ts';
import type { Row } from '../answer/field.ts';

/** A block in the list of the newest ones. */
export interface LatestBlock {
  readonly number: string;
  /** Seconds and nanoseconds of its last transaction. */
  readonly consensusEnd: string;
  readonly transactions: string;
}

/** A transaction in the list of the newest ones. */
export interface LatestTransaction {
  /** `0.0.2-1234567890-000000001`. */
  readonly id: string;
  readonly consensus: string;
  readonly type: string;
  readonly result: string;
}

/** The newest first. */
export interface Latest {
  readonly blocks: readonly LatestBlock[];
  readonly transactions: readonly LatestTransaction[];
}

/** How many of each the front page lists. */
export const MOST_LATEST = 8;

const NEWEST = { where: [], order: 'desc', limit: MOST_LATEST } as const;
const LATEST_BLOCKS = indexScan({
  ...NEWEST,
  select: sql`index, consensus_end, count`,
  from: sql`record_file`,
  by: [sql`consensus_end`],
});
const LATEST_TRANSACTIONS = indexScan({
  ...NEWEST,
  select: sql`payer_account_id, valid_start_ns, consensus_timestamp, type, result`,
  from: sql`transaction`,
  by: [sql`consensus_timestamp`],
});

/** The newest blocks and transactions. Throws `Problem` (503) when the database does not answer. */
export async function selectLatest(select: (query: Sql) => Promise<Row[]>): Promise<Latest> {
  const blocks = await select(LATEST_BLOCKS);
  const transactions = await select(LATEST_TRANSACTIONS);
  return {
    blocks: blocks.map(([number, end, count]) => ({
      number: number ?? '',
      consensusEnd: timestampText(end ?? '0'),
      transactions: count ?? '0',
    })),
    transactions: transactions.map(([payer, start, consensus, type, result]) => ({
      id: `${ENTITY_ID.print(payer ?? '0')}-${timestampText(start ?? '0').replace('.', '-')}`,
      consensus: timestampText(consensus ?? '0'),
      type: transactionTypeName(Number(type)),
      result: responseCodeName(Number(result)),
    })),
  };
}
