import pg from 'pg';
import { Failure, type FailureKind, messageOf } from '../../kernel/failure.ts';

/**
 * Codes of an unavailable database: connections that are refused, end or time out, certificates that TLS does not accept,
 * servers that start, stop or are full (SQLSTATE classes 08, 53, 57), a server that is a standby or read-only (25006), a
 * process without file descriptors for a connection.
 */
const TROUBLE =
  /^(?:ECONN|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EMFILE|ENFILE|EPROTO|ERR_(?:SSL|TLS)|UNABLE_TO|[A-Z_]*CERT|08|53|57|25006)/;
/** Messages of driver errors that have no code. */
const MESSAGES =
  /connection terminated|SSL connection|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|Cannot use a pool/i;

/** Returns whether an error means that the database is unavailable, whatever the statement. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return TROUBLE.test(code) || MESSAGES.test(error.message);
}

/**
 * Returns whether the database, which responds itself, reports that it did not reach another server (a worker, a
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

/** Codes of system errors of a connection. */
const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Prefixes of SQLSTATEs (PostgreSQL, appendix A), the kind of failure, and its sentence. */
const STATES: readonly (readonly [string, FailureKind, (message: string, database: string) => string])[] = [
  ['08', 'unreachable', (message, database) => `${database} cannot be reached: ${message}.`],
  ['57P', 'unreachable', (message, database) => `${database} cannot be reached: ${message}.`],
  ['53300', 'unreachable', (message) => `The database accepts no more connections: ${message}.`],
  ['28', 'database', (message) => `The database refuses this user: ${message}.`],
  ['3D000', 'database', (message) => `The database does not exist: ${message}.`],
  [
    '42501',
    'database',
    (message) =>
      `The database's user lacks a privilege: ${message}. See docs/operations.md for the required ones.`,
  ],
  ['0A000', 'database', (message) => `The engine of this database does not support this: ${message}.`],
  ['25006', 'database', (message) => `The database can only be read: ${message}.`],
  ['53100', 'database', (message) => `The database's disk is full: ${message}.`],
];

/**
 * Returns the sentence and exit code for an error of the database or its connection, or null for another error. `database`
 * names the database. Only for commands, because services retry.
 */
export function databaseFailure(cause: unknown, database = 'The database'): Failure | null {
  if (cause instanceof Failure) return cause;
  if (cause instanceof pg.DatabaseError) {
    const { code = '', message } = cause;
    const state = STATES.find(([beginning]) => code.startsWith(beginning));
    if (state) return new Failure(state[1], state[2](message, database), { cause });
    return new Failure('database', `The database failed: ${message} (SQLSTATE ${code}).`, { cause });
  }
  const { code = '', syscall } = cause as { code?: string; syscall?: string };
  const isWay = syscall === 'connect' || syscall === 'getaddrinfo' || BROKEN.has(code);
  // An error without a system call is the driver's error for a server that has stopped or does not respond.
  if (!isWay && (syscall !== undefined || !isDatabaseTrouble(cause))) return null;
  const message = messageOf(cause) || code;
  return new Failure('unreachable', `${database} cannot be reached: ${message}.`, { cause });
}
