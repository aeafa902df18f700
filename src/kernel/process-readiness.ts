/** Readiness of the roles of a process. */
export interface ProcessReadiness {
  /** Whether a client's first transaction can work, where the network is a local one. */
  readonly isReady: boolean;
  /** Words for each role: `ready`, or a sentence with what it waits for or does not serve. */
  readonly roles: Readonly<Record<string, string>>;
}

/** Readiness in a process whose roles are not known. */
export const READY: ProcessReadiness = { isReady: true, roles: {} };
