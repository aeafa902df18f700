import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Makes the server notice within about 15 seconds that a session's host has disappeared, whatever its kernel's
 * settings: it probes after five seconds without data, and unacknowledged bytes end the connection. Unix sockets ignore
 * these settings.
 */
export const SESSION_LIVENESS_SQL = `
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 3;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = '15s'`;

/** Ends a long statement when its client has disconnected. Some systems cannot detect that and refuse the setting. */
export const CONNECTION_CHECK_SQL = `set client_connection_check_interval = '2s'`;

/** The part of the driver's connection that its types lack. */
interface WithSocket {
  readonly connection: { readonly stream: Socket };
}

/**
 * Closes a connection immediately, without a message to a server that may have disappeared. Its statements fail with
 * the error.
 */
export function breakConnection(client: pg.ClientBase, error: Error): void {
  (client as unknown as WithSocket).connection.stream.destroy(error);
}
