import { proto } from '@tain/protos/hapi';

/** The outcome of a transaction: the numbers of `ResponseCodeEnum`. */
export const Status = proto.ResponseCodeEnum;
export type Status = proto.ResponseCodeEnum;

/** Returns whether the effects of a transaction with this status remain. */
export function holds(status: Status): boolean {
  return (
    status === Status.SUCCESS ||
    status === Status.FEE_SCHEDULE_FILE_PART_UPLOADED ||
    status === Status.SUCCESS_BUT_MISSING_EXPECTED_OPERATION
  );
}
