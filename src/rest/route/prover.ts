import type {
  MadeProof,
  ProofGrounds,
  ProofSubject,
  RequestedBlock,
  UnprovenKind,
} from '@tain/verify/proof-subject';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';

export interface ProofRequest extends ProofGrounds {
  readonly block: RequestedBlock;
  readonly subject: ProofSubject;
  /** Address of the client, as `ownerOf` identifies it, by which proofs are scheduled. */
  readonly client: string;
  /** Signal that is aborted when the client disconnects. */
  readonly signal: AbortSignalLike | undefined;
}

/** `unavailable`: the storage of raw files does not respond. */
export type ProofRefusalKind = UnprovenKind | 'unavailable';

export type ProofOutcome = MadeProof | { readonly kind: 'unavailable'; readonly detail: string };

/**
 * Makes proofs from raw files. The program injects it, because the query service does not import the ingest. Never
 * throws.
 */
export type Prover = (request: ProofRequest) => Promise<ProofOutcome>;
