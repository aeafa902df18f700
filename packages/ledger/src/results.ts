/** Result codes that rules test, by name (`response-code.ts` has all names). */
export const RESULT = {
  success: 22,
  duplicateTransaction: 11,
  failInvalid: 23,
  contractRevertExecuted: 33,
  feeScheduleFilePartUploaded: 104,
  successButMissingExpectedOperation: 220,
  maxChildRecordsExceeded: 328,
  wrongNonce: 312,
} as const;

/** Result codes of successful transactions. */
export const SUCCESS_CODES: readonly number[] = [
  RESULT.success,
  RESULT.feeScheduleFilePartUploaded,
  RESULT.successButMissingExpectedOperation,
];

/** Returns whether a transaction with this result succeeded. */
export function isSuccess(code: number): boolean {
  return (
    code === RESULT.success ||
    code === RESULT.feeScheduleFilePartUploaded ||
    code === RESULT.successButMissingExpectedOperation
  );
}
