import { WireReader } from '../../kernel/wire-reader.ts';

/** Ranges of the tags of `TransactionBody.data` that the protos know (HAPI 0.77). */
const DATA_TAGS: readonly (readonly [number, number])[] = [
  [7, 29],
  [31, 60],
  [65, 72],
  [74, 81],
];

/** 1 where a tag belongs to the `data` oneof, 2 where it is a field that every body can have, else 0. */
const TAG_KIND = new Uint8Array(1003);
for (const [first, last] of DATA_TAGS) TAG_KIND.fill(1, first, last + 1);
for (const tag of [1, 2, 3, 4, 5, 6, 73, 1001, 1002]) TAG_KIND[tag] = 2;

/**
 * The type of a transaction, from the bytes of its `TransactionBody`: the tag of its `data` oneof
 * (the last one, should there be several); for a type newer than the protos the one field number
 * that they do not know; else 0. Throws `MalformedError`.
 */
export function readTransactionType(body: Buffer): number {
  let type = 0;
  let unknown = 0;
  let severalUnknown = false;
  const reader = new WireReader(body);
  while (reader.next()) {
    const kind = TAG_KIND[reader.field] ?? 0;
    if (kind === 1) {
      type = reader.field;
    } else if (kind === 0) {
      severalUnknown ||= unknown !== 0 && unknown !== reader.field;
      unknown = reader.field;
    }
    reader.skip();
  }
  if (type !== 0) return type;
  return severalUnknown ? 0 : unknown;
}
