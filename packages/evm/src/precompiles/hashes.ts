import { createHash } from 'node:crypto';
import { ripemd160 as hashRipemd160 } from '@noble/hashes/legacy.js';
import type { Precompile } from './precompile.ts';

const WORD = 32;

/** Returns the gas function of precompiles charged by the word (yellow paper, appendix E). */
function byWord(base: number, word: number): Precompile['gas'] {
  return (input) => BigInt(base + word * Math.ceil(input.length / WORD));
}

export const sha256: Precompile = {
  gas: byWord(60, 12),
  // biome-ignore lint/correctness/useYield: a megabyte takes some milliseconds
  *run(input) {
    return new Uint8Array(createHash('sha256').update(input).digest());
  },
};

/** The hash of 20 bytes is right-aligned in a word. */
export const ripemd160: Precompile = {
  gas: byWord(600, 120),
  // biome-ignore lint/correctness/useYield: its gas price keeps the input short
  *run(input) {
    const output = new Uint8Array(WORD);
    output.set(hashRipemd160(input), WORD - 20);
    return output;
  },
};

export const identity: Precompile = {
  gas: byWord(15, 3),
  // biome-ignore lint/correctness/useYield: a copy
  *run(input) {
    return input.slice();
  },
};
