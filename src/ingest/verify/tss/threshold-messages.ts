import type { LedgerPublication } from '../../../proof/tss/ledger-publication.ts';
import type { ProfileName } from '../../../proof/tss/profiles.ts';
import type { TssRefusalCode } from '../../../proof/tss/refusal.ts';
import type { ThresholdEvidence } from '../../../proof/tss/verify-signature.ts';

/** Request to a thread. */
export interface VerifyCommand {
  /** Id of a publication and its profile, so that a thread checks them once. */
  readonly ledger: number;
  readonly publication: LedgerPublication;
  readonly profile: ProfileName | null;
  readonly root: Uint8Array;
  readonly signature: Uint8Array;
}

export type VerifyAnswer =
  | { readonly evidence: ThresholdEvidence }
  | { readonly refusal: { readonly code: TssRefusalCode; readonly message: string } };
