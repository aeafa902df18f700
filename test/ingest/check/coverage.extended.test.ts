import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/ingest/check/findings.ts';
import type { TestDatabase } from '../../database.ts';
import { CheckedHistory, check } from './checked-history.ts';

/* Damages each column of each table: the checks that coverage.md names must report it. */

interface Claim {
  readonly alone: readonly string[];
  readonly stream: readonly string[];
  readonly never: readonly string[];
}

/** Parses the table of the document. */
function claims(): Map<string, Claim> {
  const text = readFileSync(new URL('coverage.md', import.meta.url), 'utf8');
  const listOf = (cell: string): string[] => (cell === '–' ? [] : cell.split(', '));
  return new Map(
    [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].flatMap(
      ([, tables = '', a = '', b = '', c = '']) =>
        listOf(tables.replaceAll('`', '')).map((table): [string, Claim] => [
          table,
          { alone: listOf(a), stream: listOf(b), never: listOf(c) },
        ]),
    ),
  );
}

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly label: string | null;
  /** Position among all columns, from 1, which makes amounts of damage differ. */
  readonly ordinal: number;
  /** Whether the column is part of the key. A changed key makes another row. */
  readonly isKey: boolean;
}

const COLUMNS = `
select c.relname as table, a.attname as column, format_type(t.oid, null) as type, (
    select enumlabel from pg_enum e where e.enumtypid = t.oid order by enumsortorder desc limit 1
  ) as label,
  (row_number() over (order by c.relname, a.attnum))::int as ordinal,
  a.attname in ('consensus_timestamp', 'consensus_end', 'timestamp_range') or exists (
    select from pg_index i
    where i.indrelid = coalesce(p.oid, c.oid) and i.indisprimary and a.attname = any(array(
      select attname from pg_attribute k where k.attrelid = i.indrelid and k.attnum = any(i.indkey)))
  ) as "isKey"
from pg_class c
left join pg_class p on p.relname = regexp_replace(c.relname, '_history$', '') and p.relnamespace = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type d on d.oid = a.atttypid
join pg_type t on t.oid = case d.typtype when 'd' then d.typbasetype else d.oid end
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  -- An enum of one value has no other.
  and (select count(*) from pg_enum e where e.enumtypid = t.oid) <> 1
order by 1, a.attnum`;

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Returns an SQL expression of another value. */
function otherValue({ table, column, type, label, ordinal }: Column): string {
  if (label !== null) {
    return `case when ${column}::text = '${label}' then (
      select enumlabel from pg_enum where enumtypid = '${type}'::regtype order by enumsortorder limit 1
    )::${type} else '${label}' end`;
  }
  if (type.endsWith('[]')) return `coalesce(${column}, '{}') || array['7']::${type}`;
  if (type === 'int8range') return `int8range(lower(${column}) + 1, upper(${column}))`;
  if (type === 'boolean') return `${column} is not true`;
  // The value depends on the table, so that a row and the row with which it is compared differ.
  if (type === 'bytea') return `coalesce(${column}, '') || decode('${hex(table.length)}', 'hex')`;
  if (type === 'jsonb') return `'[{"a": 7}]'`;
  // Texts have a maximum length.
  if (/text|character/.test(type))
    return `overlay(coalesce(nullif(${column}, ''), 'b') placing 'a~' from 1 for 2)`;
  // The number is far from all others, so that no other row has it.
  if (/smallint/.test(type)) return `coalesce(${column}, 0) + 1`;
  // The time is in the same block. Transactions of a batch follow each other by a nanosecond.
  if (column.startsWith('consensus')) return `coalesce(${column}, 0) + 500`;
  // Amounts differ, because a transfer and a balance damaged by the same amount would agree with each other.
  const amount = 70_000 + ordinal;
  // Some amounts are the maximum, so they are reduced.
  return type === 'bigint'
    ? `coalesce(${column}, 0) + case when ${column} > 9223372036854000000 then -${amount} else ${amount} end`
    : `coalesce(${column}, 0) + ${amount}`;
}

/** Rows for which coverage.md makes a promise, if it is not the whole table. */
const ROWS: Readonly<Record<string, string>> = {
  // Owners of NFTs are compared, not their snapshots.
  token_balance: "token_id in (select token_id from token where type = 'FUNGIBLE_COMMON')",
  // A balance that changed since the last snapshot, of an account without NFTs.
  entity:
    "type = 'ACCOUNT' and balance_timestamp > (select max(consensus_timestamp) from account_balance_file)",
  // A changed balance of a fungible token.
  token_account: `token_id in (select token_id from token where type = 'FUNGIBLE_COMMON')
    and balance_timestamp > (select max(consensus_timestamp) from account_balance_file)`,
  // The initial address book of a network is not in the stream.
  address_book: 'start_consensus_timestamp > 1',
  address_book_entry: 'consensus_timestamp > 1',
  address_book_service_endpoint: 'consensus_timestamp > 1',
};

