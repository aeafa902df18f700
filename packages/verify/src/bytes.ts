/**
 * Returns whether two arrays have the same bytes. The comparison is not constant in time, because nothing here is
 * secret.
 */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
