import { empty, fixed, join, raw, type Sql, sql } from '../../store/sql.ts';
import type { Schema } from '../query/json-schema.ts';
import type { Field, Fields, Row, ShapeOf } from './field.ts';

/** The compiled form of an object's fields: its columns, and how a row becomes JSON text. */
export interface ObjectWriter {
  readonly columns: readonly Sql[];
  /** The columns, as written after SELECT. */
  readonly selected: Sql;
  /** JSON text of a row whose columns begin at `at`. */
  readonly write: (row: Row, at?: number) => string;
  readonly schema: Schema;
}

const compiled = new WeakMap<Fields, ObjectWriter>();

/** Compiles fields, once for each declaration. */
export function objectWriter(fields: Fields): ObjectWriter {
  let writer = compiled.get(fields);
  if (writer === undefined) {
    writer = compile(fields);
    compiled.set(fields, writer);
  }
  return writer;
}

function compile(fields: Fields): ObjectWriter {
  const columns: Sql[] = [];
  const steps: string[] = [];
  const optional: string[] = [];
  const written: Field[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const offset = columns.length;
    const head = `${JSON.stringify(name)}:`;
    const write = `${isPlain(field) ? 'toJson' : 'write'}${written.length}`;
    written.push(field);
    if (field.optional) {
      optional.push(
        `value = ${write}(row, at + ${offset}); if (value !== '') text += ${literal(`,${head}`)} + value;`,
      );
    } else {
      const json = isPlain(field)
        ? `((value = row[at + ${offset}]) == null ? 'null' : ${write}(value))`
        : `${write}(row, at + ${offset})`;
      steps.push(`${literal((steps.length === 0 ? '{' : ',') + head)} + ${json}`);
    }
    columns.push(...field.columns);
  }
  if (steps.length === 0) throw new Error('an object needs a field that is always there');
  return {
    columns,
    selected: columnList(columns),
    write: writer(written, steps, optional),
    schema: objectSchema(fields),
  };
}

function columnList(columns: readonly Sql[]): Sql {
  if (columns.length === 0) return sql``;
  const list = join([...columns]);
  return list.values.length === 0 ? fixed(list) : list;
}

/**
 * Compiles one function for the whole object. Its source is generated (only from field names and numbers), because a
 * loop over functions of fields takes twice the time.
 */
function writer(
  fields: readonly Field[],
  steps: readonly string[],
  optional: readonly string[],
): ObjectWriter['write'] {
  const names = fields.map((field, index) => `${isPlain(field) ? 'toJson' : 'write'}${index}`);
  const make = new Function(
    ...names,
    `return (row, at = 0) => { let value; let text = ${steps.join(' + ')}; ${optional.join(' ')} return text + '}'; };`,
  ) as (...functions: unknown[]) => ObjectWriter['write'];
  return make(...fields.map((field) => (isPlain(field) ? field.toJson : field.write)));
}

/** Returns whether a field has one column, is always shown, and prints null for null. */
function isPlain({ toJson, optional }: Field): boolean {
  return toJson !== undefined && !optional;
}

function literal(text: string): string {
  return JSON.stringify(text);
}

/** Description of an object with these fields. */
export function objectSchema(fields: Fields): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    required: Object.entries(fields)
      .filter(([, field]) => !field.optional)
      .map(([name]) => name),
  };
}

/** A nested object, from columns of the same row. */
export function object<F extends Fields>(fields: F): Field<ShapeOf<F>> {
  const writer = objectWriter(fields);
  return { columns: writer.columns, write: writer.write, schema: writer.schema };
}

/** JSON text of an object, made in SQL. */
function objectInSql(fields: Fields): Sql {
  const parts = Object.entries(fields).map(([name, { inSql }], index) => {
    if (inSql === undefined) throw new Error(`field ${name} cannot stand in a nested list`);
    return sql`${raw(`'${index === 0 ? '{' : ','}"${name}":'`)} || ${inSql}`;
  });
  return sql`${join(parts, ' || ')} || '}'`;
}

/** JSON text of all rows of a group as a list, made in SQL: an aggregate, null without rows. */
export function listInSql(items: Fields, order?: Sql): Sql {
  return sql`'[' || string_agg(${objectInSql(items)}, ','${orderedBy(order)}) || ']'`;
}

/** Description of a list of objects with these fields. */
export function listSchema(items: Fields): Schema {
  return { type: 'array', items: objectSchema(items) };
}

/**
 * A short list of objects from other rows, which PostgreSQL sends as an array of rows. `from`: the text after FROM,
 * including conditions; `order`: order of the items (undefined: any); `condition`: whether there can be rows. Without
 * rows it prints `[]`. The JSON is not made in SQL, because PostgreSQL prepares each expression of a statement every
 * time, also those of lists without items.
 */
export function nestedList<F extends Fields>(
  items: F,
  from: Sql,
  order?: Sql,
  condition?: Sql,
): Field<readonly ShapeOf<F>[]> {
  const { columns, write } = objectWriter(items);
  const texts = join(columns.map((column) => sql`(${column})::text`));
  const list = sql`(select json_agg(array[${texts}]${orderedBy(order)}) from ${from})`;
  return {
    columns: [condition === undefined ? list : sql`case when ${condition} then ${list} end`],
    write(row, at) {
      const rows = row[at];
      if (rows === null || rows === undefined) return '[]';
      return `[${(JSON.parse(rows) as Row[]).map((item) => write(item)).join(',')}]`;
    },
    schema: listSchema(items),
  };
}

function orderedBy(order: Sql | undefined): Sql {
  return order === undefined ? empty : sql` order by ${order}`;
}
