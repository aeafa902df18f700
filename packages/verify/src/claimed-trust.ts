import { bytesToHex } from '@noble/hashes/utils.js';
import { sha384 } from './hashes.ts';
import { bytesOf, fieldsOf, readProof } from './proof-json.ts';
import { decoding } from './proven-block.ts';
import { readPublication } from './read-publication.ts';

/** Trust that a proof claims, as options of `VerifyOptions`. */
export type ClaimedTrust =
  | { readonly kind: 'block'; readonly ledgerId: string }
  | { readonly kind: 'record-file'; readonly addressBook: string };

/**
 * Returns the ledger or address book that a proof claims to be trusted, as hex with `0x`. Compare it with a value from
 * another source: a value that is taken from the proof proves nothing. Throws `ProofRefused`: `format` or `leaf`.
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
