import type { Config } from '../../config/config.ts';
import type { RoleName } from '../../config/settings.ts';
import { Failure } from '../../kernel/failure.ts';
import { type ConnectionTarget, connectionConfig } from '../../store/connections/database.ts';
import { SESSION_LIVENESS_SQL, SessionClient } from '../../store/connections/session-client.ts';
import { roleLockKey, takeAdvisoryLock } from '../../store/locks/advisory-lock.ts';

/**
 * Prevents a second process from starting the same role on one data folder or database. Holds a connection until the
 * returned function is called. Throws `Failure` when the role is taken. The ingest has a second lock, on the connection
 * that writes, because this connection may be lost when the server restarts.
 */
export async function acquireRole(
  target: ConnectionTarget,
  role: RoleName,
  database: string,
): Promise<() => Promise<void>> {
  const client = new SessionClient({ ...connectionConfig(target), application_name: `tain ${role} role` });
  await client.connect();
  await client.query(SESSION_LIVENESS_SQL);
  if (await takeAdvisoryLock(client, roleLockKey(role))) return () => client.end();
  await client.end();
  throw new Failure('alreadyRunning', `Role ${role} is already running on ${database}: stop it first.`);
}

/** Describes a database in messages: by its folder, or by the setting's name. */
export function describeDatabase(config: Config): string {
  return config.databaseUrl === null ? config.dataDir : 'the database that DATABASE_URL names';
}
