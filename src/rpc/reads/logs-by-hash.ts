import { ofTransactionHash } from '../../store/reads/transactions/transaction-hash.sql.ts';
import { all, sql } from '../../store/sql.ts';
import type { RpcContext } from '../method/context.ts';
import { type StoredLog, selectLogs } from './stored-logs.ts';

/** Maximum number of transactions with one hash of 32 bytes. */
const MAX_TIMES = 10;

/** Reads the logs of the newest transaction with a hash (32 bytes, hex with `0x`) up to a time. */
export async function selectLogsByHash(
  context: Pick<RpcContext, 'select'>,
  hash: string,
  until: bigint,
): Promise<StoredLog[]> {
  const conditions = ofTransactionHash(Buffer.from(hash.slice(2), 'hex'));
  const rows = await context.select(sql`
    select consensus_timestamp from transaction_hash
    where ${all(conditions)} and consensus_timestamp <= ${until}
    order by consensus_timestamp desc limit ${MAX_TIMES}`);
  for (const [time] of rows) {
    const logs = await selectLogs(context, [sql`cl.consensus_timestamp = ${BigInt(time ?? 0)}`]);
    if (logs.length > 0) return logs;
  }
  return [];
}
