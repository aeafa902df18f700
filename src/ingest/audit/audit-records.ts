import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { readAhead } from '../feed/read-ahead.ts';
import { InstantGroups } from '../source/instant-groups.ts';
import type { StreamSource } from '../source/stream-source.ts';
import type { ConsensusRatio } from '../verify/consensus-ratio.ts';
import { dataNameOf, type PreparedFile, prepareFile, renewed } from '../verify/prepared-file.ts';
import { type AdmitContext, admitFile, type ProvenBlock } from '../verify/proven-block.ts';
import type { AuditReport } from './audit-report.ts';

export interface AuditRecordsOptions extends AdmitContext {
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
export async function auditRecords(
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
    const { file, problem } = audit(prepared, previous, options);
    if (file) {
      previous = file.position;
      report.add(file, problem);
    } else if (problem) report.refuse(dataNameOf(prepared.group), problem);
  }
  return previous;
}

/** A file that does not follow the previous one has a problem, but everything else about it is checked too. */
function audit(
  { result }: PreparedFile,
  previous: BlockPosition | null,
  context: AdmitContext,
): { readonly file: ProvenBlock | null; readonly problem: StreamFileError | null } {
  if ('refusal' in result) return { file: null, problem: result.refusal };
  const { agreement, content } = result;
  try {
    return { file: admitFile(agreement, content, previous, context), problem: null };
  } catch (error) {
    if (!(error instanceof StreamFileError)) throw error;
    if (error.code !== 'chain') return { file: null, problem: error };
    return { file: admitFile(agreement, content, null, context), problem: error };
  }
}
