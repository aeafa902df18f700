import { chmod, chown, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { Failure } from '../kernel/failure.ts';
import type { Identity } from './embedded-identity.ts';

/** The superuser of the embedded server, which owns all tables. Migrations and the ingest use it. */
export const OWNER = 'tain';
/**
 * The roles of the query service and the status service: they read everything they need, and write only their
 * own tables.
 */
export const API_ROLE = 'tain_api';
export const STATUS_ROLE = 'tain_status';

/**
 * Writes the rules for connections: root and our own user, through the socket, where the kernel identifies
 * the peer. Written at each start, outside the cluster, so that the server cannot change them.
 */
export async function writeAccessFiles(
  folder: string,
  { gid }: Identity,
): Promise<{ hba_file: string; ident_file: string }> {
  const users = [...new Set(['root', userName()])];
  const files = {
    hba_file: [
      `local all ${OWNER} peer map=tain`,
      `local tain ${API_ROLE},${STATUS_ROLE} peer map=tain`,
      'local all all reject',
      'host all all all reject',
    ],
    ident_file: users.map((user) => `tain "${user.replaceAll('"', '""')}" all`),
  };
  const written = Object.entries(files).map(async ([setting, lines]) => {
    const file = path.join(folder, `postgres-${setting === 'hba_file' ? 'hba' : 'ident'}.conf`);
    const text = ['# Written by tain at each start.', ...lines, ''].join('\n');
    const mode = gid === undefined ? 0o600 : 0o640;
    await writeFile(`${file}.new`, text, { mode });
    // Whatever `umask` says.
    await chmod(`${file}.new`, mode);
    if (gid !== undefined) await chown(`${file}.new`, 0, gid);
    await rename(`${file}.new`, file);
    return [setting, file];
  });
  return Object.fromEntries(await Promise.all(written)) as { hba_file: string; ident_file: string };
}

/** PostgreSQL's names for the users who may connect. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch (cause) {
    const message = `User id ${process.getuid?.()} has no name on this machine, which PostgreSQL asks for: name it in /etc/passwd, or set DATABASE_URL.`;
    throw new Failure('database', message, { cause });
  }
}

/** Statements that create missing roles and grant missing rights. */
const MISSING_ROLES = `
  select format('create role %I login', role) as statement
    from unnest($1::text[]) as role where to_regrole(role) is null`;
const MISSING_DEFAULTS = `
  select unnest(array[
    'alter default privileges in schema public grant select on tables to ${API_ROLE}, ${STATUS_ROLE}',
    'grant usage on schema tain to ${API_ROLE}, ${STATUS_ROLE}',
    -- What else everybody may fill a disk with.
    'revoke temporary on database ${OWNER} from public',
    'revoke execute on function lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea) from public'
  ]) as statement
   where not exists (select from pg_default_acl d where d.defaclnamespace = 'public'::regnamespace
                       and d.defaclacl::text like '%${STATUS_ROLE}%')`;
const MISSING_GRANTS = `
  select format('grant %s on %s to %I', string_agg(privilege, ', '), c.oid::regclass, role) as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   cross join unnest($1::text[]) as role
   cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege
   where n.nspname in ('public', 'tain') and c.relkind in ('r', 'p', 'v', 'm')
     and case
           when privilege <> 'SELECT' then n.nspname = 'tain' and case role
             when '${STATUS_ROLE}' then c.relname like 'status\\_%' or c.relname = 'unseen_outage'
             else c.relname in ('api_health', 'api_day', 'api_probe', 'unseen_outage') end
           -- Keys and subscribers are no business of who answers requests.
           else n.nspname = 'public' or role = '${STATUS_ROLE}' or c.relname not like 'status\\_%'
         end
     and not has_table_privilege(role, c.oid, privilege)
   group by c.oid, role`;

/** Whoever holds a lock of ours keeps the ingest from its work: those are the owner's alone. */
const PUBLIC_LOCKS = `
  select format('revoke execute on function %s from public', oid::regprocedure) as statement
    from pg_proc
   where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^pg_(try_)?advisory_'
     and has_function_privilege('public', oid, 'execute')`;

/**
 * Creates the roles of the embedded database and grants missing rights; writes nothing when nothing is
 * missing. Needs the whole schema; only one process at a time may call it.
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  const roles = [API_ROLE, STATUS_ROLE];
  for (const [text, values] of [
    [MISSING_ROLES, [roles]],
    [MISSING_DEFAULTS, []],
    [PUBLIC_LOCKS, []],
    [MISSING_GRANTS, [roles]],
  ] as const) {
    const { rows } = await client.query<{ statement: string }>(text, [...values]);
    for (const { statement } of rows) await client.query(statement);
  }
}
