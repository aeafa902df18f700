/**
 * Kinds of columns that are written by binary COPY and read as text, with the JavaScript type of each. `text` also serves
 * varchar and enums; `jsonb` is JSON text.
 */
export interface KindTypes {
  int2: number;
  int4: number;
  int8: bigint;
  bool: boolean;
  text: string;
  bytea: Uint8Array;
  jsonb: string;
  int8range: TimeRange;
  'int2[]': readonly number[];
  'int4[]': readonly number[];
  'int8[]': readonly bigint[];
  'bytea[]': readonly Uint8Array[];
}

/** `[from, to)`; `to` is null for an unbounded range. */
export interface TimeRange {
  readonly from: bigint;
  readonly to: bigint | null;
}

export type Kind = keyof KindTypes;

/** A column type, with `?` where the column may be null. */
export type Column = Kind | `${Kind}?`;

/** A table's columns by name. */
export type Columns = Readonly<Record<string, Column>>;

type Value<C extends Column> = C extends `${infer K extends Kind}?`
  ? KindTypes[K] | null
  : C extends Kind
    ? KindTypes[C]
    : never;

/** Row type of a declaration of columns. */
export type RowOf<C extends Columns> = { -readonly [N in keyof C]: Value<C[N]> };

/** Returns the kind of a column, without its `?`. */
export function kindOf(column: Column): Kind {
  return (column.endsWith('?') ? column.slice(0, -1) : column) as Kind;
}

type Parser = (text: string) => unknown;

const PARSERS: Readonly<Record<Kind, Parser>> = {
  int2: Number,
  int4: Number,
  int8: BigInt,
  bool: (text) => text === 't',
  text: (text) => text,
  bytea: parseBytea,
  jsonb: (text) => text,
  int8range: parseRange,
  'int2[]': (text) => parseArray(text).map(Number),
  'int4[]': (text) => parseArray(text).map(Number),
  'int8[]': (text) => parseArray(text).map(BigInt),
  'bytea[]': (text) => parseArray(text).map(parseBytea),
};

/** Parses a column's value from PostgreSQL's text form (a row read with raw text values). */
export function parseColumn(column: Column, text: string | null): unknown {
  return text === null ? null : PARSERS[kindOf(column)](text);
}

function parseBytea(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex');
}

/** Parses `[1,2)` or `[1,)`. Throws on a range of another form, which our tables never hold. */
function parseRange(text: string): TimeRange {
  const match = /^\[(-?\d+),(-?\d*)\)$/.exec(text);
  if (match?.[1] === undefined) throw new Error(`not a half-open range: ${text}`);
  return { from: BigInt(match[1]), to: match[2] ? BigInt(match[2]) : null };
}

/** Parses a one-dimensional array of numbers or bytea, whose elements hold neither commas nor nulls. */
function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return inner.split(',').map((element) => (element.startsWith('"') ? element.slice(2, -1) : element));
}
