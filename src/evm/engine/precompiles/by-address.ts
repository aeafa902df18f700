import type { Address } from '../execution.ts';
import { blake2f } from './blake2f.ts';
import { bn254Add, bn254Mul, bn254Pairing } from './bn254.ts';
import { modexp } from './modexp.ts';
import { pointEvaluation } from './point-evaluation.ts';
import type { Precompile } from './precompile.ts';

const addressOf = (number: number): Address => number.toString(16).padStart(40, '0');

/**
 * Contracts of Ethereum that are not code and that are ours; hashes, identity and ecrecover are the library's, since a
 * call cannot make one of them take long.
 */
export function precompilesOf({
  hasPointEvaluation,
}: {
  readonly hasPointEvaluation: boolean;
}): ReadonlyMap<Address, Precompile> {
  return new Map<Address, Precompile>([
    [addressOf(0x05), modexp],
    [addressOf(0x06), bn254Add],
    [addressOf(0x07), bn254Mul],
    [addressOf(0x08), bn254Pairing],
    [addressOf(0x09), blake2f],
    ...(hasPointEvaluation ? [[addressOf(0x0a), pointEvaluation] as const] : []),
  ]);
}
