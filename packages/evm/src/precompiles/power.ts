/** Computes a power digit by digit of its exponent, the highest first. */
export interface Power {
  /** Raises to the 16th power, and multiplies by the base to the power of the digit (0 to 15). */
  step(digit: number): void;
  value(): bigint;
}
