import { indexScan } from '../../access/index-scan.ts';
import { rowsByKey } from '../../access/lookup.ts';
import { UNBOUNDED } from '../../access/range.ts';
import { type Sql, sql } from '../../access/sql.ts';
import type { Select, TextRows } from '../../db/connections/select.ts';
import { MESSAGES, messageBounds } from '../../reads/topic-messages.sql.ts';

/** A message of a topic as the tables have it, in PostgreSQL's text. */
export interface MessageRow {
  /** Nanoseconds. */
  readonly time: bigint;
  /** From 1 in each topic. */
  readonly number: bigint;
  readonly columns: readonly (string | null)[];
}

/** In the order in which `topic-response.ts` reads them. */
const COLUMNS: Sql = sql`m.consensus_timestamp, m.sequence_number, m.message, m.running_hash, m.running_hash_version,
  m.chunk_num, m.chunk_total, m.initial_transaction_id, m.payer_account_id, m.valid_start_timestamp`;

function rowOf(columns: readonly (string | null)[]): MessageRow {
  return { time: BigInt(columns[0] ?? 0), number: BigInt(columns[1] ?? 0), columns };
}

/** Messages of one topic from a time (nanoseconds, inclusive) on, up to another (exclusive), the oldest first. */
export async function selectPage(
  select: Select,
  topic: bigint,
  from: bigint,
  end: bigint | undefined,
  limit: number,
): Promise<MessageRow[]> {
  const times = { ...UNBOUNDED, lower: from, ...(end === undefined ? {} : { upper: end - 1n }) };
  const rows = await select(
    indexScan({
      select: COLUMNS,
      from: MESSAGES,
      ...messageBounds({ topic, numbers: UNBOUNDED, times }),
      order: 'asc',
      limit,
    }),
  );
  return rows.map(rowOf);
}

/**
 * Messages of some topics after a time up to another (both nanoseconds), the oldest of each topic first. Undefined when
 * there are more than `most`: each topic is to be read on its own then.
 */
export async function selectNew(
  select: Select,
  topics: readonly bigint[],
  after: bigint,
  through: bigint,
  most: number,
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
  const rows: TextRows = await select(
    sql`select t.topic, n.* from unnest(${topics}::bigint[]) t(topic) cross join ${ofTopic} n limit ${most + 1}`,
  );
  if (rows.length > most) return undefined;
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

/** The type of an entity, as `entity.type` has it; undefined when there is none. */
export async function selectEntityType(select: Select, id: bigint): Promise<string | undefined> {
  const [row] = await select(sql`select type from entity where id = ${id}`);
  return row?.[0] ?? undefined;
}

/** Whether there is any block. */
export async function hasBlock(select: Select): Promise<boolean> {
  return (await select(sql`select from record_file limit 1`)).length > 0;
}
