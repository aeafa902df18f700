import { printEntityId } from '@tain/ledger/entity-id';
import { TssRefusal, type TssRefusalCode } from '@tain/verify/tss/refusal';
import type { CommandOutput } from '../../kernel/command-output.ts';
import { Failure } from '../../kernel/failure.ts';
import { type UnrecognizedSince, unrecognizedSentence } from '../../kernel/unrecognized.ts';
import type { StreamFileError } from '../decode/stream-error.ts';
import { addUnrecognized } from '../decode/unrecognized.ts';
import type { NodeSignature, Proof } from '../verify/proof.ts';
import type { ProvenBlock } from '../verify/proven-block.ts';

/** Result of an audit. */
export interface AuditResult {
  /** Number of record files and blocks, valid or not. */
  readonly files: number;
  /** Number of files with a problem; missing files count as one. */
  readonly problems: number;
  /** Number of transactions in valid files. */
  readonly transactions: number;
  /** Reason why the ledger of a block is not trusted, or null. Settings may help. */
  readonly ledgerProblem: string | null;
}

/** Counts the audited files and writes a line for each. */
export class AuditReport {
  readonly #output: CommandOutput;
  readonly #total: number | null;
  #files = 0;
  #problems = 0;
  #transactions = 0;
  #ledgerProblem: string | null = null;
  readonly #unrecognized = new Map<string, UnrecognizedSince>();

  /** `total`: number of files, for the time left; null if it is not known. */
  constructor(output: CommandOutput, total: number | null) {
    this.#output = output;
    this.#total = total;
  }

  /** Adds a file whose proof holds. `problem`: reason why it does not follow the previous file, or null. */
  add(block: ProvenBlock, problem: StreamFileError | null): void {
    this.#files += 1;
    if (problem) this.#problems += 1;
    else this.#transactions += block.block.items.length;
    this.#output.item(fileLine(block, problem), fileFields(block, problem));
    addUnrecognized(this.#unrecognized, block.block);
    this.#progress();
  }

  /** Adds a file whose proof does not hold. */
  refuse(name: string, error: StreamFileError): void {
    const { node, explanation } = error;
    this.#ledgerProblem ??= ledgerProblemOf(error);
    this.#files += 1;
    this.#problems += 1;
    this.#output.item(`${name}  ${node === null ? explanation : `node ${node}: ${explanation}`}`, {
      file: name,
      version: null,
      block: null,
      transactions: null,
      proof: null,
      sidecars: null,
      ledgers: [],
      problem: explanation,
      node,
    });
    this.#progress();
  }

  #progress(): void {
    const facts = (): string[] => [
      `${count(this.#transactions, 'transaction')}`,
      count(this.#problems, 'problem'),
    ];
    this.#output.progress.update({ done: this.#files, total: this.#total, unit: 'files', facts });
  }

  /** Writes the summary. Throws `Failure` if there are no files. `location`: name of the location, for its message. */
  end(location: string): AuditResult {
    if (this.#files === 0) throw new Failure('usage', `There are no stream files in ${location}.`);
    const result = {
      files: this.#files,
      problems: this.#problems,
      transactions: this.#transactions,
      ledgerProblem: this.#ledgerProblem,
    };
    const newer = unrecognizedSentence([...this.#unrecognized.values()]);
    if (newer !== null) this.#output.note(newer);
    const verdict = result.problems === 0 ? 'all hold' : count(result.problems, 'problem');
    const { files, transactions, problems } = result;
    this.#output.summary(
      `${count(files, 'file')}, ${count(transactions, 'transaction')} verified: ${verdict}`,
      { files, transactions, problems },
    );
    return result;
  }
}

const ABOUT_LEDGERS: ReadonlySet<TssRefusalCode> = new Set(['no-ledger', 'untrusted', 'ledger-id']);

function ledgerProblemOf({ cause: refusal }: StreamFileError): string | null {
  const cause = refusal instanceof Error ? refusal.cause : null;
  return cause instanceof TssRefusal && ABOUT_LEDGERS.has(cause.code) ? cause.message : null;
}

function fileLine({ block, number, proof, ledgers }: ProvenBlock, problem: StreamFileError | null): string {
  const fields = [
    block.name,
    `v${block.version}`,
    // Files before v6 lack the number.
    ...(block.number === null ? [] : [`block ${number}`]),
    count(block.items.length, 'transaction'),
    ...proofFields(proof),
    ...(block.sidecars.length > 0 ? [count(block.sidecars.length, 'sidecar')] : []),
    ...ledgers.map(
      ({ publication, grounds }) =>
        `publishes ledger ${Buffer.from(publication.ledgerId).toString('hex')} (${grounds})`,
    ),
    problem ? problem.reason : 'ok',
  ];
  return fields.join('  ');
}

function fileFields({ block, number, proof, ledgers }: ProvenBlock, problem: StreamFileError | null): object {
  return {
    file: block.name,
    version: block.version,
    block: block.number === null ? null : number.toString(),
    transactions: block.items.length,
    proof: proof.kind,
    sidecars: block.sidecars.length,
    ledgers: ledgers.map(({ publication }) => Buffer.from(publication.ledgerId).toString('hex')),
    problem: problem?.reason ?? null,
    node: null,
  };
}

/** Describes the proof of a block in words. */
function proofFields(proof: Proof): string[] {
  switch (proof.kind) {
    case 'record-signatures':
    case 'record-file-proof': {
      const signers = proof.signatures.filter(({ outcome }) => outcome === 'verified');
      const wrapped = proof.kind === 'record-file-proof' ? 'record file in it ' : '';
      return [
        `${wrapped}signed by ${printSigners(signers)} (${share(proof)})`,
        ...otherOutcomes(proof.signatures),
      ];
    }
    case 'threshold-signature':
      return ['proven by its threshold signature'];
    case 'state-proof':
      return ['proven by the threshold signature of a later block, to which its proof leads'];
    case 'later-block':
      return ['proven by a later block'];
    case 'chain':
      return ['proven only by its hash chain'];
  }
}

function printSigners(signers: readonly NodeSignature[]): string {
  return signers.map(({ nodeAccountId }) => printEntityId(nodeAccountId)).join(' ');
}

function share({ signedWeight, totalWeight }: { signedWeight: bigint; totalWeight: bigint }): string {
  if (totalWeight === 0n) return 'no weight';
  return `${(Number((signedWeight * 1000n) / totalWeight) / 10).toFixed(1)} % of the weight`;
}

/** Lists the nodes whose signature does not count, by outcome. */
function otherOutcomes(signatures: readonly NodeSignature[]): string[] {
  return (['diverged', 'invalid', 'unreadable'] as const).flatMap((outcome) => {
    const nodes = signatures.filter((signature) => signature.outcome === outcome);
    return nodes.length > 0 ? [`${outcome}: ${printSigners(nodes)}`] : [];
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
