import { atOnce, type Steps } from '../../kernel/limits/in-slices.ts';

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
export const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
export const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Bytes that V8 holds for an array or object, for a field (its name and its place in the shape of the object), and for an
 * element: upper bounds of what 1 MB of the smallest and most different values takes on the heap of Node.js 20.
 */
const CONTAINER_BYTES = 64;
const FIELD_BYTES = 120;
const ELEMENT_BYTES = 32;

/** Outline of a JSON text, found without parsing it. */
export interface JsonOutline {
  /** Maximum number of nested arrays and objects. */
  readonly depth: number;
  /** Approximate memory of the parsed values besides the text: 1 MB of empty objects becomes 32 MB. */
  readonly bytes: number;
}

/** Returns the outline of a JSON text, valid or not. */
export function outlineOf(json: Uint8Array): JsonOutline {
  return atOnce(outlineSteps(json));
}

/** Number of bytes of a step: less than a millisecond. */
const STEP_BYTES = 64 * 1024;

/** Returns the outline of a JSON text, like `outlineOf`. */
export function* outlineSteps(json: Uint8Array): Steps<JsonOutline> {
  let depth = 0;
  let deepest = 0;
  let bytes = 0;
  let next = STEP_BYTES;
  for (let at = 0; at < json.length; at++) {
    if (at >= next) {
      next = at + STEP_BYTES;
      yield;
    }
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA) bytes += ELEMENT_BYTES;
    else if (byte === COLON) bytes += FIELD_BYTES;
    else if (OPENING.has(byte)) {
      depth += 1;
      bytes += CONTAINER_BYTES;
      if (depth > deepest) deepest = depth;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return { depth: deepest, bytes };
}

/**
 * Returns the offset of the closing quote of the string that begins at `from`; the end of the text if there is none.
 */
export function endOfString(json: Uint8Array, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}
