import type { HapiVersion } from '@tain/ledger/hapi-version';
import { asBuffer } from '@tain/ledger/integer-bytes';
import type { Unrecognized } from '../../kernel/unrecognized.ts';
import type { InitialState } from './initial-state.ts';
import type { Item } from './item.ts';

/** A sidecar file that a record file names, read and checked against its hash. */
export interface Sidecar {
  readonly id: number;
  readonly name: string;
  readonly types: readonly number[];
  /** SHA-384 of the decompressed file. */
  readonly hash: Uint8Array;
  /** Bytes on the wire. */
  readonly size: number;
  /** Number of sidecar records in it. */
  readonly count: number;
}

/** The hashes of a record file (SHA-384, 48 bytes). */
export interface RecordHashes {
  /** Previous hash that the next file must name: end running hash, or the file hash for v1 and v2. */
  readonly hash: Uint8Array;
  readonly previousHash: Uint8Array;
  readonly fileHash: Uint8Array;
  /** Present in v5 and v6 only. */
  readonly metadataHash: Uint8Array | null;
}

/** The hashes of a block of the block stream (SHA-384, 48 bytes). */
export interface RootHashes {
  /** Block root hash, which the next block's footer must name. */
  readonly hash: Uint8Array;
  /** Block root hash of the previous block, as named in the footer. */
  readonly previousHash: Uint8Array;
}

/** Hashes of a record file, of a block, or, for a wrapped record block, of both. */
export type BlockHashes =
  | { readonly record: RecordHashes; readonly root: RootHashes | null }
  | { readonly record: null; readonly root: RootHashes };

/** `version` of a block of the block stream; a wrapped record block has the version of its record file. */
export const BLOCK_STREAM_VERSION = 7;

/** A decoded block of either stream, not yet verified. */
export interface Block {
  /** File name with extension, without folder: `2022-07-13T08_46_08.041986003Z.rcd.gz`. */
  readonly name: string;
  /** Format version of the stream: 1, 2, 5, 6 (record files), 7 (blocks). */
  readonly version: number;
  readonly hapiVersion: HapiVersion | null;
  /** Version of the nodes' software; the HAPI version for record files, which lack it. */
  readonly softwareVersion: HapiVersion | null;
  /** Consensus time of the first and last item; without items, the time that the block itself states. */
  readonly consensusStart: bigint;
  readonly consensusEnd: bigint;
  readonly hashes: BlockHashes;
  /** Number in the file (v6, blocks). Null in other files: their number is the previous one + 1. */
  readonly number: bigint | null;
  /** Numbers of its first and last round; null when the format has none. */
  readonly rounds: { readonly first: bigint; readonly last: bigint } | null;
  /** Bytes on the wire (compressed). */
  readonly size: number;
  readonly items: readonly Item[];
  readonly sidecars: readonly Sidecar[];
  /** Parts unknown to this program, in no order. */
  readonly unrecognized: readonly Unrecognized[];
  /** State from before its transactions, if the stream begins with it. */
  readonly initialState?: InitialState | null;
  /**
   * Whether parts that only some of the proofs cover were left out. The proven block is read again to decide whether
   * they count.
   */
  readonly isUndecided?: boolean;
  /** Consensus times of items that are accepted although no proof of the block covers them. */
  readonly unsignedTimes?: ReadonlySet<bigint>;
}

/** A block from a record file, by itself or wrapped. */
export interface RecordBlock extends Block {
  readonly hashes: { readonly record: RecordHashes; readonly root: RootHashes | null };
}

/** Position of a stored block, which the next one must continue. Hashes are lower-case hex. */
export interface BlockPosition {
  readonly number: bigint;
  readonly consensusEnd: bigint;
  /** Format version (see `Block`). */
  readonly version: number;
  readonly hapiVersion: HapiVersion | null;
  /** Previous hash that a record file after it must name; null after a block of the block stream. */
  readonly recordHash: string | null;
  /** Previous root hash that a block after it must name; null after a record file that was not wrapped. */
  readonly rootHash: string | null;
}

/** Returns the position after a block with this number. */
export function positionAfter(block: Block, number: bigint): BlockPosition {
  const { record, root } = block.hashes;
  return {
    number,
    consensusEnd: block.consensusEnd,
    version: block.version,
    hapiVersion: block.hapiVersion,
    recordHash: record && hex(record.hash),
    rootHash: root && hex(root.hash),
  };
}

/** Returns the hash that identifies a stored block: that of its record file, if it came in one, else its root hash. */
export function hashOf({ recordHash, rootHash }: BlockPosition): string {
  return recordHash ?? rootHash ?? '';
}

function hex(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('hex');
}
