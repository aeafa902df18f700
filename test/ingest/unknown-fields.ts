import { readFileSync } from 'node:fs';
import { Reader, Writer } from '@tain/protos/wire';
import protobuf from 'protobufjs';
import { loadSchema } from './schema.ts';

/** Draws an integer from 0 to below the bound. */
export type Draw = (below: number) => number;

/** Messages in fields that the schema declares as bytes, in addition to those named by a comment. */
const IN_BYTES: Readonly<Record<string, string>> = {
  'proto.Transaction.signedTransactionBytes': 'proto.SignedTransaction',
  'proto.Transaction.bodyBytes': 'proto.TransactionBody',
  'proto.SignedTransaction.bodyBytes': 'proto.TransactionBody',
  'proto.AtomicBatchTransactionBody.transactions': 'proto.SignedTransaction',
  'stream.Block.items': 'stream.BlockItem',
  'stream.BlockItem.signed_transaction': 'proto.SignedTransaction',
};
/** Field number of an operation whose message is not public. */
const CLPR = 91;
const MAX_FIELD = (1 << 29) - 1;
const [VARINT, FIXED_64, LENGTH_DELIMITED, START_GROUP, END_GROUP, FIXED_32] = [0, 1, 2, 3, 4, 5];

/** Messages of the network's API and of blocks. */
export class UnknownFields {
  readonly #hapi = loadSchema();
  readonly #stream = new protobuf.Root();
  /** Names of messages that got unknown fields. */
  readonly reached = new Set<string>();

  constructor() {
    const text = readFileSync(new URL('../../packages/protos/block-stream.proto', import.meta.url), 'utf8');
    const options = { keepCase: true, alternateCommentMode: true, preferTrailingComment: true };
    protobuf.parse(text, this.#stream, options);
    this.#stream.resolveAll();
  }

  /**
   * Returns the serialized message with unknown fields of every wire type among its fields and in every nested message;
   * some of them occur twice, some contain messages. The order of the known fields does not change. `depth`: its
   * nesting depth.
   */
  sprinkle(name: string, bytes: Uint8Array, draw: Draw, depth = 0): Buffer {
    const type = (name.startsWith('stream.') ? this.#stream : this.#hapi).lookupType(name);
    const parts: Uint8Array[] = [];
    const more = (): void => {
      if (draw(3) > 0) return;
      this.reached.add(name);
      const number = unknownNumber(type, draw);
      const field = unknownField(number, draw, 2);
      parts.push(field);
      if (draw(3) === 0) parts.push(field, unknownField(number, draw, 2));
    };
    const reader = new Reader(bytes);
    more();
    while (reader.pos < reader.len) {
      const start = reader.pos;
      const tag = reader.uint32();
      const field = type.fieldsById[tag >>> 3];
      const inner = field && (tag & 7) === LENGTH_DELIMITED ? this.#messageOf(type, field) : null;
      if (inner === null) {
        reader.skipType(tag & 7);
        parts.push(bytes.subarray(start, reader.pos));
      } else {
        const content = this.sprinkle(inner, reader.bytes(), draw, depth + 1);
        parts.push(Writer.create().uint32(tag).bytes(content).finish());
      }
      more();
    }
    return Buffer.concat(parts);
  }

  /** Returns the message in a field; null: the field is a text, bytes or numbers. */
  #messageOf(type: protobuf.Type, field: protobuf.Field): string | null {
    const own = `${type.fullName.slice(1)}.${field.name}`;
    if (field.resolvedType instanceof protobuf.Type) return field.resolvedType.fullName.slice(1);
    const named = IN_BYTES[own] ?? /^(?:[\w.]+\.)+[A-Z]\w*/.exec(field.comment ?? '')?.[0];
    return field.type === 'bytes' && named !== undefined && this.#has(named) ? named : null;
  }

  #has(name: string): boolean {
    const root = name.startsWith('stream.') ? this.#stream : this.#hapi;
    return root.lookup(name) instanceof protobuf.Type;
  }
}

/** Returns a number that the message does not use, mostly a small one, as future fields will have. */
function unknownNumber(type: protobuf.Type, draw: Draw): number {
  for (;;) {
    const number = 1 + draw([40, 300, 20_000, MAX_FIELD][draw(4)] ?? 40);
    const isKnown =
      type.fieldsById[number] !== undefined || (type.name === 'TransactionBody' && number === CLPR);
    if (!isKnown) return number;
  }
}

function unknownField(number: number, draw: Draw, depth: number): Uint8Array {
  const writer = Writer.create();
  const kinds = depth > 0 ? [VARINT, FIXED_64, LENGTH_DELIMITED, START_GROUP, FIXED_32] : [VARINT, FIXED_64];
  const kind = kinds[draw(kinds.length)] ?? VARINT;
  const tag = ((number << 3) | kind) >>> 0;
  writer.uint32(tag);
  if (kind === VARINT) writer.uint64(draw(2) === 0 ? draw(1000) : -1);
  else if (kind === FIXED_64) writer.fixed64(draw(1000));
  else if (kind === FIXED_32) writer.fixed32(draw(1000));
  else if (kind === LENGTH_DELIMITED) {
    writer.bytes(
      draw(2) === 0 ? Buffer.alloc(draw(20), draw(256)) : unknownField(1 + draw(40), draw, depth - 1),
    );
  } else {
    const inner = unknownField(1 + draw(40), draw, depth - 1);
    const end = Writer.create()
      .uint32(((number << 3) | END_GROUP) >>> 0)
      .finish();
    return Buffer.concat([writer.finish(), inner, end]);
  }
  return writer.finish();
}
