/**
 * Reason why a threshold signature, or the publication that it is checked with, is refused:
 *
 * - `no-ledger`: no ledger publication is known yet;
 * - `publication`: the publication is malformed, its ledger id is not the hash of its nodes, or its WRAPS key is malformed;
 * - `ledger-id`: the first ledger is not the one that the operator expects;
 * - `untrusted`: the signature is valid, but under a ledger whose publication is not proven;
 * - `unknown-profile`: the WRAPS key belongs to no known profile, and the newest one does not fit either;
 * - `key-proofs`: a node's proof of possession is invalid;
 * - `unsigned`, `mock`: there is no signature, or a development network's mock;
 * - `length`: not the length of a threshold signature;
 * - `encoding`: a part is not a canonical number or point;
 * - `verification-key`: the tail does not prove that the hinTS key belongs to the ledger;
 * - `weight`: the signers have too little weight;
 * - `signature`: these nodes did not sign this root hash.
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

/**
 * Thrown for a threshold signature or ledger publication that is refused. The message is a sentence for the operator.
 */
export class TssRefusal extends Error {
  override readonly name = 'TssRefusal';
  readonly code: TssRefusalCode;

  constructor(code: TssRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Codes of refusals that make no statement about the signature, because data for its verification is missing or
 * unusable. An operator may accept those; every other code means that something is wrong.
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
