import { createHash } from 'node:crypto';
import pg from 'pg';
import { takeAdvisoryLock } from '../db/advisory-lock.ts';
import { type ConnectionTarget, connectionConfig } from '../db/database.ts';
import { Failure } from '../kernel/failure.ts';
import type { Config } from './config/config.ts';
import type { RoleName } from './config/settings.ts';

/** First key of the roles' advisory locks: "tain". The second is made from the role's name. */
const ROLE_LOCK = 0x7461_696e;

/**
 * Keeps a second process from starting the same role on one data folder or database. Holds a
 * connection until the function that it returns is called. Throws `Failure` when the role is taken.
 */
export async function acquireRole(
  target: ConnectionTarget,
  role: RoleName,
  place: string,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...connectionConfig(target), application_name: `tain ${role} role` });
  client.on('error', () => undefined);
  await client.connect();
  const key = createHash('sha256').update(role).digest().readInt32BE();
  if (await takeAdvisoryLock(client, [ROLE_LOCK, key])) return () => client.end();
  await client.end();
  throw new Failure('alreadyRunning', `Role ${role} is already running on ${place}: stop it first.`);
}

/** How a database is called in messages: by its folder, or as the setting's. */
export function placeOf(config: Config): string {
  return config.databaseUrl === null ? config.dataDir : 'the database that DATABASE_URL names';
}
