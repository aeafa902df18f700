import { printEntityId } from '../kernel/entity-id.ts';
import { MAX_INT64, MIN_INT64 } from '../kernel/timestamp.ts';

/** Type of the values of a key: how they are sent to PostgreSQL, read from its text, and written in a link. */
export interface Domain {
  readonly min: bigint;
  readonly max: bigint;
  readonly sqlType: 'bigint' | 'bytea';
  readonly toSql: (value: bigint) => bigint | Buffer;
  /** Parses PostgreSQL's text of a column. */
  readonly fromSql: (text: string) => bigint;
  /** Turns PostgreSQL's text of a column into the form that clients use in a parameter. */
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
