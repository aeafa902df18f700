import type { ProofJson } from './proof-json.ts';
import type { LedgerPublication } from './tss/ledger-publication.ts';

/** The block of a proof, as stored in the database. */
export interface RequestedBlock {
  readonly number: bigint;
  /** Block hash in lower-case hex. */
  readonly hash: string;
  readonly name: string;
  /** Version of the stream's format. */
  readonly version: number;
  /** Consensus time of the block's first transaction, in nanoseconds. */
  readonly start: bigint;
  /** Whether the raw block has a threshold signature that was verified when the block was stored. */
  readonly isSigned: boolean;
}

/** Part of a block to prove. Times are nanoseconds. */
export type ProofSubject =
  | { readonly kind: 'block' }
  | { readonly kind: 'transaction'; readonly at: bigint }
  /** Messages of a topic. `topic`: `shard.realm.num`. */
  | {
      readonly kind: 'message';
      readonly topic: string;
      readonly sequenceNumber: bigint;
      readonly at: bigint;
    };

/** Trusted data with which the signatures of a block are verified. */
export interface ProofGrounds {
  /** Returns the ledger whose threshold signatures are valid for a block that begins at a time (nanoseconds), or null. */
  readonly ledgerAt: (time: bigint) => Promise<LedgerPublication | null>;
  /** Returns the stored blocks after this one, in order, up to the first one with `isSigned`, or at most `max`. */
  readonly following: (max: number) => Promise<readonly RequestedBlock[]>;
  /** Address book in force at that time. */
  readonly book: { readonly fileId: bigint; readonly bytes: Uint8Array } | null;
}

/** Reason for a missing proof, also a label value of the metric `tain_api_proof_seconds`. */
export type UnprovenKind =
  /** The block does not contain the requested item, or nothing in it proves the item. */
  | 'unknown'
  /** The block is unsigned, or no valid signature is available yet. */
  | 'unsigned'
  /** The raw file is no longer available from any source. */
  | 'gone'
  /** The raw file differs from the one that was verified and stored. */
  | 'differs';

export type MadeProof =
  | {
      readonly kind: 'proven';
      readonly proof: ProofJson;
      /** Number of the last message that the topic's running hash in the proof covers. */
      readonly lastMessage?: bigint;
    }
  | { readonly kind: UnprovenKind; readonly detail: string };
