import type { LedgerPublication } from '../../proof/tss/ledger-publication.ts';

/** What a proof is asked of: a block as the database has it, and what in it. Times are nanoseconds. */
export interface ProofRequest {
  readonly block: {
    readonly number: bigint;
    /** Lower-case hex. */
    readonly hash: string;
    readonly name: string;
    /** Version of the stream's format. */
    readonly version: number;
  };
  readonly subject: ProofSubject;
  /** Whose threshold signatures hold at that time; null: none is known. */
  readonly ledger: LedgerPublication | null;
  /** The address book in force at that time. */
  readonly book: { readonly fileId: bigint; readonly bytes: Uint8Array } | null;
  /** Aborted when who asks leaves. */
  readonly signal: AbortSignal | undefined;
}

export type ProofSubject =
  | { readonly kind: 'block' }
  | { readonly kind: 'transaction'; readonly at: bigint }
  /** `topic`: `shard.realm.num`. */
  | {
      readonly kind: 'message';
      readonly topic: string;
      readonly sequenceNumber: bigint;
      readonly at: bigint;
    };

/** Why there is no proof. */
export type ProofRefusalKind =
  /** What was asked for is not in the block, or nothing in it shows it. */
  | 'unknown'
  /** Nobody signed the block, or no signature that holds is there yet. */
  | 'unsigned'
  /** The raw file is kept nowhere any more. */
  | 'gone'
  /** Where raw files are kept does not answer. */
  | 'unavailable'
  /** The raw file is another one than what was verified and stored. */
  | 'differs';

export type ProofOutcome =
  | {
      readonly kind: 'proven';
      readonly proof: Readonly<Record<string, unknown>>;
      /** Of a message: number of the one after which the topic's running hash is shown. */
      readonly lastMessage?: bigint;
    }
  | { readonly kind: ProofRefusalKind; readonly detail: string };

/** What makes proofs from raw files, handed over by the program: the query service does not know them. Never throws. */
export type Prover = (request: ProofRequest) => Promise<ProofOutcome>;
