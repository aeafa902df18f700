import { bytesToHex } from '@noble/hashes/utils.js';
import type { OnStep } from './held-step.ts';
import { timeText } from './message-fields.ts';
import { type NodeEvidence, type TrustedBook, verifyNodes } from './node-evidence.ts';
import { type Fields, fieldsOf, textOf } from './proof-json.ts';
import type { ProofBlock } from './proven-block.ts';
import type { ProofFile } from './recorded-transaction.ts';
import { ProofRefused } from './refusal.ts';
import { type LedgerTrust, type ThresholdEvidence, verifyThreshold } from './threshold-evidence.ts';

/** Trusted values of the caller. A proof of a block needs `ledgerId`, one of a record file `addressBooks`. */
export interface VerifyOptions extends Partial<LedgerTrust> {
  /** SHA-384 of address books, in hex, alone or with the stakes of their nodes. */
  readonly addressBooks?: readonly (TrustedBook | string)[];
  /** Called for each successful step. */
  readonly onStep?: OnStep;
}

/** Proven facts of the block or record file, with the evidence of its signatures. */
export interface ProvenBlockFacts {
  /** Number of the block; null for a record file whose nodes did not sign it. */
  readonly number: string | null;
  /**
   * Hash by which the API names the block, 48 bytes in hex. For a block its root hash; for a record file the running
   * hash at its end; for versions 1 and 2 the hash of the file. The signed hash is `evidence.signed_hash`.
   */
  readonly hash: string;
  /** Start of the block; null for a record file. */
  readonly timestamp: string | null;
  readonly hapi_version: string | null;
  readonly evidence: ThresholdEvidence | NodeEvidence;
}

/** Verifies that the network signed a block. Throws `ProofRefused`, and `TypeError` without a ledger id. */
export function blockFacts(
  { root, header, time }: ProofBlock,
  fields: Fields,
  options: VerifyOptions,
): ProvenBlockFacts {
  const { ledgerId } = options;
  if (ledgerId === undefined) throw new TypeError('a proof of a block needs the id of the ledger');
  const { major, minor, patch } = header.version;
  const evidence = verifyThreshold(root, fields, { ...options, ledgerId }, options.onStep);
  const number = header.number.toString();
  return {
    number,
    hash: claimedHash(root, fields, number),
    timestamp: timeText(time),
    hapi_version: `${major}.${minor}.${patch}`,
    evidence,
  };
}

/** Verifies that nodes signed a record file. Throws `ProofRefused`, and `TypeError` without address books. */
export async function fileFacts(
  { hash, blockHash, signed, number: signedNumber, hapi, at }: ProofFile,
  fields: Fields,
  { addressBooks, onStep }: VerifyOptions,
): Promise<ProvenBlockFacts> {
  if (addressBooks === undefined) throw new TypeError('a proof of a record file needs address books');
  const evidence = await verifyNodes({ hash, signed, at }, fields, addressBooks, onStep);
  const number = signedNumber === null ? null : signedNumber.toString();
  return {
    number,
    hash: claimedHash(blockHash, fields, number),
    timestamp: null,
    hapi_version: hapi && `${hapi.major}.${hapi.minor}.${hapi.patch}`,
    evidence,
  };
}

/** Returns the hash in hex. Throws `ProofRefused` when the proof names another hash or number of its block. */
function claimedHash(hash: Uint8Array, fields: Fields, number: string | null): string {
  const text = `0x${bytesToHex(hash)}`;
  const claimed = fieldsOf(fields.block, 'the block');
  if (textOf(claimed.hash, 'the hash of the block').toLowerCase() !== text)
    throw new ProofRefused('root', `The proof names another hash of its block than ${text}.`);
  // The number of a record file is signed only since version 6.
  if (number !== null && claimed.number !== number)
    throw new ProofRefused('root', `The proof names another number of its block than ${number}.`);
  return text;
}
