import { NANOS_PER_SECOND } from '../kernel/timestamp.ts';

/**
 * Snapshots of all balances, as the network once wrote them to balance files: every quarter of an hour, for the first
 * block that reaches it. Times are nanoseconds.
 */
export const SNAPSHOT_INTERVAL = 900n * NANOS_PER_SECOND;

/** Whether a snapshot is due after a block: its end lies in another interval than that of the block before. */
export function isSnapshotDue(previousEnd: bigint, end: bigint): boolean {
  return end / SNAPSHOT_INTERVAL > previousEnd / SNAPSHOT_INTERVAL;
}
