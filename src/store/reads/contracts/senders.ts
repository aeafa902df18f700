import { MAX_INT64, MIN_INT64 } from '@tain/ledger/timestamp';
import type { Range } from '../../access/domain.ts';
import { skipScan } from '../../access/skip-scan.ts';
import type { Thresholds } from '../../access/thresholds.ts';
import type { Select } from '../../connections/select.ts';
import { sql } from '../../sql.ts';
import type { Senders } from './result-scan.sql.ts';

/**
 * Chooses how senders within bounds are searched: individually if they are few, so that each is scanned along an
 * index; otherwise by the bounds, because a scan by time soon meets one.
 */
export async function chooseSenders(
  select: Select,
  { scannedSenders }: Thresholds,
  range: Range,
): Promise<Senders> {
  if (range.empty) return { ids: [] };
  if (range.equals !== undefined) return { ids: range.equals };
  if (range.lower === undefined && range.upper === undefined) return { range };
  const found = await selectFirstSenders(select, range, scannedSenders);
  return found.length > scannedSenders
    ? { range }
    : { ids: found.filter((id) => !range.except.includes(id)) };
}

/** Returns the first senders within bounds, at most `max + 1`. */
async function selectFirstSenders(
  select: Select,
  { lower = MIN_INT64, upper = MAX_INT64 }: Range,
  max: number,
): Promise<bigint[]> {
  const rows = await select(
    skipScan({
      table: sql`contract_result`,
      columns: ['sender_id'],
      where: [sql`sender_id >= ${lower}`, sql`sender_id <= ${upper}`],
      order: 'asc',
      limit: max + 1,
    }),
  );
  return rows.map(([id]) => BigInt(id ?? 0));
}
