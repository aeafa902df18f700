/** A field of a protobuf message: a varint in `value`, or bytes. */
export interface Field {
  readonly number: number;
  readonly value: bigint;
  readonly bytes: Uint8Array | null;
}

/** Parses the fields of a protobuf message with varints and bytes; null for other bytes. */
export function fieldsOf(message: Uint8Array): readonly Field[] | null {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint | null => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) return null;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return null;
  };
  while (at < message.length) {
    const tag = varint();
    const value = varint();
    if (tag === null || value === null) return null;
    const number = Number(tag >> 3n);
    if ((tag & 7n) === 0n) fields.push({ number, value, bytes: null });
    else if ((tag & 7n) === 2n && at + Number(value) <= message.length) {
      fields.push({ number, value: 0n, bytes: message.subarray(at, at + Number(value)) });
      at += Number(value);
    } else return null;
  }
  return fields;
}
