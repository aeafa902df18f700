import { printEntityId } from '@tain/ledger/entity-id';
import { expiryOf } from '@tain/ledger/expiry';
import { type KeyJson, keyJson } from '@tain/ledger/key-json';
import { timestampText } from '../../store/access/domain.ts';
import { LAST_PLAIN_ID, numOf, realmOf, shardOf } from '../../store/schema/packed-id.ts';
import { type Sql, sql } from '../../store/sql.ts';
import type { Schema } from '../query/json-schema.ts';
import { decimalText, hbarText, isoTime } from './csv.ts';
import type { Field } from './field.ts';

/** Fields made from one column. `expression` is SQL over the tables of the resource's FROM. */

function scalar<Value>(
  expression: Sql,
  toJson: (text: string) => string,
  inSql: Sql | undefined,
  schema: Schema,
): Field<Value> {
  return {
    columns: [expression],
    write(row, at) {
      const text = row[at];
      return text === null || text === undefined ? 'null' : toJson(text);
    },
    toJson,
    ...(inSql === undefined ? {} : { inSql }),
    schema,
  };
}

const same = (text: string) => text;
const quoted = (text: string) => `"${text}"`;
const orNull = (json: Sql) => sql`coalesce(${json}, 'null')`;

/** An integer of any size, as a JSON number. */
export function integer(expression: Sql, schema: Schema = {}): Field<number | null> {
  return scalar(expression, same, orNull(sql`(${expression})::text`), {
    type: 'integer',
    format: 'int64',
    nullable: true,
    ...schema,
  });
}

/** Tinybars as an integer; in CSV, hbars with eight decimals. */
export function tinybars(expression: Sql, schema: Schema = {}): Field<number | null> {
  return { ...integer(expression, schema), toCsv: (row, at) => hbarText(row[at]) };
}

/**
 * Units of a token as an integer; in CSV, whole tokens with the token's `decimals`, if these are known. For CSV alone, because the
 * decimals are a further column.
 */
export function tokenAmount(expression: Sql, decimals: Sql, schema: Schema = {}): Field<number | null> {
  const { write, schema: described } = integer(expression, schema);
  return {
    columns: [expression, decimals],
    write,
    toCsv: (row, at) => decimalText(row[at], Number(row[at + 1] ?? 0)),
    schema: described,
  };
}

/** An integer as a JSON string. */
export function integerText(expression: Sql, schema: Schema = {}): Field<string | null> {
  return scalar(expression, quoted, undefined, {
    type: 'string',
    nullable: true,
    ...schema,
  });
}

/** Text that needs no escaping: digits, hex, names in the ledger. */
export function word(expression: Sql, schema: Schema = {}): Field<string | null> {
  return scalar(expression, quoted, undefined, {
    type: 'string',
    nullable: true,
    ...schema,
  });
}

/** Any text. */
export function text(expression: Sql, schema: Schema = {}): Field<string | null> {
  return scalar(expression, JSON.stringify, undefined, {
    type: 'string',
    nullable: true,
    ...schema,
  });
}

/** Whether a column is true: `t`, or `true` as an item of a list. */
function isTrue(value: string | null | undefined): boolean {
  return value === 't' || value === 'true';
}

/** A boolean; null prints null. */
export function boolean(expression: Sql, schema: Schema = {}): Field<boolean | null> {
  return scalar(expression, (value) => (isTrue(value) ? 'true' : 'false'), undefined, {
    type: 'boolean',
    nullable: true,
    ...schema,
  });
}

/** A boolean; null prints false. */
export function flag(expression: Sql, schema: Schema = {}): Field<boolean> {
  return {
    // False, the usual value, is sent as null, which is cheapest to send and to read.
    columns: [sql`nullif(${expression}, false)`],
    write: (row, at) => (isTrue(row[at]) ? 'true' : 'false'),
    inSql: sql`case when ${expression} then 'true' else 'false' end`,
    schema: { type: 'boolean', ...schema },
  };
}

/** `"shard.realm.num"` of a packed id; 0 and null print null. */
export function entityId(expression: Sql, schema: Schema = {}): Field<string | null> {
  return scalar(expression, entityIdJson, entityIdInSql(expression), {
    type: 'string',
    pattern: '^\\d{1,10}\\.\\d{1,10}\\.\\d{1,12}$',
    nullable: true,
    ...schema,
  });
}

/** JSON of PostgreSQL's text of a packed id. With at most 11 digits its shard and realm are 0. */
export function entityIdJson(id: string): string {
  if (id.length <= 11 && id !== '0' && id.charCodeAt(0) !== 45) return `"0.0.${id}"`;
  return id === '0' ? 'null' : `"${printEntityId(BigInt(id))}"`;
}

/** `"shard.realm.num"` in SQL, with quotes. */
function entityIdInSql(id: Sql): Sql {
  return sql`case
      when ${id} between 1 and ${LAST_PLAIN_ID} then '"0.0.' || ${id} || '"'
      when ${id} = 0 or ${id} is null then 'null'
      else '"' || ${shardOf(id)} || '.' || ${realmOf(id)} || '.' || ${numOf(id)} || '"'
    end`;
}

const TIMESTAMP_SCHEMA: Schema = { type: 'string', pattern: '^\\d{1,10}\\.\\d{9}$' };

