import type { Schema } from '../../query/kind.ts';
import { join, raw, type Sql, sql } from '../../query/sql.ts';
import type { Field, Fields, Row, ShapeOf } from './field.ts';

/** The compiled form of an object's fields: what to select, and how a row becomes JSON text. */
export interface ObjectWriter {
  readonly columns: readonly Sql[];
  /** JSON text of a row whose columns begin at `at`. */
  readonly write: (row: Row, at?: number) => string;
  readonly schema: Schema;
}

const compiled = new WeakMap<Fields, ObjectWriter>();

/** Compiles fields once; the same declaration gives the same writer. */
export function objectWriter(fields: Fields): ObjectWriter {
  let writer = compiled.get(fields);
  if (writer === undefined) {
    writer = compile(fields);
    compiled.set(fields, writer);
  }
  return writer;
}

interface Step {
  /** `"name":` with the comma or brace before it. */
  readonly head: string;
  readonly offset: number;
  readonly write: Field['write'];
}

function compile(fields: Fields): ObjectWriter {
  const columns: Sql[] = [];
  const steps: Step[] = [];
  const optional: Step[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const into = field.optional ? optional : steps;
    const first = into === steps && steps.length === 0;
    into.push({
      head: `${first ? '{' : ','}${JSON.stringify(name)}:`,
      offset: columns.length,
      write: field.write,
    });
    columns.push(...field.columns);
  }
  if (steps.length === 0) throw new Error('an object needs a field that is always there');
  return {
    columns,
    write(row, at = 0) {
      let text = '';
      for (const { head, offset, write } of steps) text += head + write(row, at + offset);
      for (const { head, offset, write } of optional) {
        const value = write(row, at + offset);
        if (value !== '') text += head + value;
      }
      return `${text}}`;
    },
    schema: objectSchema(fields),
  };
}

/** The interface's description of an object with these fields. */
export function objectSchema(fields: Fields): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    required: Object.entries(fields)
      .filter(([, field]) => !field.optional)
      .map(([name]) => name),
  };
}

/** An object within the object, from columns of the same row. */
export function object<F extends Fields>(fields: F): Field<ShapeOf<F>> {
  const writer = objectWriter(fields);
  return { columns: writer.columns, write: writer.write, schema: writer.schema };
}

/** JSON text of an object, made in SQL. */
export function objectInSql(fields: Fields): Sql {
  const parts = Object.entries(fields).map(([name, { inSql }], index) => {
    if (inSql === undefined) throw new Error(`field ${name} cannot stand in a nested list`);
    return sql`${raw(`'${index === 0 ? '{' : ','}"${name}":'`)} || ${inSql}`;
  });
  return sql`${join(parts, ' || ')} || '}'`;
}

/** JSON text of all rows of a group as a list, made in SQL: an aggregate, null without rows. */
export function listInSql(items: Fields, order?: Sql): Sql {
  const ordered = order === undefined ? sql`` : sql` order by ${order}`;
  return sql`'[' || string_agg(${objectInSql(items)}, ','${ordered}) || ']'`;
}

/** The interface's description of a list of objects with these fields. */
export function listSchema(items: Fields): Schema {
  return { type: 'array', items: objectSchema(items) };
}

/**
 * A list of objects from other rows, joined to one JSON text by PostgreSQL: `from` is what follows
 * FROM, conditions included; `order` the order of its items (none: as found). No rows print `[]`.
 */
export function nestedList<F extends Fields>(items: F, from: Sql, order?: Sql): Field<readonly ShapeOf<F>[]> {
  return {
    columns: [sql`(select ${listInSql(items, order)} from ${from})`],
    write: (row, at) => row[at] ?? '[]',
    schema: listSchema(items),
  };
}
