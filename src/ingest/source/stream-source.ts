import type { StoredObject } from '../store/object-store.ts';

/**
 * Source of stream files. A source interprets layouts and names, but no signatures. Every call ends on its signal or
 * within a time limit, and throws `StreamFileError` when a file is wrong.
 */
export interface StreamSource {
  /** Name for messages: the name of the store. */
  readonly name: string;

  /** Returns the node folders that exist now. New ones may appear, so a follower calls it again. */
  nodeFolders(signal: AbortSignal): Promise<readonly NodeFolder[]>;

  /**
   * Returns the instants in one node's folder after an instant (nanoseconds, exclusive), oldest first, at most `limit`.
   * With fewer than `limit` there are no more at present.
   */
  list(
    folder: NodeFolder,
    after: bigint,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly StreamEntry[]>;

  /** Marks the results of `list` as outdated: the next request reads them again. */
  listAgain(): void;

  /**
   * Returns one file of `entry`: its data, its signature, or a sidecar (`<base>_NN.rcd[.gz]`). Throws
   * `StreamFileError` `missing`, `too-large` (more than `maxBytes`), `bad-name` or `timeout`.
   */
  open(entry: StreamEntry, name: string, maxBytes: number, signal: AbortSignal): Promise<StoredObject>;

  /** Reports that the bytes of a key were refused. Returns true when the next `open` returns another copy. */
  refused?(key: string): boolean;

  /** Number of times that files may have been added so far. Stays 0 when the source cannot detect additions. */
  readonly changes: number;

  /**
   * Waits until a file may have been added, at most `milliseconds`. `seen`: the number of `changes` before the caller's
   * poll; any change since then ends the wait immediately. Default: the current number.
   */
  changed(milliseconds: number, signal: AbortSignal, seen?: number): Promise<void>;
}

/** One node's folder. It identifies its node by account (classic layout) or by node id (HIP-679). */
export interface NodeFolder {
  /** `record0.0.3` or `demo/0/0/record`: unique within the source. */
  readonly key: string;
  /** Packed account id, null in the node-id layout. */
  readonly accountId: bigint | null;
  /** Node id, null in the account-id layout. */
  readonly nodeId: bigint | null;
  /** Name of its network, if the layout contains it. */
  readonly network: string | null;
}

/** One node's files of one instant of the record stream. */
export interface StreamEntry {
  readonly folder: NodeFolder;
  /** Nanoseconds. */
  readonly instant: bigint;
  /** The name up to the extension: `2022-07-13T08_46_08.041986003Z`. */
  readonly base: string;
  /** Name of the signature file, or null when there is none (yet). */
  readonly signature: string | null;
  /** Name of the data file, or null when there is none (yet). */
  readonly data: string | null;
  /** Prefix of the files, used by the source only. */
  readonly location: string;
}
