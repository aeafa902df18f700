/** When evidence means that something is wrong. All durations are milliseconds, all shares 0 to 1. */
export interface HealthSettings {
  /** How many of the latest stream files are looked at. */
  readonly windowFiles: number;
  /** A node is degraded when it validly signed less than this share of them, and so on. */
  readonly nodeDegradedBelow: number;
  readonly nodePartialBelow: number;
  readonly nodeMajorBelow: number;
  /** The network is degraded, or partly out, when at least this share of its nodes is out. */
  readonly networkDegradedShare: number;
  readonly networkPartialShare: number;
  /** How far the last block may be behind the wall clock. */
  readonly lagDegraded: number;
  readonly lagPartial: number;
  readonly lagMajor: number;
  /** Whether the network publishes blocks only while it has transactions, so that a pause means nothing. */
  readonly isQuiet: boolean;
  /** The longest pause between two of the latest files. */
  readonly gapDegraded: number;
  /** Without a sign of life for this long, a role counts as down. Clocks may differ by as much. */
  readonly silence: number;
  /** The time over which errors and latencies of services are looked at. */
  readonly serviceWindow: number;
  /** With fewer requests in that time, errors mean nothing. */
  readonly serviceMinRequests: number;
  /** This many failures in that time are trouble, whatever their share. */
  readonly serviceManyErrors: number;
  readonly errorsDegraded: number;
  readonly errorsPartial: number;
  readonly errorsMajor: number;
  readonly latencyDegraded: number;
  readonly latencyPartial: number;
  /** A status gets worse, or better, only after it looked so for this long. */
  readonly worseAfter: number;
  readonly betterAfter: number;
  /** Whether long outages open incidents by themselves, after how long, and when they count as over. */
  readonly incidents: boolean;
  readonly incidentAfter: number;
  readonly resolveAfter: number;
}

export const DEFAULT_HEALTH: HealthSettings = {
  windowFiles: 30,
  nodeDegradedBelow: 0.95,
  nodePartialBelow: 0.5,
  nodeMajorBelow: 0.1,
  networkDegradedShare: 1 / 6,
  networkPartialShare: 1 / 3,
  lagDegraded: 30_000,
  lagPartial: 120_000,
  lagMajor: 600_000,
  isQuiet: false,
  gapDegraded: 20_000,
  silence: 60_000,
  serviceWindow: 300_000,
  serviceMinRequests: 20,
  serviceManyErrors: 50,
  errorsDegraded: 0.01,
  errorsPartial: 0.1,
  errorsMajor: 0.5,
  latencyDegraded: 3_000,
  latencyPartial: 10_000,
  worseAfter: 5_000,
  betterAfter: 30_000,
  incidents: true,
  incidentAfter: 60_000,
  resolveAfter: 120_000,
};
