import { type Columns, type Kind, kindOf, type TimeRange } from './column.ts';

/**
 * PostgreSQL's binary COPY format: a signature, then per row the number of fields and each field as
 * a length and its bytes (length −1 for null), then a trailer.
 */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

const FIRST_CHUNK = 4 * 1024;
const MAX_CHUNK_BYTES = 128 * 1024;
/** Maximum bytes of free chunks. The chunks of a stored batch are reused by the batch after the next one. */
const MAX_FREE_BYTES = 24 * 1024 * 1024;

/** Flags of a range's bounds. */
const LOWER_INCLUSIVE = 0x02;
const UPPER_INFINITE = 0x10;

/** Type OIDs of array elements. */
const OID = { int2: 21, int4: 23, int8: 20, bytea: 17 } as const;

/**
 * Free chunks. They are in shared memory, so the thread that sends them needs no copies. They are reused, because
 * allocating and freeing memory outside of the heap triggers the garbage collector.
 */
class FreeChunks {
  private readonly bySize = new Map<number, Buffer<SharedArrayBuffer>[]>();
  private bytes = 0;

  take(size: number): Buffer<SharedArrayBuffer> {
    const chunk = this.bySize.get(size)?.pop();
    if (!chunk) return Buffer.from(new SharedArrayBuffer(size));
    this.bytes -= size;
    return chunk;
  }

  give(chunk: Buffer<SharedArrayBuffer>): void {
    const size = chunk.buffer.byteLength;
    if (size > MAX_CHUNK_BYTES || this.bytes + size > MAX_FREE_BYTES) return;
    this.bytes += size;
    const free = this.bySize.get(size);
    const whole = Buffer.from(chunk.buffer);
    if (free) free.push(whole);
    else this.bySize.set(size, [whole]);
  }
}

const freeChunks = new FreeChunks();
const NO_BYTES = Buffer.from(new SharedArrayBuffer(0));
const NO_VIEW = new DataView(NO_BYTES.buffer);

/** Growing list of chunks of bytes, each twice as large as the previous one. Values never move, so growing costs nothing. */
class Chunks {
  full: Buffer<SharedArrayBuffer>[] = [];
  bytes: Buffer<SharedArrayBuffer> = NO_BYTES;
  /** Current chunk as numbers: much faster than the methods of `Buffer`, above all for bigints. */
  view: DataView<SharedArrayBuffer> = NO_VIEW;
  offset = 0;
  /** Number of bytes in full chunks. */
  private before = 0;

  get length(): number {
    return this.before + this.offset;
  }

  /** Reserves `size` contiguous bytes at `offset`. */
  reserve(size: number): void {
    if (this.offset + size <= this.bytes.length) return;
    if (this.offset > 0) {
      this.full.push(this.bytes.subarray(0, this.offset));
      this.before += this.offset;
    }
    const next = Math.min(MAX_CHUNK_BYTES, Math.max(FIRST_CHUNK, this.bytes.length * 2));
    this.bytes = freeChunks.take(Math.max(next, size));
    this.view = new DataView(this.bytes.buffer);
    this.offset = 0;
  }

  all(): Buffer[] {
    return this.offset === 0 ? this.full : [...this.full, this.bytes.subarray(0, this.offset)];
  }

  release(): void {
    for (const chunk of this.full) freeChunks.give(chunk);
    if (this.bytes !== NO_BYTES) freeChunks.give(this.bytes);
    this.full = [];
    this.bytes = NO_BYTES;
    this.view = NO_VIEW;
    this.offset = 0;
    this.before = 0;
  }
}

const MIN_INT64 = -(1n << 63n);
const MAX_INT64 = (1n << 63n) - 1n;

function int16(out: Chunks, value: number): void {
  if ((value << 16) >> 16 !== value) throw new RangeError(`${value} does not fit 16 bits`);
  out.view.setInt16(out.offset, value);
  out.offset += 2;
}

function int32(out: Chunks, value: number): void {
  if ((value | 0) !== value) throw new RangeError(`${value} does not fit 32 bits`);
  out.view.setInt32(out.offset, value);
  out.offset += 4;
}

function int64(out: Chunks, value: bigint): void {
  if (value < MIN_INT64 || value > MAX_INT64) throw new RangeError(`${value} does not fit 64 bits`);
  out.view.setBigInt64(out.offset, value);
  out.offset += 8;
}

function bytes(out: Chunks, value: Uint8Array): void {
  out.reserve(4 + value.length);
  int32(out, value.length);
  out.bytes.set(value, out.offset);
  out.offset += value.length;
}

function text(out: Chunks, value: string): void {
  // PostgreSQL's text cannot hold NUL; the ledger's tables have U+FFFD instead.
  const clean = value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  const length = Buffer.byteLength(clean);
  out.reserve(4 + length);
  int32(out, length);
  out.offset += out.bytes.write(clean, out.offset);
}

