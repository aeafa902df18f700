import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { MalformedError } from '@tain/ledger/wire-reader';
import { equalBytes } from './hashes.ts';
import type { OnStep } from './held-step.ts';
import { timeText } from './message-fields.ts';
import { bytesOf, type Fields, fieldsOf, malformed } from './proof-json.ts';
import { readPublication } from './read-publication.ts';
import { ProofRefused } from './refusal.ts';
import { readStateProof, signedRootOf } from './state-proof.ts';
import { checkLedger } from './tss/ledger.ts';
import { bindsWeight, isLibraryKey } from './tss/profiles.ts';
import { TssRefusal, type TssRefusalCode } from './tss/refusal.ts';
import { splitSignature } from './tss/signature.ts';
import { dropOldest, SignatureVerifier } from './tss/verify-signature.ts';

/** Trusted values of the network's ledger. */
export interface LedgerTrust {
  /** Id of the network's ledger: 32 bytes, or hex with or without `0x`. */
  readonly ledgerId: string | Uint8Array;
  /**
   * SHA-256 of WRAPS keys that may prove a hinTS key, in hex, besides those from releases of the network's library. The
   * ledger id does not cover this key: the creator of such a key can forge every proof under it.
   */
  readonly wrapsKeys?: readonly string[];
  /** Whether to accept releases of the library before 3.15.1, under which one member of the key can sign for all. */
  readonly allowOlderProfiles?: boolean;
}

/** Evidence of a block's threshold signature. */
export interface ThresholdEvidence {
  readonly kind: 'threshold-signature' | 'state-proof';
  readonly ledger_id: string;
  /** Signed root hash, 48 bytes in hex: the block's own or, with a state proof, that of a later block. */
  readonly signed_hash: string;
  /** First release of the library with the rules that were applied. */
  readonly profile: string;
  readonly signed_weight: string;
  readonly total_weight: string;
  /** Start of the signed block, with a state proof that shows it; else null. */
  readonly signed_block_timestamp: string | null;
}

/** Maximum number of cached checked publications, by their bytes: a check takes 50 ms or more. */
const MAX_CHECKED = 4;
const checked = new Map<string, SignatureVerifier>();

const OF_LEDGER: ReadonlySet<TssRefusalCode> = new Set([
  'publication',
  'ledger-id',
  'unknown-profile',
  'key-proofs',
]);

/**
 * Verifies that the network signed a block's root hash, directly or by signing a later block. Throws `ProofRefused`:
 * `format`, `root`, `ledger` or `signature`.
 */
export function verifyThreshold(
  root: Uint8Array,
  fields: Fields,
  trust: LedgerTrust,
  onStep?: OnStep,
): ThresholdEvidence {
  const bytes = bytesOf(fieldsOf(fields.ledger, 'the ledger').publication, 'the publication');
  const { signed, signature, kind, time } = signedBy(root, fieldsOf(fields.signature, 'the signature'));
  onStep?.({
    step: 'root',
    detail:
      kind === 'state-proof'
        ? `A path leads from the root hash of the block to that of a later one${time === null ? '' : `, of ${timeText(time)}`}.`
        : 'The trees and the time lead to the root hash of the block.',
    hashes: [
      { name: 'Root', hash: `0x${bytesToHex(root)}` },
      ...(kind === 'state-proof' ? [{ name: 'Root that is signed', hash: `0x${bytesToHex(signed)}` }] : []),
    ],
  });
  try {
    const { verifier, isWrapsTrusted, ledgerId } = verifierOf(bytes, trust);
    const { tail } = splitSignature(signature);
    if (tail.kind === 'wraps' && !isWrapsTrusted)
      throw new ProofRefused(
        'ledger',
        'The WRAPS key that came with the proof is not trusted: the ledger id does not cover it.',
      );
    onStep?.({
      step: 'ledger',
      detail: 'The nodes and keys that come with the proof are those of the ledger that is trusted.',
      hashes: [{ name: 'Ledger id', hash: `0x${bytesToHex(ledgerId)}` }],
    });
    const evidence = verifier.verify(signed, signature);
    onStep?.({
      step: 'signature',
      detail: `Nodes with a weight of ${evidence.signedWeight} of ${evidence.totalWeight} signed it.`,
      hashes: [],
    });
    return {
      kind,
      ledger_id: `0x${bytesToHex(ledgerId)}`,
      signed_hash: `0x${bytesToHex(signed)}`,
      profile: evidence.profile,
      signed_weight: evidence.signedWeight.toString(),
      total_weight: evidence.totalWeight.toString(),
      signed_block_timestamp: time === null ? null : timeText(time),
    };
  } catch (cause) {
    if (cause instanceof MalformedError) malformed(cause.message);
    if (!(cause instanceof TssRefusal)) throw cause;
    throw new ProofRefused(OF_LEDGER.has(cause.code) ? 'ledger' : 'signature', cause.message, { cause });
  }
}

function signedBy(root: Uint8Array, fields: Fields) {
  if (fields.kind === 'direct') {
    const signature = bytesOf(fields.block_signature, 'the signature');
    return { signed: root, signature, kind: 'threshold-signature' as const, time: null };
  }
  if (fields.kind !== 'later') return malformed('its signature is of an unknown kind');
  try {
    const proof = readStateProof(bytesOf(fields.state_proof, 'the state proof'));
    const { root: signed, time } = signedRootOf(proof, root);
    return { signed, signature: proof.signature, kind: 'state-proof' as const, time };
  } catch (cause) {
    if (!(cause instanceof MalformedError)) throw cause;
    throw new ProofRefused('root', `The later signature does not cover this block: ${cause.message}.`, {
      cause,
    });
  }
}

function verifierOf(
  bytes: Uint8Array,
  { ledgerId, wrapsKeys = [], allowOlderProfiles = false }: LedgerTrust,
) {
  const publication = readPublication(bytes);
  const expected = typeof ledgerId === 'string' ? fromHex(ledgerId) : ledgerId;
  if (!equalBytes(publication.ledgerId, expected))
    throw new ProofRefused(
      'ledger',
      `The proof is of ledger 0x${bytesToHex(publication.ledgerId)}, not 0x${bytesToHex(expected)}.`,
    );
  const name = bytesToHex(sha256(bytes));
  let verifier = checked.get(name);
  if (verifier === undefined) {
    verifier = new SignatureVerifier(checkLedger(publication, null));
    checked.set(name, verifier);
    dropOldest(checked, MAX_CHECKED);
  }
  if (!bindsWeight(verifier.profile) && !allowOlderProfiles)
    throw new ProofRefused(
      'ledger',
      `The ledger uses rules of release ${verifier.profile}, under which one member of a key can sign for all.`,
    );
  const digest = bytesToHex(sha256(publication.wrapsKey));
  const isNamed = wrapsKeys.some((key) => key.replace(/^0x/, '').toLowerCase() === digest);
  return { verifier, ledgerId: publication.ledgerId, isWrapsTrusted: isNamed || isLibraryKey(digest) };
}

function fromHex(text: string): Uint8Array {
  const digits = /^(?:0x)?((?:[0-9a-f]{2})*)$/i.exec(text)?.[1];
  if (digits === undefined) throw new TypeError('a ledger id is hex');
  return hexToBytes(digits);
}
