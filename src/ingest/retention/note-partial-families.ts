import { RETENTION_FAMILIES, type RetentionFamily } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';

/**
 * Records the families of rows that the ingest stores only in part from now on, before it stores anything. Requests
 * that need all rows of such a family are refused. A family that is stored completely again is complete from the next
 * block on.
 */
export async function notePartialFamilies(
  client: Queryable,
  inPart: ReadonlySet<RetentionFamily>,
): Promise<void> {
  const [partly, whole] = [true, false].map((isPart) =>
    RETENTION_FAMILIES.filter((family) => inPart.has(family) === isPart),
  );
  // This is a separate query, because some tables are on one server and others on several. No block is stored in the
  // meantime.
  const { rows } = await client.query<{ next: string }>(
    'select (consensus_end + 1)::text as next from record_file order by consensus_end desc limit 1',
  );
  await client.query(
    `update tain.kept
     set whole_from = case when family = any($1) then null else $3::bigint end
     where family = any($1) and whole_from is not null or family = any($2) and whole_from is null`,
    [partly, whole, rows[0]?.next ?? '0'],
  );
}
