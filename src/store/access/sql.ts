import {
  empty,
  Formed,
  onSeveral,
  raw,
  type Scalar,
  Sql,
  type Statement,
  sql,
  withForms,
  writtenFor,
} from '../../kernel/sql.ts';
import { READING_SCHEMA } from '../connections/distributed-reading.ts';

export type { Scalar, SqlValue } from '../../kernel/sql.ts';
export { empty, Formed, onSeveral, raw, Sql, sql, withForms };

/** Joins parts by a separator. Throws a `TypeError` when there are none. */
export function join(parts: readonly (Sql | Scalar)[], separator = ','): Sql {
  if (parts.length === 0) throw new TypeError('no parts to join');
  return new Sql(['', ...Array<string>(parts.length - 1).fill(separator), ''], parts);
}

/** Conditions joined by `and`; `true` when there are none. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? TRUE : join([...conditions], ' and ');
}

/** `where a and b`, or nothing. */
export function where(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return empty;
  return sql`
    where ${all(conditions)}`;
}

export const TRUE: Sql = sql`true`;
export const FALSE: Sql = sql`false`;

/**
 * A limit as part of the text, because the planner has to see it to choose the index scan, and a prepared statement
 * hides its values. The text is safe, because the server chose or checked the number. Throws a `RangeError` for a
 * number that is no limit.
 */
export function limitOf(count: number): Sql {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no limit: ${count}`);
  return raw(`limit ${count}`);
}

/**
 * Marks a statement whose good plan depends on its values (the number of rows within a bound or with a key, the
 * partition of a time). It gets no name, so it is planned for its values each time.
 */
export const PLANNED_FOR_VALUES: Sql = raw('/* planned for its values */ ');

/** Returns whether the text of a statement has the mark. */
export function isPlannedForValues(text: string): boolean {
  return text.includes(PLANNED_FOR_VALUES.text);
}

/** Texts of constant fragments, and the mark of each in the text of a statement. */
const FIXED: string[] = [];
const MARK = /@@(\d+)@@/g;

/**
 * A constant part of statements, such as the columns of a list. Until `writtenOut`, the text of a statement contains a
 * short mark in its place, because joining and looking up long texts takes time in each request. Create it once, at
 * start. Throws a `RangeError` if it holds values.
 */
export function fixed(part: Sql): Sql {
  const one = markFor(part);
  if (!part.hasForms) return one;
  const forms: Sql[] = [];
  return withForms(one, (target) => {
    const kind = (target.isPartitioned ? 1 : 0) + (target.isDistributed ? 2 : 0);
    forms[kind] ??= markFor(writtenFor(part, target));
    return forms[kind];
  });
}

function markFor(part: Statement): Sql {
  if (part.values.length > 0) throw new RangeError('a fixed part of a statement has no values');
  const text = writtenOut(part.text);
  const known = FIXED.indexOf(text);
  return raw(`@@${known === -1 ? FIXED.push(text) - 1 : known}@@`);
}

/** Returns the text of a statement with its constant parts written out. */
export function writtenOut(text: string): string {
  return text.replaceAll(MARK, (_, index: string) => FIXED[Number(index)] ?? '');
}

/**
 * A distributed table of schema `tain` as a FROM item. Sessions that read a distributed database find it in another
 * schema.
 */
export function ownTable(name: string): Sql {
  return onSeveral(raw(`tain.${name}`), () => raw(`${READING_SCHEMA}.${name}`));
}
