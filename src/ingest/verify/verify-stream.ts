import type { StreamSource } from '../source/stream-source.ts';
import type { StreamFileErrorCode } from '../stream-error.ts';
import type { AddressBooks } from './address-books.ts';
import type { ConsensusRatio } from './consensus-ratio.ts';
import type { NodeStakes } from './node-stakes.ts';
import type { VerifiedFile } from './verified-file.ts';

/** The last block that is already stored. */
export interface StreamPosition {
  readonly consensusEnd: bigint;
  /** What the next file must name as its previous hash. */
  readonly hash: Uint8Array;
  /** Block number. */
  readonly number: bigint;
  /** Format version of its file (1, 2, 5, 6). */
  readonly version: number;
}

/** Why the stream waits at a file. */
export interface StreamProblem {
  readonly code: StreamFileErrorCode;
  /** Name of the file that is waited for. */
  readonly file: string;
  /**
   * One sentence for the operator; for `no-consensus` the sentence clients of the API may see:
   * `Require at least 1/3 signature files to prove consensus, got 1 out of 4 for file <name>`.
   */
  readonly message: string;
}

/** The part of a pino logger that verification uses. */
export interface VerifyLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface VerifyOptions {
  readonly source: StreamSource;
  /** Both are kept up to date by `verifyStream`, block by block. */
  readonly addressBooks: AddressBooks;
  readonly stakes: NodeStakes;
  /** Default: exactly 1/3. 0: one valid signature is enough. */
  readonly consensusRatio?: ConsensusRatio;
  /** null: from the first file there is. */
  readonly startAfter: StreamPosition | null;
  /** Where `startAfter` is null: begin at this instant (nanoseconds), inclusive. */
  readonly startFrom?: bigint;
  /** Wait for more files instead of ending. */
  readonly follow: boolean;
  /** Milliseconds between looks for new files when following. Default 500. */
  readonly pollInterval?: number;
  readonly signal: AbortSignal;
  readonly log: VerifyLog;
  /** Told when the stream begins to wait at a file that cannot be trusted yet, and with null once it goes on. */
  readonly onProblem?: (problem: StreamProblem | null) => void;
}

/**
 * The files of a record stream that its network is proven to have signed, in order, none left out.
 * Ends when the source has no more (not following) or the signal is aborted. Throws
 * `StreamFileError` when the next file is refused; following, it reports and waits instead, except
 * for two versions of one file that both have enough signatures.
 */
export async function* verifyStream(options: VerifyOptions): AsyncGenerator<VerifiedFile, void, void> {
  yield await Promise.reject(new Error(`not yet: ${options.source.name}`));
}
