/**
 * The step of a verification that failed:
 *
 * - `format`: the proof is malformed, or has parts that are not needed;
 * - `question`: it proves something other than the caller requested;
 * - `leaf`: an item does not belong to its tree, or cannot be decoded;
 * - `path`: the hashes do not lead from the items to one root;
 * - `link`: the transaction and its result do not belong together;
 * - `topic`: the running hashes of a topic do not lead from one message to the next;
 * - `root`: the signed root is not that of this block or record file;
 * - `ledger`: nodes and keys in the proof are not those of the ledger that the caller trusts;
 * - `signature`: the signatures are invalid, or too few.
 */
export type ProofStep =
  | 'format'
  | 'question'
  | 'leaf'
  | 'path'
  | 'link'
  | 'topic'
  | 'root'
  | 'ledger'
  | 'signature';

/** Thrown for an invalid proof. The message is a sentence for the caller. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  readonly step: ProofStep;

  constructor(step: ProofStep, message: string, options?: ErrorOptions) {
    super(message, options);
    this.step = step;
  }
}
