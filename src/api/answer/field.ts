import type { Sql } from '../../access/sql.ts';
import type { Schema } from '../../query/json-schema.ts';

/** A row as PostgreSQL sends it: the text of each column, never parsed. */
export type Row = readonly (string | null)[];

/**
 * One field of an answer, declared once: what is selected for it, how PostgreSQL's text becomes
 * JSON text, and how the interface describes it. `Value` is its type in the TypeScript client.
 */
export interface Field<Value = unknown> {
  /** The columns it needs, in the order in which `write` finds them. */
  readonly columns: readonly Sql[];
  /** JSON text from the row, whose columns of this field begin at `at`. */
  readonly write: (row: Row, at: number) => string;
  /** For fields of one column that print null for null: JSON text of any other. `write` does the same. */
  readonly toJson?: (text: string) => string;
  /**
   * The same JSON text made in SQL, for fields of nested lists, which PostgreSQL joins into one
   * text. Absent for fields that only exist in rows.
   */
  readonly inSql?: Sql;
  readonly schema: Schema;
  /** Left out of the object when `write` gives the empty text. */
  readonly optional?: boolean;
  /** Carries the type; never there at run time. */
  readonly value?: Value;
}

/** The fields of an object, by name, in the order of the answer. */
export type Fields = Readonly<Record<string, Field>>;

/** The client's type of an object with these fields. */
export type ShapeOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};
