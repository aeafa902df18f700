import { printEntityId } from '@tain/ledger/entity-id';
import { BLOOM_BYTES, joinBloom } from '@tain/ledger/log-bloom';
import { later, printTimestamp } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type pg from 'pg';
import { compareExecutions, compareRowCounts } from './block-counts.ts';
import { type BlockRow, compareChain, selectBlockBefore, selectBlocks, selectFirstBlock } from './blocks.ts';
import { boundsOf, type Chunk, retainedPart } from './chunk.ts';
import { type Difference, Differences, LIMIT, TOTAL } from './difference.ts';
import { RetainedSince } from './retained-since.ts';
import { compareResults, findOrphanedRows } from './rows.ts';
import type { StoredSchema } from './stored-schema.ts';
import { compareTopics } from './topics.ts';

/** Maximum number of blocks, and approximately of transactions, compared in one snapshot. */
const CHUNK_BLOCKS = 1000;
const CHUNK_TRANSACTIONS = 50_000n;

/** Comparisons of a chunk of blocks, with the families of rows that must be complete. */
const COMPARISONS = [
  { families: ['blocks', 'transactions'], compare: compareRowCounts },
  { families: ['blocks', 'transactions', 'contracts'], compare: compareExecutions },
  { families: ['transactions'], compare: compareTransfers },
  // `findOrphanedRows` checks the families of its tables itself.
  { families: [], compare: findOrphanedRows },
  { families: ['transactions', 'contracts'], compare: compareResults },
  { families: ['transactions', 'contracts'], compare: compareLogs },
  { families: ['transactions', 'topics'], compare: compareTopics },
] as const;

/** Bounds of a chunk: its beginning, and its latest end (consensus times in nanoseconds). */
export interface ChunkBounds {
  readonly client: pg.ClientBase;
  readonly schema: StoredSchema;
  /** Previous block; null when there is none, undefined when it has not been read yet. */
  readonly before: BlockRow | null | undefined;
  readonly after: bigint;
  readonly upTo: bigint;
}

/** Compares the next chunk of blocks with their rows. Must be called in a snapshot. */
export async function compareChunk({
  client,
  schema,
  before,
  after,
  upTo,
}: ChunkBounds): Promise<{ readonly blocks: readonly BlockRow[]; readonly differences: Differences }> {
  const retained = await RetainedSince.select(client);
  const differences = new Differences();
  // Retention may have removed blocks since the last chunk.
  const from = later(after, (await retained.after('blocks')) ?? after);
  const blocks = limitTransactions(await selectBlocks(client, schema, from, upTo, CHUNK_BLOCKS));
  const last = blocks.at(-1);
  if (last === undefined) return { blocks, differences };
  const previous =
    before === undefined || from > after ? await selectBlockBefore(client, schema, from + 1n) : before;
  const isRetained =
    from === after || (previous !== null && previous.end > ((await retained.after('blocks')) ?? 0n));
  differences.addAll(compareChain(isRetained ? previous : null, blocks));
  const { start: begin } = await selectFirstBlock(client, retained);
  const chunk: Chunk = { client, schema, retained, blocks, after: from, upTo: last.end, begin };
  for (const { families, compare } of COMPARISONS) {
    const part = await retainedPart(chunk, ...families);
    if (part !== null) differences.addAll(await compare(part));
  }
  return { blocks, differences };
}

/** Returns the first blocks that together have at most `CHUNK_TRANSACTIONS` transactions; at least one. */
function limitTransactions(blocks: readonly BlockRow[]): readonly BlockRow[] {
  let transactions = 0n;
  const end = blocks.findIndex(({ count }) => {
    transactions += count;
    return transactions > CHUNK_TRANSACTIONS;
  });
  return end === -1 ? blocks : blocks.slice(0, Math.max(1, end));
}

const TOKEN_DISSOCIATE = 41;
/** Types that create or destroy units of tokens: create, mint, burn, wipe, and dissociation from a deleted token. */
const SUPPLY_TYPES = [TYPE.tokenCreation, 37, 38, 39, TOKEN_DISSOCIATE];
const CREATE_ACCOUNT = 11;

interface Sum {
  readonly at: string;
  readonly token: string | null;
  readonly sum: string;
  readonly total: string;
}

/**
 * Checks that the transfers of a transaction sum to zero, in hbar and in each token; errata are left out. In its first
 * block a network gives balances to its first accounts without a sender.
 */
async function compareTransfers(chunk: Chunk): Promise<Differences> {
  const { client, blocks, begin } = chunk;
  const genesis = blocks[0]?.number === 0n && blocks[0].start === begin ? blocks[0].end : null;
  const hbar = await client.query<Sum>(
    `select c.consensus_timestamp::text as at, null as token, sum(c.amount)::text as sum, ${TOTAL}
     from crypto_transfer c
     where c.consensus_timestamp > $1 and c.consensus_timestamp <= $2 and c.errata is null
     group by c.consensus_timestamp
     having sum(c.amount) <> 0 and not (c.consensus_timestamp <= $3 and min(c.amount) > 0 and exists (
       select from transaction t
       where t.consensus_timestamp = c.consensus_timestamp and t.type = ${CREATE_ACCOUNT}))
     order by c.consensus_timestamp ${LIMIT}`,
    [...boundsOf(chunk), (genesis ?? -1n).toString()],
  );
  const tokens = await client.query<Sum>(
    `select s.at::text, s.token::text, s.sum::text, ${TOTAL}
     from (
       select consensus_timestamp as at, token_id as token, sum(amount) as sum
       from token_transfer
       where consensus_timestamp > $1 and consensus_timestamp <= $2
       group by consensus_timestamp, token_id
       having sum(amount) <> 0
     ) s
     join transaction t on t.consensus_timestamp = s.at
     where t.consensus_timestamp > $1 and t.consensus_timestamp <= $2 and t.type <> all($3) and t.errata is null
     order by s.at ${LIMIT}`,
    [...boundsOf(chunk), SUPPLY_TYPES],
  );
  const differences = new Differences();
  differences.addRows(hbar.rows, (row) => sumDifference('crypto_transfer', row));
  differences.addRows(tokens.rows, (row) => sumDifference('token_transfer', row));
  return differences;
}

function sumDifference(table: string, row: Sum): Difference {
  const at = BigInt(row.at);
  const unit = row.token === null ? 'hbar (in tinybars)' : `token ${printEntityId(BigInt(row.token))}`;
  return {
    at,
    table,
    column: 'amount',
    subject: `the sum of what transaction ${printTimestamp(at)} moves of ${unit}`,
    expected: '0',
    found: row.sum,
  };
}

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
async function compareLogs(chunk: Chunk): Promise<Differences> {
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
