import { startTestServer } from './database.ts';

/** One PostgreSQL for the whole test run; workers find it through the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  process.env.TAIN_TEST_SERVER = JSON.stringify(server);
  return stop;
}
