import { type Sql, sql } from '../../query/sql.ts';

/** Files with a num up to this belong to the network. */
const LAST_SYSTEM_FILE = sql`1000`;

/** Whether a file is one of a user. */
export function isUserFile(fileId: Sql): Sql {
  return sql`(${fileId} & 274877906943) > ${LAST_SYSTEM_FILE}`;
}

/**
 * Content of a file, as bytes: what was written by the newest creation or by the newest update with
 * content, and all that was appended to it, up to a time (`null`: up to now). Null where there is no
 * such file.
 */
export function fileContent(fileId: Sql, until: Sql | null): Sql {
  const upTo = (alias: Sql) => (until === null ? sql`` : sql` and ${alias}.consensus_timestamp <= ${until}`);
  const base = sql`(select b.consensus_timestamp from file_data b where b.entity_id = ${fileId}${upTo(sql`b`)} and (b.transaction_type = 17 or b.transaction_type = 19 and length(b.file_data) <> 0) order by b.consensus_timestamp desc limit 1)`;
  return sql`(select string_agg(f.file_data, ''::bytea order by f.consensus_timestamp) from file_data f where f.entity_id = ${fileId} and f.consensus_timestamp >= ${base}${upTo(sql`f`)})`;
}
