import pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../src/store/connections/database.ts';

/** Runs a function with its own connection to a database, and ends the connection. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionConfig(target));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
