import type { proto } from '@tain/protos/hapi';

/** An account or contract of the state, with its key as it came. */
export interface InitialAccount {
  readonly account: proto.IAccount;
  readonly key: Uint8Array | null;
}

/** A file of the state, with its keys as they came. */
export interface InitialFile {
  readonly file: proto.IFile;
  readonly keys: Uint8Array | null;
}

/** The code of a contract, without what created it. */
export interface InitialCode {
  readonly contractId: proto.IContractID;
  readonly code: Uint8Array;
}

/** The state from before the stream, which the first wrapped record block carries beside its record file. */
export interface InitialState {
  /** Consensus time of the state in nanoseconds: before every transaction of the block. */
  readonly at: bigint;
  readonly accounts: readonly InitialAccount[];
  readonly files: readonly InitialFile[];
  readonly codes: readonly InitialCode[];
  /** Accounts, files and code of which only some fields are known: they are left out. */
  readonly leftOut: number;
}
