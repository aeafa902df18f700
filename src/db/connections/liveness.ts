import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Lets the server notice within some 15 seconds that a session's host is gone, whatever its kernel's settings are: after
 * five quiet seconds it probes, and unacknowledged bytes end the connection. On Unix sockets they mean nothing.
 */
export const SESSION_LIVENESS_SQL = `
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 3;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = '15s'`;

/** A long statement ends when its client is gone. Not every system can tell, and one that cannot refuses it. */
export const CONNECTION_CHECK_SQL = `set client_connection_check_interval = '2s'`;

/** The part of the driver's connection that its types lack. */
interface WithSocket {
  readonly connection: { readonly stream: Socket };
}

/** Ends a connection at once, without a word to a server that may be gone. Whatever runs on it fails with the error. */
export function breakConnection(client: pg.ClientBase, error: Error): void {
  (client as unknown as WithSocket).connection.stream.destroy(error);
}
