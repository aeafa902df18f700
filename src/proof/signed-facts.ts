import { bytesToHex } from '@noble/hashes/utils.js';
import type { OnStep } from './held-step.ts';
import { timeText } from './message-fields.ts';
import { type NodeEvidence, type TrustedBook, verifyNodes } from './node-evidence.ts';
import type { Fields } from './proof-json.ts';
import type { ShownBlock } from './proven-block.ts';
import type { ShownFile } from './recorded-transaction.ts';
import { type LedgerTrust, type ThresholdEvidence, verifyThreshold } from './threshold-evidence.ts';

/** What the caller trusts. A proof of a block needs `ledgerId`, one of a record file `addressBooks`. */
export interface VerifyOptions extends Partial<LedgerTrust> {
  /** SHA-384 of address books, in hex, alone or with the stakes of their nodes. */
  readonly addressBooks?: readonly (TrustedBook | string)[];
  /** Is told of each step that holds, for whoever follows the verification. */
  readonly onStep?: OnStep;
}

/** The block or record file, and who signed it. */
export interface ProvenBlockFacts {
  /** Null for a record file whose nodes did not sign it. */
  readonly number: string | null;
  /** Root hash of a block, hash that was signed of a record file; 48 bytes in hex. */
  readonly hash: string;
  /** When the block began; null for a record file. */
  readonly timestamp: string | null;
  readonly hapi_version: string | null;
  readonly evidence: ThresholdEvidence | NodeEvidence;
}

/** Verifies that the network signed a block. Throws `ProofRefused`, and `TypeError` without the id of a ledger. */
export function blockFacts(
  { root, header, time }: ShownBlock,
  fields: Fields,
  options: VerifyOptions,
): ProvenBlockFacts {
  const { ledgerId } = options;
  if (ledgerId === undefined) throw new TypeError('a proof of a block needs the id of the ledger');
  const { major, minor, patch } = header.version;
  return {
    number: header.number.toString(),
    hash: `0x${bytesToHex(root)}`,
    timestamp: timeText(time),
    hapi_version: `${major}.${minor}.${patch}`,
    evidence: verifyThreshold(root, fields, { ...options, ledgerId }, options.onStep),
  };
}

/** Verifies that nodes signed a record file. Throws `ProofRefused`, and `TypeError` without address books. */
export async function fileFacts(
  { hash, signed, number, hapi, at }: ShownFile,
  fields: Fields,
  { addressBooks, onStep }: VerifyOptions,
): Promise<ProvenBlockFacts> {
  if (addressBooks === undefined) throw new TypeError('a proof of a record file needs address books');
  return {
    number: number === null ? null : number.toString(),
    hash: `0x${bytesToHex(hash)}`,
    timestamp: null,
    hapi_version: hapi && `${hapi.major}.${hapi.minor}.${hapi.patch}`,
    evidence: await verifyNodes({ hash, signed, at }, fields, addressBooks, onStep),
  };
}
