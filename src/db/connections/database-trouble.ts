/**
 * Codes of a database that is unavailable: connections that are refused, end or time out, servers that start,
 * stop or are full (SQLSTATE classes 08, 53, 57), a server that is a standby or read-only (25006), a process
 * without file descriptors for a connection.
 */
const TROUBLE =
  /^(?:ECONN|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EMFILE|ENFILE|08|53|57|25006)/;
/** The driver's messages without a code. */
const WORDS =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|Cannot use a pool/i;

/** Whether an error means that the database is unavailable, whatever is asked of it. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return TROUBLE.test(code) || WORDS.test(error.message);
}

/** `query_canceled`: the statement ran out of time. The server is there. */
const CANCELLED = '57014';

/** Whether a statement failed because it ran out of time. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANCELLED;
}

/** Codes with which a server ends the session: the next statement on it finds none. */
const LAST_WORDS = /^(?:57P|08|25P0[34])/;

/** Whether the server told the error and ended the session with it. */
export function endsSession(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LAST_WORDS.test(String(error.code));
}
