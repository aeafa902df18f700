/** Something in the database that is not as it must be, at a consensus time (nanoseconds). */
export interface Difference {
  readonly at: bigint;
  /** What differs, as the beginning of a sentence: `the count of its transactions`. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** The earlier of two differences; of two at one time the first. */
export function earliest(a: Difference | null, b: Difference | null): Difference | null {
  if (a === null || b === null) return a ?? b;
  return b.at < a.at ? b : a;
}

/** Bytes for a sentence: the beginning of their hex digits. */
export function printBytes(bytes: Uint8Array | null): string {
  return bytes === null ? 'nothing' : printHash(Buffer.from(bytes).toString('hex'));
}

const SHOWN_DIGITS = 16;

/** Hex digits for a sentence: their beginning. */
export function printHash(digits: string): string {
  if (digits === '') return 'no bytes';
  return digits.length > SHOWN_DIGITS ? `0x${digits.slice(0, SHOWN_DIGITS)}…` : `0x${digits}`;
}
