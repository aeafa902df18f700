import type pg from 'pg';

/**
 * Role of the query service. It and the role of the status service read everything they need, and write only their own tables.
 */
export const API_ROLE = 'tain_api';
export const STATUS_ROLE = 'tain_status';
export const DATABASE_ROLES = [API_ROLE, STATUS_ROLE];

/** Returns statements that grant missing rights of roles on objects of this user. */
const MISSING_SCHEMA_RIGHTS = `
  select format('grant usage on schema tain to %I', role) as statement
    from unnest($1::text[]) as role
   where not has_schema_privilege(role, 'tain', 'usage')
  union all
  select format('alter default privileges in schema public grant select on tables to %I', role)
    from unnest($1::text[]) as role
   where not exists (
     select from pg_default_acl d cross join aclexplode(d.defaclacl) a
     where d.defaclnamespace = 'public'::regnamespace and d.defaclrole = to_regrole(current_user::text)
       and d.defaclobjtype = 'r' and a.grantee = to_regrole(role) and a.privilege_type = 'SELECT')`;
const MISSING_GRANTS = `
  select format('grant %s on %s to %I', string_agg(privilege, ', '), c.oid::regclass, role) as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   cross join unnest($1::text[]) as role
   cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege
   where pg_has_role(c.relowner, 'usage') and n.nspname in ('public', 'tain') and c.relkind in ('r', 'p', 'v', 'm')
     and case
           when privilege <> 'SELECT' then n.nspname = 'tain' and case role
             when '${STATUS_ROLE}' then c.relname like 'status\\_%' or c.relname = 'unseen_outage'
             else c.relname in ('api_health', 'api_day', 'api_probe', 'unseen_outage', 'rpc_spent', 'rpc_send') end
           -- Keys and subscribers are no business of who answers requests.
           else n.nspname = 'public' or role = '${STATUS_ROLE}' or c.relname not like 'status\\_%'
         end
     and not has_table_privilege(role, c.oid, privilege)
   group by c.oid, role`;

/**
 * Grants missing rights of the roles of the query service and the status service, where the server has them; writes nothing
 * when nothing is missing. Needs the whole schema; only one process at a time may call it.
 */
export async function grantRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    'select role from unnest($1::text[]) as role where to_regrole(role) is not null',
    [DATABASE_ROLES],
  );
  const roles = rows.map(({ role }) => role);
  await runAll(client, MISSING_SCHEMA_RIGHTS, [roles]);
  await runAll(client, MISSING_GRANTS, [roles]);
}

/** Runs the statements that a query returns. */
export async function runAll(
  client: pg.Client,
  query: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(query, [...values]);
  for (const { statement } of rows) await client.query(statement);
}
