import { NANOS_PER_SECOND } from './timestamp.ts';

/**
 * Interval of balance snapshots in nanoseconds: a quarter of an hour, the interval of the balance files that networks
 * once wrote.
 */
export const SNAPSHOT_INTERVAL_NS = 900n * NANOS_PER_SECOND;

/**
 * Returns whether a snapshot is due after a block: its end is in a later interval than the end of the previous block.
 */
export function isSnapshotDue(previousEnd: bigint, end: bigint): boolean {
  return end / SNAPSHOT_INTERVAL_NS > previousEnd / SNAPSHOT_INTERVAL_NS;
}
