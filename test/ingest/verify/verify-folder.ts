import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { followRecords } from '../../../src/ingest/feed/record-stream.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { type ConsensusRatio, ONE_THIRD } from '../../../src/ingest/verify/consensus-ratio.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import type { NodeSignatures } from '../../../src/ingest/verify/proof.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import { openFolder } from '../open-folder.ts';
import { SILENT_LOG } from '../stream-writer.ts';

/** Verifies a folder of stream files. Returns the valid ones, and the error that ended it. */
export async function verifyFolder(
  path: string,
  book: Uint8Array,
  ratio: ConsensusRatio = ONE_THIRD,
  startFrom?: bigint,
): Promise<{ files: ProvenBlock[]; error: StreamFileError | null }> {
  const source = await openFolder(path);
  const files: ProvenBlock[] = [];
  try {
    const options = {
      source,
      addressBooks: bootstrapAddressBooks(book),
      stakes: new NodeStakes(),
      consensusRatio: ratio,
      startAfter: null,
      ...(startFrom !== undefined && { startFrom }),
      follow: false,
      signal: new AbortController().signal,
      log: SILENT_LOG,
    };
    for await (const file of followRecords(options)) files.push(file);
  } catch (error) {
    if (error instanceof StreamFileError) return { files, error };
    throw error;
  } finally {
    await source.close();
  }
  return { files, error: null };
}

/** Returns the signers of a record file's block, by weight, and the folder from which it was read. */
export function nodesOf({ proof }: ProvenBlock): NodeSignatures {
  if (!('signedWeight' in proof)) throw new Error(`proven by ${proof.kind}`);
  return proof;
}
