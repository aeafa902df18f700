import { bytesToHex } from '@noble/hashes/utils.js';
import { sha384 } from './hashes.ts';
import { bytesOf, fieldsOf, readProof } from './proof-json.ts';
import { decoding } from './proven-block.ts';
import { readPublication } from './read-publication.ts';

/** The trust that a proof asks for, as `VerifyOptions` name it. */
export type ClaimedTrust =
  | { readonly kind: 'block'; readonly ledgerId: string }
  | { readonly kind: 'record-file'; readonly addressBook: string };

/**
 * Which ledger or address book a proof says is to be trusted: hex behind `0x`. To be compared with what is known from elsewhere:
 * taken from the proof itself, it proves nothing. Throws `ProofRefused`: `format` or `leaf`.
 */
export function claimedTrust(proof: unknown): ClaimedTrust {
  const { kind, fields } = readProof(proof);
  if (kind === 'record-file') {
    const book = bytesOf(fields.address_book, 'the address book');
    return { kind, addressBook: `0x${bytesToHex(sha384(book))}` };
  }
  const publication = bytesOf(fieldsOf(fields.ledger, 'the ledger').publication, 'the publication');
  return { kind, ledgerId: `0x${bytesToHex(decoding(() => readPublication(publication)).ledgerId)}` };
}