function json(out: Chunks, value: string): void {
  const clean = value.includes('\\u0000') ? replaceEscapedNul(value) : value;
  const length = Buffer.byteLength(clean);
  out.reserve(5 + length);
  int32(out, length + 1);
  out.bytes[out.offset] = 1;
  out.offset += 1;
  out.offset += out.bytes.write(clean, out.offset);
}

/** Replaces `\u0000` in JSON text, unless its backslash is itself escaped. */
function replaceEscapedNul(value: string): string {
  return value.replace(/\\(?:u0000|[\s\S])/g, (found) => (found === '\\u0000' ? '\\ufffd' : found));
}

function range(out: Chunks, value: TimeRange): void {
  out.reserve(29);
  int32(out, value.to === null ? 13 : 25);
  out.bytes[out.offset] = value.to === null ? LOWER_INCLUSIVE | UPPER_INFINITE : LOWER_INCLUSIVE;
  out.offset += 1;
  int32(out, 8);
  int64(out, value.from);
  if (value.to === null) return;
  int32(out, 8);
  int64(out, value.to);
}

/** Writes an array's head: length, dimensions, null flag, element type, size and lower bound of its dimension. */
function arrayHead(out: Chunks, oid: number, count: number, elementBytes: number): void {
  out.reserve(24);
  int32(out, (count === 0 ? 12 : 20) + elementBytes);
  int32(out, count === 0 ? 0 : 1);
  int32(out, 0);
  int32(out, oid);
  if (count === 0) return;
  int32(out, count);
  int32(out, 1);
}

function numbers<T>(oid: number, size: number, write: (out: Chunks, value: T) => void) {
  return (out: Chunks, values: readonly T[]): void => {
    arrayHead(out, oid, values.length, values.length * (4 + size));
    for (const value of values) {
      out.reserve(4 + size);
      int32(out, size);
      write(out, value);
    }
  };
}

function byteArrays(out: Chunks, values: readonly Uint8Array[]): void {
  const total = values.reduce((sum, value) => sum + 4 + value.length, 0);
  arrayHead(out, OID.bytea, values.length, total);
  for (const value of values) bytes(out, value);
}

type Writer = (out: Chunks, value: never) => void;

const WRITERS: Readonly<Record<Kind, Writer>> = {
  int2(out: Chunks, value: number) {
    out.reserve(6);
    int32(out, 2);
    int16(out, value);
  },
  int4(out: Chunks, value: number) {
    out.reserve(8);
    int32(out, 4);
    int32(out, value);
  },
  int8(out: Chunks, value: bigint) {
    out.reserve(12);
    int32(out, 8);
    int64(out, value);
  },
  bool(out: Chunks, value: boolean) {
    out.reserve(5);
    int32(out, 1);
    out.bytes[out.offset] = value ? 1 : 0;
    out.offset += 1;
  },
  text,
  bytea: bytes,
  jsonb: json,
  int8range: range,
  'int2[]': numbers(OID.int2, 2, int16),
  'int4[]': numbers(OID.int4, 4, int32),
  'int8[]': numbers(OID.int8, 8, int64),
  'bytea[]': byteArrays,
};

/** Rows of one table in binary COPY form, encoded as they are added. */
export class CopyBuffer<Row extends object> {
  readonly columns: Columns;
  private readonly names: readonly string[];
  private readonly writers: readonly Writer[];
  private readonly out: Chunks;
  private rowCount = 0;

  constructor(columns: Columns) {
    this.columns = columns;
    this.out = new Chunks();
    this.names = Object.keys(columns);
    this.writers = Object.values(columns).map((column) => WRITERS[kindOf(column)]);
  }

  get rows(): number {
    return this.rowCount;
  }

  /** Number of bytes encoded so far. */
  get size(): number {
    return this.out.length;
  }

  /** Encodes a row. Throws `RangeError` when an integer does not fit its column. */
  add(row: Row): void {
    const { out, names, writers } = this;
    const values = row as Readonly<Record<string, unknown>>;
    out.reserve(2);
    int16(out, names.length);
    for (let i = 0; i < names.length; i += 1) {
      const value = values[names[i] as string];
      if (value === null || value === undefined) {
        out.reserve(4);
        int32(out, -1);
      } else {
        (writers[i] as Writer)(out, value as never);
      }
    }
    this.rowCount += 1;
  }

  /** Releases the rows and their memory. `stream` must not be in use. */
  release(): void {
    this.out.release();
    this.rowCount = 0;
  }

  /** Yields the whole COPY stream in chunks. */
  *stream(): Generator<Buffer> {
    yield SIGNATURE;
    yield* this.out.all();
    yield TRAILER;
  }
}

/** Quotes an SQL name. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
