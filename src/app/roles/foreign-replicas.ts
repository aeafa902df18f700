import { addressOf, type ConnectionTarget, Database } from '../../db/connections/database.ts';
import { Failure } from '../../kernel/failure.ts';
import { type DatabaseIdentity, selectIdentity, whyNoReplica } from '../../reads/database-identity.ts';
import type { Config } from '../config/config.ts';

/** Milliseconds in which a replica must answer at the start to be looked at then. */
const ANSWER = 3_000;

/**
 * Throws `Failure` when a setting names a server as a replica that is none of the database. One that does not answer is
 * looked at when it does.
 */
export async function refuseForeignReplicas(
  { readDatabaseUrls }: Pick<Config, 'readDatabaseUrls'>,
  target: ConnectionTarget,
): Promise<void> {
  if (readDatabaseUrls.length === 0) return;
  const primary = await identityOf(target);
  for (const url of readDatabaseUrls) {
    const replica = await identityOf({ url });
    const reason = replica && whyNoReplica(replica, primary);
    if (reason === null) continue;
    throw new Failure(
      'usage',
      `TAIN_READ_DATABASE_URLS names a server that is no streaming replica of the database in DATABASE_URL: ${addressOf({ url })} ${reason}.`,
    );
  }
}

/** What the server says of itself; null where it does not answer. */
async function identityOf(target: ConnectionTarget): Promise<DatabaseIdentity | null> {
  const database = new Database(target, {
    applicationName: 'tain api replica',
    maxConnections: 1,
    connectTimeout: ANSWER,
    answerTimeout: ANSWER,
  });
  try {
    return await selectIdentity(database.pool);
  } catch {
    return null;
  } finally {
    await database.end();
  }
}
