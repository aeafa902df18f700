/**
 * Why a call or a trace has no result. What a client reads of each kind, and with which status, is the business of who
 * answers it (`src/api/contracts/refusals.ts`).
 */
export type RefusalKind =
  /** What was asked for is wrong in itself. */
  | 'invalid'
  /** What is asked for is not known here. */
  | 'unknown'
  /** The client does not take an answer in the only form that there is. */
  | 'not-acceptable'
  /** The request is in another form than the one that is read. */
  | 'media-type'
  /** Too much is asked for at once. */
  | 'limited'
  /** It ran, or was about to, and ended with a status of the ledger. */
  | 'failed'
  /** So, and the status says something about the server rather than the call. */
  | 'failed-by-server'
  | 'fault'
  /** A trace of what is not executed again as the ledger did: of a hook, or of what would end otherwise. */
  | 'not-simulated'
  /** Not now: its time was over, or something that it needs is away. */
  | 'unavailable';

/** One entry of a refusal; what is not known is empty. */
export interface RefusalEntry {
  /** The ledger's status; undefined: the kind says it all. */
  readonly status?: string;
  readonly detail: string;
  /** 0x… of revert data. */
  readonly data: string;
}

/** Kinds that say that this server, not the client, has to do something. */
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

/** Whether an outcome says that this server has to do something. */
export function isOwnFault(outcome: 'done' | RefusalKind): boolean {
  return OWN_FAULTS.has(outcome);
}
