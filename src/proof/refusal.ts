/**
 * Which step of a verification failed:
 *
 * - `format`: the proof is not of the format, or has parts that nothing asks for;
 * - `question`: it proves something else than what was asked;
 * - `leaf`: an item is not what its place in the tree holds, or cannot be decoded;
 * - `path`: the hashes do not lead from the items to one root;
 * - `link`: the transaction and its result do not belong together;
 * - `topic`: the running hashes of a topic do not lead from one message to the next;
 * - `root`: what is signed is not this block or record file;
 * - `ledger`: the nodes and keys that come with the proof are not those of the ledger that the caller trusts;
 * - `signature`: the signatures do not hold, or too few nodes made them.
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

/** A proof that proves nothing. The message is a sentence for whoever asked. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  readonly step: ProofStep;

  constructor(step: ProofStep, message: string, options?: ErrorOptions) {
    super(message, options);
    this.step = step;
  }
}
