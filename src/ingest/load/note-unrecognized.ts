import {
  OTHERS,
  UNRECOGNIZED_SQL,
  type UnrecognizedRow,
  type UnrecognizedSince,
  unrecognizedOf,
} from '../../kernel/unrecognized.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { MAX_UNRECOGNIZED } from '../decode/unrecognized.ts';

/**
 * Adds the unknown parts of the stream to the stored ones. The table has at most `MAX_UNRECOGNIZED` names; further ones
 * are counted under a common name for each kind.
 */
export async function noteUnrecognized(
  client: Queryable,
  parts: readonly UnrecognizedSince[],
): Promise<void> {
  if (parts.length === 0) return;
  await client.query(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
         as g (kind, name, count, first_seen, last_seen)
     ), placed as (
       select g.kind, g.count, g.first_seen, g.last_seen,
              case when u.name is not null
                     or row_number() over (partition by u.name is null order by g.kind, g.name)
                        + (select count(*) from tain.unrecognized) <= $6 then g.name else $7 end as name
       from given g left join tain.unrecognized u using (kind, name)
     )
     insert into tain.unrecognized (kind, name, count, first_seen, last_seen)
     select kind, name, sum(count), min(first_seen), max(last_seen) from placed group by kind, name
     on conflict (kind, name) do update set
       count = unrecognized.count + excluded.count,
       first_seen = least(unrecognized.first_seen, excluded.first_seen),
       last_seen = greatest(unrecognized.last_seen, excluded.last_seen)`,
    [
      parts.map(({ kind }) => kind),
      parts.map(({ name }) => name),
      parts.map(({ count }) => count),
      parts.map(({ firstSeen }) => firstSeen.toString()),
      parts.map(({ lastSeen }) => lastSeen.toString()),
      MAX_UNRECOGNIZED,
      OTHERS,
    ],
  );
}

/** Returns the stored parts, oldest first; none in a public mirror's database. */
export async function selectUnrecognized(client: Queryable): Promise<UnrecognizedSince[]> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    "select to_regclass('tain.unrecognized') is not null as present",
  );
  if (!tables[0]?.present) return [];
  const { rows } = await client.query<UnrecognizedRow>(UNRECOGNIZED_SQL);
  return rows.map(unrecognizedOf);
}
