import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { StoredStream } from '../../ingest/range/read-range.ts';
import { Failure } from '../../kernel/failure.ts';
import { type ConnectionTarget, connectionConfig } from '../../store/connections/database.ts';
import { JOINING_SETTINGS } from '../../store/connections/distributed-reading.ts';
import { SessionClient } from '../../store/connections/session-client.ts';
import { LockWatch } from '../../store/locks/lock-waits.ts';
import { type OpenDatabase, openDatabase, type SchemaNeed } from '../open-database.ts';
import { recordOptionsOf } from '../roles/ingest-job.ts';
import { storedStream } from '../streams/stored-stream.ts';
import type { StreamStores } from '../streams/stream-stores.ts';

/** A command that works on a separate connection, perhaps for hours. */
export interface ClientCommand<Stores extends StreamStores | null> {
  /** `application_name` of the connection, such as `tain check`. */
  readonly name: string;
  readonly schema: SchemaNeed;
  readonly session: Readonly<Record<string, string>>;
  /** Whether the command joins tables on several servers, on a second connection or on its only one. Default: it does not. */
  readonly joins?: 'second' | 'only';
  /** Opens the stream, before the database; null when the command reads none. */
  readonly openStores: () => Promise<Stores>;
  /** Message of the failure when the command is interrupted. */
  readonly interrupted: string;
  readonly config: Config;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Connections and stores that such a command works with. */
export interface ClientWork<Stores extends StreamStores | null> {
  readonly client: pg.Client;
  /** The connection for `beginReads`; null when one server has all tables, or when the command does not join them. */
  readonly reads: pg.Client | null;
  readonly opened: OpenDatabase;
  readonly stores: Stores;
}

/** Runs a command, and closes its connections and stores. Throws `Failure` when the signal is aborted. */
export async function onClient<Stores extends StreamStores | null>(
  command: ClientCommand<Stores>,
  work: (context: ClientWork<Stores>) => Promise<void>,
): Promise<void> {
  const { name, schema, session, config, log, signal } = command;
  const stores = await command.openStores();
  const opened = await openDatabase(config, log, schema, { signal, mustExist: true });
  const clientOf = (target: ConnectionTarget, settings: Readonly<Record<string, string>>): pg.Client => {
    const client = new SessionClient({
      ...connectionConfig(target, { statement_timeout: '0', ...settings }),
      application_name: name,
    });
    return client;
  };
  const { joinTarget } = opened;
  const reads =
    command.joins && joinTarget !== null ? clientOf(joinTarget, { ...session, ...JOINING_SETTINGS }) : null;
  const client = (command.joins === 'only' && reads) || clientOf(opened.target, session);
  const clients = new Set(reads === null ? [client] : [client, reads]);
  // Cancels a long statement, and its transaction with it, by closing the connection.
  const onAbort = (): void => {
    for (const each of clients) each.end().catch(() => undefined);
  };
  const watch = new LockWatch({ target: opened.target, sessions: [name], log });
  try {
    for (const each of clients) await each.connect();
    signal.addEventListener('abort', onAbort);
    await work({ client, reads, opened, stores });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure('unexpected', command.interrupted, { cause: error });
  } finally {
    signal.removeEventListener('abort', onAbort);
    await watch.stop();
    for (const each of clients) await each.end().catch(() => undefined);
    await stores?.close();
    await opened.release();
  }
}

/** Returns the stream of the blocks that a database already has, from opened stores. */
export function streamOf(
  { config, log, signal }: Pick<ClientCommand<null>, 'config' | 'log' | 'signal'>,
  stores: StreamStores,
): StoredStream {
  return {
    records: recordOptionsOf(config),
    openFeed: (resume, begin) => storedStream({ config, stores, log }, resume, begin, signal),
  };
}
