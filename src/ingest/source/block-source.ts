/** The bytes of a block, decompressed or not by its name. Nothing of it is proven. */
export interface StoredBlockFile {
  /** Where it is in its store; of one that comes from elsewhere, where it would be. */
  readonly key: string;
  /** Name or path below the stream's folder, with its extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its serialized items, where it came in them: `bytes` are then only made for whoever asks for them. */
  readonly items?: readonly Buffer[];
}

/**
 * Where blocks are: a store, or block nodes. It knows layouts and names, nothing of what is in a block.
 * Every call ends on its signal or within the source's own time limit, and throws `StreamFileError`.
 */
export interface BlockSource {
  /** For messages: the folder, the bucket, or the block nodes. */
  readonly name: string;

  /** Number of the first block that it has, from a number on (default: 0); null while it has none. */
  first(signal: AbortSignal, from?: bigint): Promise<bigint | null>;

  /** The block of a number; null when it is not there (yet). Throws `StreamFileError` when it is too large. */
  open(number: bigint, maxBytes: number, signal: AbortSignal): Promise<StoredBlockFile | null>;

  /** How many blocks may be asked for at the same time. Default 1. */
  readonly atOnce?: number;

  /** Says that a block that it gave was refused, so that it gives another copy if it knows one. */
  refused?(number: bigint, reason: string): void;

  /** Marks what it knows of the place of its blocks as old: after a reset of the network they are in another one. */
  listAgain?(): void;

  /** How often something may have been added so far. Stays 0 where the source does not know. */
  readonly changes: number;

  /** Waits until something may have been added since `changes` was `seen`, at most `milliseconds`. */
  changed(milliseconds: number, signal: AbortSignal, seen: number): Promise<void>;

  close(): Promise<void>;
}
