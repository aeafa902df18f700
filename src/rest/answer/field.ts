import type { Sql } from '../../store/sql.ts';
import type { Schema } from '../query/json-schema.ts';

/** A row as PostgreSQL sends it: the text of each column, unparsed. */
export type Row = readonly (string | null)[];

/**
 * One field of an answer, declared once: its columns, how PostgreSQL's text becomes JSON text, and its description.
 * `Value` is its type in the TypeScript client.
 */
export interface Field<Value = unknown> {
  /** Columns of the field, in the order in which `write` reads them. */
  readonly columns: readonly Sql[];
  /** JSON text from the row, whose columns of this field begin at `at`. */
  readonly write: (row: Row, at: number) => string;
  /** JSON text of a value that is not null, for fields of one column that print null for null. `write` returns the same. */
  readonly toJson?: (text: string) => string;
  /**
   * The same JSON text made in SQL, for fields of lists that PostgreSQL joins into one text (`listInSql`). Undefined for
   * fields that only exist in rows.
   */
  readonly inSql?: Sql;
  /** Text in CSV, if it differs from the value of the JSON (`answer/csv.ts`). */
  readonly toCsv?: (row: Row, at: number) => string;
  readonly schema: Schema;
  /** Whether the field is left out of the object when `write` returns the empty text. */
  readonly optional?: boolean;
  /** Carries the type; never set at run time. */
  readonly value?: Value;
}

/** The fields of an object, by name, in the order of the answer. */
export type Fields = Readonly<Record<string, Field>>;

/** The client's type of an object with these fields. */
export type ShapeOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};
