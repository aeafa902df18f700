import type { ProofJson } from './proof-json.ts';
import type { LedgerPublication } from './tss/ledger-publication.ts';

/** What a proof is asked of: a block as the database has it. */
export interface AskedBlock {
  readonly number: bigint;
  /** Lower-case hex. */
  readonly hash: string;
  readonly name: string;
  /** Version of the stream's format. */
  readonly version: number;
  /** When its first transaction came to consensus, in nanoseconds. */
  readonly start: bigint;
  /** Whether a threshold signature that the raw block brings was verified when the block was stored. */
  readonly isSigned: boolean;
}

/** What of a block is to be proven. Times are nanoseconds. */
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

/** What its signatures are checked with. */
export interface ProofGrounds {
  /** Whose threshold signatures hold for a block that begins at a time (nanoseconds); null: none is known. */
  readonly ledgerAt: (time: bigint) => Promise<LedgerPublication | null>;
  /** The stored blocks behind it, in order, up to the first one with `isSigned`, or to `most` of them. */
  readonly following: (most: number) => Promise<readonly AskedBlock[]>;
  /** The address book in force at that time. */
  readonly book: { readonly fileId: bigint; readonly bytes: Uint8Array } | null;
}

/** Why there is no proof. */
export type UnprovenKind =
  /** What was asked for is not in the block, or nothing in it shows it. */
  | 'unknown'
  /** Nobody signed the block, or no signature that holds is there yet. */
  | 'unsigned'
  /** The raw file is kept nowhere any more. */
  | 'gone'
  /** The raw file is another one than what was verified and stored. */
  | 'differs';

export type MadeProof =
  | {
      readonly kind: 'proven';
      readonly proof: ProofJson;
      /** Of a message: number of the one after which the topic's running hash is shown. */
      readonly lastMessage?: bigint;
    }
  | { readonly kind: UnprovenKind; readonly detail: string };
