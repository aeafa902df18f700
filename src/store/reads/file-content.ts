import { LAST_SYSTEM_ENTITY } from '@tain/ledger/network';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import { indexScan } from '../access/index-scan.ts';
import { as, oneRow } from '../access/lookup.ts';
import type { Select } from '../connections/select.ts';
import { numOf } from '../schema/packed-id.ts';
import { empty, raw, type Sql, sql } from '../sql.ts';

/*
 * Contents of files, from the table of all writes to them. A file's content begins with its creation or its newest
 * update with content, followed by everything appended since. Updates without content (for example of the key) have
 * rows, too, and change nothing.
 */

const CREATED = raw(String(TYPE.fileCreate));
const UPDATED = raw(String(TYPE.fileUpdate));

/** Condition that a file belongs to a user. The network's own files have lower numbers. */
export function isUserFile(fileId: Sql): Sql {
  return sql`${numOf(fileId)} > ${raw(String(LAST_SYSTEM_ENTITY))}`;
}

/** Bounds of a file's versions: SQL of times in nanoseconds. */
export interface VersionBounds {
  /** The content must begin at this time or later. */
  readonly lower?: Sql | undefined;
  /** Writes after this time are ignored. */
  readonly upper?: Sql | undefined;
  /** Includes the writes after `upper` of the content that begins by then. */
  readonly whole?: boolean;
}

/** Condition that the write `w` begins a content. */
const BEGINS = sql`(w.transaction_type = ${CREATED} or w.transaction_type = ${UPDATED} and length(w.file_data) > 0)`;

/**
 * A file's rows, the newest first: an index scan of `file_data f`. File and time are compared and ordered together,
 * so that the planner can only use the index on both, and never scans backwards through the rows of all files.
 */
function newestRows(select: Sql, fileId: Sql, bounds: VersionBounds, limit?: number): Sql {
  return indexScan({
    select,
    from: sql`file_data f`,
    where: [rowsWithin(fileId, bounds)],
    by: [sql`f.entity_id`, sql`f.consensus_timestamp`],
    order: 'desc',
    ...(limit === undefined ? {} : { limit }),
  });
}

/** The time of the newest of a file's rows within bounds: a SELECT of one value. */
export function newestTime(fileId: Sql, bounds: VersionBounds): Sql {
  return newestRows(sql`f.consensus_timestamp`, fileId, bounds, 1);
}

function rowsWithin(fileId: Sql, { lower, upper }: VersionBounds): Sql {
  const from =
    lower === undefined
      ? sql`f.entity_id >= ${fileId}`
      : sql`(f.entity_id, f.consensus_timestamp) >= (${fileId}, ${lower})`;
  const to =
    upper === undefined
      ? sql`f.entity_id <= ${fileId}`
      : sql`(f.entity_id, f.consensus_timestamp) <= (${fileId}, ${upper})`;
  return sql`${from} and ${to}`;
}

/**
 * The newest version of a file within bounds, as a sub-select of one row: `begun`, the time of the first write of its
 * content, `newest`, the time of the last one, `writes`, the time and length of each (`time length`, in order, separated
 * by commas), and `content`; nulls when there is none. With `max`, no row if the content has more bytes.
 */
export function fileVersion(fileId: Sql, bounds: VersionBounds, max?: number): Sql {
  const begin = sql`(${oneRow({
    select: sql`w.consensus_timestamp`,
    from: as(newestRows(sql`*`, fileId, bounds), 'w'),
    where: [BEGINS],
  })})`;
  const upper = bounds.whole && bounds.upper !== undefined ? endAfter(fileId, bounds.upper) : bounds.upper;
  const within = rowsWithin(fileId, { lower: begin, upper });
  return sql`(
    select min(f.consensus_timestamp) as begun, max(f.consensus_timestamp) as newest,
      string_agg(f.consensus_timestamp || ' ' || coalesce(length(f.file_data), 0), ','
        order by f.entity_id, f.consensus_timestamp) as writes,
      string_agg(f.file_data, ''::bytea order by f.entity_id, f.consensus_timestamp) as content
    from file_data f
    where ${within} and not (f.transaction_type = ${UPDATED} and coalesce(length(f.file_data), 0) = 0)
    ${max === undefined ? empty : sql`having sum(length(f.file_data)) <= ${max}`}
  )`;
}

/** The last nanosecond before a file's first content that begins after a time: SQL of one value. */
function endAfter(fileId: Sql, time: Sql): Sql {
  const later = indexScan({
    select: sql`*`,
    from: sql`file_data f`,
    where: [sql`(f.entity_id, f.consensus_timestamp) > (${fileId}, ${time})`, sql`f.entity_id <= ${fileId}`],
    by: [sql`f.entity_id`, sql`f.consensus_timestamp`],
    order: 'asc',
  });
  const next = oneRow({ select: sql`w.consensus_timestamp - 1`, from: as(later, 'w'), where: [BEGINS] });
  return sql`coalesce((${next}), ${raw(String(MAX_INT64))})`;
}

/** Content of the newest version of a file within bounds: SQL of one value; null when there is no such file. */
export function fileContent(fileId: Sql, bounds: VersionBounds = {}): Sql {
  return sql`(select v.content from ${fileVersion(fileId, bounds)} v)`;
}

/** A version of a file. Times are nanoseconds. */
export interface FileContent {
  readonly content: Buffer;
  /** Consensus time of the newest write in the content. */
  readonly timestamp: bigint;
}

/** Returns the content of a file (packed id), now or at an instant (nanoseconds); undefined when there is no such file. */
export async function selectFileContent(
  select: Select,
  fileId: bigint,
  at?: bigint,
): Promise<FileContent | undefined> {
  const upper = at === undefined ? undefined : sql`${at}`;
  const [row] = await select(
    sql`select v.newest, v.content from ${fileVersion(sql`${fileId}::bigint`, { upper })} v`,
  );
  const [newest, content] = row ?? [];
  return newest ? { content: bytesOf(content), timestamp: BigInt(newest) } : undefined;
}

/**
 * Returns the contents of files by packed id, now or at an instant (nanoseconds). Files that do not exist, or have
 * more than `max` bytes, are left out.
 */
export async function selectFileContents(
  select: Select,
  fileIds: readonly bigint[],
  max?: number,
  at?: bigint,
): Promise<Map<bigint, Buffer>> {
  const upper = at === undefined ? undefined : sql`${at}::bigint`;
  const rows = await select(
    sql`select w.id, v.content from unnest(${fileIds.map(String)}::bigint[]) w (id)
      cross join lateral ${fileVersion(sql`w.id`, { upper }, max)} v where v.newest is not null`,
  );
  return new Map(rows.map(([id, content]) => [BigInt(id ?? 0), bytesOf(content)]));
}

/** Decodes PostgreSQL's text of a `bytea`. */
function bytesOf(text: string | null | undefined): Buffer {
  return Buffer.from(text?.slice(2) ?? '', 'hex');
}
