import { Failure } from './failure.ts';

/** A part of the process that runs until it is stopped. */
export interface Service {
  /**
   * Settles when the service has ended; rejects when it failed. Never settles for a service that does not end by
   * itself.
   */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** End of a service that runs until it is stopped. */
export const NEVER = new Promise<never>(() => undefined);

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'the machine has no such address',
};

/** Returns a `Failure` with one sentence for a port that cannot be used; any other error unchanged. */
export function listenFailure(cause: unknown, setting: string, host: string, port: number): unknown {
  const { code } = cause as { code?: string };
  const reason = REASONS[code ?? ''];
  if (reason === undefined) return cause;
  return new Failure('usage', `Cannot listen on ${host}:${port} (${setting}): ${reason}.`, { cause });
}

/** Result of one round of requests that a service sends to itself. */
export interface ProbeRound {
  readonly asked: number;
  readonly failed: number;
  /** Milliseconds of the slowest request. */
  readonly slowestMs: number;
}
