/** Thresholds of the evidence. All durations are milliseconds, all shares 0 to 1. */
export const DEFAULT_HEALTH = {
  /** Number of latest stream files that are judged. */
  windowFiles: 30,
  /** Shares of these files below which a node is degraded, in partial and in major outage. */
  nodeDegradedBelow: 0.95,
  nodePartialBelow: 0.5,
  nodeMajorBelow: 0.1,
  /** Minimum shares of nodes that are out for a degraded network and a partial outage. */
  networkDegradedShare: 1 / 6,
  networkPartialShare: 1 / 3,
  /** Minimum lag of the last block behind the wall clock, for each status. */
  lagDegradedMs: 30_000,
  lagPartialMs: 120_000,
  lagMajorMs: 600_000,
  /** Whether the network publishes blocks only while it has transactions, so that a pause means nothing. */
  isQuiet: false,
  /** Minimum pause between two of the latest files for a degraded stream. */
  gapDegradedMs: 20_000,
  /** Time without a heartbeat after which a role counts as down. Clocks may differ by as much. */
  silenceMs: 60_000,
  /** Time since the first heartbeat of the ingest in which it is starting, and therefore not degraded. */
  startingMs: 60_000,
  /** Time without readable evidence after which the page shows a major outage. */
  unreadAfterMs: 30_000,
  /** Time over which errors and latencies of services are judged. */
  serviceWindowMs: 300_000,
  /** Minimum number of requests in that time for judging errors. */
  serviceMinRequests: 20,
  /** Minimum number of failures in that time that degrades the service, whatever their share. */
  serviceManyErrors: 50,
  errorsDegraded: 0.01,
  errorsPartial: 0.1,
  errorsMajor: 0.5,
  latencyDegradedMs: 3_000,
  latencyPartialMs: 10_000,
  /** Time that a status must look worse, or better, before it changes. */
  worseAfterMs: 5_000,
  betterAfterMs: 30_000,
  /**
   * Whether lasting outages open incidents automatically, the delay before that, and the delay before they are
   * resolved.
   */
  incidents: true,
  incidentAfterMs: 60_000,
  resolveAfterMs: 120_000,
};

export type HealthSettings = Readonly<typeof DEFAULT_HEALTH>;
