import { type Sql, sql } from '../../access/sql.ts';

/** Whether a file is one of a user: those with a num up to 1000 belong to the network. */
export function isUserFile(fileId: Sql): Sql {
  return sql`(${fileId} & 274877906943) > 1000`;
}

/**
 * FROM, WHERE and ORDER of a file's rows as `f`, the newest first, up to a time (`null`: up to now).
 * The file is held by bounds, not by `=`, and is part of the order: so the walk can only go along the
 * index on file and time, never backwards through the rows of all files.
 */
export function newestRows(fileId: Sql, until: Sql | null): Sql {
  const upper =
    until === null
      ? sql`f.entity_id <= ${fileId}`
      : sql`(f.entity_id, f.consensus_timestamp) <= (${fileId}, ${until})`;
  return sql`file_data f where f.entity_id >= ${fileId} and ${upper} order by f.entity_id desc, f.consensus_timestamp desc`;
}

/** As `newestRows`: those that a file's content begins with, its creation and updates with content. */
export function newestBeginnings(fileId: Sql, until: Sql | null): Sql {
  return sql`(select * from ${newestRows(fileId, until)}) f where f.transaction_type = 17 or f.transaction_type = 19 and length(f.file_data) <> 0`;
}

/**
 * Content of a file, as bytes: what was written by the newest creation or by the newest update with
 * content, and all that was appended to it, up to a time (`null`: up to now). Null where there is no
 * such file.
 */
export function fileContent(fileId: Sql, until: Sql | null): Sql {
  const upTo = until === null ? sql`` : sql` and f.consensus_timestamp <= ${until}`;
  const begin = sql`(select f.consensus_timestamp from ${newestBeginnings(fileId, until)} limit 1)`;
  return sql`(select string_agg(f.file_data, ''::bytea order by f.consensus_timestamp) from file_data f where f.entity_id = ${fileId} and f.consensus_timestamp >= ${begin}${upTo})`;
}
