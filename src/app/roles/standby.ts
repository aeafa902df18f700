import type { Logger } from 'pino';
import type { ConnectionTarget } from '../../db/database.ts';
import { aborted } from '../../kernel/aborted.ts';
import { RoleLease } from '../role-lease.ts';
import type { Service } from './service.ts';

export interface StandbyOptions {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  /** Called when the service begins to stand by, and when it no longer does. */
  readonly onStandby: (isStandby: boolean) => void;
  /** Begins the role's work, with the lease that it may only be done with. */
  readonly run: (lease: RoleLease) => Service;
}

/**
 * The ingest of a database that several processes may want to write to: it works while it has the lease, stands by while
 * another process has it, and takes over when that one ends, falls silent or is cut off.
 */
export function standBy({ target, log, onStandby, run }: StandbyOptions): Service {
  const stopping = new AbortController();
  const { signal } = stopping;
  let active: Service | null = null;
  const workOnce = async (): Promise<void> => {
    let hasWaited = false;
    const onWaiting = (): void => {
      hasWaited = true;
      onStandby(true);
      log.info('Another ingest writes to this database: this one stands by');
    };
    const lease = await RoleLease.acquire(target, 'ingest', { signal, onWaiting, log });
    onStandby(false);
    if (hasWaited) log.info('The other ingest is gone: this one takes over');
    try {
      active = run(lease);
      await Promise.race([active.ended, aborted(AbortSignal.any([signal, lease.lost]))]);
    } finally {
      await active?.stop();
      active = null;
      await lease.release();
    }
    if (lease.lost.aborted) log.warn('Another ingest took over while the database did not hear of this one');
  };
  const work = async (): Promise<void> => {
    while (!signal.aborted) await workOnce();
  };
  const ended = work().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  ended.catch(() => undefined);
  return {
    ended,
    problem: () => active?.problem() ?? null,
    ingestState: () => (active === null ? 'standby' : 'writing'),
    async stop() {
      stopping.abort();
      await ended.catch(() => undefined);
    },
  };
}
