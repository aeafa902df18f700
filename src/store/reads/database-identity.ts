import type { Queryable } from '../writer/writer.ts';

/** Identity of a database, the same on a primary and its streaming replicas. */
export interface DatabaseIdentity {
  /** System identifier of the cluster, chosen by `initdb`; null when the user may not read it. */
  readonly cluster: string | null;
  /** Oid of the database in its cluster. */
  readonly database: string;
  /** The mirrored network, and the start of the mirror; null when unknown. */
  readonly mirror: string | null;
  /** Whether the server replays another server's WAL. */
  readonly isReplica: boolean;
}

/** PostgreSQL rejects a lookup of a table in a schema that the user may not use. */
const MAY_READ_SQL = `
  select case when has_function_privilege('pg_control_system()', 'execute') then 1 end as cluster,
         case when has_schema_privilege(to_regnamespace('tain')::oid, 'usage')
           then case when has_table_privilege(to_regclass('tain.network')::oid, 'select') then 1 end end as mirror`;

/** Reads the identity. Requires no privilege: values that the user may not read are null. */
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
 * Returns why a server is not a streaming replica of a primary, as the end of a sentence about it; null if nothing
 * contradicts it. `primary`: null when unknown.
 */
export function foreignReason(replica: DatabaseIdentity, primary: DatabaseIdentity | null): string | null {
  if (!replica.isReplica) return 'replays no log: it is a primary itself';
  if (primary === null) return null;
  if (differ(replica.cluster, primary.cluster)) return 'belongs to another cluster';
  if (differ(replica.database, primary.database)) return 'is another database of the same cluster';
  // If the clusters match, the mirrors can only differ because the primary's is newer than the replayed WAL.
  const isUnknown = replica.cluster === null || primary.cluster === null;
  if (isUnknown && differ(replica.mirror, primary.mirror)) return 'is the database of another mirror';
  return null;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