/** Columns other than keys by which rows are looked up. With another value the row is missing. */
const LOOKED_UP: ReadonlySet<string> = new Set([
  'contract_transaction_hash.hash',
  'topic_message.topic_id',
  'transaction_signature.entity_id',
  ...['token_airdrop', 'token_airdrop_history'].flatMap((table) =>
    ['receiver_account_id', 'sender_account_id', 'serial_number', 'token_id'].map(
      (column) => `${table}.${column}`,
    ),
  ),
]);

/**
 * Columns that are damaged in the same way in the rows with which they are compared, so that nothing contradicts them.
 */
const DAMAGED_BOTH: ReadonlySet<string> = new Set(['hook_storage.deleted']);

/** Columns that are needed to verify signatures. Without them a check with the stream fails. */
const NEEDED: ReadonlySet<string> = new Set(['file_id', 'file_data', 'start_consensus_timestamp']);

describe('the table of detectable differences', () => {
  let history: CheckedHistory;
  let columns: readonly Column[];
  beforeAll(async () => {
    history = await CheckedHistory.make({ seed: 13, tps: 50, cutover: 18, population: {} });
    const test = await history.copy();
    columns = (await test.database.pool.query<Column>(COLUMNS)).rows;
    await test.drop();
  });

  it('has every table, and only existing columns', () => {
    const named = claims();
    expect([...named.keys()].sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
    for (const [table, { alone, stream, never }] of named) {
      const known = new Set([
        'all',
        'rows',
        ...columns.flatMap((each) => (each.table === table ? [each.column] : [])),
      ]);
      expect([table, [...alone, ...stream, ...never].filter((name) => !known.has(name))]).toEqual([
        table,
        [],
      ]);
    }
  });

  /** Damages columns, each in its own row if there are enough. Returns the columns whose table has rows. */
  async function damage({ database }: TestDatabase, chosen: readonly Column[]): Promise<Column[]> {
    const damaged: Column[] = [];
    for (const table of new Set(chosen.map((column) => column.table))) {
      const keys = columns.flatMap((each) => (each.table === table && each.isKey ? [each.column] : []));
      // The order must not depend on the places of the rows, and so on the batches of the ingest.
      const { rows } = await database.pool.query<{ place: string; part: string }>(
        `select ctid::text as place, tableoid::text as part from ${table} t where ${ROWS[table] ?? 'true'}
         order by ${[...keys, 't::text'].join(', ')}`,
      );
      if (rows.length === 0) continue;
      const own = chosen.filter((column) => column.table === table);
      const sets = new Map<number, string[]>();
      for (const [i, column] of own.entries()) {
        const row = Math.floor(((i + 0.5) * rows.length) / own.length);
        sets.set(row, [...(sets.get(row) ?? []), `${column.column} = ${otherValue(column)}`]);
        damaged.push(column);
      }
      for (const [row, set] of sets) {
        const { rowCount } = await database.pool.query(
          `update ${table} set ${set.join(', ')} where ctid = $1 and tableoid = $2::oid`,
          [rows[row]?.place, rows[row]?.part],
        );
        expect([table, set, rowCount]).toEqual([table, set, 1]);
      }
    }
    return damaged;
  }

  const missing = (
    chosen: readonly Column[],
    mustBeFound: (each: Column) => boolean,
    findings: readonly Finding[],
  ): string[] =>
    chosen.filter(mustBeFound).flatMap(({ table, column, isKey: isOfKey }) => {
      if (DAMAGED_BOTH.has(`${table}.${column}`)) return [];
      const isKey = isOfKey || LOOKED_UP.has(`${table}.${column}`);
      const others = findings.filter(({ difference }) => difference.table === table.replace(/_history$/, ''));
      const exact = findings.filter(({ difference }) => difference.table === table);
      // Any difference in a row with another key is enough.
      if (isKey && exact.length >= chosen.filter((each) => each.table === table).length) return [];
      const found = [...others, ...exact].some(
        ({ difference }) =>
          difference.column === column ||
          (isKey && difference.column === undefined) ||
          (isKey && column === 'timestamp_range'),
      );
      return found ? [] : [`${table}.${column}`];
    });

  it.each([
    ['columns by which no row is found', false],
    ['columns by which rows are found', true],
  ])('is correct for %s', async (_, keys) => {
    const named = claims();
    const test = await history.copy();
    try {
      const chosen = await damage(
        test,
        columns.filter(
          ({ table, column, isKey }) => isKey === keys && !(table === 'address_book' && NEEDED.has(column)),
        ),
      );
      const { findings } = await check(test, {}, history.folder);
      const is = (list: readonly string[], column: string): boolean =>
        list.includes('all') || list.includes(column);
      const mustBeFound = ({ table, column }: Column): boolean => {
        const { alone = [], stream = [], never = [] } = named.get(table) ?? {};
        return !is(never, column) && (is(alone, column) || is(stream, column));
      };
      expect(missing(chosen, mustBeFound, findings)).toEqual([]);
      // The rows with which others are compared are also damaged, if they have the values.
      if (!keys) return;
      const alone = await check(test);
      expect(
        missing(
          chosen,
          ({ table, column }) => named.get(table)?.alone.includes(column) === true,
          alone.findings,
        ),
      ).toEqual([]);
    } finally {
      await test.drop();
    }
  });
});
