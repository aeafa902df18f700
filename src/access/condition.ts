import { onSeveral } from './forms.ts';
import { join, raw, type Sql, sql } from './sql.ts';

/** Conditions that `postgres_fdw` or the planner needs in another form where tables are distributed. */

/** Whether a SELECT has the value of a column. Its values are found first, and then sent to the shards. */
export function isAmong(column: Sql, rows: Sql): Sql {
  return onSeveral(sql`${column} in (${rows})`, () => sql`${column} = any(array(${rows}))`);
}

/** Whether a column is one of some words of an enumeration, which is text where distributed tables are read. */
export function isOneWord(column: Sql, words: readonly string[]): Sql {
  const literals = words.map((word) => raw(`'${word}'`));
  const equal = literals.map((word) => sql`${column} = ${word}`);
  return onSeveral(sql`${column} in (${join(literals, ', ')})`, () => sql`(${join(equal, ' or ')})`);
}

/** Whether a boolean column is true, among conditions joined by `and`. */
export function isTrue(column: Sql): Sql {
  return onSeveral(sql`${column} is true`, () => column);
}

/** A word of an enumeration, which is text where distributed tables are read. */
export function word(text: string, enumeration: string): Sql {
  return onSeveral(raw(`'${text}'::${enumeration}`), () => raw(`'${text}'`));
}

/** Whether a hash begins with 32 bytes, which is what the indexes hold; the shard is found by the column itself. */
export function hashBegins(column: Sql, bytes: Sql): Sql {
  const one = sql`substring(${column} from 1 for 32) = ${bytes}`;
  return onSeveral(one, () => sql`${one} and ${column} = ${bytes}`);
}

/** The value of a function as a bound of a scan: it is worked out before, since the shards are sent no functions of SELECTs. */
export function asBound(value: Sql): Sql {
  return onSeveral(value, () => sql`(select ${value})`);
}
