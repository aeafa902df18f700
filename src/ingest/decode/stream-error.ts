import { Failure } from '../../kernel/failure.ts';

/**
 * Why a stream file was refused.
 * - `missing`: listed or named, but not there; `unreadable`: there, but the source fails to give it;
 *   `timeout`: the source did not answer in time
 * - `too-large`: beyond a size limit, also once decompressed; `malformed`: not of its format
 * - `bad-name`: a name that no stream file has
 * - `hash-mismatch`: content differs from the hash that names it
 * - `chain`: does not continue the file before it
 * - `not-proven`: its threshold signature is wrong or cannot be checked
 * - `no-consensus`: too few nodes signed it; `divergent`: two versions that both have enough signatures
 */
export type StreamFileErrorCode =
  | 'missing'
  | 'unreadable'
  | 'timeout'
  | 'too-large'
  | 'malformed'
  | 'bad-name'
  | 'hash-mismatch'
  | 'chain'
  | 'no-consensus'
  | 'not-proven'
  | 'divergent';

/** Whether the source failed, which says nothing of the file. */
function isOfSource(code: StreamFileErrorCode): boolean {
  return code === 'unreadable' || code === 'timeout';
}

/** A refused stream file: which file, from which node (null: no single node is at fault), and why. */
export class StreamFileError extends Failure {
  readonly code: StreamFileErrorCode;
  readonly file: string;
  readonly node: string | null;
  readonly reason: string;
  /** The reason and what helps to find its cause. */
  readonly explanation: string;

  /** `detail` follows the reason in the message. */
  constructor(
    code: StreamFileErrorCode,
    file: string,
    node: string | null,
    reason: string,
    options: ErrorOptions & { readonly detail?: string } = {},
  ) {
    const where = node === null ? file : `${file} of node ${node}`;
    const explanation = options.detail === undefined ? reason : `${reason} (${options.detail})`;
    super(isOfSource(code) ? 'source' : 'stream', `${where}: ${explanation}`, options);
    this.name = 'StreamFileError';
    this.code = code;
    this.file = file;
    this.node = node;
    this.reason = reason;
    this.explanation = explanation;
  }

  /** The same refusal, for one node. */
  atNode(node: string): StreamFileError {
    return new StreamFileError(this.code, this.file, node, this.reason, { cause: this });
  }
}
