import { READING_SCHEMA, VISIBLE_SQL, WITH_CTID } from '../../connections/distributed-reading.ts';
import { type Column, kindOf } from '../../copy/column.ts';
import { appendOnlyTables } from '../../schema/append-only-tables.ts';
import { stateTables } from '../../schema/current-state-tables.ts';
import { DISTRIBUTION } from '../../schema/distribution.ts';
import {
  empty,
  Formed,
  join,
  raw,
  Sql,
  type SqlValue,
  sql,
  type Target,
  where,
  writtenFor,
  writtenOut,
} from '../../sql.ts';
import { SameKey } from '../joined-rows.ts';

/**
 * Rows that the session itself fetches from the shards: function `rows_of` of the reading schema executes a statement
 * about one table, or about tables that are distributed alike. A foreign table costs a second session of the
 * coordinator, and a cursor for each scan.
 */

/** A scan of one table. */
export interface ShardScan {
  /** The table, with its alias if it has one. */
  readonly from: Sql;
  readonly select: Sql;
  readonly where: readonly Sql[];
  /** `group by` of the selected columns, which removes duplicate rows. */
  readonly groups?: Sql;
  /** `order by` and `limit`. */
  readonly end: Sql;
}

/** FROM item with the rows of a scan, and the conditions that the coordinator tests. */
export interface ShardRows {
  readonly from: Sql;
  readonly where: readonly Sql[];
}

/** A distributed table that `rows_of` can read. */
export interface ShardTable {
  readonly name: string;
  /** Name in statements. */
  readonly called: string;
  readonly column: string;
  readonly group: string;
  readonly columns: Columns;
  readonly hasTime: boolean;
  /** Whether an enumeration among the columns is text where the table is read. */
  readonly hasWords: boolean;
}

type Columns = Readonly<Record<string, Column>>;

/** Columns of tables that the ingest derives. */
const DERIVED: Readonly<Record<string, Columns>> = {
  account_balance: { account_id: 'int8', balance: 'int8', consensus_timestamp: 'int8' },
  token_balance: { account_id: 'int8', balance: 'int8', consensus_timestamp: 'int8', token_id: 'int8' },
  'tain.current_balance': { account_id: 'int8', balance: 'int8', octave: 'int2' },
  'tain.current_token_balance': {
    account_id: 'int8',
    token_id: 'int8',
    balance: 'int8',
    balance_timestamp: 'int8',
    associated: 'bool',
  },
};

const COLUMNS: Readonly<Record<string, Columns>> = {
  ...appendOnlyTables,
  ...stateTables,
  ...DERIVED,
  ...Object.fromEntries(Object.entries(stateTables).map(([table, columns]) => [`${table}_history`, columns])),
};

/** Tables with an enumeration that the reading schema has as text. */
const WITH_WORDS = ['entity', 'token_airdrop'];

const TABLES = new Map(
  Object.entries(DISTRIBUTION).flatMap(([table, rule]): [string, ShardTable][] => {
    // The row types of tables with `ctid` lack it.
    if (rule.kind !== 'distributed' || WITH_CTID.has(table)) return [];
    const [schema = '', own] = table.split('.');
    const called = own === undefined ? table : `${READING_SCHEMA}.${own}`;
    const name = own === undefined ? `public.${table}` : `${schema}.${own}`;
    const columns = COLUMNS[table] ?? {};
    const hasTime = 'consensus_timestamp' in columns || table === 'non_fee_transfer';
    const hasWords = WITH_WORDS.includes(table.replace(/_history$/, ''));
    return [[called, { name, called, column: rule.column, group: rule.group, columns, hasTime, hasWords }]];
  }),
);

/** Returns the distributed table with a name in statements, unless only the foreign table can be read. */
export function shardTable(called: string): ShardTable | undefined {
  return TABLES.get(called);
}

/** An expression whose value the coordinator computes before it sends a statement to the shards. */
class CoordinatorValue extends Formed {}

/** Marks an expression without columns of the scanned table: its value is computed first, and then sent to the shards. */
export function coordinatorValue(expression: Sql): Sql {
  return new CoordinatorValue(expression);
}

