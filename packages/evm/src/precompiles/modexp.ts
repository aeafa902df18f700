import type { Precompile } from './precompile.ts';
import { type Power, SmallPower } from './small-power.ts';

/** Bytes of the three lengths before the numbers. */
const LENGTHS = 96;
const MIN_GAS = 200n;
const GAS_DIVISOR = 3n;
/** Maximum length of a number: no call has enough gas for a longer one. */
const MAX_LENGTH = 16_777_216n;
const MAX_EXPONENT_BYTES = 2_147_483_647n;

/** Number of exponent bits in one step. */
const DIGIT_BITS = 4;
/** Number of squarings of one word (8 bytes) between two yields: some milliseconds. */
const WORK = 32_768;

const WORD_BITS = 64n;
const NOTHING = new Uint8Array(0);

interface Request {
  readonly baseLength: bigint;
  readonly exponentLength: bigint;
  readonly modulusLength: bigint;
}

/** Modular exponentiation (EIP-198), with the price of EIP-2565. Bytes after the end of the input are zeros. */
export const modexp: Precompile = {
  gas(input) {
    const request = requestOf(input);
    const { baseLength, modulusLength } = request;
    const maxLength = baseLength > modulusLength ? baseLength : modulusLength;
    const words = (maxLength + 7n) / 8n;
    const gas = (iterationsOf(input, request) * words * words) / GAS_DIVISOR;
    return gas < MIN_GAS ? MIN_GAS : gas;
  },

  *run(input) {
    const { baseLength, exponentLength, modulusLength } = requestOf(input);
    if (baseLength === 0n && modulusLength === 0n) return NOTHING;
    if (baseLength > MAX_LENGTH || modulusLength > MAX_LENGTH || exponentLength > MAX_EXPONENT_BYTES)
      return undefined;
    const exponentAt = LENGTHS + Number(baseLength);
    const modulusAt = exponentAt + Number(exponentLength);
    const size = Number(modulusLength);
    const base = numberOf(input, LENGTHS, Number(baseLength));
    const modulus = numberOf(input, modulusAt, size);
    if (modulus <= 1n) return new Uint8Array(size);
    const exponent = new Digits(input, exponentAt, Number(exponentLength));
    const reduced = base % modulus;
    if (reduced <= 1n && exponent.count > 0) return bytesOf(reduced, size);
    const power = powerOf(reduced, modulus);
    let left = WORK;
    const words = Math.ceil(modulus < 1n << WORD_BITS ? 1 : size / 8);
    const perDigit = DIGIT_BITS * words * words;
    for (let at = 0; at < exponent.count; at += 1) {
      power.step(exponent.digit(at));
      left -= perDigit;
      if (left <= 0) {
        left = WORK;
        yield;
      }
    }
    return bytesOf(power.value(), size);
  },
};

function powerOf(base: bigint, modulus: bigint): Power {
  return modulus < 1n << WORD_BITS ? new SmallPower(base, modulus) : new LargePower(base, modulus);
}

class LargePower implements Power {
  readonly #modulus: bigint;
  readonly #powers: bigint[];
  #value = 1n;

  constructor(base: bigint, modulus: bigint) {
    this.#modulus = modulus;
    this.#powers = [1n, base];
  }

  step(digit: number): void {
    const modulus = this.#modulus;
    let value = this.#value;
    if (value !== 1n) {
      for (let bit = 0; bit < DIGIT_BITS; bit += 1) value = (value * value) % modulus;
    }
    if (digit > 0) value = (value * this.#powerOf(digit)) % modulus;
    this.#value = value;
  }

  value(): bigint {
    return this.#value % this.#modulus;
  }

  /** Computes powers on demand, because most exponents are short. */
  #powerOf(digit: number): bigint {
    for (let next = this.#powers.length; next <= digit; next += 1) {
      this.#powers.push(((this.#powers[next - 1] ?? 1n) * (this.#powers[1] ?? 1n)) % this.#modulus);
    }
    return this.#powers[digit] ?? 1n;
  }
}

/** Digits of 4 bits of an exponent, without leading zeros, read from the input without a copy. */
class Digits {
  readonly #input: Uint8Array;
  readonly #first: number;
  readonly count: number;

  constructor(input: Uint8Array, at: number, length: number) {
    this.#input = input;
    const end = Math.min(at + length, input.length);
    let first = at;
    while (first < end && input[first] === 0) first += 1;
    this.#first = first;
    this.count = first >= end ? 0 : (at + length - first) * 2;
  }

  digit(at: number): number {
    const byte = this.#input[this.#first + (at >> 1)] ?? 0;
    return (at & 1) === 0 ? byte >> 4 : byte & 15;
  }
}

function requestOf(input: Uint8Array): Request {
  return {
    baseLength: numberOf(input, 0, 32),
    exponentLength: numberOf(input, 32, 32),
    modulusLength: numberOf(input, 64, 32),
  };
}

/** Returns the iteration count of EIP-2565: the position of the exponent's highest bit, by its first 32 bytes. */
function iterationsOf(input: Uint8Array, { baseLength, exponentLength }: Request): bigint {
  const shown = exponentLength < 32n ? Number(exponentLength) : 32;
  // A base that is longer than the input leaves no bytes for the exponent.
  const at = baseLength > BigInt(input.length) ? input.length : LENGTHS + Number(baseLength);
  const head = numberOf(input, at, shown);
  const highestBit = head === 0n ? 0n : BigInt(head.toString(2).length - 1);
  const iterations = (exponentLength > 32n ? 8n * (exponentLength - 32n) : 0n) + highestBit;
  return iterations === 0n ? 1n : iterations;
}

/** Reads a number; bytes after the end of the input are zeros. */
function numberOf(input: Uint8Array, at: number, length: number): bigint {
  if (length === 0 || at >= input.length) return 0n;
  const present = input.subarray(at, at + length);
  const digits = Buffer.from(present.buffer, present.byteOffset, present.byteLength).toString('hex');
  return BigInt(`0x${digits}`) << BigInt(8 * (length - present.length));
}

function bytesOf(value: bigint, size: number): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(2 * size, '0'), 'hex'));
}
