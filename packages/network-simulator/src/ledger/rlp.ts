/** Recursive length prefix: the encoding of Ethereum transactions. */
export type Rlp = Uint8Array | readonly Rlp[];

export function rlp(value: Rlp): Buffer {
  if (value instanceof Uint8Array) {
    const first = value[0];
    if (value.length === 1 && first !== undefined && first < 0x80) return Buffer.from(value);
    return Buffer.concat([prefix(0x80, value.length), value]);
  }
  const payload = Buffer.concat(value.map(rlp));
  return Buffer.concat([prefix(0xc0, payload.length), payload]);
}

function prefix(base: number, length: number): Buffer {
  if (length < 56) return Buffer.from([base + length]);
  const bytes = integer(BigInt(length));
  return Buffer.concat([Buffer.from([base + 55 + bytes.length]), bytes]);
}

/** An integer of at least 0, big-endian without leading zeros; 0 is empty. */
export function integer(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0);
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}
