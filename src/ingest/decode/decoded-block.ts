import type { Unrecognized } from '../../kernel/unrecognized.ts';
import type { InitialState } from './initial-state.ts';
import type { HapiVersion, Item } from './item.ts';

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
  /** What the next file must name as the hash before it: end running hash, or the file hash for v1 and v2. */
  readonly hash: Uint8Array;
  readonly previousHash: Uint8Array;
  readonly fileHash: Uint8Array;
  /** v5 and v6 only. */
  readonly metadataHash: Uint8Array | null;
}

/** The hashes of a block of the block stream (SHA-384, 48 bytes). */
export interface RootHashes {
  /** Block root hash: what the next block's footer must name. */
  readonly hash: Uint8Array;
  /** Block root hash of the block before it, as its footer names it. */
  readonly previousHash: Uint8Array;
}

/** A record file has those of a record file, a block those of a block, a wrapped record block both. */
export type BlockHashes =
  | { readonly record: RecordHashes; readonly root: RootHashes | null }
  | { readonly record: null; readonly root: RootHashes };

/** `version` of a block of the block stream; wrapped record blocks have that of the record file in them. */
export const BLOCK_STREAM_VERSION = 7;

/** A decoded block that is not yet known to be true, whatever stream it came in. */
export interface Block {
  /** File name with extension, without folder: `2022-07-13T08_46_08.041986003Z.rcd.gz`. */
  readonly name: string;
  /** Format version of the stream: 1, 2, 5, 6 (record files), 7 (blocks). */
  readonly version: number;
  readonly hapiVersion: HapiVersion | null;
  /** Version of the nodes' software; record files do not say it, and there it is the HAPI version. */
  readonly softwareVersion: HapiVersion | null;
  /** Consensus time of the first and last item (where there is none: what the block itself says of its time). */
  readonly consensusStart: bigint;
  readonly consensusEnd: bigint;
  readonly hashes: BlockHashes;
  /** The number in the file (v6, blocks), else null: then it is the previous number + 1. */
  readonly number: bigint | null;
  /** Numbers of its first and last round; null where the format has none. */
  readonly rounds: { readonly first: bigint; readonly last: bigint } | null;
  /** Bytes on the wire (compressed). */
  readonly size: number;
  readonly items: readonly Item[];
  readonly sidecars: readonly Sidecar[];
  /** Parts that this program does not know, in no order. */
  readonly unrecognized: readonly Unrecognized[];
  /** State from before its transactions, where the stream begins with it. */
  readonly initialState?: InitialState | null;
  /** Parts that only some of its proofs cover were left out: whether they count is known once it is proven. */
  readonly isUndecided?: boolean;
  /** Consensus times of items that no proof of the block covers, and that are taken all the same. */
  readonly unsignedTimes?: ReadonlySet<bigint>;
}

/** A block that came in a record file, by itself or wrapped. */
export interface RecordBlock extends Block {
  readonly hashes: { readonly record: RecordHashes; readonly root: RootHashes | null };
}

/** A block that is stored: what the next one must continue. Hashes are lower-case hex. */
export interface BlockPosition {
  readonly number: bigint;
  readonly consensusEnd: bigint;
  /** Format version (see `Block`). */
  readonly version: number;
  readonly hapiVersion: HapiVersion | null;
  /** What a record file after it must name as the hash before it; null after a block of the block stream. */
  readonly recordHash: string | null;
  /** What a block after it must name as the root hash before it; null after a record file that was not wrapped. */
  readonly rootHash: string | null;
}

/** Where the stream goes on after a block with this number. */
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

/** The hash by which a stored block is known: of its record file, where it came in one, else its root hash. */
export function hashOf({ recordHash, rootHash }: BlockPosition): string {
  return recordHash ?? rootHash ?? '';
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
