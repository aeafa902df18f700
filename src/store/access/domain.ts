import { printEntityId } from '@tain/ledger/entity-id';
import { MAX_INT64, MIN_INT64 } from '@tain/ledger/timestamp';
import { FALSE, raw, type Sql, sql } from '../sql.ts';

/** Type of the values of a key: how they are sent to PostgreSQL, read from its text, and written in a link. */
export interface Domain {
  readonly min: bigint;
  readonly max: bigint;
  readonly sqlType: 'bigint' | 'bytea';
  readonly toSql: (value: bigint) => bigint | Buffer;
  /** Parses PostgreSQL's text of a column. */
  readonly fromSql: (text: string) => bigint;
  /** Converts PostgreSQL's text of a column to the form that clients use in a parameter. */
  readonly print: (text: string) => string;
}

const integers = {
  min: 0n,
  max: MAX_INT64,
  sqlType: 'bigint',
  toSql: (value: bigint) => value,
  fromSql: (text: string) => BigInt(text),
} as const;

export const NUMBER: Domain = { ...integers, print: (text) => text };

/** Packed ids; negative from shard 512 on. */
export const ENTITY_ID: Domain = {
  ...integers,
  min: MIN_INT64,
  print: (text) => printEntityId(BigInt(text)),
};

/** Nanoseconds, printed as seconds and nine digits. */
export const TIME: Domain = { ...integers, print: timestampText };

/** Words of 32 bytes, as numbers. */
export const WORDS: Domain = {
  min: 0n,
  max: (1n << 256n) - 1n,
  sqlType: 'bytea',
  toSql: (value) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex'),
  fromSql: (text) => BigInt(`0x0${text.slice(2)}`),
  print: (text) => `0x${text.slice(2).padStart(64, '0')}`,
};

/** Formats PostgreSQL's text of a time in nanoseconds as `seconds.nanoseconds`. */
export function timestampText(text: string): string {
  const digits = text.length > 9 ? text : text.padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/** Values of a number that filters allow. Bounds are inclusive. */
export interface Range {
  readonly lower?: bigint;
  readonly upper?: bigint;
  /** Values named individually, sorted and within the bounds. */
  readonly equals?: readonly bigint[];
  /** Excluded values. */
  readonly except: readonly bigint[];
  /** True when no value is left. */
  readonly empty: boolean;
}

export const UNBOUNDED: Range = { except: [], empty: false };

/** Returns whether filters name exactly one value of the range. */
export function isOneValue(range: Range): boolean {
  return range.equals?.length === 1;
}

/** Conditions that hold a column within a range. */
export function inRange(column: Sql, range: Range, domain: Domain = NUMBER): Sql[] {
  if (range.empty) return [FALSE];
  const { equals, lower, upper, except } = range;
  if (equals !== undefined) {
    const [only] = equals;
    return [
      equals.length === 1 && only !== undefined
        ? sql`${column} = ${domain.toSql(only)}`
        : sql`${column} = any(${equals.map(domain.toSql)}::${raw(domain.sqlType)}[])`,
    ];
  }
  const conditions: Sql[] = [];
  if (lower !== undefined) conditions.push(sql`${column} >= ${domain.toSql(lower)}`);
  if (upper !== undefined) conditions.push(sql`${column} <= ${domain.toSql(upper)}`);
  if (except.length > 0) {
    conditions.push(sql`${column} <> all(${except.map(domain.toSql)}::${raw(domain.sqlType)}[])`);
  }
  return conditions;
}
