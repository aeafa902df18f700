import pg from 'pg';

/**
 * Codes of an unavailable database: connections that are refused, end or time out, servers that start, stop or are full
 * (SQLSTATE classes 08, 53, 57), a server that is a standby or read-only (25006), a process without file descriptors for a
 * connection.
 */
const TROUBLE =
  /^(?:ECONN|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EMFILE|ENFILE|08|53|57|25006)/;
/** Messages of driver errors that have no code. */
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|Cannot use a pool/i;

/** Returns whether an error means that the database is unavailable, whatever the statement. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return TROUBLE.test(code) || MESSAGES.test(error.message);
}

/**
 * Returns whether the database, which responds itself, reports that it did not reach another server (a worker of Citus, a
 * foreign server), or that the other one stopped. Its own end, and that of a pooler's server, end the session (`FATAL`).
 */
export function isOfServerBehind(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.severity === 'ERROR' && /^(?:08|57P)/.test(error.code ?? '')
  );
}

/** `query_canceled`: the statement timed out. The server is available. */
const CANCELLED = '57014';

/** Returns whether a statement timed out. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANCELLED;
}

/** Codes after which a server ends the session. */
const SESSION_END_CODES = /^(?:57P|08|25P0[34])/;

/** Returns whether the server ended the session with this error. */
export function endsSession(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SESSION_END_CODES.test(String(error.code));
}
