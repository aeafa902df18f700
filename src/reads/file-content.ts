import { indexScan } from '../access/index-scan.ts';
import { as, oneRow } from '../access/lookup.ts';
import { empty, raw, type Sql, sql } from '../access/sql.ts';
import type { Select } from '../db/connections/select.ts';
import { TYPE } from '../kernel/transaction-type.ts';
import { LAST_SYSTEM_ENTITY } from '../ledger/network.ts';
import { numOf } from '../schema/packed-id.ts';

/*
 * What files hold, from the table of all that was ever written to them. A file's content begins with its creation or
 * its newest update with content, and goes on with all that was appended since. Updates without content (of the key,
 * say) have rows, too, and change nothing.
 */

const CREATED = raw(String(TYPE.fileCreate));
const UPDATED = raw(String(TYPE.fileUpdate));

/** Whether a file is one of a user: the network's own have lower numbers. */
export function isUserFile(fileId: Sql): Sql {
  return sql`${numOf(fileId)} > ${raw(String(LAST_SYSTEM_ENTITY))}`;
}

/** Which versions of a file count: SQL of times in nanoseconds. */
export interface VersionBounds {
  /** The content must begin at this time or later. */
  readonly lower?: Sql | undefined;
  /** Nothing written after this time counts. */
  readonly upper?: Sql | undefined;
}

/**
 * A file's rows, the newest first: an index scan of `file_data f`. File and time are compared and ordered together, so
 * that the plan can only go along the index on both, never backwards through the rows of all files.
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
 * The newest version of a file within bounds, as a sub-select of one row: `begun`, the time of the write that its
 * content begins with, `newest`, that of the last one, and `content`; nulls where there is none. With `most`, no row
 * where the content has more bytes.
 */
export function fileVersion(fileId: Sql, bounds: VersionBounds, most?: number): Sql {
  const begin = sql`(${oneRow({
    select: sql`w.consensus_timestamp`,
    from: as(newestRows(sql`*`, fileId, bounds), 'w'),
    where: [
      sql`(w.transaction_type = ${CREATED} or w.transaction_type = ${UPDATED} and length(w.file_data) > 0)`,
    ],
  })})`;
  const within = rowsWithin(fileId, { lower: begin, upper: bounds.upper });
  return sql`(
    select min(f.consensus_timestamp) as begun, max(f.consensus_timestamp) as newest,
      string_agg(f.file_data, ''::bytea order by f.entity_id, f.consensus_timestamp) as content
    from file_data f
    where ${within} and not (f.transaction_type = ${UPDATED} and coalesce(length(f.file_data), 0) = 0)
    ${most === undefined ? empty : sql`having sum(length(f.file_data)) <= ${most}`}
  )`;
}

/** Content of the newest version of a file within bounds: SQL of one value; null where there is no such file. */
export function fileContent(fileId: Sql, bounds: VersionBounds = {}): Sql {
  return sql`(select v.content from ${fileVersion(fileId, bounds)} v)`;
}

/** A version of a file. Times are nanoseconds. */
export interface FileContent {
  readonly content: Buffer;
  /** Consensus time of the newest write that the content comes from. */
  readonly timestamp: bigint;
}

/** What a file (packed id) holds now, or held at an instant (nanoseconds); undefined where there is no such file. */
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
 * What files hold now, or held at an instant (nanoseconds), by packed id. Those that are not there, or hold more than
 * `most` bytes, are left out.
 */
export async function selectFileContents(
  select: Select,
  fileIds: readonly bigint[],
  most?: number,
  at?: bigint,
): Promise<Map<bigint, Buffer>> {
  const upper = at === undefined ? undefined : sql`${at}::bigint`;
  const rows = await select(
    sql`select w.id, v.content from unnest(${fileIds.map(String)}::bigint[]) w (id)
      cross join lateral ${fileVersion(sql`w.id`, { upper }, most)} v where v.newest is not null`,
  );
  return new Map(rows.map(([id, content]) => [BigInt(id ?? 0), bytesOf(content)]));
}

/** Bytes of a `bytea` as PostgreSQL writes it. */
function bytesOf(text: string | null | undefined): Buffer {
  return Buffer.from(text?.slice(2) ?? '', 'hex');
}
