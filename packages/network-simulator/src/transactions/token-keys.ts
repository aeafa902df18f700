import { Status } from '../ledger/status.ts';

/**
 * Keys of a token, by the field of requests and rows, each with the status for an invalid key and for a missing one.
 */
export const TOKEN_KEYS = [
  ['adminKey', Status.INVALID_ADMIN_KEY, Status.TOKEN_IS_IMMUTABLE],
  ['kycKey', Status.INVALID_KYC_KEY, Status.TOKEN_HAS_NO_KYC_KEY],
  ['freezeKey', Status.INVALID_FREEZE_KEY, Status.TOKEN_HAS_NO_FREEZE_KEY],
  ['wipeKey', Status.INVALID_WIPE_KEY, Status.TOKEN_HAS_NO_WIPE_KEY],
  ['supplyKey', Status.INVALID_SUPPLY_KEY, Status.TOKEN_HAS_NO_SUPPLY_KEY],
  ['feeScheduleKey', Status.INVALID_CUSTOM_FEE_SCHEDULE_KEY, Status.TOKEN_HAS_NO_FEE_SCHEDULE_KEY],
  ['pauseKey', Status.INVALID_PAUSE_KEY, Status.TOKEN_HAS_NO_PAUSE_KEY],
  ['metadataKey', Status.INVALID_METADATA_KEY, Status.TOKEN_HAS_NO_METADATA_KEY],
] as const;
