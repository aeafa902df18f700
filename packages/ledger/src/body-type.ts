import { WireReader } from './wire-reader.ts';

/** Tag of an operation of CLPR (HIP-1535). */
const CLPR_ENDPOINT_PUBLICATION = 91;

/** Known ranges of the tags of `TransactionBody.data` (HAPI 0.77, and 91 of CLPR). */
const DATA_TAGS: readonly (readonly [number, number])[] = [
  [7, 29],
  [31, 60],
  [65, 72],
  [74, 81],
  [CLPR_ENDPOINT_PUBLICATION, CLPR_ENDPOINT_PUBLICATION],
];

/** First tag from which all known tags are fields of every body; operations have lower tags. */
const FIRST_COMMON_TAG = 1000;
const LENGTH_DELIMITED = 2;
/** Maximum number of unknown tags stored for a body: two are enough to leave its type undecided. */
const MAX_UNKNOWN = 16;

/** 1 where a tag belongs to the `data` oneof, 2 where it is a field that every body can have, else 0. */
const TAG_KIND = new Uint8Array(1003);
for (const [first, last] of DATA_TAGS) TAG_KIND.fill(1, first, last + 1);
for (const tag of [1, 2, 3, 4, 5, 6, 73, 1001, 1002]) TAG_KIND[tag] = 2;

/**
 * Finds the type of a transaction among the fields of its `TransactionBody`: the tag of its `data` oneof. Unknown
 * fields do not change a known type. Without a known type, the type is the only unknown tag of a message: among the
 * tags below `FIRST_COMMON_TAG` if there are any, otherwise among all.
 */
export class BodyType {
  #known = 0;
  readonly #unknown = new Set<number>();

  /** Takes the tag and wire type of a field, in the order of the body. */
  see(field: number, wireType: number): void {
    if (wireType !== LENGTH_DELIMITED) return;
    const kind = TAG_KIND[field] ?? 0;
    // The last field counts, as in any oneof.
    if (kind === 1) this.#known = field;
    else if (kind === 0 && this.#unknown.size < MAX_UNKNOWN) this.#unknown.add(field);
  }

  /** Type of the transaction; 0 if it has no operation, or several unknown ones. */
  get type(): number {
    if (this.#known !== 0) return this.#known;
    const tags = [...this.#unknown];
    const below = tags.filter((tag) => tag < FIRST_COMMON_TAG);
    const [tag = 0, ...others] = below.length > 0 ? below : tags;
    return others.length === 0 ? tag : 0;
  }
}

/** The type of a transaction, from the bytes of its `TransactionBody` (`BodyType`). Throws `MalformedError`. */
export function readBodyType(body: Uint8Array): number {
  const found = new BodyType();
  const reader = new WireReader(body);
  while (reader.next()) {
    found.see(reader.field, reader.wireType);
    reader.skip();
  }
  return found.type;
}

/**
 * Returns whether this program can decode the message of an operation. The message of CLPR is not public, only its tag.
 */
export function hasMessage(tag: number): boolean {
  return isKnownType(tag) && tag !== CLPR_ENDPOINT_PUBLICATION;
}

/** Returns whether the tag is a known one of `TransactionBody.data`. */
export function isKnownType(tag: number): boolean {
  return TAG_KIND[tag] === 1;
}
