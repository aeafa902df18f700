import { bytesToHex } from '@noble/hashes/utils.js';
import { MalformedError } from '@tain/ledger/wire-reader';
import { sha384 } from './hashes.ts';
import { part, read, whole } from './message-fields.ts';
import { bytesOf, fieldsOf, readProof } from './proof-json.ts';
import { decoding } from './proven-block.ts';
import { SLOTS } from './tss/ledger-id.ts';
import type { LedgerPublication } from './tss/ledger-publication.ts';

/** Decodes a `LedgerIdPublicationTransactionBody`. Throws `MalformedError`, also for more nodes than a ledger has. */
export function readPublication(bytes: Uint8Array): LedgerPublication {
  let ledgerId: Uint8Array = new Uint8Array();
  let wrapsKey: Uint8Array = new Uint8Array();
  const nodes: LedgerPublication['nodes'][number][] = [];
  read(bytes, (reader) => {
    if (reader.field === 1) ledgerId = part(reader);
    else if (reader.field === 2) wrapsKey = part(reader);
    else if (reader.field === 3) {
      // An empty one has two bytes, and takes sixty times as many in memory.
      if (nodes.length >= SLOTS) throw new MalformedError(`more than ${SLOTS} nodes`);
      nodes.push(readContribution(part(reader)));
    } else return false;
    return true;
  });
  return { ledgerId, wrapsKey, nodes };
}

function readContribution(bytes: Uint8Array): LedgerPublication['nodes'][number] {
  let [nodeId, weight] = [0n, 0n];
  let key: Uint8Array = new Uint8Array();
  read(bytes, (reader) => {
    if (reader.field === 1) nodeId = whole(reader);
    else if (reader.field === 2) weight = whole(reader);
    else if (reader.field === 3) key = part(reader);
    else return false;
    return true;
  });
  return { nodeId, weight, key };
}

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
