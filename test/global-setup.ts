import { startTestServer } from './database.ts';

/**
 * One PostgreSQL for the whole test run; workers find it through the environment. Vitest calls this for
 * each suite and once for the run.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TAIN_TEST_SERVER !== undefined) return undefined;
  const { server, stop } = await startTestServer();
  process.env.TAIN_TEST_SERVER = JSON.stringify(server);
  return stop;
}
