import { pino } from 'pino';
import { Registry } from 'prom-client';
import { DEFAULT_API_SETTINGS } from '../src/rest/route/settings.ts';
import { startApi } from '../src/rest/server.ts';
import type { Database } from '../src/store/connections/database.ts';
import type { Cluster } from '../test/citus/cluster.ts';
import { startReading } from '../test/citus/reading.ts';
import { followShards, type QueriedShards } from '../test/citus/shards.ts';
import { recordStatements, type Statement } from './api/recorded-statements.ts';
import type { Scenario } from './api/scenarios.ts';
import { withClient } from './with-client.ts';

/** Counts of one request, which other load on the machine does not change: means over some paths of a scenario. */
export interface Counts extends QueriedShards {
  /** Rows that the coordinator fetched from the shards. */
  readonly rows: number;
  /** Rows among them that are no object of the answer, such as rows joined one to one. */
  readonly unshown: number;
}

/** Maximum number of paths per scenario whose requests are counted. */
const MAX_COUNTED = 4;

/** Counts what a request of each scenario makes the coordinator send and fetch. */
export async function countRequests(
  cluster: Cluster,
  { url, name: database }: { readonly url: string; readonly name: string },
  scenarios: readonly Scenario[],
): Promise<Map<string, Counts>> {
  const log = await followShards(cluster, database);
  const reading = await startReading(url, { endsWithBlock: true });
  const { servers } = reading;
  const recorder = recordStatements(servers.primary.database.pool);
  const api = await startApi({
    database: servers.primary.database,
    servers,
    settings: { ...DEFAULT_API_SETTINGS, cache: false },
    clock: Date.now,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
    host: '127.0.0.1',
    port: 0,
  });
  const found = new Map<string, Counts>();
  const textOf = async (path: string) => (await fetch(api.url + path)).text();
  try {
    for (const { name, paths } of scenarios) {
      const counted: Counts[] = [];
      for (const path of paths.slice(0, MAX_COUNTED)) {
        // The first request prepares the statements on the connection.
        await textOf(path);
        recorder.take();
        await log.take();
        const shown = objectsIn(JSON.parse(await textOf(path)));
        const queried = await log.take();
        const rows = await fetchedRows(servers.primary.database, recorder.take());
        counted.push({ ...queried, rows, unshown: Math.max(rows - shown, 0) });
      }
      if (counted.length > 0) found.set(name, meanOf(counted));
    }
  } finally {
    await api.close();
    await reading.close();
    await withClient({ url }, (client) => client.query(`alter database ${database} reset all`));
  }
  return found;
}

/** Number of objects within a JSON value. */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, each) => sum + objectsIn(each), 0);
  return Array.isArray(value) ? inner : inner + 1;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Function Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

async function fetchedRows(database: Database, statements: readonly Statement[]): Promise<number> {
  let rows = 0;
  const add = (node: PlanNode): void => {
    const isFetch = node['Node Type'] === 'Foreign Scan' || node['Function Name'] === 'rows_of';
    if (isFetch) rows += node['Actual Rows'] * node['Actual Loops'];
    for (const inner of node.Plans ?? []) add(inner);
  };
  for (const { text, values } of statements) {
    if (!/^\s*(select|with)\b/i.test(text) || text.includes('set_config')) continue;
    const { rows: plans } = await database.pool.query<[readonly [{ readonly Plan: PlanNode }]]>({
      text: `explain (analyze, format json) ${text}`,
      values: [...values],
      rowMode: 'array',
    });
    for (const [[{ Plan }]] of plans) add(Plan);
  }
  return rows;
}

function meanOf(counts: readonly Counts[]): Counts {
  const mean = (of: (one: Counts) => number) => counts.reduce((sum, one) => sum + of(one), 0) / counts.length;
  const any = (of: (one: Counts) => readonly string[]) => [...new Set(counts.flatMap(of))];
  return {
    tasks: mean(({ tasks }) => tasks),
    roundTrips: mean(({ roundTrips }) => roundTrips),
    shards: mean(({ shards }) => shards),
    whole: any(({ whole }) => whole),
    unlimited: any(({ unlimited }) => unlimited),
    rows: mean(({ rows }) => rows),
    unshown: mean(({ unshown }) => unshown),
  };
}
