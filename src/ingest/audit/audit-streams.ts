import type { CommandOutput } from '../../kernel/command-output.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { BlockReader } from '../feed/block-reader.ts';
import type { BlockVersions } from '../feed/cutover.ts';
import { ownSignal } from '../store/limit-time.ts';
import { type AuditBlocksOptions, auditBlocks } from './audit-blocks.ts';
import { type AuditRecordsOptions, auditRecords } from './audit-records.ts';
import { AuditReport, type AuditResult } from './audit-report.ts';

export interface AuditOptions {
  /** Folder of the streams, for messages. */
  readonly location: string;
  /** Options of the audit of record files; null: they are not audited. */
  readonly records: Omit<AuditRecordsOptions, 'signal'> | null;
  /**
   * Options of the audit of blocks; null: they are not audited. Address books, stakes and ledgers continue from the
   * record files.
   */
  readonly blocks: Omit<AuditBlocksOptions, 'signal'> | null;
  /**
   * Whether a block does not follow record files, because it is a preview that the network publishes in parallel to
   * them.
   */
  readonly isPreview: (block: BlockVersions) => boolean;
  /** Number of the files, if it is known: for the time left. */
  readonly total?: number | null;
  /** Receives the progress, an item for each file, then the summary. */
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
}

/**
 * Verifies record files to their end, then blocks, and reports one line for each, then a summary. Throws
 * `StreamFileError` when a source cannot be read at all, and the signal's reason.
 */
export async function auditStreams(options: AuditOptions): Promise<AuditResult> {
  const { location, records, blocks, output } = options;
  const report = new AuditReport(output, options.total ?? null);
  const own = ownSignal(options.signal);
  const { signal } = own;
  try {
    signal.throwIfAborted();
    const last = records && (await auditRecords({ ...records, signal }, report));
    const isPreview = blocks && last && (await followsAsPreview(options, last, signal));
    if (blocks && !isPreview) await auditBlocks({ ...blocks, signal }, last, report);
    else if (blocks) {
      output.note(
        `${location}: the blocks in it are a preview beside the record files, and not verified (TAIN_STREAM_KIND=block verifies them)`,
      );
    }
    // An aborted source ends as if it had no more files.
    options.signal.throwIfAborted();
    return report.end(location);
  } finally {
    own.end();
  }
}

/**
 * Returns whether the first block after the record files is a preview; false for an unreadable block, whose error is
 * reported later.
 */
async function followsAsPreview(
  { blocks, isPreview }: AuditOptions,
  last: BlockPosition,
  signal: AbortSignal,
): Promise<boolean> {
  if (blocks === null) return false;
  const first = await blocks.source.first(signal, last.number + 1n);
  if (first === null) return false;
  try {
    const read = await new BlockReader(blocks.source, signal).peek(first);
    return read !== null && isPreview(read.file.header);
  } catch (error) {
    if (error instanceof StreamFileError) return false;
    throw error;
  }
}
