import { printEntityId } from '../kernel/entity-id.ts';
import { MAX_INT64, MIN_INT64 } from '../kernel/timestamp.ts';

/** What the values of a key are: how they go to PostgreSQL, come back as its text, and look in a link. */
export interface Domain {
  readonly min: bigint;
  readonly max: bigint;
  readonly sqlType: 'bigint' | 'bytea';
  readonly toSql: (value: bigint) => bigint | Buffer;
  /** The value that PostgreSQL's text of a column stands for. */
  readonly fromSql: (text: string) => bigint;
  /** As clients write it in a parameter, from PostgreSQL's text of the column. */
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

/** Packed ids; those of shards from 512 on are negative. */
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

/** `seconds.nanoseconds` of PostgreSQL's text of a time in nanoseconds. */
export function timestampText(text: string): string {
  const digits = text.length > 9 ? text : text.padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
