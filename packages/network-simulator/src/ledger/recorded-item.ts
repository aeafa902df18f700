import type { proto } from '@tain/protos/hapi';
import type { HookName } from './entities.ts';

/** One entry of a record stream. */
export interface StreamItem {
  /** Consensus time in nanoseconds. */
  readonly at: bigint;
  /** Data field of the body, and the status in the receipt. */
  readonly type: string;
  readonly status: proto.ResponseCodeEnum;
  readonly transaction: Uint8Array;
  readonly record: Uint8Array;
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
  /** Hook whose execution this is; absent for other transactions. */
  readonly hook?: HookName;
}
