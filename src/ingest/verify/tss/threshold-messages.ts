import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import type { ProfileName } from '@tain/verify/tss/profiles';
import type { TssRefusalCode } from '@tain/verify/tss/refusal';
import type { ThresholdEvidence } from '@tain/verify/tss/verify-signature';

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
