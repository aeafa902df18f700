import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type {
  AskedBlock,
  MadeProof,
  ProofGrounds,
  ProofSubject,
  UnprovenKind,
} from '../../proof/asked-proof.ts';

export interface ProofRequest extends ProofGrounds {
  readonly block: AskedBlock;
  readonly subject: ProofSubject;
  /** The client, as `ownerOf` identifies it: clients take turns. */
  readonly client: string;
  /** Aborted when who asks leaves. */
  readonly signal: AbortSignalLike | undefined;
}

/** `unavailable`: where raw files are kept does not answer. */
export type ProofRefusalKind = UnprovenKind | 'unavailable';

export type ProofOutcome = MadeProof | { readonly kind: 'unavailable'; readonly detail: string };

/** What makes proofs from raw files, handed over by the program: the query service does not know them. Never throws. */
export type Prover = (request: ProofRequest) => Promise<ProofOutcome>;
