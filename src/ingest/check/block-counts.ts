import { BLOOM_BYTES, joinBloom } from '@tain/ledger/log-bloom';
import { SYSTEM_ADMIN } from '@tain/ledger/network';
import { TYPE } from '@tain/ledger/transaction-type';
import type { BlockRow } from './blocks.ts';
import { boundsOf, type Chunk } from './chunk.ts';
import { type Difference, Differences } from './difference.ts';

// Compares the totals in blocks with the rows of their transactions: counts, gas, blooms.

interface Counts {
  readonly transactions: string;
  readonly sidecars: string | null;
}

/**
 * Rows of each block. $1: ends of the blocks, $2, $3: bounds of the chunk. Each table is read once, because on several
 * servers a lookup for each block costs milliseconds.
 */
const COUNTS = `
select coalesce(t.rows, 0)::text as transactions, coalesce(s.rows, 0)::text as sidecars
from unnest($1::bigint[]) with ordinality b (upper, place)
left join (
  select 1 + width_bucket(consensus_timestamp - 1, $1::bigint[]) as place, count(*) as rows
  from transaction
  where consensus_timestamp > $2 and consensus_timestamp <= $3 and errata is distinct from 'INSERT'
  group by 1
) t using (place)
left join (
  select consensus_end as upper, count(*) as rows
  from sidecar_file
  where consensus_end > $2 and consensus_end <= $3
  group by 1
) s using (upper)
order by place`;

/** Compares the numbers of transactions and sidecar files. Transactions that errata added are in no block. */
export async function compareRowCounts(chunk: Chunk): Promise<Differences> {
  const { client, blocks, schema } = chunk;
  const differences = new Differences();
  const { rows } = await client.query<Counts>(COUNTS, [
    blocks.map(({ end }) => end.toString()),
    ...boundsOf(chunk),
  ]);
  for (const [i, block] of blocks.entries()) {
    const { transactions, sidecars } = rows[i] as Counts;
    if (BigInt(transactions) !== block.count) {
      differences.add({
        at: block.end,
        table: 'transaction',
        subject: 'the count of its transactions',
        expected: String(block.count),
        found: transactions,
      });
    }
    // A public mirror stores sidecar files only if configured to.
    const stores = schema.isOurs || Number(sidecars) > 0;
    if (block.sidecars !== null && stores && Number(sidecars) !== block.sidecars) {
      differences.add({
        at: block.end,
        table: 'sidecar_file',
        subject: 'the count of its sidecar files',
        expected: String(block.sidecars),
        found: String(sidecars),
      });
    }
  }
  return differences;
}

interface Execution {
  readonly at: string;
  readonly gas: string;
  readonly bloom: Uint8Array | null;
  readonly top: boolean;
  /** Whether the execution is a child of a scheduled one: some networks include its gas in the block's. */
  readonly scheduled_child: boolean;
}

const EXECUTIONS = `
select r.consensus_timestamp::text as at, coalesce(r.gas_used, 0)::text as gas, r.bloom,
  r.transaction_nonce = 0 or t.scheduled or t.parent_consensus_timestamp is null
    or t.type = ${TYPE.fileUpdate} and t.payer_account_id & ((1::bigint << 38) - 1) = ${SYSTEM_ADMIN} as top,
  coalesce(p.scheduled, false) as scheduled_child
from contract_result r
join transaction t on t.consensus_timestamp = r.consensus_timestamp
left join (
  select consensus_timestamp, scheduled
  from transaction
  where consensus_timestamp = any(array(
    select parent_consensus_timestamp
    from transaction
    where consensus_timestamp > $1 and consensus_timestamp <= $2 and parent_consensus_timestamp is not null))
) p on p.consensus_timestamp = t.parent_consensus_timestamp
where r.consensus_timestamp > $1 and r.consensus_timestamp <= $2
  and t.consensus_timestamp > $1 and t.consensus_timestamp <= $2 and t.errata is distinct from 'INSERT'
order by r.consensus_timestamp`;

/** Totals of the executions of a block. */
class Sums {
  gas = 0n;
  /** Gas including children of scheduled executions, which some networks count. */
  maxGas = 0n;
  /** Bits that the block's bloom must have, and bits that it may have. */
  readonly bits = new Uint8Array(BLOOM_BYTES);
  readonly mayBits = new Uint8Array(BLOOM_BYTES);

  add({ gas, bloom, top, scheduled_child }: Execution): void {
    const used = BigInt(gas);
    if (top) this.gas += used;
    if (top || scheduled_child) this.maxGas += used;
    if (bloom === null || bloom.length !== BLOOM_BYTES) return;
    if (top) joinBloom(this.bits, bloom);
    joinBloom(this.mayBits, bloom);
  }
}

export async function compareExecutions(chunk: Chunk): Promise<Differences> {
  const { client, blocks } = chunk;
  const differences = new Differences();
  const { rows } = await client.query<Execution>(EXECUTIONS, boundsOf(chunk));
  let next = 0;
  for (const block of blocks) {
    const sums = new Sums();
    for (; next < rows.length; next += 1) {
      const execution = rows[next] as Execution;
      if (BigInt(execution.at) > block.end) break;
      sums.add(execution);
    }
    differences.add(compareGas(block, sums));
    differences.add(compareBloom(block, sums));
  }
  return differences;
}

function compareGas({ end, gasUsed }: BlockRow, { gas, maxGas }: Sums): Difference | null {
  if (gasUsed === null || gasUsed === gas || gasUsed === maxGas) return null;
  return {
    at: end,
    table: 'record_file',
    column: 'gas_used',
    subject: 'the gas that its executions used',
    expected: String(gasUsed),
    found: String(gas),
  };
}

function compareBloom({ end, logsBloom }: BlockRow, { bits, mayBits }: Sums): Difference | null {
  if (logsBloom === null) return null;
  const stored = logsBloom.length === BLOOM_BYTES ? logsBloom : new Uint8Array(BLOOM_BYTES);
  const fits = stored.every((byte, i) => ((bits[i] ?? 0) & ~byte) === 0 && (byte & ~(mayBits[i] ?? 0)) === 0);
  if (fits) return null;
  return {
    at: end,
    table: 'record_file',
    column: 'logs_bloom',
    subject: 'the bloom of its logs',
    expected: `the ${count(mayBits)} bits of its executions' blooms`,
    found: `${count(stored)} bits, others among them or too few`,
  };
}

function count(bytes: Uint8Array): number {
  let bits = 0;
  for (let byte of bytes) for (; byte > 0; byte >>= 1) bits += byte & 1;
  return bits;
}
