import { empty, raw, Sql } from 'sql-template-tag';
import { compose, Formed, withForms, writtenFor } from './forms.ts';

export type Scalar = string | number | bigint | boolean | Uint8Array | null;

/** What a statement may have: parts of SQL, values, and lists of values. A list of conditions goes through `all`. */
export type SqlValue = Sql | Scalar | readonly Scalar[];

/** SQL with its values apart: nothing of a request ever becomes part of a statement's text. */
export function sql(strings: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  return compose(strings, values);
}
export { empty, raw, Sql };

/** Joins parts by a separator. Throws a `TypeError` when there are none. */
export function join(parts: readonly (Sql | Scalar)[], separator = ','): Sql {
  if (parts.length === 0) throw new TypeError('no parts to join');
  return compose(['', ...Array<string>(parts.length - 1).fill(separator), ''], parts);
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
 * The limit as part of the text: the planner has to see it to choose the index scan, and a prepared
 * statement hides its values. It is a number that the server chose or checked.
 */
export function limitOf(count: number): Sql {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no limit: ${count}`);
  return raw(`limit ${count}`);
}

/**
 * Put into a statement whose good plan depends on its values (how many rows a bound or a key leaves,
 * which partition holds a time): it gets no name, and so is planned for its values each time.
 */
export const PLANNED_FOR_VALUES: Sql = raw('/* planned for its values */ ');

/** The texts of fragments that never change, and what marks each in the text of a statement. */
const FIXED: string[] = [];
const MARK = /@@(\d+)@@/g;

/**
 * A part of statements that never changes, such as the columns of a list: in their texts a short
 * mark stands for it until `writtenOut`, since long texts cost each request time to join and to look
 * up. Made once, at start; throws a `RangeError` if it holds values.
 */
export function fixed(part: Sql): Sql {
  const one = markFor(part);
  return part instanceof Formed ? withForms(one, (target) => markFor(writtenFor(part, target))) : one;
}

function markFor(part: Sql): Sql {
  if (part.values.length > 0) throw new RangeError('a fixed part of a statement has no values');
  const text = writtenOut(part.sql);
  const known = FIXED.indexOf(text);
  return raw(`@@${known === -1 ? FIXED.push(text) - 1 : known}@@`);
}

/** The text of a statement with its fixed parts. */
export function writtenOut(text: string): string {
  return text.replaceAll(MARK, (_, place: string) => FIXED[Number(place)] ?? '');
}
