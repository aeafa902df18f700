import type { Config } from '../../config/config.ts';
import { Failure } from '../../kernel/failure.ts';
import { addressOf, type ConnectionTarget, Database } from '../../store/connections/database.ts';
import { type DatabaseIdentity, foreignReason, selectIdentity } from '../../store/reads/database-identity.ts';

/** Time limit of a replica's response at the start, in milliseconds; slower ones are checked later. */
const RESPONSE_TIMEOUT_MS = 3_000;

/**
 * Throws `Failure` when a server that a setting names as a replica belongs to another database. A replica that does not
 * respond is checked once it does.
 */
export async function refuseForeignReplicas(
  { readDatabaseUrls }: Pick<Config, 'readDatabaseUrls'>,
  target: ConnectionTarget,
): Promise<void> {
  if (readDatabaseUrls.length === 0) return;
  const primary = await identityOf(target);
  for (const url of readDatabaseUrls) {
    const replica = await identityOf({ url });
    const reason = replica && foreignReason(replica, primary);
    if (reason === null) continue;
    throw new Failure(
      'usage',
      `TAIN_READ_DATABASE_URLS names a server that is not a streaming replica of the database in DATABASE_URL: ${addressOf({ url })} ${reason}.`,
    );
  }
}

/** Returns the identity of a server's database; null when it does not respond. */
async function identityOf(target: ConnectionTarget): Promise<DatabaseIdentity | null> {
  const database = new Database(target, {
    applicationName: 'tain api replica',
    maxConnections: 1,
    connectTimeoutMs: RESPONSE_TIMEOUT_MS,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
  });
  try {
    return await selectIdentity(database.pool);
  } catch {
    return null;
  } finally {
    await database.end();
  }
}
