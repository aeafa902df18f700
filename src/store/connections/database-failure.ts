import pg from 'pg';
import { Failure, type FailureKind, messageOf } from '../../kernel/failure.ts';
import { isDatabaseTrouble } from './database-trouble.ts';

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
