import { BN254, fieldElement, type Mcl, pointOfG1, pointOfG2, scalar } from './curve.ts';
import type { Precompile } from './precompile.ts';

/** Bytes of a coordinate, a point of G1, a point of G2. */
const ELEMENT = 32;
const POINT = 64;
const TWIST_POINT = 128;
const PAIR = POINT + TWIST_POINT;

const FIELD_ORDER = Buffer.from('30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47', 'hex');

const ADD_GAS = 150n;
const MUL_GAS = 6_000n;
const PAIRING_GAS = 45_000n;
const PAIR_GAS = 34_000n;

/** Sum of two points of G1 (EIP-196, priced by EIP-1108). */
export const bn254Add: Precompile = {
  prepare: () => BN254.prepare(),
  gas: () => ADD_GAS,
  // biome-ignore lint/correctness/useYield: too short to be interrupted
  *run(input) {
    const given = padded(input, 2 * POINT);
    const first = readPoint(given, 0);
    const second = readPoint(given, POINT);
    return first && second && writePoint(BN254.loaded.add(first, second));
  },
};

/** Multiplies a point of G1 by a number (EIP-196, priced by EIP-1108). */
export const bn254Mul: Precompile = {
  prepare: () => BN254.prepare(),
  gas: () => MUL_GAS,
  // biome-ignore lint/correctness/useYield: too short to be interrupted
  *run(input) {
    const given = padded(input, POINT + ELEMENT);
    const point = readPoint(given, 0);
    const by = scalar(BN254.loaded, given.subarray(POINT));
    return point && writePoint(BN254.loaded.mul(point, by));
  },
};

/** Checks whether a product of pairings is 1 (EIP-197, priced by EIP-1108). */
export const bn254Pairing: Precompile = {
  prepare: () => BN254.prepare(),
  gas: (input) =>
    input.length % PAIR === 0 ? PAIRING_GAS + PAIR_GAS * BigInt(input.length / PAIR) : undefined,
  *run(input) {
    const { finalExp, millerLoop, mul } = BN254.loaded;
    let product: Mcl.GT | undefined;
    for (let at = 0; at < input.length; at += PAIR) {
      const point = readPoint(input, at);
      const twistPoint = point && readTwistPoint(input, at + POINT);
      if (point === undefined || twistPoint === undefined) return undefined;
      if (!point.isZero() && !twistPoint.isZero()) {
        const factor = millerLoop(point, twistPoint);
        product = product === undefined ? factor : mul(product, factor);
      }
      yield;
    }
    const output = new Uint8Array(ELEMENT);
    if (product === undefined || finalExp(product).isOne()) output[ELEMENT - 1] = 1;
    return output;
  },
};

/** Pads the input with zeros, or truncates it. */
function padded(input: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size);
  whole.set(input.subarray(0, size));
  return whole;
}

/** Reads a field element; undefined for a number outside the field. */
function readElement(input: Uint8Array, at: number): Mcl.Fp | undefined {
  const bytes = input.subarray(at, at + ELEMENT);
  return Buffer.compare(bytes, FIELD_ORDER) < 0 ? fieldElement(BN254.loaded, bytes) : undefined;
}

/** Parses a point of G1; zeros are the point at infinity. Undefined for an invalid point. */
function readPoint(input: Uint8Array, at: number): Mcl.G1 | undefined {
  const x = readElement(input, at);
  const y = readElement(input, at + ELEMENT);
  if (x === undefined || y === undefined) return undefined;
  if (x.isZero() && y.isZero()) return new BN254.loaded.G1();
  const point = pointOfG1(BN254.loaded, x, y);
  return point.isValid() ? point : undefined;
}

/** Parses a point of G2, with the imaginary parts of its coordinates first; zeros are the point at infinity. */
function readTwistPoint(input: Uint8Array, at: number): Mcl.G2 | undefined {
  const [x1, x0, y1, y0] = [0, 1, 2, 3].map((index) => readElement(input, at + index * ELEMENT));
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined) return undefined;
  if ([x0, x1, y0, y1].every((part) => part.isZero())) return new BN254.loaded.G2();
  const point = pointOfG2(BN254.loaded, x0, x1, y0, y1);
  return point.isValid() && point.isValidOrder() ? point : undefined;
}

function writePoint(point: Mcl.G1): Uint8Array {
  const output = new Uint8Array(POINT);
  if (point.isZero()) return output;
  point.normalize();
  // The library writes numbers in little-endian order.
  output.set(point.getX().serialize().reverse(), 0);
  output.set(point.getY().serialize().reverse(), ELEMENT);
  return output;
}
