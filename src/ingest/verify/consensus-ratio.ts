import { printEntityId } from '@tain/ledger/entity-id';
import { StreamFileError } from '../decode/stream-error.ts';
import type { NodeSignature } from './proof.ts';

/** A share of the network's weight, as an exact fraction. */
export interface ConsensusRatio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Default ratio: at least a third of the weight must have signed the same hash. */
export const ONE_THIRD: ConsensusRatio = { numerator: 1n, denominator: 3n };

/** Ratio that accepts any one valid signature. */
export const NO_CONSENSUS: ConsensusRatio = { numerator: 0n, denominator: 1n };

/**
 * Parses a setting as an exact ratio above 0 and up to 1: `1/3`, `0.5`, `1`; and the literal `0`, which disables
 * consensus. A decimal that means a third (`0.333…`, five digits or more) is exactly 1/3. Returns null for everything
 * else: other spellings of 0, and decimals of more than 18 digits.
 */
export function parseConsensusRatio(text: string): ConsensusRatio | null {
  if (text === '0') return NO_CONSENSUS;
  const fraction = /^(\d{1,9})\/(\d{1,9})$/.exec(text);
  if (fraction) return checked(BigInt(fraction[1] ?? ''), BigInt(fraction[2] ?? ''));
  if (/^0\.3{5,40}$/.test(text)) return ONE_THIRD;
  const decimal = /^(\d)(?:\.(\d{1,18}))?$/.exec(text);
  if (!decimal) return null;
  const digits = decimal[2] ?? '';
  return checked(BigInt(`${decimal[1]}${digits}`), 10n ** BigInt(digits.length));
}

function checked(numerator: bigint, denominator: bigint): ConsensusRatio | null {
  if (denominator === 0n || numerator === 0n || numerator > denominator) return null;
  return { numerator, denominator };
}

/** Returns the warning for a ratio with which a dishonest minority could be trusted; null without one. */
export function ratioWarning(ratio: ConsensusRatio): string | null {
  if (ratio.numerator === 0n) {
    return 'Consensus is off (TAIN_CONSENSUS_RATIO is 0): a file signed by a single node is accepted. For test networks only.';
  }
  if (ratio.numerator * ONE_THIRD.denominator >= ratio.denominator * ONE_THIRD.numerator) return null;
  return `Less than a third of the weight (TAIN_CONSENSUS_RATIO is ${printConsensusRatio(ratio)}) is sufficient, which dishonest nodes may have.`;
}

/**
 * Returns whether a group of at least one valid signature has enough of the weight: `weight / total >= ratio`.
 * Signatures without any weight prove nothing, unless the ratio is 0.
 */
export function reachesRatio(weight: bigint, total: bigint, ratio: ConsensusRatio): boolean {
  if (ratio.numerator === 0n) return true;
  return weight > 0n && weight * ratio.denominator >= total * ratio.numerator;
}

/** The signatures of a file, and their share of the network. */
export interface Shortfall {
  /** Noun for the signatures: `signature files`, `signatures`. */
  readonly what: string;
  /** Name of the file or block: `file x.rcd_sig`. */
  readonly where: string;
  /** Number of nodes that signed the same hash. */
  readonly signed: number;
  /** Weight of these nodes, and of all nodes: tinybars, or 1 each when no stakes are known. */
  readonly weight: bigint;
  readonly totalWeight: bigint;
}

/** Returns the error of a file or block whose signatures are not enough, with the outcome of each node. */
export function noConsensus(
  name: string,
  shortfall: Shortfall,
  evidence: readonly NodeSignature[],
  ratio: ConsensusRatio,
): StreamFileError {
  const sentence = shortfallSentence(shortfall, evidence.length, ratio);
  const detail = evidence
    .map(({ nodeAccountId, outcome }) => `${printEntityId(nodeAccountId)} ${outcome}`)
    .join(', ');
  return new StreamFileError('no-consensus', name, null, sentence, { detail });
}

/** Returns the reason why signatures are not enough. API clients see this sentence while the stream waits. */
function shortfallSentence(shortfall: Shortfall, nodes: number, ratio: ConsensusRatio): string {
  const { what, where, signed, weight, totalWeight } = shortfall;
  const required =
    ratio.numerator === 0n ? `1 ${what.replace(/s$/, '')}` : `${printConsensusRatio(ratio)} ${what}`;
  const sentence = `Require at least ${required} to prove consensus, got ${signed} out of ${nodes} for ${where}`;
  if (ratio.numerator === 0n) return sentence;
  if (totalWeight === 0n) {
    return `${sentence}; the stakes of all nodes are 0, so no number of them is enough (TAIN_CONSENSUS_RATIO=0 accepts a single one)`;
  }
  // The stake is mentioned only when the number of nodes alone would be enough.
  const isEnoughOfThem = BigInt(signed) * ratio.denominator >= BigInt(nodes) * ratio.numerator;
  return isEnoughOfThem
    ? `${sentence}, which have ${weight} of ${totalWeight} tinybars of the stake`
    : sentence;
}

/** Formats `1/3`, for messages. */
export function printConsensusRatio(ratio: ConsensusRatio): string {
  return `${ratio.numerator}/${ratio.denominator}`;
}
