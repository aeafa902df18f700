import { proto } from '@tain/protos/hapi';
import { long, timestamp } from '../ledger/ids.ts';
import type { Version } from '../ledger/software-version.ts';
import type { ChainEnd } from '../state-store.ts';
import { type BlockFile, provenBlock, type UnprovenBlock, unprovenBlock } from './block-file.ts';
import { type DemoNode, signHash } from './nodes.ts';
import type { RecordFile } from './record-file.ts';

/** Version of the record files in wrapped record blocks. */
const RECORD_VERSION = 6;
/** Bytes before the message in a record file: the version. */
const HEAD_BYTES = 4;

/**
 * Creates the block that wraps a record file (HIP-1193): header, the file with its sidecar, footer. The footer of the
 * first block of the block stream contains the root hash of the last wrapped record block. Wrapped record blocks have
 * no root hash of the state.
 */
export function wrappedBlock(file: RecordFile, before: ChainEnd, version: Version): UnprovenBlock {
  const recordFile = {
    creationTime: proto.Timestamp.encode(timestamp(file.start)).finish(),
    recordFileContents: file.bytes.subarray(HEAD_BYTES),
    sidecarFileContents: file.sidecar === null ? [] : [file.sidecar],
  };
  const block = unprovenBlock(file.number, file.start, before, [{ recordFile }], 16, version);
  return { ...block, end: { ...block.end, stateRoot: before.stateRoot } };
}

/** Returns the wrapped record block with the nodes' signatures of the record file. */
export async function signedWrappedBlock(
  block: UnprovenBlock,
  { fileHash }: RecordFile,
  nodes: readonly DemoNode[],
): Promise<BlockFile> {
  const recordFileSignatures = await Promise.all(
    nodes.map(async (node) => ({
      nodeId: long(node.id).toUnsigned(),
      signaturesBytes: await signHash(node, fileHash),
    })),
  );
  return provenBlock(block, { signedRecordFileProof: { version: RECORD_VERSION, recordFileSignatures } });
}
