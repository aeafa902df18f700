/** Result of one round of requests that a service sends to itself. */
export interface ProbeRound {
  readonly asked: number;
  readonly failed: number;
  /** Milliseconds of the slowest request. */
  readonly slowestMs: number;
}
