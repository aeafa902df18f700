/** A non-negative integer's bytes without leading zeros; 0 is one zero byte. */
export function integerBytes(value: bigint): Uint8Array {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}