/** `"seconds.nanoseconds"` of a time in nanoseconds; null prints null. */
export function timestamp(expression: Sql, schema: Schema = {}): Field<string | null> {
  const field: Field<string | null> = scalar(expression, timestampJson, undefined, {
    ...TIMESTAMP_SCHEMA,
    nullable: true,
    ...schema,
  });
  return { ...field, toCsv: (row, at) => isoTime(row[at]) };
}

/** JSON of PostgreSQL's text of a time. */
export function timestampJson(nanos: string): string {
  return `"${timestampText(nanos)}"`;
}

const RANGE = /^[[(](\d*),(\d*)[\])]$/;

/** JSON of PostgreSQL's text of an `int8range`; `endJson` writes an end, undefined where it is open. */
export function rangeJson(range: string, endJson: (nanos: string | undefined) => string): string {
  const [, from, to] = RANGE.exec(range) ?? [];
  return `{"from":${endJson(from || undefined)},"to":${endJson(to || undefined)}}`;
}

/** Schema of `rangeJson`. */
export function rangeSchema(time: Schema): Schema {
  return {
    type: 'object',
    properties: { from: time, to: { ...time, nullable: true } },
    required: ['from', 'to'],
    nullable: true,
  };
}

/** `{"from","to"}` of an `int8range` of nanoseconds; `to` is null while it is open. */
export function timestampRange(
  expression: Sql,
  schema: Schema = {},
): Field<{
  from: string | null;
  to: string | null;
} | null> {
  return scalar(
    expression,
    (range) => rangeJson(range, (end) => (end === undefined ? 'null' : timestampJson(end))),
    undefined,
    { ...rangeSchema(TIMESTAMP_SCHEMA), ...schema },
  );
}

/** Bytes in base64 without line breaks. */
export function base64(expression: Sql, schema: Schema = {}): Field<string | null> {
  const encoded = sql`replace(encode(${expression}, 'base64'), ${NEWLINE}, '')`;
  return scalar(encoded, quoted, undefined, {
    type: 'string',
    format: 'byte',
    nullable: true,
    ...schema,
  });
}

const NEWLINE = sql`E'\\n'`;

/** Bytes as `0x` and hex digits. */
export function hex(expression: Sql, schema: Schema = {}): Field<string | null> {
  return scalar(expression, (bytes) => `"0x${bytes.slice(2)}"`, undefined, {
    type: 'string',
    pattern: '^0x[0-9a-f]*$',
    nullable: true,
    ...schema,
  });
}

const KEY_SCHEMA: Schema = {
  type: 'object',
  properties: {
    _type: { type: 'string', enum: ['ECDSA_SECP256K1', 'ED25519', 'ProtobufEncoded'] },
    key: { type: 'string', pattern: '^[0-9a-f]*$' },
  },
  required: ['_type', 'key'],
  nullable: true,
};

/** `{"_type","key"}` of a serialized protobuf key; null for none. */
export function cryptoKey(expression: Sql, schema: Schema = {}): Field<KeyJson | null> {
  return scalar(expression, (bytes) => JSON.stringify(keyJson(bytes.slice(2))), undefined, {
    ...KEY_SCHEMA,
    ...schema,
  });
}

/** A number of the ledger by its name: a transaction type, a result code. */
export function named(
  expression: Sql,
  name: (value: number) => string,
  schema: Schema = {},
): Field<string | null> {
  const known = new Map<string, string>();
  return scalar(
    expression,
    (value) => {
      let json = known.get(value);
      if (json === undefined) {
        json = JSON.stringify(name(Number(value)));
        known.set(value, json);
      }
      return json;
    },
    undefined,
    { type: 'string', nullable: true, ...schema },
  );
}

/** JSON stored in the column; null prints `otherwise`. */
export function json<Value = unknown>(
  expression: Sql,
  schema: Schema,
  otherwise: 'null' | '[]' | '{}' = 'null',
): Field<Value> {
  return {
    columns: [expression],
    write: (row, at) => row[at] ?? otherwise,
    schema,
  };
}

/** Result of a function of one or more columns. */
export function computed<Value = unknown>(
  columns: readonly Sql[],
  write: (...texts: (string | null)[]) => string,
  schema: Schema,
): Field<Value> {
  return {
    columns,
    // Most fields have one or two columns; copying the row would cost more than the function.
    write:
      columns.length <= 2
        ? (row, at) =>
            columns.length === 1 ? write(row[at] ?? null) : write(row[at] ?? null, row[at + 1] ?? null)
        : (row, at) => write(...row.slice(at, at + columns.length)),
    schema,
  };
}

/** The same JSON in every row. */
export function constant<Value>(value: Value, schema: Schema): Field<Value> {
  const text = JSON.stringify(value);
  return { columns: [], write: () => text, schema };
}

type Column = string | null | undefined;

/**
 * Expiry of an entity (nanoseconds), from columns: its expiration, else its creation (nanoseconds) and its renewal
 * period (seconds); null when unknown.
 */
export function expiryText(expires?: Column, created?: Column, renewalPeriod?: Column): string | null {
  const expiry = expiryOf({
    expires: numberOf(expires),
    created: numberOf(created),
    renewalPeriod: numberOf(renewalPeriod),
  });
  return expiry === null ? null : expiry.toString();
}

function numberOf(column: Column): bigint | null {
  return column === null || column === undefined ? null : BigInt(column);
}
