/** Thresholds of the evidence. All durations are milliseconds, all shares 0 to 1. */
export const DEFAULT_HEALTH = {
  /** Number of latest stream files that are judged. */
  windowFiles: 30,
  /** A node is degraded when it validly signed less than this share of them, and so on. */
  nodeDegradedBelow: 0.95,
  nodePartialBelow: 0.5,
  nodeMajorBelow: 0.1,
  /** The network is degraded, or in partial outage, when at least this share of its nodes is out. */
  networkDegradedShare: 1 / 6,
  networkPartialShare: 1 / 3,
  /** Lag of the last block behind the wall clock. */
  lagDegraded: 30_000,
  lagPartial: 120_000,
  lagMajor: 600_000,
  /** Whether the network publishes blocks only while it has transactions, so that a pause means nothing. */
  isQuiet: false,
  /** Maximum pause between two of the latest files. */
  gapDegraded: 20_000,
  /** Silence after which a role counts as down. Clocks may differ by as much. */
  silence: 60_000,
  /** Time over which errors and latencies of services are judged. */
  serviceWindow: 300_000,
  /** Minimum number of requests in that time for a judgement of errors. */
  serviceMinRequests: 20,
  /** Number of failures in that time that degrades the service, whatever their share. */
  serviceManyErrors: 50,
  errorsDegraded: 0.01,
  errorsPartial: 0.1,
  errorsMajor: 0.5,
  latencyDegraded: 3_000,
  latencyPartial: 10_000,
  /** Time that a status must look worse, or better, before it changes. */
  worseAfter: 5_000,
  betterAfter: 30_000,
  /**
   * Whether lasting outages open incidents automatically, the delay before that, and the delay after which they are
   * over.
   */
  incidents: true,
  incidentAfter: 60_000,
  resolveAfter: 120_000,
};

export type HealthSettings = Readonly<typeof DEFAULT_HEALTH>;
