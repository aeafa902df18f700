/**
 * Why a threshold signature, or the publication that it is to be checked with, is not believed:
 *
 * - `no-ledger`: no ledger publication is known yet;
 * - `publication`: the publication is malformed, its ledger id is not the hash of its nodes, or its WRAPS key is none;
 * - `ledger-id`: the first ledger is not the one that the operator expects;
 * - `untrusted`: the signature holds under a ledger that nothing vouches for;
 * - `unknown-profile`: the WRAPS key belongs to no known profile, and the newest one does not fit either;
 * - `key-proofs`: a node's key is not proven to be the node's own;
 * - `unsigned`, `mock`: there is no signature; there is a development network's mock in its place;
 * - `length`: not the bytes of a threshold signature;
 * - `encoding`: a part is not a number or point in its one valid encoding;
 * - `verification-key`: the tail does not prove that the hinTS key belongs to the ledger;
 * - `weight`: the signers have too little weight;
 * - `signature`: what is signed, or by whom, is not what the signature says.
 */
export type TssRefusalCode =
  | 'no-ledger'
  | 'publication'
  | 'ledger-id'
  | 'untrusted'
  | 'unknown-profile'
  | 'key-proofs'
  | 'unsigned'
  | 'length'
  | 'mock'
  | 'encoding'
  | 'verification-key'
  | 'weight'
  | 'signature';

/** A threshold signature or ledger publication that is not believed. The message is a sentence for the operator. */
export class TssRefusal extends Error {
  override readonly name = 'TssRefusal';
  readonly code: TssRefusalCode;

  constructor(code: TssRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Refusals that say nothing about the signature: what would be needed to verify it is not known or not usable. An operator
 * may accept that; all others say that something is wrong.
 */
export const UNVERIFIABLE: ReadonlySet<TssRefusalCode> = new Set([
  'no-ledger',
  'publication',
  'untrusted',
  'unknown-profile',
  'key-proofs',
  'unsigned',
  'mock',
]);