const VISIBLE = coordinatorValue(raw(VISIBLE_SQL));

/** Conditions that hide the rows of a table after the visible block. */
function visibleRows({ hasTime }: ShardTable, alias: string): Sql[] {
  return hasTime ? [sql`${raw(alias)}.consensus_timestamp <= ${VISIBLE}`] : [];
}

const FROM = /^\s*([\w.]+)(?:\s+(\w+))?\s*$/;

/**
 * Returns the rows of a scan, or undefined where it is not of one distributed table, or a condition looks up other
 * rows.
 */
export function shardRows(scan: ShardScan, target: Target): ShardRows | undefined {
  const [, called = '', given] = FROM.exec(textOf(scan.from, target)) ?? [];
  const table = shardTable(called);
  if (table === undefined) return undefined;
  const alias = given ?? called;
  const isLate = (condition: Sql) => isOfCoordinator(condition, table, alias, target);
  const conditions = [...scan.where.filter((each) => !isLate(each)), ...visibleRows(table, alias)];
  const sent = sentText(sql`${where(conditions)}${scan.groups ?? empty} ${scan.end}`, alias, target);
  if (sent === undefined) return undefined;
  const isWhole = /(?<!\()\*/.test(textOf(scan.select, target));
  if (isWhole && scan.groups !== undefined) return undefined;
  const rows = isWhole ? wholeRows(table, alias, sent) : rowsOfColumns(table, alias, sent, scan, target);
  return rows && { from: rows, where: scan.where.filter(isLate) };
}

/** Returns the columns of the scanned table that occur in a part of a statement; undefined where no table is known. */
export function namedColumns(from: Sql, part: Sql, target: Target): string[] | undefined {
  const [, called = ''] = FROM.exec(textOf(from, target)) ?? [];
  const words = wordsOf(part, target);
  const columns = Object.keys(shardTable(called)?.columns ?? {}).filter((column) => words.has(column));
  return columns.length === 0 ? undefined : columns;
}

/** Rows of the columns that a scan names. */
function rowsOfColumns(
  { columns, name }: ShardTable,
  alias: string,
  { text, values }: SentText,
  { select, end }: ShardScan,
  target: Target,
): Sql | undefined {
  const words = new Set(textOf(sql`${select} ${end}`, target).match(/\w+/g));
  const used = Object.entries(columns).filter(([column]) => words.has(column));
  if (used.length === 0) return undefined;
  const list = (write: (column: string, type: string) => string) =>
    used.map(([column, type]) => write(column, kindOf(type))).join(', ');
  // Other names than the columns': Citus orders the rows of one shard by these names, and by converted values no index does.
  const selected = list((column, type) => `${alias}.${column}::${type} as sent_${column}`);
  const statement = executed([{ text: `select ${selected} from ${name} ${alias}${text}`, values }]);
  return sql`${ROWS_OF}(${statement}) as ${raw(`${alias}(${list((column, type) => `${column} ${type}`)})`)}`;
}

/** Rows with all columns, which have the types that the foreign table has. */
function wholeRows({ called, name, hasWords }: ShardTable, alias: string, { text, values }: SentText): Sql {
  const ofTable = (select: string) =>
    executed([{ text: `select ${select} from ${name} ${alias}${text}`, values }]);
  if (!hasWords) return sql`${ROWS_OF}(null::${raw(name)}, ${ofTable(`${alias}.*`)}) as ${raw(alias)}`;
  const rows = sql`${ROWS_OF}(${ofTable(`${alias}::text`)}) as rows(row text)`;
  return sql`(${typedRows(called, rows)}) ${raw(alias)}`;
}

/** Returns the SELECT of a table's rows from their text: column `row` of a FROM item. */
export function typedRows(called: string, rows: Sql): Sql {
  return sql`
    select (typed.row).*
    from (select row::${raw(rowType(called))} from ${rows} offset 0) typed`;
}

function rowType(called: string): string {
  return called.includes('.') ? called : `${READING_SCHEMA}.${called}`;
}

/** Returns the SELECT of a scan: of the rows that the session fetches, or of the foreign table. */
export function scanShards(scan: ShardScan, target: Target): Sql {
  return selectOf({ ...scan, ...shardRows(scan, target) });
}

/** Returns the SELECT of a scan of a table, or of its rows. */
export function selectOf({ select, from, where: conditions, groups = empty, end }: ShardScan): Sql {
  return sql`
    select ${select}
    from ${from}${where(conditions)}${groups} ${end}`;
}

/** Whole rows of tables that are distributed alike, as rows of `number` and `row`, the table's row as text. */
export interface RowsOfTables {
  readonly tables: readonly { readonly table: ShardTable; readonly where: readonly Sql[] }[];
  readonly limit: Sql;
}

/**
 * Returns a FROM item with the rows of several tables, by one statement. Citus sends a union to the shards as it is if
 * its parts select the distribution column.
 */
export function rowsOfTables({ tables, limit }: RowsOfTables, target: Target): Sql | undefined {
  const parts = tables.map(({ table, where: own }, number) => {
    const { called, column, name } = table;
    const sent = sentText(where([...own, ...visibleRows(table, called)]), called, target);
    const select = `select ${column} as key, ${number} as number, ${called}::text as row from ${name} ${called}`;
    return sent && { ...sent, text: `${select}${sent.text}` };
  });
  const sent = parts.flatMap((part) => part ?? []);
  if (sent.length < parts.length) return undefined;
  const statement = executed(
    sent,
    'select number, row from (',
    ` union all `,
    `) rows ${textOf(limit, target)}`,
  );
  return sql`${ROWS_OF}(${statement}) as rows(number int, row text)`;
}

const ROWS_OF = raw(`${READING_SCHEMA}.rows_of`);

/** A part of a statement to the shards, as a format of PostgreSQL's function, and the arguments. */
interface SentText {
  readonly text: string;
  readonly values: readonly Sql[];
}

/** The call that writes the values into a statement. */
function executed(parts: readonly SentText[], begin = '', separator = '', end = ''): Sql {
  const format = raw(`$sent$${begin}${parts.map(({ text }) => text).join(separator)}${end}$sent$`);
  return sql`format(${join([format, ...parts.flatMap(({ values }) => values)])})`;
}

/** Returns the text of a part of a statement, or undefined where it names other rows than those with the alias. */
function sentText(query: Sql, alias: string, target: Target): SentText | undefined {
  let text = '';
  const values: Sql[] = [];
  const addValue = (value: Sql) => {
    text += '%L';
    values.push(value);
    return true;
  };
  const add = (part: SqlValue): boolean => {
    if (part instanceof CoordinatorValue) return addValue(part.formOf(target));
    // A page has a stand-in for the table of such a lookup (`rowsOfPage`).
    if (part instanceof SameKey) return false;
    if (part instanceof Formed) return add(part.formOf(target));
    if (!(part instanceof Sql))
      return addValue(part instanceof Uint8Array ? sql`${part}::bytea` : sql`${part}::text`);
    const { strings, parts } = part;
    return strings.every((string, at) => {
      const written = writtenOut(string);
      if (/\bselect\b/i.test(written) || namesOthers(written, alias)) return false;
      text += written.replaceAll('%', '%%');
      const next = parts[at];
      return next === undefined || add(next);
    });
  };
  return add(query) ? { text, values } : undefined;
}

function namesOthers(text: string, alias: string): boolean {
  return [...text.matchAll(/\b([a-z_]\w*)\.(?=[a-z_])/g)].some(([, of]) => of !== alias);
}

function textOf(query: Sql, target: Target): string {
  return writtenOut(writtenFor(query, target).text);
}

function wordsOf(query: Sql, target: Target): Set<string> {
  return new Set(textOf(query, target).match(/\w+/g));
}

/** Returns whether a condition reads other rows, and no column of the scanned table. */
function isOfCoordinator(condition: Sql, { columns }: ShardTable, alias: string, target: Target): boolean {
  if (!/\bselect\b/i.test(textOf(condition, target))) return false;
  const words = wordsOf(condition, target);
  return (
    !words.has(alias) &&
    Object.keys(columns).length > 0 &&
    !Object.keys(columns).some((name) => words.has(name))
  );
}
