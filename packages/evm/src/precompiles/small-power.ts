/** Computes a power digit by digit of its exponent, the highest first. */
export interface Power {
  /** Raises to the 16th power, and multiplies by the base to the power of the digit (0 to 15). */
  step(digit: number): void;
  value(): bigint;
}

/** Base of the digits of numbers below 2^66: sums of their products are exact in floating point. */
const RADIX = 4_194_304;
const INVERSE_RADIX = 1 / RADIX;
const DIGIT_MASK = RADIX - 1;
const DIGIT_BITS = 22n;
const WHOLE_BITS = 66n;

/**
 * Computes powers modulo a number of at most 64 bits. Such a modulus makes exponents cheapest, so they may be millions
 * of bits long; BigInt would take ten times as long. The modulus is split into an odd part, for Montgomery's
 * multiplication, and a power of two, for which the last bits of the exponent suffice.
 */
export class SmallPower implements Power {
  readonly #base: bigint;
  readonly #odd: bigint;
  readonly #twos: bigint;
  readonly #m0: number;
  readonly #m1: number;
  readonly #m2: number;
  /** Value of -1/odd modulo the radix. */
  readonly #inverse: number;
  /** Powers of the base, times 2^66, three digits each. */
  readonly #table = new Float64Array(48);
  #x0: number;
  #x1: number;
  #x2: number;
  /** Last 64 bits of the exponent so far, and whether it is longer. */
  #low = 0;
  #mid = 0;
  #isLong = false;

  constructor(base: bigint, modulus: bigint) {
    let odd = modulus;
    let twos = 0n;
    while ((odd & 1n) === 0n) {
      odd >>= 1n;
      twos += 1n;
    }
    this.#base = base;
    this.#odd = odd;
    this.#twos = twos;
    const [m0, m1, m2] = digitsOf(odd);
    this.#m0 = m0;
    this.#m1 = m1;
    this.#m2 = m2;
    this.#inverse = negativeInverse(m0);
    let power = (1n << WHOLE_BITS) % odd;
    for (let at = 0; at < 48; at += 3) {
      this.#table.set(digitsOf(power), at);
      power = (power * base) % odd;
    }
    this.#x0 = this.#table[0] ?? 0;
    this.#x1 = this.#table[1] ?? 0;
    this.#x2 = this.#table[2] ?? 0;
  }

  step(digit: number): void {
    for (let bit = 0; bit < 4; bit += 1) this.#multiply(this.#x0, this.#x1, this.#x2);
    const at = 3 * digit;
    const table = this.#table;
    if (digit > 0) this.#multiply(table[at] ?? 0, table[at + 1] ?? 0, table[at + 2] ?? 0);
    if (this.#mid >>> 28 !== 0) this.#isLong = true;
    this.#mid = (this.#mid << 4) | (this.#low >>> 28);
    this.#low = (this.#low << 4) | digit;
  }

  value(): bigint {
    this.#multiply(1, 0, 0);
    const modOdd =
      (BigInt(this.#x0) + (BigInt(this.#x1) << DIGIT_BITS) + (BigInt(this.#x2) << (2n * DIGIT_BITS))) %
      this.#odd;
    if (this.#twos === 0n) return modOdd;
    const bits = Number(this.#twos);
    const difference = this.#modTwos(bits) - modOdd;
    return modOdd + this.#odd * BigInt.asUintN(bits, difference * inverseModTwos(this.#odd, bits));
  }

  /** Returns the power modulo 2^twos. */
  #modTwos(bits: number): bigint {
    const last = (BigInt(this.#mid >>> 0) << 32n) | BigInt(this.#low >>> 0);
    if ((this.#base & 1n) === 0n && (this.#isLong || last >= this.#twos)) return 0n;
    // The order of an odd number divides 2^62, so further bits of the exponent have no effect.
    let result = 1n;
    let square = this.#base;
    for (let exponent = last; exponent > 0n; exponent >>= 1n) {
      if ((exponent & 1n) === 1n) result = BigInt.asUintN(bits, result * square);
      square = BigInt.asUintN(bits, square * square);
    }
    return BigInt.asUintN(bits, result);
  }

  /** Computes Montgomery's product: x := x * y / 2^66, below twice the modulus. */
  #multiply(y0: number, y1: number, y2: number): void {
    const m0 = this.#m0;
    const m1 = this.#m1;
    const m2 = this.#m2;
    const inverse = this.#inverse;
    const x0 = this.#x0;
    const x1 = this.#x1;
    const x2 = this.#x2;

    let t0 = x0 * y0;
    // Math.imul uses the low 32 bits of its arguments.
    let q = Math.imul(t0, inverse) & DIGIT_MASK;
    let carry = (t0 + q * m0) * INVERSE_RADIX;
    t0 = x0 * y1 + q * m1 + carry;
    let t1 = x0 * y2 + q * m2;

    t0 += x1 * y0;
    q = Math.imul(t0, inverse) & DIGIT_MASK;
    carry = (t0 + q * m0) * INVERSE_RADIX;
    t0 = t1 + x1 * y1 + q * m1 + carry;
    t1 = x1 * y2 + q * m2;

    t0 += x2 * y0;
    q = Math.imul(t0, inverse) & DIGIT_MASK;
    carry = (t0 + q * m0) * INVERSE_RADIX;
    t0 = t1 + x2 * y1 + q * m1 + carry;
    t1 = x2 * y2 + q * m2;

    const c0 = Math.floor(t0 * INVERSE_RADIX);
    t1 += c0;
    const c1 = Math.floor(t1 * INVERSE_RADIX);
    this.#x0 = t0 - c0 * RADIX;
    this.#x1 = t1 - c1 * RADIX;
    this.#x2 = c1;
  }
}

function digitsOf(value: bigint): [number, number, number] {
  return [
    Number(BigInt.asUintN(22, value)),
    Number(BigInt.asUintN(22, value >> DIGIT_BITS)),
    Number(value >> (2n * DIGIT_BITS)),
  ];
}

/** Returns -1/value modulo the radix, by Newton's iteration. */
function negativeInverse(value: number): number {
  let inverse = value;
  for (let round = 0; round < 4; round += 1) {
    inverse = Math.imul(inverse, 2 - Math.imul(value, inverse));
  }
  return -inverse & DIGIT_MASK;
}

function inverseModTwos(value: bigint, bits: number): bigint {
  let inverse = value;
  for (let round = 0; round < 6; round += 1) {
    inverse = BigInt.asUintN(bits, inverse * (2n - value * inverse));
  }
  return inverse;
}
