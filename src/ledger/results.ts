/** Results of transactions that rules ask for, by the number of their code (`kernel/response-code.ts` has the names). */
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

/** What transactions that did what they were asked to end with. */
export const SUCCESS_CODES: readonly number[] = [
  RESULT.success,
  RESULT.feeScheduleFilePartUploaded,
  RESULT.successButMissingExpectedOperation,
];

/** Whether a transaction with this result did what it was asked to. */
export function isSuccess(code: number): boolean {
  return (
    code === RESULT.success ||
    code === RESULT.feeScheduleFilePartUploaded ||
    code === RESULT.successButMissingExpectedOperation
  );
}
