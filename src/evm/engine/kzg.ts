import { bls12_381 } from '@noble/curves/bls12-381.js';

const { G1, G2, fields, pairingBatch } = {
  G1: bls12_381.G1.Point,
  G2: bls12_381.G2.Point,
  fields: bls12_381.fields,
  pairingBatch: bls12_381.pairingBatch.bind(bls12_381),
};

/** [τ]G2 of Ethereum's KZG ceremony (consensus-specs, trusted_setup_4096.json: second of `g2_monomial`). */
const TAU_G2 =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2';

/**
 * Whether a polynomial with this commitment is `y` at `z` (EIP-4844, `verify_kzg_proof`). All are hex digits with 0x.
 * Throws where bytes are no point or no field element.
 */
export function verifyProof(commitment: string, z: string, y: string, proof: string): boolean {
  const [zScalar, yScalar] = [scalar(z), scalar(y)];
  const [c, p] = [point(commitment), point(proof)];
  const tauMinusZ = subtract(G2.fromHex(TAU_G2), G2.BASE, zScalar);
  const left = subtract(c, G1.BASE, yScalar);
  // e(C - y, -G2) * e(proof, τ - z) = 1; a pairing with the point at infinity is 1.
  const pairs = [
    { g1: left, g2: G2.BASE.negate() },
    { g1: p, g2: tauMinusZ },
  ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
  return pairs.length === 0 || fields.Fp12.eql(pairingBatch(pairs), fields.Fp12.ONE);
}

interface Group<Point> {
  multiply(scalar: bigint): Point;
}

interface GroupPoint<Point> {
  subtract(other: Point): Point;
}

function subtract<Point extends Group<Point> & GroupPoint<Point>>(
  from: Point,
  base: Point,
  by: bigint,
): Point {
  return by === 0n ? from : from.subtract(base.multiply(by));
}

function scalar(hex: string): bigint {
  const value = BigInt(hex);
  if (value >= fields.Fr.ORDER) throw new RangeError('C_KZG_BADARGS: not a field element');
  return value;
}

function point(hex: string) {
  try {
    const found = G1.fromHex(hex.slice(2));
    found.assertValidity();
    return found;
  } catch (error) {
    // The compressed point at infinity is none to `assertValidity`, but is to the ceremony.
    if (/^0xc0(?:00){47}$/.test(hex)) return G1.ZERO;
    throw new RangeError('C_KZG_BADARGS: not a point', { cause: error });
  }
}
