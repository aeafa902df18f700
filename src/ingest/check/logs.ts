import { printTimestamp } from '../../kernel/timestamp.ts';
import { BLOOM_LENGTH, joinBloom } from '../records/evm-block.ts';
import { boundsOf, type Chunk } from './chunk.ts';
import { type Difference, Differences } from './difference.ts';

/** The logs of one transaction, and the bloom of its result; null where it has none. */
interface Logs {
  readonly at: string;
  readonly bloom: Uint8Array | null;
  readonly indices: number[];
  readonly blooms: Uint8Array[];
}

const LOGS = `
select r.consensus_timestamp::text as at, r.bloom, coalesce(l.indices, '{}') as indices, coalesce(l.blooms, '{}') as blooms
from contract_result r
left join lateral (
  select array_agg(index order by index) as indices, array_agg(bloom order by index) as blooms
  from contract_log
  where consensus_timestamp = r.consensus_timestamp
) l on true
where r.consensus_timestamp > $1 and r.consensus_timestamp <= $2
  and (l.indices is not null or length(r.bloom) > 0)
order by r.consensus_timestamp`;

/** The logs of an execution are numbered from 0, and their blooms make that of its result. */
export async function compareLogs(chunk: Chunk): Promise<Differences> {
  const differences = new Differences();
  // A public mirror stores no blooms of what it adds to logs itself.
  if (!chunk.schema.isOurs) return differences;
  const { rows } = await chunk.client.query<Logs>(LOGS, boundsOf(chunk));
  for (const row of rows) {
    differences.add(compareIndices(row));
    differences.add(compareBloom(row));
  }
  return differences;
}

function compareIndices({ at, indices }: Logs): Difference | null {
  const place = indices.findIndex((index, i) => index !== i);
  if (place === -1) return null;
  return {
    at: BigInt(at),
    table: 'contract_log',
    column: 'index',
    subject: `the index of a log of transaction ${printTimestamp(BigInt(at))}`,
    expected: String(place),
    found: String(indices[place]),
  };
}

function compareBloom({ at, bloom, blooms }: Logs): Difference | null {
  if (bloom === null) return null;
  const joined = new Uint8Array(BLOOM_LENGTH);
  for (const each of blooms) if (each.length === BLOOM_LENGTH) joinBloom(joined, each);
  const stored = bloom.length === BLOOM_LENGTH ? bloom : new Uint8Array(BLOOM_LENGTH);
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
