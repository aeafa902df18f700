import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { followBlocks } from '../feed/block-feed.ts';
import type { FollowBlocksOptions } from '../feed/block-stream.ts';
import type { AuditReport } from './audit-report.ts';

/** Options of `followBlocks` that the audit does not set itself. */
export type AuditBlocksOptions = Omit<
  FollowBlocksOptions,
  'startAfter' | 'startAt' | 'startFrom' | 'follow' | 'provesEach'
>;

/**
 * Verifies all blocks of a source after a position (null: from the first one), each by its own proof, and reports each.
 * Unlike ingest it continues after a bad block and after a gap, so that all are reported: a block that does not follow
 * the previous one is a problem, and counts as the predecessor of the next.
 */
export async function auditBlocks(
  options: AuditBlocksOptions,
  after: BlockPosition | null,
  report: AuditReport,
): Promise<void> {
  const { source, signal } = options;
  /** Last position of the chain; null at its beginning and after a break. */
  let position = after;
  let next = after === null ? await source.first(signal) : after.number + 1n;
  /**
   * Problem of the next block that is already known from the previous one. It is reported whatever the next block
   * contains.
   */
  let broken: StreamFileError | null = null;
  while (next !== null) {
    const begun = next;
    try {
      const start = position === null ? { startAfter: null, startAt: begun } : { startAfter: position };
      for await (const block of followBlocks({ ...options, ...start, follow: false, provesEach: true })) {
        report.add(block, broken);
        broken = null;
        position = block.position;
        next = position.number + 1n;
      }
    } catch (error) {
      if (!(error instanceof StreamFileError)) throw error;
      if (error.code === 'chain' && broken === null && position !== null) {
        // The block is read again without a predecessor, so that its other problems are reported too.
        broken = error;
      } else {
        report.refuse(error.file, error);
        broken = gapBefore(next + 1n, 'does not hold');
        next += 1n;
      }
      position = null;
      continue;
    }
    signal.throwIfAborted();
    const missing: bigint = next;
    next = await source.first(signal, missing);
    if (next === null) return;
    position = null;
    broken = gapBefore(next, 'is missing');
    if (next === missing) {
      const name = `block ${missing}`;
      report.refuse(name, new StreamFileError('bad-name', name, null, 'has a name of an unknown layout'));
      next += 1n;
    }
  }
}

/** Returns the error of a block without a predecessor. `what`: problem of the previous block, as a predicate. */
function gapBefore(number: bigint, what: string): StreamFileError {
  return new StreamFileError('chain', `${number}`, null, `follows nothing: block ${number - 1n} ${what}`);
}
