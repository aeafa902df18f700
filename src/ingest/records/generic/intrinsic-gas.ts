const TRANSACTION = 21_000n;
const CREATION = 32_000n;
const ZERO_BYTE = 4n;
const OTHER_BYTE = 16n;

/** Gas of a transaction before its first instruction: by its input's bytes, more for a creation. */
export function intrinsicGas(input: Uint8Array, isCreation: boolean): bigint {
  let zeros = 0;
  for (const byte of input) if (byte === 0) zeros += 1;
  const data = BigInt(zeros) * ZERO_BYTE + BigInt(input.length - zeros) * OTHER_BYTE;
  return TRANSACTION + data + (isCreation ? CREATION : 0n);
}
