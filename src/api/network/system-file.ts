import { join, raw, type Sql, sql } from '../../access/sql.ts';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { MAX_INT64 } from '../../kernel/timestamp.ts';
import type { TimeBounds } from '../../query/java-range.ts';
import type { ApiContext } from '../route.ts';

/** A kind of system file: its number in the network's shard and realm, and how its bytes are read. */
export interface SystemFile<Value> {
  readonly num: bigint;
  /** Throws whatever it likes when the bytes are not of the file's form. */
  readonly read: (bytes: Uint8Array) => Value;
  readonly kept: Map<string, Value>;
}

/** A version of a system file that could be read. */
export interface FileVersion<Value> {
  readonly value: Value;
  /** Consensus time of the newest transaction that the contents come from. */
  readonly timestamp: bigint;
}

/** Versions that do not parse are passed over, but only so many. */
const MAX_ATTEMPTS = 12;
/** Versions of one file kept decoded, the most recently used. */
const MAX_KEPT = 16;

/** Declares a system file; its decoded versions are kept by the hash of their bytes. */
export function systemFile<Value>(num: bigint, read: SystemFile<Value>['read']): SystemFile<Value> {
  return { num, read, kept: new Map() };
}

/**
 * The newest versions of some system files within time bounds that can be read, undefined where
 * there is none. Contents begin with the newest create or non-empty update within the bounds and go
 * on with everything appended up to the upper one. A version that does not parse (one half written)
 * is passed over for the one before. All files come from one statement unless one is passed over.
 */
export async function selectFiles<Values extends readonly unknown[]>(
  context: ApiContext,
  files: { readonly [Index in keyof Values]: SystemFile<Values[Index]> },
  { lower = 0n, upper = MAX_INT64 }: TimeBounds,
): Promise<{ [Index in keyof Values]: FileVersion<Values[Index]> | undefined }> {
  const found: (FileVersion<unknown> | undefined)[] = files.map(() => undefined);
  let pending: Pending[] = files.map((file, index) => ({ file, index, upper, offered: new Map(file.kept) }));
  for (let attempt = 0; attempt < MAX_ATTEMPTS && pending.length > 0; attempt++) {
    const [row = []] = await context.select(fileQuery(context, pending, lower));
    const unread: Pending[] = [];
    pending.forEach((one, place) => {
      const newest = row[place * 3];
      if (newest === null || newest === undefined) return;
      const timestamp = BigInt(newest);
      const value = readVersion(one, row[place * 3 + 1] ?? '', row[place * 3 + 2]);
      if (value === undefined) unread.push({ ...one, upper: timestamp - 1n });
      else found[one.index] = { value, timestamp };
    });
    pending = unread;
  }
  return found as { [Index in keyof Values]: FileVersion<Values[Index]> | undefined };
}

interface Pending {
  readonly file: SystemFile<unknown>;
  readonly index: number;
  readonly upper: bigint;
  /** What was kept when the database was told that it need not send it. */
  readonly offered: ReadonlyMap<string, unknown>;
}

/**
 * Columns for each file: the newest time, the hash of the contents, and the contents unless they are
 * kept. File and time are compared and ordered together, so that no plan goes along the times of all files.
 */
function fileQuery(context: ApiContext, pending: readonly Pending[], lower: bigint): Sql {
  const { shard, realm } = context.settings;
  const versions = pending.map(({ file, upper, offered }, place) => {
    const id = encodeEntityId(shard, realm, file.num);
    const until = sql`(${id}::bigint, ${upper}::bigint)`;
    const begun = sql`(
      select consensus_timestamp from file_data
      where (entity_id, consensus_timestamp) >= (${id}::bigint, ${lower}::bigint)
        and (entity_id, consensus_timestamp) <= ${until}
        and (transaction_type = ${FILE_CREATE} or (transaction_type = ${FILE_UPDATE} and length(file_data) > 0))
      order by entity_id desc, consensus_timestamp desc limit 1
    )`;
    return sql`(
      select newest, md5(content), case when md5(content) = any(${[...offered.keys()]}::text[]) then null else content end
      from (
        select max(consensus_timestamp) as newest,
          string_agg(file_data, ''::bytea order by entity_id, consensus_timestamp) as content
        from file_data
        where (entity_id, consensus_timestamp) >= (${id}::bigint, ${begun})
          and (entity_id, consensus_timestamp) <= ${until}
          and not (transaction_type = ${FILE_UPDATE} and coalesce(length(file_data), 0) = 0)
      ) version
    ) ${raw(`file${place}`)}`;
  });
  return sql`select * from ${join(versions)}`;
}

const FILE_CREATE = raw('17');
const FILE_UPDATE = raw('19');

/** The decoded version; undefined when it does not parse. */
function readVersion(
  { file, offered }: Pending,
  digest: string,
  content: string | null | undefined,
): unknown {
  const { kept, read } = file;
  let value = offered.get(digest);
  if (value === undefined) {
    try {
      value = read(Buffer.from(content?.slice(2) ?? '', 'hex'));
    } catch {
      return undefined;
    }
  }
  kept.delete(digest);
  kept.set(digest, value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return value;
}
