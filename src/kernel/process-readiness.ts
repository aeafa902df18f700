/** Readiness of the roles of a process. */
export interface ProcessReadiness {
  /** Whether a client's first transaction can work, where the network is a local one. */
  readonly isReady: boolean;
  /** Words for each role: `ready`, or a sentence with what it waits for or does not serve. */
  readonly roles: Readonly<Record<string, string>>;
}

/** Body of a response to a readiness probe; `ingest`: state of the process's ingest. */
export function readinessBody(
  status: 'ok' | 'starting' | 'error',
  ingest: string | null,
  roles: ProcessReadiness['roles'],
  details: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    status,
    ...(ingest !== null && { ingest }),
    ...details,
    ...(Object.keys(roles).length > 0 && { roles }),
  };
}

/** Readiness in a process whose roles are not known. */
export const READY: ProcessReadiness = { isReady: true, roles: {} };
