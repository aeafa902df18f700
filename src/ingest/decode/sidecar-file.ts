import { proto } from '@hiero-ledger/proto';
import { messageOf } from '../../kernel/failure.ts';
import { sha384 } from '../../kernel/record-stream.ts';
import { timestampOf } from './items.ts';
import { StreamFileError } from './stream-error.ts';
import './key-depth.ts';

/** A sidecar file as it was fetched: its name, its decompressed bytes, and its size on the wire. */
export interface SidecarContent {
  readonly id: number;
  readonly name: string;
  readonly bytes: Buffer;
  readonly size: number;
}

/** The content of a sidecar file. */
export interface SidecarFile {
  /** SHA-384 of the decompressed file, by which the record file names it. */
  readonly hash: Buffer;
  readonly records: readonly proto.ITransactionSidecarRecord[];
}

/** Reads a decompressed sidecar file. Throws `StreamFileError`. */
export function readSidecarFile(name: string, bytes: Buffer): SidecarFile {
  try {
    return { hash: sha384(bytes), records: proto.SidecarFile.decode(bytes).sidecarRecords };
  } catch (error) {
    const reason = messageOf(error);
    throw new StreamFileError('malformed', name, null, `is no sidecar file: ${reason}`, { cause: error });
  }
}

/** Sidecar records by the consensus time (nanoseconds) of the transaction they belong to. */
export function sidecarRecordsByTime(
  files: readonly SidecarFile[],
): Map<bigint, proto.ITransactionSidecarRecord[]> {
  const byTime = new Map<bigint, proto.ITransactionSidecarRecord[]>();
  for (const file of files) {
    for (const record of file.records) {
      if (!record.consensusTimestamp) continue;
      const time = timestampOf(record.consensusTimestamp);
      const group = byTime.get(time);
      if (group) group.push(record);
      else byTime.set(time, [record]);
    }
  }
  return byTime;
}
