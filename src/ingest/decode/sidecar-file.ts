import { sha384 } from '@tain/ledger/record-stream';
import { proto } from '@tain/protos/hapi';
import { messageOf } from '../../kernel/failure.ts';
import { nanosOfTimestamp } from './items.ts';
import { StreamFileError } from './stream-error.ts';

/** A fetched sidecar file. Its hash is computed here and nowhere else. */
export class SidecarContent {
  readonly id: number;
  readonly name: string;
  /** Decompressed content. */
  readonly bytes: Buffer;
  /** Bytes on the wire. */
  readonly size: number;
  /** SHA-384 of the decompressed file, by which the record file names it. */
  readonly hash: Buffer;

  constructor(id: number, name: string, bytes: Buffer, size: number) {
    this.id = id;
    this.name = name;
    this.bytes = bytes;
    this.size = size;
    this.hash = sha384(bytes);
  }
}

/** The content of a sidecar file. */
export interface SidecarFile {
  readonly records: readonly proto.ITransactionSidecarRecord[];
}

/** Reads a decompressed sidecar file. Throws `StreamFileError`. */
export function readSidecarFile(name: string, bytes: Buffer): SidecarFile {
  try {
    return { records: proto.SidecarFile.decode(bytes).sidecarRecords };
  } catch (error) {
    const reason = messageOf(error);
    throw new StreamFileError('malformed', name, null, `is not a sidecar file: ${reason}`, { cause: error });
  }
}

/** Returns sidecar records by the consensus time (nanoseconds) of their transaction. */
export function sidecarRecordsByTime(
  files: readonly SidecarFile[],
): Map<bigint, proto.ITransactionSidecarRecord[]> {
  const byTime = new Map<bigint, proto.ITransactionSidecarRecord[]>();
  for (const file of files) {
    for (const record of file.records) {
      if (!record.consensusTimestamp) continue;
      const time = nanosOfTimestamp(record.consensusTimestamp);
      const group = byTime.get(time);
      if (group) group.push(record);
      else byTime.set(time, [record]);
    }
  }
  return byTime;
}
