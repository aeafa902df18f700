const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Returns whether the arrays and objects of a JSON text are nested deeper than `max`. Values are later serialized
 * recursively, and a deep value would overflow the stack.
 */
export function isDeeperThan(json: Uint8Array, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > max) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

/**
 * Returns the offset of the closing quote of the string that begins at `from`; the end of the text if there is none.
 */
function endOfString(json: Uint8Array, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}
