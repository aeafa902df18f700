import { Failure } from '../../kernel/failure.ts';

/**
 * Reason why a stream file was refused.
 * - `missing`: listed or named, but does not exist; `unreadable`: the source fails to return it;
 *   `timeout`: the source did not respond in time
 * - `too-large`: beyond a size limit, also once decompressed; `malformed`: not of its format
 * - `bad-name`: a name that no stream file has
 * - `hash-mismatch`: content differs from the hash that names it
 * - `chain`: does not continue the previous file
 * - `not-proven`: its threshold signature is wrong or cannot be verified
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

/** Returns whether the source failed, so that the file itself may be valid. */
function isOfSource(code: StreamFileErrorCode): boolean {
  return code === 'unreadable' || code === 'timeout';
}

/** A refused stream file: its name, the node at fault (null: no single one), and the reason. */
export class StreamFileError extends Failure {
  readonly code: StreamFileErrorCode;
  readonly file: string;
  readonly node: string | null;
  readonly reason: string;
  /** The reason, with details that help to find its cause. */
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

  /** Returns the same error, for one node. */
  atNode(node: string): StreamFileError {
    return new StreamFileError(this.code, this.file, node, this.reason, { cause: this });
  }
}
