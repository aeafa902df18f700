import pg from 'pg';
import type { Logger } from 'pino';
import { type ConnectionTarget, connectionConfig, isDistributed } from '../../db/connections/database.ts';
import { JOINING_SETTINGS } from '../../db/connections/joining.ts';
import { ProgressDisplay } from '../../ingest/progress.ts';
import type { StoredStream } from '../../ingest/range/read-stream.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Config } from '../config/config.ts';
import { type OpenDatabase, openDatabase, type SchemaNeed } from '../open-database.ts';
import { recordOptionsOf } from '../roles/ingest-job.ts';
import { storedStream } from '../streams/stored-stream.ts';
import type { StreamStores } from '../streams/stream-stores.ts';

/** A command that works on one connection of its own, perhaps for hours. */
export interface ClientCommand<Stores extends StreamStores | null> {
  /** `tain check`: how the connection is called in the database. */
  readonly name: string;
  readonly schema: SchemaNeed;
  /** Which of the opened database's it connects to. */
  readonly targetOf?: (opened: OpenDatabase) => ConnectionTarget;
  /** Settings of the session. */
  readonly session: Readonly<Record<string, string>>;
  /** Whether it needs a second connection, which reads and joins what lies on several servers. */
  readonly joins?: boolean;
  /** Opens the stream, before the database; null where none is read. */
  readonly openStores: () => Promise<Stores>;
  /** What is said when it is interrupted. */
  readonly interrupted: string;
  readonly config: Config;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** What such a command works with. */
export interface ClientWork<Stores extends StreamStores | null> {
  readonly client: pg.Client;
  /** The second connection, for `beginOnSeveral`; null where one server has all, or none is needed. */
  readonly reads: pg.Client | null;
  readonly opened: OpenDatabase;
  readonly stores: Stores;
}

/** Runs a command, and closes what it used. Throws `Failure` when the signal is aborted. */
export async function onClient<Stores extends StreamStores | null>(
  command: ClientCommand<Stores>,
  work: (context: ClientWork<Stores>) => Promise<void>,
): Promise<void> {
  const { name, schema, targetOf = ({ target }) => target, session, config, log, signal } = command;
  const stores = await command.openStores();
  const opened = await openDatabase(config, log, schema, signal);
  const clientOf = (target: ConnectionTarget, settings: Readonly<Record<string, string>>): pg.Client => {
    const client = new pg.Client({
      ...connectionConfig(target, { statement_timeout: '0', ...settings }),
      application_name: name,
    });
    client.on('error', () => undefined);
    return client;
  };
  const client = clientOf(targetOf(opened), session);
  const { apiTarget } = opened;
  const reads =
    command.joins && isDistributed(apiTarget)
      ? clientOf(apiTarget, { ...session, ...JOINING_SETTINGS })
      : null;
  const clients = reads === null ? [client] : [client, reads];
  // Ends a statement that takes long, and with it its transaction.
  const onAbort = (): void => {
    for (const each of clients) each.end().catch(() => undefined);
  };
  try {
    for (const each of clients) await each.connect();
    signal.addEventListener('abort', onAbort);
    await work({ client, reads, opened, stores });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure('unexpected', command.interrupted, { cause: error });
  } finally {
    signal.removeEventListener('abort', onAbort);
    for (const each of clients) await each.end().catch(() => undefined);
    await stores?.close();
    await opened.release();
  }
}

/** The stream of what a database has already, from opened stores. */
export function streamOf(
  { config, log, signal }: Pick<ClientCommand<null>, 'config' | 'log' | 'signal'>,
  stores: StreamStores,
): StoredStream {
  return {
    records: recordOptionsOf(config),
    openFeed: (resume, begin) => storedStream({ config, stores, log }, resume, begin, signal),
  };
}

/** Shows people how far a command has come through blocks; `total`: how many there are, where that is known. */
export function blocksDisplay(total: number | null): ProgressDisplay {
  return new ProgressDisplay({
    output: process.stderr,
    clock: Date.now,
    totalFiles: total,
    noun: 'blocks',
  });
}
