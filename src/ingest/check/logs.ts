import { BLOOM_BYTES, joinBloom } from '@tain/ledger/log-bloom';
import { printTimestamp } from '@tain/ledger/timestamp';
import { boundsOf, type Chunk } from './chunk.ts';
import { type Difference, Differences } from './difference.ts';

/** The logs of one transaction, and the bloom of its result; null when it has none. */
interface Logs {
  readonly at: string;
  readonly bloom: Uint8Array | null;
  readonly blooms: Uint8Array[];
}

const LOGS = `
select r.consensus_timestamp::text as at, r.bloom, coalesce(l.blooms, '{}') as blooms
from contract_result r
left join (
  select consensus_timestamp, array_agg(bloom) as blooms
  from contract_log
  where consensus_timestamp > $1 and consensus_timestamp <= $2
  group by consensus_timestamp
) l on l.consensus_timestamp = r.consensus_timestamp
where r.consensus_timestamp > $1 and r.consensus_timestamp <= $2
  and (l.blooms is not null or length(r.bloom) > 0)
order by r.consensus_timestamp`;

interface Numbers {
  readonly at: string;
  readonly logs: string;
  readonly numbers: string;
  readonly next: string;
}

/** Blocks whose logs are not numbered from 0. $1, $2: bounds of the chunk, $3: ends of its blocks. */
const NUMBERS = `
select ($3::bigint[])[1 + width_bucket(consensus_timestamp - 1, $3::bigint[])]::text as at, count(*)::text as logs,
  count(distinct index)::text as numbers, (max(index) + 1)::text as next
from contract_log
where consensus_timestamp > $1 and consensus_timestamp <= $2
group by 1
having count(*) <> max(index) + 1 or count(distinct index) <> count(*)
order by 1`;

/**
 * Compares the numbering of a block's logs, which starts from 0, and the blooms of an execution's logs with that of its
 * result.
 */
export async function compareLogs(chunk: Chunk): Promise<Differences> {
  const differences = new Differences();
  // A public mirror stores no blooms of the logs that it adds itself.
  if (!chunk.schema.isOurs) return differences;
  const { rows } = await chunk.client.query<Logs>(LOGS, boundsOf(chunk));
  for (const row of rows) differences.add(compareBloom(row));
  const ends = chunk.blocks.map(({ end }) => end.toString());
  const numbers = await chunk.client.query<Numbers>(NUMBERS, [...boundsOf(chunk), ends]);
  for (const row of numbers.rows) differences.add(compareIndices(row));
  return differences;
}

function compareIndices({ at, logs, numbers, next }: Numbers): Difference {
  return {
    at: BigInt(at),
    table: 'contract_log',
    column: 'index',
    subject: 'the indices of its logs',
    expected: `0 to ${Number(next) - 1}`,
    found: `${numbers} of them in ${logs} logs`,
  };
}

function compareBloom({ at, bloom, blooms }: Logs): Difference | null {
  if (bloom === null) return null;
  const joined = new Uint8Array(BLOOM_BYTES);
  for (const each of blooms) if (each.length === BLOOM_BYTES) joinBloom(joined, each);
  const stored = bloom.length === BLOOM_BYTES ? bloom : new Uint8Array(BLOOM_BYTES);
  if (Buffer.from(stored).equals(joined)) return null;
  return {
    at: BigInt(at),
    table: 'contract_log',
    column: 'bloom',
    subject: `the blooms of the logs of transaction ${printTimestamp(BigInt(at))}`,
    expected: 'together that of its result',
    found: blooms.length === 0 ? 'no log' : 'another',
  };
}
