/**
 * Reason why a call or a trace has no result. The caller decides text and status of each kind for clients
 * (`src/api/contracts/refusals.ts`).
 */
export type RefusalKind =
  /** The request is invalid by itself. */
  | 'invalid'
  /** The subject of the request is unknown here. */
  | 'unknown'
  /** The client does not take an answer in the only form that there is. */
  | 'not-acceptable'
  /** The request is in another form than the one that is read. */
  | 'media-type'
  /** A concurrency or rate limit was reached. */
  | 'limited'
  /** The execution ended, before or after its start, with a status of the ledger. */
  | 'failed'
  /** The same with a status that concerns the server rather than the call. */
  | 'failed-by-server'
  | 'fault'
  /** A trace of a transaction whose execution cannot be reproduced: of a hook, or one that would end differently. */
  | 'not-simulated'
  /** Temporary: a timeout, or a resource is unavailable. */
  | 'unavailable';

/** One entry of a refusal; unknown fields are empty. */
export interface RefusalEntry {
  /** Status of the ledger; undefined if the kind is sufficient. */
  readonly status?: string;
  readonly detail: string;
  /** 0x… of revert data. */
  readonly data: string;
}

/** Kinds caused by this server, not by the client. */
const OWN_FAULTS: ReadonlySet<string> = new Set<RefusalKind>([
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

/** A refusal of a kind, one entry for each detail. */
export function refused(kind: RefusalKind, ...details: readonly string[]): CallRefusal {
  const shown = details.length === 0 ? [''] : details;
  return new CallRefusal(
    kind,
    shown.map((detail) => ({ detail, data: '' })),
  );
}

/** Whether an outcome is a fault of this server. */
export function isOwnFault(outcome: 'done' | RefusalKind): boolean {
  return OWN_FAULTS.has(outcome);
}
