import { part, read, whole } from './message-fields.ts';
import type { LedgerPublication } from './tss/ledger-publication.ts';

/** Decodes a `LedgerIdPublicationTransactionBody`. */
export function readPublication(bytes: Uint8Array): LedgerPublication {
  let ledgerId: Uint8Array = new Uint8Array();
  let wrapsKey: Uint8Array = new Uint8Array();
  const nodes: LedgerPublication['nodes'][number][] = [];
  read(bytes, (reader) => {
    if (reader.field === 1) ledgerId = part(reader);
    else if (reader.field === 2) wrapsKey = part(reader);
    else if (reader.field === 3) nodes.push(readContribution(part(reader)));
    else return false;
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
