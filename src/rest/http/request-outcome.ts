import type { ReadyAnswer } from '../answer/ready-answer.ts';

/**
 * Evidence of a response about this service: it queried the database and had what it needs, or failed; it was refused
 * for overload; or it is no evidence (clients can cause cached responses and client errors at will).
 */
export type Outcome = 'done' | 'failed' | 'refused' | 'no evidence';

/** A response, and the outcome of its request. */
export interface Handled {
  readonly answer: ReadyAnswer;
  readonly outcome: Outcome;
  /** Milliseconds that it waited for something to become visible, which are not part of its response time. */
  readonly waitedMs: number;
}

/** Facts of a request whose response was made. */
export interface Ending {
  readonly status: number;
  /** Whether the client disconnected before. */
  readonly isDisconnected?: boolean | undefined;
  readonly isRefused: boolean;
  /**
   * Whether the response was made for this request. It was not, if it was cached or shared with an identical request.
   */
  readonly isMade: boolean;
  readonly isQueried: boolean;
}

const NOT_IMPLEMENTED = 501;

/** Returns the outcome of a request. */
export function outcomeOf({ status, isDisconnected, isRefused, isMade, isQueried }: Ending): Outcome {
  // A client that disconnects may have requested anything.
  if (isDisconnected) return 'no evidence';
  if (isRefused) return 'refused';
  // A feature that this server lacks is no failure.
  if (isMade && status >= 500 && status !== NOT_IMPLEMENTED) return 'failed';
  return isMade && isQueried ? 'done' : 'no evidence';
}
