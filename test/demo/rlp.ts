export type Rlp = Buffer | Rlp[];

/** Decodes RLP independently of the encoders under test. Throws on invalid bytes. */
export function decodeRlp(bytes: Buffer): Rlp {
  const read = (at: number): [Rlp, number] => {
    const first = bytes[at] ?? 0;
    if (first < 0x80) return [bytes.subarray(at, at + 1), at + 1];
    const list = first >= 0xc0;
    const base = list ? 0xc0 : 0x80;
    const wide = first - base > 55 ? first - base - 55 : 0;
    const length = wide === 0 ? first - base : bytes.readUIntBE(at + 1, wide);
    const start = at + 1 + wide;
    const end = start + length;
    if (!list) return [bytes.subarray(start, end), end];
    const items: Rlp[] = [];
    for (let next = start; next < end; ) {
      const [item, after] = read(next);
      items.push(item);
      next = after;
    }
    return [items, end];
  };
  const [value, end] = read(0);
  if (end !== bytes.length) throw new Error('bytes after the end');
  return value;
}
