import type { Logger } from 'pino';
import { aborted } from '../../kernel/abort-signal.ts';
import { repeat } from '../../kernel/retry.ts';
import type { Service } from '../../kernel/service.ts';
import type { ConnectionTarget } from '../../store/connections/database.ts';
import { RoleLease } from '../lease/role-lease.ts';
import type { IngestRole, IngestState, WriteTrouble } from './capabilities.ts';
import type { IngestWatch } from './ingest-watch.ts';
import type { RunningRole } from './role.ts';

/** Milliseconds before the role's work restarts after a failure of the database. */
const RESTART_DELAY_MS = 500;
/** Milliseconds for the role's work to end by itself in a handover. */
const SHUTDOWN_TIMEOUT_MS = 3_000;

/** A running ingest. */
export interface IngestWork extends Service {
  /** Reason why it waits, in a sentence that clients may see; null while it works. */
  problem(): string | null;
  /** Reason why the database does not take its writes; null while it does. */
  trouble(): WriteTrouble | null;
  /** Reason why a client's first transaction cannot work yet, as a sentence; null when it can. */
  waitsFor(): string | null;
}

export interface StandbyOptions {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  /** Called when this process no longer does the role's work. */
  readonly onIdle: () => void;
  /** Reports this process to others. `role`: the role that it may report. `state`: the same, and whether it fails. */
  readonly watch: (role: () => IngestRole, state: () => IngestState) => IngestWatch;
  /** Begins the role's work under the lease. */
  readonly run: (lease: RoleLease) => IngestWork;
}

/**
 * Starts the ingest of a database that several processes may write to. It works while it has the lease, is standby
 * while another process has it, and takes over when that process ends, stops responding or is disconnected.
 */
export function standBy({
  target,
  log,
  onIdle,
  watch: beginWatch,
  run,
}: StandbyOptions): RunningRole<'ingestStatus'> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let active: IngestWork | null = null;
  let lease: RoleLease | null = null;
  /** State without a lease. */
  let waiting: Exclude<IngestRole, 'writing'> = 'disconnected';
  const role = (): IngestRole => {
    if (lease === null) return waiting;
    if (lease.lost.aborted) return 'standby';
    return lease.isHeld ? 'writing' : 'disconnected';
  };
  const state = (): IngestState => {
    const held = role();
    return held === 'writing' ? (active?.trouble() ?? held) : held;
  };
  const watch = beginWatch(role, state);
  const workOnce = async (): Promise<void> => {
    let hasWaited = false;
    const held = await RoleLease.acquire(target, 'ingest', {
      signal,
      instance: watch.instance,
      onWaiting() {
        waiting = 'standby';
        if (!hasWaited) log.info('Another ingest writes to this database: this one stands by');
        hasWaited = true;
      },
      onDisconnected() {
        waiting = 'disconnected';
      },
      log,
    });
    lease = held;
    if (hasWaited) log.info('The other ingest has ended: this one takes over');
    await watch.tookOver();
    let late: NodeJS.Timeout | undefined;
    try {
      active = run(held);
      await Promise.race([active.ended, aborted(AbortSignal.any([signal, held.lost, held.yielded]))]);
    } finally {
      if (held.yielded.aborted && !held.lost.aborted) {
        log.info('The role is handed to another ingest: this one ends its work and stands by');
        late = setTimeout(() => held.breakOff(), SHUTDOWN_TIMEOUT_MS);
      }
      if (held.lost.aborted) {
        log.warn(
          'Another ingest took over while this one had no connection to the database: this one stands by',
        );
      }
      await active?.stop();
      clearTimeout(late);
      active = null;
      waiting = held.lost.aborted ? 'standby' : 'disconnected';
      lease = null;
      onIdle();
      await held.release();
    }
  };
  const ended = repeat(workOnce, RESTART_DELAY_MS, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  ended.catch(() => undefined);
  return {
    ended,
    offered: { ingestStatus: () => ({ problem: active?.problem() ?? null, state: state() }) },
    waitsFor: () => active?.waitsFor() ?? null,
    async stop() {
      stopping.abort();
      await ended.catch(() => undefined);
      await watch.stop();
    },
  };
}
