/** When evidence means that something is wrong. All durations are milliseconds, all shares 0 to 1. */
export const DEFAULT_HEALTH = {
  /** How many of the latest stream files are looked at. */
  windowFiles: 30,
  /** A node is degraded when it validly signed less than this share of them, and so on. */
  nodeDegradedBelow: 0.95,
  nodePartialBelow: 0.5,
  nodeMajorBelow: 0.1,
  /** The network is degraded, or partly out, when at least this share of its nodes is out. */
  networkDegradedShare: 1 / 6,
  networkPartialShare: 1 / 3,
  /** How far the last block may be behind the wall clock. */
  lagDegraded: 30_000,
  lagPartial: 120_000,
  lagMajor: 600_000,
  /** Whether the network publishes blocks only while it has transactions, so that a pause means nothing. */
  isQuiet: false,
  /** The longest pause between two of the latest files. */
  gapDegraded: 20_000,
  /** Without a sign of life for this long, a role counts as down. Clocks may differ by as much. */
  silence: 60_000,
  /** The time over which errors and latencies of services are looked at. */
  serviceWindow: 300_000,
  /** With fewer requests in that time, errors mean nothing. */
  serviceMinRequests: 20,
  /** This many failures in that time are trouble, whatever their share. */
  serviceManyErrors: 50,
  errorsDegraded: 0.01,
  errorsPartial: 0.1,
  errorsMajor: 0.5,
  latencyDegraded: 3_000,
  latencyPartial: 10_000,
  /** A status gets worse, or better, only after it looked so for this long. */
  worseAfter: 5_000,
  betterAfter: 30_000,
  /** Whether long outages open incidents by themselves, after how long, and when they count as over. */
  incidents: true,
  incidentAfter: 60_000,
  resolveAfter: 120_000,
};

export type HealthSettings = Readonly<typeof DEFAULT_HEALTH>;
