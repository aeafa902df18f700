import { vi } from 'vitest';
import type { Database } from '../../src/store/connections/database.ts';
import { ReadServer } from '../../src/store/reads/servers/read-server.ts';
import { isPlannedForValues } from '../../src/store/sql.ts';
import { explained } from '../store/access/explained.ts';

/** A statement that a request executed. */
export interface ExecutedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records every statement from now on, until Vitest restores its mocks. */
export function noteStatements(): ExecutedStatement[] {
  const statements: ExecutedStatement[] = [];
  const { run } = ReadServer.prototype;
  vi.spyOn(ReadServer.prototype, 'run').mockImplementation(function (this: ReadServer, statement, values) {
    statements.push({ text: statement.text, values });
    return run.call(this, statement, values);
  });
  return statements;
}

/** Cost of a statement's execution. */
export interface Work {
  /** Rows that scans of tables returned or discarded. */
  readonly read: number;
  /** Maximum number of rows passed to one sort. */
  readonly sorted: number;
  /** Maximum number of rows read by one sequential scan. */
  readonly scanned: number;
  /** Pages of tables and indexes that were read, counted each time, which includes index entries that a scan skips. */
  readonly pages: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** Executes a statement, planned as the query service has it planned. Returns its cost. */
export async function workOf(database: Database, statement: ExecutedStatement): Promise<Work> {
  return workOfNode(await executed(database, statement));
}

/** Matches the name of a partition, by month or as `partitionAt` names it. */
const PARTITION = /^(\w+)_p(?:art)?(\d{1,2}|\d{4}_\d\d)$/;

/** Returns the partitions that the execution of a statement reads, as suffixes of their names by partitioned table. */
export async function partitionsRead(
  database: Database,
  statement: ExecutedStatement,
): Promise<Map<string, Set<string>>> {
  const read = new Map<string, Set<string>>();
  const walk = (node: PlanNode | undefined): void => {
    const [, table, part] = PARTITION.exec(node?.['Relation Name'] ?? '') ?? [];
    if (table && part && node && node['Actual Loops'] > 0)
      read.set(table, (read.get(table) ?? new Set()).add(part));
    for (const child of node?.Plans ?? []) walk(child);
  };
  walk(await executed(database, statement));
  return read;
}

/** Returns the plan of a statement after its execution. */
async function executed(
  database: Database,
  { text, values }: ExecutedStatement,
): Promise<PlanNode | undefined> {
  const client = await database.pool.connect();
  try {
    return await explained<PlanNode>(client, { text, values }, !isPlannedForValues(text));
  } finally {
    client.release();
  }
}

function workOfNode(node: PlanNode | undefined): Work {
  if (node === undefined) return { read: 0, sorted: 0, scanned: 0, pages: 0 };
  const removedRows = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round((node['Actual Rows'] + removedRows) * node['Actual Loops']);
  const children = node.Plans ?? [];
  const below = children.map(workOfNode);
  const sorts = node['Node Type'].endsWith('Sort') ? children.map((child) => child['Actual Rows']) : [];
  return {
    read: below.reduce((sum, { read }) => sum + read, node['Relation Name'] === undefined ? 0 : rows),
    sorted: Math.max(0, ...sorts, ...below.map(({ sorted }) => sorted)),
    scanned: Math.max(node['Node Type'] === 'Seq Scan' ? rows : 0, ...below.map(({ scanned }) => scanned)),
    // A node's pages include those of its children.
    pages: node['Shared Hit Blocks'] + node['Shared Read Blocks'],
  };
}
