import { Failure } from '../../kernel/failure.ts';

/**
 * Reason why a block node failed.
 * - `untrusted`: its TLS certificate is not accepted
 * - `unavailable`: it cannot be reached, or ended the call; `timeout`: it did not respond, or send the rest of a
 *   block, in time; `idle`: it did not begin the next block in time
 * - `refused`: it responded with a status other than success; `not-available`: it reports that it lacks the block
 * - `malformed`: bytes that are not a message of the API; `order`: items or blocks out of order
 * - `too-large`: a block beyond the limit
 * - `invalid`: the verification of its block failed
 */
export type BlockNodeErrorCode =
  | 'untrusted'
  | 'unavailable'
  | 'timeout'
  | 'idle'
  | 'refused'
  | 'not-available'
  | 'malformed'
  | 'order'
  | 'too-large'
  | 'invalid';

/** A failure of one block node; `node` is its address. */
export class BlockNodeError extends Failure {
  readonly code: BlockNodeErrorCode;
  readonly node: string;
  readonly reason: string;

  constructor(code: BlockNodeErrorCode, node: string, reason: string, options?: ErrorOptions) {
    super('stream', `block node ${node}: ${reason}`, options);
    this.name = 'BlockNodeError';
    this.code = code;
    this.node = node;
    this.reason = reason;
  }
}
