/** Bytes of a block, compressed or not according to its name, not verified. */
export interface StoredBlockFile {
  /** Key in its store; for a block from another source, the key that it would have. */
  readonly key: string;
  /** Name or path below the stream's folder, with its extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Serialized items, if the block was received as items. `bytes` are then built on demand. */
  readonly items?: readonly Buffer[];
}

/**
 * Source of blocks: a store, or block nodes. It interprets layouts and names, but not the content of blocks. Every
 * call ends on its signal or within the source's own time limit, and throws `StreamFileError`.
 */
export interface BlockSource {
  /** Name for messages: the folder, the bucket, or the block nodes. */
  readonly name: string;

  /** Returns the number of the first available block, from a number on (default: 0); null while there is none. */
  first(signal: AbortSignal, from?: bigint): Promise<bigint | null>;

  /**
   * Returns the block of a number; null when it is not available (yet). Throws `StreamFileError` when it is too large.
   */
  open(number: bigint, maxBytes: number, signal: AbortSignal): Promise<StoredBlockFile | null>;

  /** Maximum number of concurrent requests; default 1. */
  readonly concurrency?: number;

  /** Reports that a block from this source was refused, so that it returns another copy if it has one. */
  refused?(number: bigint, reason: string): void;

  /** Marks the known location of the blocks as outdated: after a reset of the network they are in another one. */
  listAgain?(): void;

  /** Number of times that files may have been added so far. Stays 0 when the source cannot detect additions. */
  readonly changes: number;

  /** Waits until a file may have been added since `changes` was `seen`, at most `milliseconds`. */
  changed(milliseconds: number, signal: AbortSignal, seen: number): Promise<void>;

  close(): Promise<void>;
}
