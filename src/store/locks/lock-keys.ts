import { createHash } from 'node:crypto';

/** Key of an advisory lock: one number, or two (PostgreSQL distinguishes the two). */
export type LockKey = readonly [number] | readonly [number, number];

/** Keys of all advisory locks except those of roles. */
export const LOCK_KEYS = {
  /**
   * Lock that each process that uses the embedded server holds shared, in database `postgres`: the last one stops the
   * server.
   */
  presence: [0x7461_6970],
  /** One process migrates at a time. */
  migration: [0x7461_696e],
  /**
   * Lock of the one ingest of a database, held by the session that writes, so a session that lost the lock has ended
   * and cannot write any more.
   */
  ingest: [0x7461_6967],
  /** One process removes rows by retention. */
  retention: [0x7461_6974],
  /** One process runs `tain reingest`. An ingest and its retention may run at the same time. */
  reingest: [0x7461_6972],
  /** One session creates partitions at a time (1952541026): `tain.ensure_balance_partitions`, `tain.ensure_time_partitions`. */
  partitions: [0x7461_6962],
  /** One session creates the reading schema of a distributed database. */
  readingSchema: [0x7461_6973],
} as const satisfies Record<string, LockKey>;

/** First number of the keys of roles ("tain"). */
const ROLE = 0x7461_696e;

/**
 * Returns the key of a role's lock: on an embedded database one process has the role, on a shared one it is an ingest's
 * lease.
 */
export function roleLockKey(role: string): readonly [number, number] {
  return [ROLE, createHash('sha256').update(role).digest().readInt32BE()];
}
