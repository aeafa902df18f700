import type { Address } from '../execution.ts';
import type { LedgerVersion, Profile } from '../profiles.ts';
import { blake2f } from './blake2f.ts';
import { bn254Add, bn254Mul, bn254Pairing } from './bn254.ts';
import { ecrecover } from './ecrecover.ts';
import { identity, ripemd160, sha256 } from './hashes.ts';
import { modexp } from './modexp.ts';
import { pointEvaluation } from './point-evaluation.ts';
import type { Precompile } from './precompile.ts';

/** A contract of Ethereum that is not code. */
export interface PrecompileEntry {
  readonly address: Address;
  readonly name: string;
  /** First version of the ledger's EVM that has it; undefined: all have. Ethereum's rules (Cancun) have all. */
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
 * All of them, by address. Their addresses are warm from the start (EIP-2929), also where the version does not have one:
 * all versions have Cancun's gas. Source: contract-calls facts, 2.2.
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
];

/** Whether a profile has one. */
export function hasPrecompile({ isFrom }: Pick<Profile, 'isFrom'>, { since }: PrecompileEntry): boolean {
  return since === undefined || isFrom(since);
}
