import type { RecordProofJson, WholeFileJson } from '@tain/verify/proof-json';
import { readRecord } from '@tain/verify/transaction-result';
import type { AddressBookEntry } from '../decode/address-book.ts';
import type { BlockFile } from '../decode/block/block-file.ts';
import type { RecordFileProof } from '../decode/block/block-proof.ts';
import { wrappedFileOf } from '../decode/block/wrapped-block.ts';
import { checkHashSignature } from '../verify/checked-signature.ts';
import { base64Of } from './provable-block.ts';
import { type ProvableFile, readRawFile } from './provable-file.ts';

/** A record file in a wrapped record block, and its signatures by nodes. */
export interface WrappedFile extends ProvableFile {
  /** Signatures of nodes; null: the block is proven in another way. */
  readonly signatures: RecordFileProof['signatures'] | null;
}

/** Reads the record file in a block. Throws `StreamFileError` or `MalformedError`. */
export function readWrappedFile(block: BlockFile): WrappedFile {
  const { bytes, proof } = wrappedFileOf(block);
  return { ...readRawFile(bytes), signatures: proof?.signatures ?? null };
}

/** Returns the whole file, with the index of the transaction with a consensus time (nanoseconds); null: it has none. */
export function wholeFileOf({ bytes, raw }: ProvableFile, at: bigint | null): WholeFileJson | null {
  const { version, items } = raw;
  if (version !== 2 && version !== 5 && version !== 6) return null;
  const index = at === null ? null : items.findIndex(({ record }) => readRecord(record).at === at);
  return index === -1 ? null : { version, bytes: base64Of(bytes), index };
}

/** Returns the valid signatures of nodes of the address book in force. */
export async function wrappedSignatures(
  { raw, signatures }: WrappedFile,
  nodes: readonly AddressBookEntry[],
): Promise<RecordProofJson['signatures']> {
  const found = await Promise.all(
    nodes.map(async (node) => {
      for (const { nodeId, signature } of signatures ?? []) {
        if (nodeId !== node.nodeId || !(await checkHashSignature(node, raw.fileHash, signature))) continue;
        return [{ node_id: nodeId.toString(), signature: base64Of(signature) }];
      }
      return [];
    }),
  );
  return found.flat();
}
