import type { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { simulate } from '../../packages/network-simulator/src/simulate.ts';
import { KINDS } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { createFilledDatabase, type TestDatabase } from '../database.ts';
import { ingestDemo } from '../ingest/ingest-demo.ts';
import { startTestApi, type TestApi, type TestApiOptions } from '../rest/api-fixture.ts';

/** Weights with which every type of transaction occurs. Registered nodes are deleted less often than created. */
const EVERYTHING = {
  ...Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 20)])),
  REGISTEREDNODEDELETE: 1,
};

/** Options of the demo network of `startDemoApi`. */
const NETWORK = { seed: 2026, tps: 150, blocks: 18, signInner: false, mix: EVERYTHING };

/** Ledger behind `startDemoApi`, with its history: the reference for the API's answers. */
export function demoLedger(): Promise<Ledger> {
  return simulate({ runCode: demoEngine, ...NETWORK, history: true });
}

/** Creates a database with a demo network's first blocks, which have every type of transaction. */
export function createDemoDatabase(): Promise<TestDatabase> {
  return createFilledDatabase('demo', (database) => ingestDemo(database, NETWORK));
}

/** Starts a real server on such a database. */
export async function startDemoApi(options: Omit<TestApiOptions, 'database'> = {}): Promise<TestApi> {
  const { database, drop } = await createDemoDatabase();
  const api = await startTestApi({ ...options, database });
  return {
    ...api,
    async close() {
      await api.close();
      await drop();
    },
  };
}

/** Returns the first row of a query as text. Throws when there is none, because the demo network must have it. */
export async function pick(api: TestApi, sql: string): Promise<string[]> {
  const { rows } = await api.database.pool.query<(string | null)[]>({
    text: sql,
    rowMode: 'array',
    values: [],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing in the demo network: ${sql}`);
  return row.map((value) => String(value));
}
