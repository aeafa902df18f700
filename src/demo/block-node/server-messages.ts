/** Codes of `SubscribeStreamResponse` (HIP-1081). */
export const SubscribeStatus = { success: 1, invalidStart: 4, notAvailable: 6 } as const;

/**
 * The blocks that a `SubscribeStreamRequest` asks for. Both fields are varints; what else a request has is not
 * looked at. Bytes that are no such message ask for all blocks.
 */
export function readSubscribeRequest(bytes: Uint8Array): { readonly start: bigint; readonly end: bigint } {
  let start = 0n;
  let end = 0n;
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at++] ?? 0;
    let value = 0n;
    for (let shift = 0n; at < bytes.length; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (tag === 1 << 3) start = value;
    else if (tag === 2 << 3) end = value;
  }
  return { start, end: end === 0n ? 0xffff_ffff_ffff_ffffn : end };
}
