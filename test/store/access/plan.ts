import type { Database } from '../../../src/store/connections/database.ts';
import type { Sql } from '../../../src/store/sql.ts';
import { explained } from './explained.ts';

/** A node of a plan, in the format of `EXPLAIN (ANALYZE, FORMAT JSON)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'One-Time Filter'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** Facts of an executed plan that a test asserts. */
export interface Plan {
  /** Types of all executed nodes, except those that return one row without reading a table. */
  readonly nodes: readonly string[];
  /** Indexes that were read. */
  readonly indexes: readonly string[];
  /** Conditions of index scans that were executed. */
  readonly conditions: readonly string[];
  /** Number of subplans that a One-Time Filter skipped. */
  readonly leftOut: number;
  /** Rows that scans of tables returned or discarded. */
  readonly read: number;
  /** Pages of tables and indexes that were read, counted each time. */
  readonly pages: number;
  /** Maximum number of rows passed to one sort or hash. */
  readonly sorted: number;
  /** Rows of the result. */
  readonly rows: number;
}

/** Executes a SELECT with a plan for its values, or a `generic` plan, and returns the facts of the executed plan. */
export async function planOf(database: Database, { text, values }: Sql, generic = false): Promise<Plan> {
  const client = await database.pool.connect();
  try {
    return summaryOf(await explained<PlanNode>(client, { text, values }, generic));
  } finally {
    client.release();
  }
}

function summaryOf(root: PlanNode): Plan {
  const all = nodesOf(root);
  const executed = all.filter((node) => node['Actual Loops'] > 0);
  const passed = (node: PlanNode) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const scans = executed.filter((node) => node['Relation Name'] !== undefined);
  const gathering = executed.filter((node) => /Sort|^Hash$/.test(node['Node Type']));
  return {
    nodes: [...new Set(executed.map((node) => node['Node Type']))].sort(),
    indexes: [...new Set(scans.flatMap((node) => node['Index Name'] ?? []))].sort(),
    conditions: scans.flatMap((node) => node['Index Cond'] ?? []),
    leftOut: all.filter(
      (node) =>
        node['One-Time Filter'] !== undefined &&
        (node.Plans ?? []).some((child) => child['Actual Loops'] === 0),
    ).length,
    read: Math.round(scans.reduce((sum, node) => sum + passed(node) * node['Actual Loops'], 0)),
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    sorted: Math.max(
      0,
      ...gathering.flatMap((node) => (node.Plans ?? []).map((child) => child['Actual Rows'])),
    ),
    rows: root['Actual Rows'],
  };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
