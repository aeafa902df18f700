import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { Failure } from '../../kernel/failure.ts';
import { poll } from '../../kernel/retry.ts';
import { Database } from '../../store/connections/database.ts';
import {
  beginHandover,
  type IngestProcess,
  SILENT_AFTER_SECONDS,
  selectProcesses,
} from '../lease/ingest-processes.ts';
import { openDatabase } from '../open-database.ts';

/** Time limit of a handover, and interval of its polls, in milliseconds. */
const HANDOVER_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

/** Runs `work` with an open database, and closes it afterwards. */
async function withDatabase<T>(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(config, log, 'ours', { signal, mustExist: true });
  const database = new Database(opened.target, {
    applicationName: 'tain roles',
    maxConnections: 1,
    responseTimeoutMs: 10_000,
  });
  try {
    return await work(database);
  } finally {
    await database.end();
    await opened.release();
  }
}

const isAlive = ({ silentFor }: IngestProcess): boolean => silentFor < SILENT_AFTER_SECONDS;

/** Returns the state of a process: `silent` when its last heartbeat is too old, whatever state it reported. */
function stateOf(each: IngestProcess): string {
  return isAlive(each) ? each.state : 'silent';
}

/** `tain roles`: prints the ingests of a database, which of them writes, and since when. */
export async function showRoles(
  { json }: { readonly json: boolean },
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const processes = await withDatabase(config, log, signal, ({ pool }) => selectProcesses(pool));
  process.stdout.write(
    json ? `${JSON.stringify(processes.map(processJson), null, 2)}\n` : rolesText(processes),
  );
}

function processJson(each: IngestProcess) {
  const { name, since, silentFor, taken, ahead } = each;
  return {
    process: name,
    state: stateOf(each),
    since: since.toISOString(),
    seconds_since_sign_of_life: Math.round(silentFor * 10) / 10,
    last_block_taken: taken === null ? null : Number(taken),
    source_ahead_at_block: ahead === null ? null : Number(ahead),
  };
}

/** Formats a table for people, with a sentence when no ingest writes. */
function rolesText(processes: readonly IngestProcess[]): string {
  const rows = processes.map((each) => [
    each.name,
    stateOf(each),
    each.since.toISOString().slice(0, 19).replace('T', ' '),
    `${each.silentFor.toFixed(1)} s ago`,
    each.taken !== null
      ? `has taken block ${each.taken}`
      : each.ahead !== null
        ? `its source has block ${each.ahead}`
        : '',
  ]);
  const table = [['ingest', 'state', 'since (UTC)', 'last sign', 'source'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  if (!processes.some((each) => stateOf(each) === 'writing')) lines.push('No ingest that reports writes.');
  return `${lines.join('\n')}\n`;
}

/**
 * `tain roles switch`: hands the writing over to another ingest of a shared database, and waits until that ingest
 * writes. `to` is its name, as `tain roles` prints it; null: the one that has been standby longest. Throws `Failure`
 * when none is standby.
 */
export async function switchRoles(
  to: string | null,
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  await withDatabase(config, log, signal, async ({ pool }) => {
    const alive = (await selectProcesses(pool)).filter(isAlive);
    const next = alive.find(({ name, state }) => (to === null ? state === 'standby' : name === to));
    if (next === undefined) {
      throw new Failure(
        'usage',
        to === null ? 'No other ingest stands by.' : `There is no ingest ${to}: tain roles lists them.`,
      );
    }
    if (next.state === 'writing') throw new Failure('usage', `${next.name} is already the writer.`);
    if (!(await beginHandover(pool, next.instance, 'asked'))) {
      throw new Failure('usage', 'A handover is in progress: try again in half a minute.');
    }
    const check = async () => {
      const found = (await selectProcesses(pool)).find(({ instance }) => instance === next.instance);
      return found?.state === 'writing' || undefined;
    };
    if (await poll(check, { intervalMs: POLL_INTERVAL_MS, limitMs: HANDOVER_TIMEOUT_MS, signal })) {
      process.stdout.write(`${next.name} writes now.\n`);
      return;
    }
    throw new Failure('unexpected', `${next.name} has not taken over: tain roles shows the writing ingest.`);
  });
}
