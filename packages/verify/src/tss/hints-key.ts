import {
  bls12381,
  compressedG2,
  Fr,
  G1_BYTES,
  type G1Point,
  G2_BYTES,
  type G2Point,
  readG1,
  readG2,
} from './bls12-381.ts';
import { FieldReader } from './field-reader.ts';
import { type PreparedG2, prepareG2 } from './pairing.ts';
import { TssRefusal } from './refusal.ts';

export const HINTS_KEY_BYTES = 1096;

/** The scalar field of BLS12-381 has roots of unity of order 2^32 and of no higher power of two. */
const MAX_DOMAIN = 2n ** 32n;

/**
 * hinTS verification key: a commitment to the weights and keys of an address book. One of its n slots is reserved, the others
 * are the nodes'.
 */
export interface HintsKey {
  /** Size of the domain, a power of two. */
  readonly size: bigint;
  /** Generator of the domain, and the last element of the domain, which belongs to the reserved slot. */
  readonly omega: bigint;
  readonly lastElement: bigint;
  readonly totalWeight: bigint;
  /** [1]₁ */
  readonly g: G1Point;
  /** [L_{n−1}(τ)]₁: commitment of the polynomial that is 1 in the last slot only. */
  readonly lastSlot: G1Point;
  /** [W(τ)]₁ */
  readonly weights: G1Point;
  /** [1]₂ */
  readonly h: PreparedG2;
  /** [τ]₂, also in compressed form, because the challenge covers those bytes. */
  readonly tau: PreparedG2;
  readonly tauBytes: Uint8Array;
  /** [SK(τ)]₂ and its bytes. */
  readonly keys: PreparedG2;
  readonly keysBytes: Uint8Array;
  /** [τⁿ − 1]₂ */
  readonly vanishing: PreparedG2;
}

/**
 * Reads a hinTS verification key. The tail of the signature proves that it belongs to a ledger. Throws `TssRefusal`
 * (`encoding`).
 */
export function readHintsKey(bytes: Uint8Array): HintsKey {
  const reader = new FieldReader('the hinTS key', bytes, HINTS_KEY_BYTES);
  const size = reader.u64();
  if (size < 2n || size > MAX_DOMAIN || (size & (size - 1n)) !== 0n)
    throw new TssRefusal('encoding', `the domain of the hinTS key has ${size} elements`);
  const totalWeight = reader.scalar('the total weight', Fr.ORDER);
  const g1 = (name: string) => reader.point(name, G1_BYTES, readG1);
  const g2 = (name: string) => reader.point(name, G2_BYTES, readG2);
  const g = g1('[1]₁');
  const h = g2('[1]₂');
  const tau = g2('[τ]₂');
  const lastSlot = g1('the last slot');
  const weights = g1('the weights');
  const keys = g2('the keys');
  const vanishing = g2('the vanishing polynomial');
  const prepare = (point: G2Point) => prepareG2(bls12381, point);
  const omega = Fr.pow(7n, (Fr.ORDER - 1n) / size);
  return {
    size,
    omega,
    lastElement: Fr.pow(omega, size - 1n),
    totalWeight,
    g,
    lastSlot,
    weights,
    h: prepare(h),
    tau: prepare(tau),
    tauBytes: compressedG2(tau),
    keys: prepare(keys),
    keysBytes: compressedG2(keys),
    vanishing: prepare(vanishing),
  };
}
