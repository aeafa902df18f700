import { createHash } from 'node:crypto';
import { ripemd160 as hashRipemd160 } from '@noble/hashes/legacy.js';
import type { Address } from '../execution.ts';
import type { LedgerVersion, Profile } from '../profiles.ts';
import { blake2f } from './blake2f.ts';
import { BLS12_381_PRECOMPILES as BLS } from './bls12-381.ts';
import { bn254Add, bn254Mul, bn254Pairing } from './bn254.ts';
import { ecrecover } from './ecrecover.ts';
import { modexp } from './modexp.ts';
import { pointEvaluation } from './point-evaluation.ts';
import type { Precompile } from './precompile.ts';

const WORD = 32;

/** Returns the gas function of precompiles charged by the word (yellow paper, appendix E). */
function byWord(base: number, word: number): Precompile['gas'] {
  return (input) => BigInt(base + word * Math.ceil(input.length / WORD));
}

const sha256: Precompile = {
  gas: byWord(60, 12),
  // biome-ignore lint/correctness/useYield: a megabyte takes some milliseconds
  *run(input) {
    return new Uint8Array(createHash('sha256').update(input).digest());
  },
};

/** The hash of 20 bytes is right-aligned in a word. */
const ripemd160: Precompile = {
  gas: byWord(600, 120),
  // biome-ignore lint/correctness/useYield: its gas price keeps the input short
  *run(input) {
    const output = new Uint8Array(WORD);
    output.set(hashRipemd160(input), WORD - 20);
    return output;
  },
};

const identity: Precompile = {
  gas: byWord(15, 3),
  // biome-ignore lint/correctness/useYield: a copy
  *run(input) {
    return input.slice();
  },
};

/** A precompiled contract and its address. */
export interface PrecompileEntry {
  readonly address: Address;
  readonly name: string;
  /**
   * First version of the ledger's EVM that has it; undefined: all have it. Ethereum's rules (Cancun) have those of
   * v0.67.
   */
  readonly since: LedgerVersion | undefined;
  readonly implementation: Precompile;
}

const entry = (
  number: number,
  name: string,
  implementation: PrecompileEntry['implementation'],
  since?: LedgerVersion,
): PrecompileEntry => ({
  address: number.toString(16).padStart(40, '0'),
  name,
  since,
  implementation,
});

/**
 * All precompiled contracts by address. Their addresses are warm from the start (EIP-2929), even in versions that lack
 * the contract, because all versions have Cancun's gas. Source: contract-calls facts, 2.2.
 */
export const PRECOMPILES: readonly PrecompileEntry[] = [
  entry(0x01, 'ecrecover', ecrecover),
  entry(0x02, 'sha256', sha256),
  entry(0x03, 'ripemd160', ripemd160),
  entry(0x04, 'identity', identity),
  entry(0x05, 'modexp', modexp),
  entry(0x06, 'bn254 add', bn254Add),
  entry(0x07, 'bn254 multiply', bn254Mul),
  entry(0x08, 'bn254 pairing', bn254Pairing),
  entry(0x09, 'blake2f', blake2f),
  entry(0x0a, 'point evaluation', pointEvaluation, 'v0.50'),
  entry(0x0b, 'BLS12-381 G1 add', BLS.g1Add, 'v0.70'),
  entry(0x0c, 'BLS12-381 G1 multiply', BLS.g1Msm, 'v0.70'),
  entry(0x0d, 'BLS12-381 G2 add', BLS.g2Add, 'v0.70'),
  entry(0x0e, 'BLS12-381 G2 multiply', BLS.g2Msm, 'v0.70'),
  entry(0x0f, 'BLS12-381 pairing', BLS.pairingCheck, 'v0.70'),
  entry(0x10, 'BLS12-381 map to G1', BLS.mapFpToG1, 'v0.70'),
  entry(0x11, 'BLS12-381 map to G2', BLS.mapFp2ToG2, 'v0.70'),
];

/** Returns whether a profile has a precompiled contract. */
export function hasPrecompile({ isFrom }: Pick<Profile, 'isFrom'>, { since }: PrecompileEntry): boolean {
  return since === undefined || isFrom(since);
}

/**
 * Returns whether Ethereum's rules of Cancun have a precompiled contract: the ledger's versions before v0.70 have its
 * gas.
 */
export function isOfCancun({ since }: PrecompileEntry): boolean {
  return since !== 'v0.70';
}
