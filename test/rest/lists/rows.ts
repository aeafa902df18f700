import type { Database } from '../../../src/store/connections/database.ts';

/** A value of a column: integers of any width as bigint, bytes as lower-case hex, arrays as PostgreSQL's text. */
export type Cell = bigint | string | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

const INTEGERS = [20, 21, 23];
const BYTES = 17;
const BOOLEAN = 16;
const TYPES = {
  getTypeParser: (oid: number) => (text: string) => {
    if (INTEGERS.includes(oid)) return BigInt(text);
    if (oid === BYTES) return text.slice(2);
    return oid === BOOLEAN ? text === 't' : text;
  },
};

/** Tables whose rows have a `timestamp_range`, loaded as `since` and `until` (null while open). */
const VERSIONED = ['entity', 'entity_history', 'nft', 'nft_history'] as const;
const PLAIN = [
  'account_balance',
  'address_book',
  'address_book_entry',
  'contract_action',
  'contract_log',
  'contract_result',
  'contract_state',
  'contract_state_change',
  'crypto_allowance',
  'crypto_transfer',
  'entity_transaction',
  'hook',
  'hook_storage',
  'hook_storage_change',
  'nft_allowance',
  'record_file',
  'registered_node',
  'schedule',
  'staking_reward_transfer',
  'token',
  'token_account',
  'token_airdrop',
  'token_allowance',
  'token_balance',
  'token_transfer',
  'topic_message',
  'transaction',
  'transaction_hash',
] as const;
export type TableName = (typeof VERSIONED)[number] | (typeof PLAIN)[number];

/** All rows of a database, in memory. */
export class Rows {
  readonly #tables: ReadonlyMap<string, readonly Row[]>;
  readonly #groups = new Map<string, Map<Cell, Row[]>>();

  constructor(tables: ReadonlyMap<string, readonly Row[]>) {
    this.#tables = tables;
  }

  of(table: TableName): readonly Row[] {
    return this.#tables.get(table) ?? [];
  }

  /** Returns the rows of a table that have a value in a column. */
  with(table: TableName, column: string, value: Cell): readonly Row[] {
    const name = `${table}.${column}`;
    let groups = this.#groups.get(name);
    if (groups === undefined) {
      groups = new Map();
      for (const row of this.of(table)) {
        const key = row[column] ?? null;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [row]);
        else group.push(row);
      }
      this.#groups.set(name, groups);
    }
    return groups.get(value) ?? [];
  }

  /** Returns the distinct integers of a column, in ascending order. */
  values(table: TableName, column: string, which: (row: Row) => boolean = () => true): bigint[] {
    const found = new Set<bigint>();
    for (const row of this.of(table)) {
      const value = row[column];
      if (typeof value === 'bigint' && which(row)) found.add(value);
    }
    return [...found].sort(byNumber);
  }
}

export function byNumber(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the integer of a column. Throws if there is none. */
export function int(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value !== 'bigint') throw new TypeError(`${column} is ${String(value)}`);
  return value;
}

export async function loadRows({ pool }: Database): Promise<Rows> {
  const tables = new Map<string, readonly Row[]>();
  const versioned: readonly string[] = VERSIONED;
  for (const table of [...VERSIONED, ...PLAIN]) {
    const range = versioned.includes(table)
      ? ', lower(timestamp_range) as since, upper(timestamp_range) as until'
      : '';
    const { rows } = await pool.query<Row>({ text: `select *${range} from ${table}`, types: TYPES });
    tables.set(table, rows);
  }
  return new Rows(tables);
}
