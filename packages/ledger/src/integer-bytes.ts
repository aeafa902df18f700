/** Returns the bytes of a non-negative integer without leading zeros; 0 is one zero byte. */
export function integerBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Returns the bytes of an integer like `integerBytes`, but none for 0, as in RLP. */
export function shortestBytes(value: bigint): Buffer {
  return value === 0n ? Buffer.alloc(0) : integerBytes(value);
}

/** Returns the integer of bytes; no bytes are 0. */
export function integerOfBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(prefixedHex(bytes));
}

/** Returns hex with `0x`; undefined is no bytes. */
export function prefixedHex(bytes: Uint8Array | undefined): string {
  return `0x${Buffer.from(bytes ?? []).toString('hex')}`;
}

/** The forms in which a slot or a topic may be stored: without leading zeros; 0 as no byte or as one. */
export function storedForms(value: bigint): Buffer[] {
  return value === 0n ? [shortestBytes(value), integerBytes(value)] : [integerBytes(value)];
}

/** Returns the same bytes as a `Buffer`, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
