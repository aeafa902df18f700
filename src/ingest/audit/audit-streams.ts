import type { CommandOutput } from '../../kernel/command-output.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { BlockReader } from '../feed/block-reader.ts';
import { type FollowBlocksOptions, followBlocks } from '../feed/block-stream.ts';
import type { BlockVersions } from '../feed/cutover.ts';
import { readAhead } from '../feed/read-ahead.ts';
import { InstantGroups } from '../source/instant-groups.ts';
import type { StreamSource } from '../source/stream-source.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { ConsensusRatio } from '../verify/consensus-ratio.ts';
import { dataNameOf, type PreparedFile, prepareFile, renewed } from '../verify/prepared-file.ts';
import { type AdmitContext, admitFile, type ProvenBlock } from '../verify/proven-block.ts';
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

/** Options of `followBlocks` that the audit does not set itself. */
type AuditBlocksOptions = Omit<
  FollowBlocksOptions,
  'startAfter' | 'startAt' | 'startFrom' | 'follow' | 'provesEach'
>;

/**
 * Verifies all blocks of a source after a position (null: from the first one), each by its own proof, and reports each.
 * Unlike ingest it continues after a bad block and after a gap, so that all are reported: a block that does not follow
 * the previous one is a problem, and counts as the predecessor of the next.
 */
async function auditBlocks(
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

interface AuditRecordsOptions extends AdmitContext {
  readonly source: StreamSource;
  /** Share of the stake that must sign a file; default: exactly 1/3. */
  readonly consensusRatio?: ConsensusRatio;
  readonly signal: AbortSignal;
}

/**
 * Verifies all record files of a source and reports each. Unlike ingest it continues after a bad file, so that all are
 * reported: a file that does not follow the previous one is a problem, and counts as the predecessor of the next.
 * Resolves with the last readable one, or null.
 */
async function auditRecords(
  options: AuditRecordsOptions,
  report: AuditReport,
): Promise<BlockPosition | null> {
  const { source, signal } = options;
  const folders = await source.nodeFolders(signal);
  const groups = new InstantGroups(source, folders, -1n, signal);
  let previous: BlockPosition | null = null;

  const nextFile = async () => {
    const group = await groups.next();
    return group && (() => prepareFile(group, options));
  };
  for await (const ahead of readAhead(nextFile)) {
    const prepared = await renewed(ahead, options);
    const { file, problem } = await audit(prepared, previous, options);
    if (file) {
      previous = file.position;
      report.add(file, problem);
    } else if (problem) report.refuse(dataNameOf(prepared.group), problem);
  }
  return previous;
}

/** A file that does not follow the previous one has a problem, but everything else about it is checked too. */
async function audit(
  { result }: PreparedFile,
  previous: BlockPosition | null,
  context: AdmitContext,
): Promise<{ readonly file: ProvenBlock | null; readonly problem: StreamFileError | null }> {
  if ('refusal' in result) return { file: null, problem: result.refusal };
  const { agreement, content } = result;
  try {
    return { file: await admitFile(agreement, content, previous, context), problem: null };
  } catch (error) {
    if (!(error instanceof StreamFileError)) throw error;
    if (error.code !== 'chain') return { file: null, problem: error };
    return { file: await admitFile(agreement, content, null, context), problem: error };
  }
}
