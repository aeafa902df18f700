import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/** `D`: a row. */
const DATA_ROW = 0x44;

/** Parts of the driver's parser and connection that its types lack. */
interface MessageParser {
  parse(bytes: Buffer, heard: (message: Message) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
}

interface Message {
  readonly name: string;
}

interface DriverConnection {
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(event: string, message: Message): void;
}

/**
 * The driver's client with rows decoded whole: the driver decodes each column by a separate call, which for a page of 100 rows
 * takes longer than all the rest of reading it.
 */
export class RowClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: DriverConnection };
    connection.attachListeners = (stream) => {
      const parser = rowParser();
      const heard = (message: Message) => {
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
      };
      stream.on('data', (bytes: Buffer) => parser.parse(bytes, heard));
    };
  }
}

function rowParser(): MessageParser {
  const parser = new Parser() as unknown as MessageParser;
  const readOther = parser.handlePacket;
  parser.handlePacket = (offset, code, length, bytes) =>
    code === DATA_ROW
      ? ({ name: 'dataRow', length, fields: readRow(bytes, offset, length - 4) } as Message)
      : readOther.call(parser, offset, code, length, bytes);
  return parser;
}

/**
 * Reads the columns of a row's message, whose body is `length` bytes from `start`: the count of columns in two bytes; for each
 * its length in four (-1 for null), and its text. The whole body is decoded in one call and cut, which is right while the
 * texts are ASCII; others are decoded one by one.
 */
export function readRow(bytes: Buffer, start: number, length: number): (string | null)[] {
  const text = bytes.toString('latin1', start, start + length);
  const count = bytes.readUInt16BE(start);
  const fields = new Array<string | null>(count);
  // Number of bytes above 127 in the counts and lengths.
  let high = highBytes(count);
  let at = 2;
  for (let index = 0; index < count; index++) {
    const size = bytes.readInt32BE(start + at);
    at += 4;
    if (size < 0) {
      fields[index] = null;
      high += 4;
    } else {
      fields[index] = text.substring(at, at + size);
      high += highBytes(size);
      at += size;
    }
  }
  // Each character above 127 takes a second byte in UTF-8.
  if (Buffer.byteLength(text) - text.length === high) return fields;
  return readTexts(bytes, start, count);
}

function highBytes(size: number): number {
  if (size < 0x80) return 0;
  return ((size >> 7) & 1) + ((size >> 15) & 1) + ((size >> 23) & 1);
}

function readTexts(bytes: Buffer, start: number, count: number): (string | null)[] {
  const fields = new Array<string | null>(count);
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    const size = bytes.readInt32BE(at);
    at += 4;
    fields[index] = size < 0 ? null : bytes.toString('utf8', at, at + size);
    if (size > 0) at += size;
  }
  return fields;
}
