import { BLS12_381, fieldElement, type Mcl, pointOfG1, pointOfG2, scalar } from './curve.ts';
import type { Precompile } from './precompile.ts';

// Operations on the curve BLS12-381 (EIP-2537). Points are coordinates of 64 bytes, of which the first 16 are zero; all zeros are the
// point at infinity. Sums accept any points on the curve, everything else only points of the group.

/** Price of a pair in G1 in per mille of one multiplication, by the number of pairs; the last entry also applies to more pairs. */
const G1_DISCOUNTS: readonly number[] = [
  1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677, 673, 669, 665, 661, 658,
  654, 651, 648, 645, 642, 640, 637, 635, 632, 630, 627, 625, 623, 621, 619, 617, 615, 613, 611, 609, 608,
  606, 604, 603, 601, 599, 598, 596, 595, 593, 592, 591, 589, 588, 586, 585, 584, 582, 581, 580, 579, 577,
  576, 575, 574, 573, 572, 570, 569, 568, 567, 566, 565, 564, 563, 562, 561, 560, 559, 558, 557, 556, 555,
  554, 553, 552, 551, 550, 549, 548, 547, 547, 546, 545, 544, 543, 542, 541, 540, 540, 539, 538, 537, 536,
  536, 535, 534, 533, 532, 532, 531, 530, 529, 528, 528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520,
  520, 519,
];

/** The same in G2. */
const G2_DISCOUNTS: readonly number[] = [
  1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717, 711, 704, 699, 693, 688,
  683, 679, 674, 670, 666, 663, 659, 655, 652, 649, 646, 643, 640, 637, 634, 632, 629, 627, 624, 622, 620,
  618, 615, 613, 611, 609, 607, 606, 604, 602, 600, 598, 597, 595, 593, 592, 590, 589, 587, 586, 584, 583,
  582, 580, 579, 578, 576, 575, 574, 573, 571, 570, 569, 568, 567, 566, 565, 563, 562, 561, 560, 559, 558,
  557, 556, 555, 554, 553, 552, 552, 551, 550, 549, 548, 547, 546, 545, 545, 544, 543, 542, 541, 541, 540,
  539, 538, 537, 537, 536, 535, 535, 534, 533, 532, 532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525,
  524, 524,
];

/** Bytes of a coordinate, of its padding, a point of G1, a point of G2, and a scalar. */
const ELEMENT = 64;
const PADDING = 16;
const G1_BYTES = 2 * ELEMENT;
const G2_BYTES = 4 * ELEMENT;
const SCALAR_BYTES = 32;
const PAIR = G1_BYTES + G2_BYTES;

const FIELD_ORDER = Buffer.from(
  '1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
  'hex',
);

/** Number of pairs of a multi-scalar multiplication that are computed between two yields: some milliseconds. */
const MSM_PAIRS_AT_ONCE = 32;

/** Functions that differ between G1 and G2. */
interface Group<Point extends Mcl.G1 | Mcl.G2> {
  readonly bytes: number;
  readonly read: (input: Uint8Array, at: number) => Point | undefined;
  readonly write: (point: Point) => Uint8Array;
  readonly zero: () => Point;
  readonly addGas: bigint;
  readonly mulGas: bigint;
  readonly discounts: readonly number[];
}

const G1: Group<Mcl.G1> = {
  bytes: G1_BYTES,
  read: readG1,
  write: (point) => {
    if (point.isZero()) return new Uint8Array(G1_BYTES);
    point.normalize();
    return elements([point.getX(), point.getY()]);
  },
  zero: () => new BLS12_381.loaded.G1(),
  addGas: 375n,
  mulGas: 12_000n,
  discounts: G1_DISCOUNTS,
};

const G2: Group<Mcl.G2> = {
  bytes: G2_BYTES,
  read: readG2,
  write: (point) => {
    if (point.isZero()) return new Uint8Array(G2_BYTES);
    point.normalize();
    const [x, y] = [point.getX(), point.getY()];
    return elements([x.get_a(), x.get_b(), y.get_a(), y.get_b()]);
  },
  zero: () => new BLS12_381.loaded.G2(),
  addGas: 600n,
  mulGas: 22_500n,
  discounts: G2_DISCOUNTS,
};

function addition<Point extends Mcl.G1 | Mcl.G2>({ bytes, read, write, addGas }: Group<Point>): Precompile {
  return {
    prepare: () => BLS12_381.prepare(),
    gas: () => addGas,
    // biome-ignore lint/correctness/useYield: too short to be interrupted
    *run(input) {
      if (input.length !== 2 * bytes) return undefined;
      const [first, second] = [read(input, 0), read(input, bytes)];
      return first && second && write(BLS12_381.loaded.add(first, second));
    },
  };
}

