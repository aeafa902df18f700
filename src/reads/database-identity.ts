import type { Queryable } from '../db/writer/writer.ts';

/** What tells a database from others, the same on a primary and its streaming replicas. */
export interface DatabaseIdentity {
  /** Of the cluster, as `initdb` drew it; null where the user may not read it. */
  readonly cluster: string | null;
  /** The oid of the database in its cluster. */
  readonly database: string;
  /** Of which network it is the mirror, and since when; null where that is unknown. */
  readonly mirror: string | null;
  /** Whether the server replays another one's log. */
  readonly isReplica: boolean;
}

/** Looking up a table in a schema that the user may not use is refused. */
const MAY_READ_SQL = `
  select case when has_function_privilege('pg_control_system()', 'execute') then 1 end as cluster,
         case when has_schema_privilege(to_regnamespace('tain')::oid, 'usage')
           then case when has_table_privilege(to_regclass('tain.network')::oid, 'select') then 1 end end as mirror`;

/** Reads the identity. Needs no right: what the user may not read is left out. */
export async function selectIdentity(client: Queryable): Promise<DatabaseIdentity> {
  const may = (await client.query<{ cluster: number | null; mirror: number | null }>(MAY_READ_SQL)).rows[0];
  const cluster = may?.cluster ? '(select system_identifier::text from pg_control_system())' : 'null';
  const mirror = may?.mirror
    ? `(select name || ' ' || extract(epoch from first_used) from tain.network)`
    : 'null';
  const { rows } = await client.query<DatabaseIdentity>(
    `select ${cluster} as cluster, ${mirror} as mirror, oid::text as database, pg_is_in_recovery() as "isReplica"
     from pg_database where datname = current_database()`,
  );
  const [identity] = rows;
  if (identity === undefined) throw new Error('the database does not list itself');
  return identity;
}

/**
 * Why a server is no streaming replica of a primary, as the end of a sentence about it; null where nothing speaks against
 * it. `primary` null: it is not known.
 */
export function whyNoReplica(replica: DatabaseIdentity, primary: DatabaseIdentity | null): string | null {
  if (!replica.isReplica) return 'replays no log: it is a primary itself';
  if (primary === null) return null;
  if (differ(replica.cluster, primary.cluster)) return 'belongs to another cluster';
  if (differ(replica.database, primary.database)) return 'is another database of the same cluster';
  // Where the cluster is known this may only be younger than what the replica has replayed.
  const isUnknown = replica.cluster === null || primary.cluster === null;
  if (isUnknown && differ(replica.mirror, primary.mirror)) return 'is the database of another mirror';
  return null;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
