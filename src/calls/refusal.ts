/**
 * Reason why a call or a trace has no result. The caller decides text and status of each kind for clients
 * (`src/rest/contracts/call/outcomes.ts` for REST).
 */
export type RefusalKind =
  /** The request is invalid by itself. */
  | 'invalid'
  /** The subject of the request is unknown here. */
  | 'unknown'
  /** The client does not accept the only available form of response. */
  | 'not-acceptable'
  /** The request is in an unsupported form. */
  | 'media-type'
  /** A concurrency or rate limit was reached. */
  | 'limited'
  /** The execution ended, before or after its start, with a status of the ledger. */
  | 'failed'
  /** The execution ended with a status that concerns the server rather than the call. */
  | 'failed-by-server'
  | 'fault'
  /** The execution of the transaction cannot be reproduced: it ran a hook, or would end differently. */
  | 'not-simulated'
  /** Temporary: a timeout, or a resource is unavailable. */
  | 'unavailable';

/** One entry of a refusal; unknown fields are empty. */
export interface RefusalEntry {
  /** Status of the ledger; undefined if the kind suffices. */
  readonly status?: string;
  readonly detail: string;
  /** Revert data (`0x…`). */
  readonly data: string;
}

/** Kinds caused by this server, not by the client. */
const SERVER_FAULTS: ReadonlySet<string> = new Set<RefusalKind>([
  'failed-by-server',
  'fault',
  'not-simulated',
  'unavailable',
]);

/** A call or trace that ends without a result. */
export class CallRefusal extends Error {
  override readonly name = 'CallRefusal';
  readonly kind: RefusalKind;
  readonly entries: readonly RefusalEntry[];

  constructor(kind: RefusalKind, entries: readonly RefusalEntry[]) {
    super(
      entries
        .map(({ status, detail }) => `${status ?? kind}${detail === '' ? '' : `: ${detail}`}`)
        .join('; '),
    );
    this.kind = kind;
    this.entries = entries;
  }
}

/** Creates a refusal of a kind, with one entry for each detail. */
export function refused(kind: RefusalKind, ...details: readonly string[]): CallRefusal {
  const shown = details.length === 0 ? [''] : details;
  return new CallRefusal(
    kind,
    shown.map((detail) => ({ detail, data: '' })),
  );
}

/** Returns whether an outcome was caused by this server. */
export function isOwnFault(outcome: 'done' | RefusalKind): boolean {
  return SERVER_FAULTS.has(outcome);
}
