import { printEntityId } from '../../kernel/entity-id.ts';
import type { BlockPosition } from '../decode/decoded-block.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { openFolder } from '../source/open-folder.ts';
import type { StreamSource } from '../source/stream-source.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { AddressBooks } from './address-books.ts';
import { type ConsensusRatio, ONE_THIRD } from './consensus-ratio.ts';
import { InstantGroups } from './instant-groups.ts';
import { NodeStakes } from './node-stakes.ts';
import { dataNameOf, type PreparedFile, prepareFile } from './prepared-file.ts';
import type { NodeSignature, Proof } from './proof.ts';
import { admitFile, type ProvenBlock } from './proven-block.ts';
import { readAhead } from './read-ahead.ts';

export interface VerifyFolderOptions {
  readonly path: string;
  readonly addressBooks: AddressBooks;
  /** Default: weights from the stakes that the stream itself publishes; 1 each until then. */
  readonly stakes?: NodeStakes;
  /** Default: exactly 1/3. */
  readonly consensusRatio?: ConsensusRatio;
  /** Takes one line of the report, without its newline. */
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface VerifyFolderResult {
  /** Instants of the stream, valid or not. */
  readonly files: number;
  /** Files with a problem; a folder without any file is one too. */
  readonly problems: number;
  /** Transactions in valid files. */
  readonly transactions: number;
}

/**
 * Checks all record files below a folder and reports one line for each, then a summary. Unlike ingest it goes
 * on after a bad file, so that all are seen: a file that does not follow the one before it is a problem, and
 * counts as the predecessor of the next. Throws `StreamFileError` when the folder cannot be read at all, and
 * the signal's reason.
 */
export async function verifyFolder(options: VerifyFolderOptions): Promise<VerifyFolderResult> {
  const source = await openFolder(options.path);
  const own = ownSignal(options.signal);
  try {
    return await verifySource(source, { ...options, signal: own.signal });
  } finally {
    own.end();
    await source.close();
  }
}

async function verifySource(source: StreamSource, options: VerifyFolderOptions): Promise<VerifyFolderResult> {
  const { addressBooks, write, signal } = options;
  const stakes = options.stakes ?? new NodeStakes();
  const context = { source, ratio: options.consensusRatio ?? ONE_THIRD, signal };
  const folders = await source.nodeFolders(signal);
  const groups = new InstantGroups(source, folders, -1n, signal);
  const tally = { files: 0, problems: 0, transactions: 0 };
  let previous: BlockPosition | null = null;

  const nextFile = async () => {
    const group = await groups.next();
    return group && (() => prepareFile(group, addressBooks.at(group.instant), stakes, context));
  };
  for await (const ahead of readAhead(nextFile)) {
    const { group } = ahead;
    const book = addressBooks.at(group.instant);
    const current = ahead.book === book && ahead.stakeUpdates === stakes.updates;
    const prepared = current ? ahead : await prepareFile(group, book, stakes, context);
    const { file, problem } = audit(prepared, previous, { addressBooks, stakes });
    tally.files += 1;
    if (problem) tally.problems += 1;
    if (file) {
      previous = file.position;
      if (!problem) tally.transactions += file.block.items.length;
    }
    write(file ? fileLine(file, problem) : `${dataNameOf(group)}  ${problem ? explain(problem) : ''}`);
  }
  if (tally.files === 0) {
    tally.problems = 1;
    write(`${options.path}: there are no record files in it`);
  }
  write(summaryLine(tally));
  return tally;
}

/**
 * A broken chain is a problem of the file that does not fit, but everything else about the file is checked
 * too.
 */
function audit(
  { result }: PreparedFile,
  previous: BlockPosition | null,
  context: Parameters<typeof admitFile>[3],
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

function fileLine(file: ProvenBlock, problem: StreamFileError | null): string {
  const { block, signatures, proof } = file;
  const signers = signatures.filter(({ outcome }) => outcome === 'verified');
  const fields = [
    block.name,
    `v${block.version}`,
    // Files before v6 lack it.
    ...(block.number === null ? [] : [`block ${block.number}`]),
    count(block.items.length, 'transaction'),
    `signed by ${printSigners(signers)} (${share(proof)})`,
    ...otherOutcomes(signatures),
    ...(block.sidecars.length > 0 ? [count(block.sidecars.length, 'sidecar')] : []),
    problem ? problem.reason : 'ok',
  ];
  return fields.join('  ');
}

function explain({ node, explanation }: StreamFileError): string {
  return node === null ? explanation : `node ${node}: ${explanation}`;
}

function printSigners(signers: readonly NodeSignature[]): string {
  return signers.map(({ nodeAccountId }) => printEntityId(nodeAccountId)).join(' ');
}

function share(proof: Proof): string {
  if (!('signedWeight' in proof) || proof.totalWeight === 0n) return 'no weight';
  return `${(Number((proof.signedWeight * 1000n) / proof.totalWeight) / 10).toFixed(1)} % of the weight`;
}

/** Nodes with a signature that does not count. */
function otherOutcomes(signatures: readonly NodeSignature[]): string[] {
  return (['diverged', 'invalid', 'unreadable'] as const).flatMap((outcome) => {
    const nodes = signatures.filter((signature) => signature.outcome === outcome);
    return nodes.length > 0 ? [`${outcome}: ${printSigners(nodes)}`] : [];
  });
}

function summaryLine({ files, problems, transactions }: VerifyFolderResult): string {
  const verdict = problems === 0 ? 'all hold' : count(problems, 'problem');
  return `${count(files, 'file')}, ${count(transactions, 'transaction')} verified: ${verdict}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
