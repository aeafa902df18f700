/** The key of an advisory lock: one number, or two (PostgreSQL keeps the two apart). */
export type LockKey = readonly [number] | readonly [number, number];

/** The keys of all advisory locks. SQL functions use `hashtext` of their names. */
export const LOCK_KEYS = {
  /** Held shared, in database `postgres`, by each process that uses the embedded server: the last one stops it. */
  presence: [0x7461_6970],
  /** One process migrates at a time. */
  migration: [0x7461_696e],
  /**
   * Held by the one ingest of a database on the session that writes: a session that lost the lock has ended, and
   * cannot write any more.
   */
  ingest: [0x7461_6967],
  /** One process removes what is older than is kept. */
  retention: [0x7461_6974],
  /** One process stores blocks again. An ingest and its retention go on beside it. */
  reingest: [0x7461_6972],
} as const satisfies Record<string, LockKey>;

/** First key of the locks of roles ("tain"). The second one is made from the role's name. */
export const ROLE_KEY = 0x7461_696e;
