import type { proto } from '@tain/protos/hapi';

/** An account or contract of the state, with its key as received. */
export interface InitialAccount {
  readonly account: proto.IAccount;
  readonly key: Uint8Array | null;
}

/** A file of the state, with its keys as received. */
export interface InitialFile {
  readonly file: proto.IFile;
  readonly keys: Uint8Array | null;
}

/** The code of a contract, without the initcode that created it. */
export interface InitialCode {
  readonly contractId: proto.IContractID;
  readonly code: Uint8Array;
}

/** The state from before the stream, which the first wrapped record block contains in addition to its record file. */
export interface InitialState {
  /** Consensus time of the state in nanoseconds: before every transaction of the block. */
  readonly at: bigint;
  readonly accounts: readonly InitialAccount[];
  readonly files: readonly InitialFile[];
  readonly codes: readonly InitialCode[];
  /** Number of accounts, files and code that were left out because only some of their fields are known. */
  readonly leftOut: number;
}
