/** What a round of requests of a service to itself found. */
export interface ProbeRound {
  readonly asked: number;
  readonly failed: number;
  /** Milliseconds that the slowest took. */
  readonly slowestMs: number;
}
