import { type EdwardsPoint, edwards } from '@noble/curves/abstract/edwards.js';
import { bn254 } from '@noble/curves/bn254.js';
import { blake2s } from '@noble/hashes/blake2.js';
import { fieldElement, fromLittleEndian, littleEndian, randomBelow } from './numbers.ts';

/** Baby Jubjub with a = 1, over the scalar field of BN254: the curve of nodes' Schnorr keys. */
const field = bn254.fields.Fr;
const ORDER = 2736030358979909402780800718157159386076813972158567259200215660948447373041n;
const { BASE } = edwards(
  {
    p: field.ORDER,
    n: ORDER,
    h: 8n,
    a: 1n,
    d: field.div(168696n, 168700n),
    Gx: 19698561148652590122159747500897617769866003486955115824547446575314762165298n,
    Gy: 19298250018296453272277890825869354524455968081175474282777126169995084727839n,
  },
  { Fp: field },
);

/** Number of slots of an address book; one byte for each records whether it signed. */
export const SLOTS = 128;
/** Domains of hashes in release 3.15.1 of the network's library. */
const POSSESSION = 'HieroTSSWrapsSchnorrKeyPoK';
const HINTS_KEY = 'HieroTSSWrapsHintsVkHash';
const CHALLENGE_BYTES = 31;

/** A node's Schnorr key. */
export interface NodeKey {
  readonly secret: bigint;
  readonly x: bigint;
  readonly y: bigint;
  /** Published key: the point, and a proof of possession. */
  readonly published: Uint8Array;
}

function affine(point: EdwardsPoint): Buffer {
  const { x, y } = point.toAffine();
  return Buffer.concat([littleEndian(x), littleEndian(y)]);
}

function compressed(point: EdwardsPoint): Buffer {
  const { x, y } = point.toAffine();
  return littleEndian(x > field.neg(x) ? y | (1n << 255n) : y);
}

export function newNodeKey(): NodeKey {
  const [secret, nonce] = [randomBelow(ORDER), randomBelow(ORDER)];
  const [point, commitment] = [BASE.multiply(secret), BASE.multiply(nonce)];
  const challenge = fieldElement(ORDER, POSSESSION, Buffer.concat([BASE, point, commitment].map(compressed)));
  const response = (nonce + challenge * secret) % ORDER;
  const published = Buffer.concat([
    affine(point),
    affine(commitment),
    littleEndian(challenge),
    littleEndian(response),
  ]);
  return { secret, ...point.toAffine(), published };
}

/**
 * Creates the tail of a block's signature: one Schnorr signature of all nodes of a ledger, which endorses a hinTS key.
 */
export function endorse(ledgerId: Uint8Array, nodes: readonly NodeKey[], hintsKey: Uint8Array): Uint8Array {
  const secret = nodes.reduce((sum, node) => sum + node.secret, 0n) % ORDER;
  const nonce = randomBelow(ORDER);
  const keyHash = littleEndian(fieldElement(field.ORDER, HINTS_KEY, hintsKey));
  const signed = Buffer.concat([
    affine(BASE.multiply(secret)),
    affine(BASE.multiply(nonce)),
    ledgerId,
    keyHash,
  ]);
  const challenge = fromLittleEndian(blake2s(signed).subarray(0, CHALLENGE_BYTES)) % ORDER;
  const response = (((nonce - challenge * secret) % ORDER) + ORDER) % ORDER;
  const signers = Buffer.alloc(SLOTS).fill(1, 0, nodes.length);
  return Buffer.concat([signers, littleEndian(response), littleEndian(challenge)]);
}
