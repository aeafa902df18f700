import type { RecoveryIdType } from 'tiny-secp256k1';
import { keccak256 } from '../keccak.ts';
import type { Precompile } from './precompile.ts';

const GAS = 3_000n;
const WORD = 32;
/** Bytes of the input: hash, v, r, s. */
const INPUT = 4 * WORD;
const ADDRESS = 20;
const FIRST_V = 27;
const NOTHING = new Uint8Array(0);

let loading: Promise<void> | undefined;
let curve: typeof import('tiny-secp256k1') | undefined;

/**
 * Recovers the address whose key signed a hash; empty for an invalid signature (yellow paper, appendix E). `tiny-secp256k1`
 * (libsecp256k1 in WebAssembly) recovers 3.5 times as fast as `@noble/curves`.
 */
export const ecrecover: Precompile = {
  /** The curve is loaded with the first use. */
  prepare() {
    if (curve !== undefined) return undefined;
    loading ??= import('tiny-secp256k1').then((loaded) => {
      curve = loaded;
    });
    return loading;
  },
  gas: () => GAS,
  // biome-ignore lint/correctness/useYield: too short to be interrupted
  *run(input) {
    if (curve === undefined) throw new Error('the curve is not loaded');
    const given = new Uint8Array(INPUT);
    given.set(input.subarray(0, INPUT));
    const recovery = recoveryOf(given.subarray(WORD, 2 * WORD));
    if (recovery === undefined) return NOTHING;
    const key = recovered(curve, given.subarray(0, WORD), given.subarray(2 * WORD), recovery);
    if (key === undefined) return NOTHING;
    const output = new Uint8Array(WORD);
    // The prefix byte of the point's format is removed.
    output.set(keccak256(key.subarray(1)).subarray(-ADDRESS), WORD - ADDRESS);
    return output;
  },
};

/** Returns the recovery id of `v`, which is 27 or 28 in a word. */
function recoveryOf(v: Uint8Array): RecoveryIdType | undefined {
  const last = (v.at(-1) ?? 0) - FIRST_V;
  if (v.subarray(0, -1).some((byte) => byte !== 0)) return undefined;
  return last === 0 || last === 1 ? last : undefined;
}

/** Recovers the public key, 65 bytes, or undefined. */
function recovered(
  { recover }: NonNullable<typeof curve>,
  hash: Uint8Array,
  signature: Uint8Array,
  recovery: RecoveryIdType,
): Uint8Array | undefined {
  try {
    return recover(hash, signature, recovery) ?? undefined;
  } catch {
    // No signature has these numbers.
    return undefined;
  }
}
