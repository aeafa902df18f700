import { MalformedError, WireReader } from './wire-reader.ts';

/** Kinds of block items: tags of `BlockItem.item`. Source: HIP-1056. */
export const ITEM = {
  header: 1,
  eventHeader: 2,
  roundHeader: 3,
  signedTransaction: 4,
  result: 5,
  output: 6,
  stateChanges: 7,
  filtered: 8,
  proof: 9,
  recordFile: 10,
  trace: 11,
  footer: 12,
  redacted: 19,
} as const;

/** First kind that is newer than this code. The number of such a kind determines the tree in which it is hashed. */
export const FIRST_NEWER_KIND = 20;

const KNOWN_KINDS: ReadonlySet<number> = new Set(Object.values(ITEM));

/** Maximum number of fields of an item, which has one: a hostile one may have 64 million. */
const MAX_FIELDS = 1_000;

/** One item of a block, not yet decoded. */
export interface BlockItem<Bytes extends Uint8Array> {
  /** Tag of its `item` oneof. */
  readonly kind: number;
  /** Raw bytes of the oneof's message; for a newer kind, of the whole item. */
  readonly content: Bytes;
}

/**
 * Reads a serialized `BlockItem`, for the mirror and for proofs: one field of a known kind, next to which unknown
 * fields are ignored, or one field of a newer kind. Throws `MalformedError`.
 */
export function readBlockItem<Bytes extends Uint8Array>(bytes: Bytes): BlockItem<Bytes> {
  const reader = new WireReader(bytes);
  let known: BlockItem<Bytes> | null = null;
  const newer = new Set<number>();
  for (let fields = 1; reader.next(); fields += 1) {
    if (fields > MAX_FIELDS) throw new MalformedError(`an item holds more than ${MAX_FIELDS} values`);
    const { field } = reader;
    if (KNOWN_KINDS.has(field)) {
      if (known !== null) throw new MalformedError('an item holds more than one value');
      known = { kind: field, content: reader.content('its content') };
    } else {
      if (newer.size < 2) newer.add(field);
      reader.skip();
    }
  }
  if (known !== null) return known;
  const [kind, another] = newer;
  if (kind === undefined) throw new MalformedError('an item is empty');
  if (another !== undefined) throw new MalformedError('an item holds more than one value');
  return { kind, content: bytes };
}
