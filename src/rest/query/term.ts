import type { Domain } from '../../store/access/domain.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { text } from './common-types.ts';
import type { Operator, ParameterType } from './parameter.ts';

/** Maximum length of a searched text in bytes. */
const MAX_QUERY_BYTES = 100;
/** Maximum length of a term in bytes: a name has at most 100 characters, each of up to four bytes. */
const MAX_TERM_BYTES = 400;

/** The first characters of a term. */
export const TERM_BEGINNING: ParameterType<string> = text(1, MAX_QUERY_BYTES);

const digitsOf = (value: bigint) => value.toString(16).padStart(2 * MAX_TERM_BYTES, '0');
const numberOf = (digits: string) => BigInt(`0x${digits.padEnd(2 * MAX_TERM_BYTES, '0')}`);

/** Lower-case symbols and names in UTF-8, as numbers: bytes that are padded with zeros on the right. No term contains a zero. */
export const TERM: Domain = {
  min: 0n,
  max: (1n << BigInt(8 * MAX_TERM_BYTES)) - 1n,
  sqlType: 'bytea',
  toSql: (value) => Buffer.from(digitsOf(value).replace(/(?:00)+$/, ''), 'hex'),
  fromSql: (bytes) => numberOf(bytes.slice(2)),
  print: (bytes) => `0x${bytes.slice(2)}`,
};

/** A term in hex. */
export const TERM_TYPE: ParameterType<bigint> = {
  parse(value) {
    const [, digits] = /^0x((?:[0-9a-f]{2})+)$/.exec(value) ?? [];
    return digits === undefined || digits.length > 2 * MAX_TERM_BYTES ? undefined : numberOf(digits);
  },
  schema: { type: 'string', pattern: '^0x([0-9a-f]{2})+$', maxLength: 2 + 2 * MAX_TERM_BYTES },
  compared: true,
};
/** Operators of a term, and of the key after it. */
export const INCLUSIVE: readonly Operator[] = ['gte', 'lte'];
export const BOUNDS: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

/** Bytes of a text in lower case, as in the indexes on terms. */
export function termOf(of: Sql): Sql {
  return sql`decode(replace(lower(${of}), '\\', '\\\\'), 'escape')`;
}

/** Conditions that a term begins with a text, case-insensitive. */
export function beginsWith(term: Sql, query: string): Sql[] {
  const first = termOf(sql`${query}::text`);
  return [sql`${term} >= ${first}`, sql`${term} < ${first} || '\\xff'::bytea`];
}
