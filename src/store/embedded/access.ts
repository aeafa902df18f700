import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import { API_ROLE, DATABASE_ROLES, grantRights, runAll, STATUS_ROLE } from '../migrate/rights.ts';
import type { Identity } from './identity.ts';
import { replaceFile } from './replace-file.ts';

/** Superuser of the embedded server and owner of all tables. Migrations and the ingest use it. */
export const OWNER = 'tain';
/**
 * Writes the rules for connections: root and our own user, through the socket, where the kernel identifies the peer. A
 * password would have to be in a file that the same user can read. Written at each start, outside the cluster, so that
 * the server cannot change them.
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
    await replaceFile(file, text, { mode, gid });
    return [setting, file];
  });
  return Object.fromEntries(await Promise.all(written)) as { hba_file: string; ident_file: string };
}

/** Returns PostgreSQL's name for our user. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch (cause) {
    const message = `User id ${process.getuid?.()} has no name on this machine, which PostgreSQL requires: add it to /etc/passwd, or set DATABASE_URL.`;
    throw new Failure('database', message, { cause });
  }
}

/** Statements that create missing roles. */
const MISSING_ROLES = `
  select format('create role %I login', role) as statement
    from unnest($1::text[]) as role where to_regrole(role) is null`;

/**
 * Rights of `public` that allow filling a disk, or blocking the ingest by holding one of our advisory locks. They are
 * revoked from all but the owner.
 */
const PUBLIC_RIGHTS = `
  select 'revoke temporary on database ${OWNER} from public' as statement
   where has_database_privilege('public', '${OWNER}', 'temporary')
  union all
  select format('revoke execute on function %s from public', oid::regprocedure)
    from pg_proc
   where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(pg_(try_)?advisory_|lo_creat$|lo_create$|lo_from_bytea$)'
     and has_function_privilege('public', oid, 'execute')`;

/**
 * Creates the roles of the embedded database, revokes rights that only its owner needs, and grants missing rights;
 * writes nothing when nothing is missing. Needs the whole schema; only one process at a time may call it.
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  await runAll(client, MISSING_ROLES, [DATABASE_ROLES]);
  await runAll(client, PUBLIC_RIGHTS);
  await grantRights(client);
}
