import pg from 'pg';
import { connectionConfig, Database } from '../../src/db/connections/database.ts';
import { ensureReadingSchema } from '../../src/db/migrate/reading-schema.ts';

/** Makes what a distributed database is read through, as a start does. */
export async function prepareReading(url: string): Promise<void> {
  const client = new pg.Client(connectionConfig({ url }));
  await client.connect();
  try {
    await ensureReadingSchema(client);
  } finally {
    await client.end();
  }
}

/** A pool that reads a spread database as services do. */
export function openSpread(url: string): Database {
  return new Database(
    { url, isSpread: true },
    { applicationName: 'tain test', maxConnections: 10, repeatableRead: true },
  );
}
