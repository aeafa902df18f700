/** A share of the network's weight, as an exact fraction. */
export interface ConsensusRatio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** At least a third must have signed the same hash. */
export const ONE_THIRD: ConsensusRatio = { numerator: 1n, denominator: 3n };

/** Any one valid signature is enough. */
export const NO_CONSENSUS: ConsensusRatio = { numerator: 0n, denominator: 1n };

const MAX_DIGITS = 18;

/**
 * A setting's text as a ratio between 0 and 1: `1/3`, `0.5`, `0`, `1`. A decimal that stands for a
 * third (`0.333…`, five digits or more) is taken as exactly 1/3. Null when it is neither.
 */
export function parseConsensusRatio(text: string): ConsensusRatio | null {
  const fraction = /^(\d{1,9})\/(\d{1,9})$/.exec(text);
  if (fraction) return checked(BigInt(fraction[1] ?? ''), BigInt(fraction[2] ?? ''));
  const decimal = /^(\d)(?:\.(\d{1,40}))?$/.exec(text);
  if (!decimal) return null;
  const digits = (decimal[2] ?? '').slice(0, MAX_DIGITS);
  if (decimal[1] === '0' && /^3{5,}$/.test(digits)) return ONE_THIRD;
  return checked(BigInt(`${decimal[1]}${digits}`), 10n ** BigInt(digits.length));
}

function checked(numerator: bigint, denominator: bigint): ConsensusRatio | null {
  if (denominator === 0n || numerator > denominator) return null;
  return { numerator, denominator };
}

/**
 * Whether a group of at least one valid signature has enough of the weight: `weight / total >= ratio`.
 * Signatures without any weight prove nothing, unless the ratio is 0.
 */
export function reachesRatio(weight: bigint, total: bigint, ratio: ConsensusRatio): boolean {
  if (ratio.numerator === 0n) return true;
  return weight > 0n && weight * ratio.denominator >= total * ratio.numerator;
}

/** `1/3`, for messages. */
export function printConsensusRatio(ratio: ConsensusRatio): string {
  return `${ratio.numerator}/${ratio.denominator}`;
}
