import { UNBOUNDED } from '../store/access/domain.ts';
import { indexScan } from '../store/access/index-scan.ts';
import { rowsByKey } from '../store/access/lookup.ts';
import type { Select } from '../store/connections/select.ts';
import { MESSAGES, messageBounds } from '../store/reads/topic-messages.sql.ts';
import { type Sql, sql } from '../store/sql.ts';
import type { ReadThrough } from './reads.ts';

/** A message of a topic as read from the tables, in PostgreSQL's text form. */
export interface MessageRow {
  /** Consensus time in nanoseconds. */
  readonly time: bigint;
  /** Sequence number, from 1 in each topic. */
  readonly number: bigint;
  readonly columns: readonly (string | null)[];
}

/** Columns in the order in which `topic-response.ts` reads them. */
const COLUMNS: Sql = sql`m.consensus_timestamp, m.sequence_number, m.message, m.running_hash, m.running_hash_version,
  m.chunk_num, m.chunk_total, m.initial_transaction_id, m.payer_account_id, m.valid_start_timestamp`;

function rowOf(columns: readonly (string | null)[]): MessageRow {
  return { time: BigInt(columns[0] ?? 0), number: BigInt(columns[1] ?? 0), columns };
}

/** Messages of a topic, and the time up to which they are complete unless the limit was reached. */
export interface MessagePage {
  readonly rows: readonly MessageRow[];
  readonly through: bigint;
}

/** Range of messages of one topic: from a time (nanoseconds, inclusive) up to another (exclusive), the oldest first. */
export interface PageSearch {
  readonly topic: bigint;
  readonly from: bigint;
  readonly end: bigint | undefined;
  readonly limit: number;
}

/** Reads a page from a server whose visible block is at or after `minEnd` (nanoseconds). */
export async function selectTopicPage(
  read: ReadThrough,
  { topic, from, end, limit }: PageSearch,
  minEnd: bigint,
): Promise<MessagePage> {
  const times = { ...UNBOUNDED, lower: from, ...(end === undefined ? {} : { upper: end - 1n }) };
  const query = indexScan({
    select: COLUMNS,
    from: MESSAGES,
    ...messageBounds({ topic, numbers: UNBOUNDED, times }),
    order: 'asc',
    limit,
  });
  const { rows, through } = await read(query, minEnd);
  return { rows: rows.map(rowOf), through };
}

/**
 * Reads the messages of some topics after a time up to another (both nanoseconds; the second is a block's end), the oldest
 * of each topic first. Undefined when there are more than `max`: then each topic is read separately.
 */
export async function selectNew(
  read: ReadThrough,
  topics: readonly bigint[],
  after: bigint,
  through: bigint,
  max: number,
): Promise<Map<bigint, MessageRow[]> | undefined> {
  const ofTopic = rowsByKey({
    select: COLUMNS,
    from: MESSAGES,
    where: [
      sql`m.topic_id = t.topic`,
      sql`m.consensus_timestamp > ${after}`,
      sql`m.consensus_timestamp <= ${through}`,
    ],
  });
  const { rows } = await read(
    sql`select t.topic, n.* from unnest(${topics}::bigint[]) t(topic) cross join ${ofTopic} n limit ${max + 1}`,
    through,
  );
  if (rows.length > max) return undefined;
  const found = new Map<bigint, MessageRow[]>();
  for (const [topic, ...columns] of rows) {
    const key = BigInt(topic ?? 0);
    const messages = found.get(key);
    if (messages === undefined) found.set(key, [rowOf(columns)]);
    else messages.push(rowOf(columns));
  }
  for (const messages of found.values()) messages.sort(byNumber);
  return found;
}

function byNumber(a: MessageRow, b: MessageRow): number {
  if (a.number === b.number) return 0;
  return a.number < b.number ? -1 : 1;
}

/** Returns the type of an entity as in `entity.type`; undefined when the entity does not exist. */
export async function selectEntityType(select: Select, id: bigint): Promise<string | undefined> {
  const [row] = await select(sql`select type from entity where id = ${id}`);
  return row?.[0] ?? undefined;
}