/** Computes Σ scalarᵢ · pointᵢ. The price per pair decreases with the number of pairs. */
function multiplication<Point extends Mcl.G1 | Mcl.G2>(group: Group<Point>): Precompile {
  const { bytes, read, write, zero, mulGas, discounts } = group;
  const pair = bytes + SCALAR_BYTES;
  return {
    prepare: () => BLS12_381.prepare(),
    gas(input) {
      const pairs = input.length / pair;
      if (pairs === 0 || !Number.isInteger(pairs)) return undefined;
      const discount = discounts[Math.min(pairs, discounts.length) - 1] ?? 0;
      return (BigInt(pairs) * mulGas * BigInt(discount)) / 1_000n;
    },
    *run(input) {
      const curve = BLS12_381.loaded;
      let sum = zero();
      for (let at = 0; at < input.length; ) {
        const points: Point[] = [];
        const scalars: Mcl.Fr[] = [];
        for (; at < input.length && points.length < MSM_PAIRS_AT_ONCE; at += pair) {
          const point = read(input, at);
          if (!point?.isValidOrder()) return undefined;
          points.push(point);
          scalars.push(scalar(curve, input.subarray(at + bytes, at + pair)));
        }
        sum = curve.add(sum, curve.mulVec(points, scalars));
        yield;
      }
      return write(sum);
    },
  };
}

const PAIRING_GAS = 37_700n;
const PAIR_GAS = 32_600n;

/** Checks whether a product of pairings is 1. */
const pairingCheck: Precompile = {
  prepare: () => BLS12_381.prepare(),
  gas: (input) =>
    input.length > 0 && input.length % PAIR === 0
      ? PAIRING_GAS + PAIR_GAS * BigInt(input.length / PAIR)
      : undefined,
  *run(input) {
    const { finalExp, millerLoop, mul } = BLS12_381.loaded;
    let product: Mcl.GT | undefined;
    for (let at = 0; at < input.length; at += PAIR) {
      const [first, second] = [readG1(input, at), readG2(input, at + G1_BYTES)];
      if (!first?.isValidOrder() || !second?.isValidOrder()) return undefined;
      if (!first.isZero() && !second.isZero()) {
        const factor = millerLoop(first, second);
        product = product === undefined ? factor : mul(product, factor);
      }
      yield;
    }
    const output = new Uint8Array(SCALAR_BYTES);
    if (product === undefined || finalExp(product).isOne()) output[SCALAR_BYTES - 1] = 1;
    return output;
  },
};

/** Maps a field element to a point of the group (RFC 9380, section 6.6.3). */
function map(
  fieldBytes: number,
  price: bigint,
  mapped: (input: Uint8Array) => Uint8Array | undefined,
): Precompile {
  return {
    prepare: () => BLS12_381.prepare(),
    gas: () => price,
    // biome-ignore lint/correctness/useYield: too short to be interrupted
    *run(input) {
      return input.length === fieldBytes ? mapped(input) : undefined;
    },
  };
}

/** The seven contracts, in the order of their addresses from 0x0b on. */
export const BLS12_381_PRECOMPILES = {
  g1Add: addition(G1),
  g1Msm: multiplication(G1),
  g2Add: addition(G2),
  g2Msm: multiplication(G2),
  pairingCheck,
  mapFpToG1: map(ELEMENT, 5_500n, (input) => {
    const element = readElement(input, 0);
    return element && G1.write(element.mapToG1());
  }),
  mapFp2ToG2: map(2 * ELEMENT, 23_800n, (input) => {
    const [a, b] = [readElement(input, 0), readElement(input, ELEMENT)];
    return a && b && G2.write(pairOf(a, b).mapToG2());
  }),
} as const satisfies Readonly<Record<string, Precompile>>;

/** Reads a field element; undefined for bytes outside the field. */
function readElement(input: Uint8Array, at: number): Mcl.Fp | undefined {
  const bytes = input.subarray(at + PADDING, at + ELEMENT);
  const isPadded = input.subarray(at, at + PADDING).every((byte) => byte === 0);
  if (!isPadded || Buffer.compare(bytes, FIELD_ORDER) >= 0) return undefined;
  return fieldElement(BLS12_381.loaded, bytes);
}

function pairOf(a: Mcl.Fp, b: Mcl.Fp): Mcl.Fp2 {
  const pair = new BLS12_381.loaded.Fp2();
  pair.set_a(a);
  pair.set_b(b);
  return pair;
}

function readG1(input: Uint8Array, at: number): Mcl.G1 | undefined {
  const [x, y] = [readElement(input, at), readElement(input, at + ELEMENT)];
  if (x === undefined || y === undefined) return undefined;
  if (x.isZero() && y.isZero()) return G1.zero();
  const point = pointOfG1(BLS12_381.loaded, x, y);
  return point.isValid() ? point : undefined;
}

/** Reads a point of G2. The real parts of the coordinates come first, unlike in the pairing of EIP-197. */
function readG2(input: Uint8Array, at: number): Mcl.G2 | undefined {
  const [x0, x1, y0, y1] = [0, 1, 2, 3].map((index) => readElement(input, at + index * ELEMENT));
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined) return undefined;
  if ([x0, x1, y0, y1].every((part) => part.isZero())) return G2.zero();
  const point = pointOfG2(BLS12_381.loaded, x0, x1, y0, y1);
  return point.isValid() ? point : undefined;
}

function elements(values: readonly Mcl.Fp[]): Uint8Array {
  const output = new Uint8Array(values.length * ELEMENT);
  // The library writes numbers in little-endian order.
  for (const [i, value] of values.entries()) output.set(value.serialize().reverse(), i * ELEMENT + PADDING);
  return output;
}
