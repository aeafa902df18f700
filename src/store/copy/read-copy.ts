import pg from 'pg';
import { type Columns, type Kind, kindOf } from './column.ts';
import { quoteName } from './copy.ts';

/** `COPY … TO STDOUT`: collects the server's messages. */
class CopyOut extends pg.Query {
  readonly chunks: Buffer[] = [];

  constructor(text: string, done: (error: Error | undefined) => void) {
    super(text, done);
  }

  handleCopyData(message: { readonly chunk: Buffer }): void {
    // The driver reuses its buffer.
    this.chunks.push(Buffer.from(message.chunk));
  }
}

/**
 * Reads rows of a table in binary COPY form, as a `CopyBuffer` of the same columns encodes them. `where`: a condition without
 * parameters, which COPY does not support.
 */
export function readCopy(
  client: pg.ClientBase,
  table: string,
  columns: Columns,
  where: string,
): Promise<Buffer> {
  const names = Object.keys(columns).map(quoteName).join(', ');
  const text = `copy (select ${names} from ${quoteName(table)} where ${where}) to stdout (format binary)`;
  return new Promise((resolve, reject) => {
    const copy = new CopyOut(text, (error) => (error ? reject(error) : resolve(Buffer.concat(copy.chunks))));
    client.query(copy);
  });
}

/** A row in binary COPY form: fields in the order of the columns; null for NULL. */
export type BinaryRow = readonly (Buffer | null)[];

/** Signature, flags and length of the header's extension. */
const HEADER = 19;
const NO_MORE = -1;

/** Yields the rows of a COPY stream. Their fields are views of it. */
export function* binaryRows(stream: Buffer): Generator<BinaryRow> {
  for (let at = HEADER; at < stream.length; ) {
    const count = stream.readInt16BE(at);
    at += 2;
    if (count === NO_MORE) return;
    const row: (Buffer | null)[] = [];
    for (let i = 0; i < count; i += 1) {
      const length = stream.readInt32BE(at);
      at += 4;
      row.push(length === -1 ? null : stream.subarray(at, at + length));
      at += Math.max(length, 0);
    }
    yield row;
  }
}

/** Formats a field for messages: integers, flags and text as they are, other kinds as hex digits. */
export function printField(kind: Kind, bytes: Buffer): string {
  switch (kind) {
    case 'int2':
      return String(bytes.readInt16BE());
    case 'int4':
      return String(bytes.readInt32BE());
    case 'int8':
      return String(bytes.readBigInt64BE());
    case 'bool':
      return String(bytes[0] === 1);
    case 'text':
      return bytes.toString();
    case 'jsonb':
      return bytes.toString('utf8', 1);
    default:
      return `0x${bytes.toString('hex')}`;
  }
}

/** Returns the indexes of `jsonb` fields, whose text has many forms. */
export function jsonFields(columns: Columns): number[] {
  return Object.values(columns).flatMap((column, i) => (kindOf(column) === 'jsonb' ? [i] : []));
}
