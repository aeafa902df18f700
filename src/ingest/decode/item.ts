import type { proto } from '@hiero-ledger/proto';

/** A HAPI version; record files v1 and v2 have none (they compare as 0.0.0). */
export interface HapiVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/**
 * One transaction and its outcome, whatever stream format it came in. Times are nanoseconds, ids are packed
 * entity ids (`kernel/entity-id.ts`), amounts tinybars.
 */
export interface Item {
  /** Consensus time in nanoseconds. */
  readonly consensusTimestamp: bigint;
  /** 0-based position in its block. */
  readonly index: number;
  /** The HAPI version of its block, or null where the format has none. */
  readonly hapiVersion: HapiVersion | null;
  /** Raw bytes of the `Transaction` message. */
  readonly transactionBytes: Uint8Array;
  /** Raw bytes of the `TransactionRecord` message. */
  readonly recordBytes: Uint8Array;
  /** Raw bytes of the `TransactionBody` message. */
  readonly bodyBytes: Uint8Array;
  readonly body: proto.ITransactionBody;
  readonly signatureMap: proto.ISignatureMap;
  readonly record: proto.ITransactionRecord;
  /** Tag of the body's `data` oneof; of the only unknown field when the protos do not know it; else 0. */
  readonly type: number;
  /** `ResponseCodeEnum` number of the receipt. */
  readonly status: number;
  /** Status SUCCESS, FEE_SCHEDULE_FILE_PART_UPLOADED or SUCCESS_BUT_MISSING_EXPECTED_OPERATION, and the parent's too. */
  readonly successful: boolean;
  /** The payer: `transactionID.accountID`. */
  readonly payer: bigint;
  /** The parent of a child item, when it comes shortly before it in the same block. */
  readonly parent: Item | null;
  /** For a child with a contract result: the hook call (of 0.0.365) that caused it. */
  readonly hookParent: Item | null;
  /** Whether its record has a contract result, and whether it has token transfers: known without decoding it. */
  readonly hasResult: boolean;
  readonly movesTokens: boolean;
  /** Sidecar records with this consensus time, in order. */
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
}

/** A sidecar file that a record file names, read and checked against its hash. */
export interface Sidecar {
  readonly id: number;
  readonly name: string;
  readonly types: readonly number[];
  /** SHA-384 of the decompressed file. */
  readonly hash: Uint8Array;
  /** Bytes on the wire. */
  readonly size: number;
  /** Number of sidecar records in it. */
  readonly count: number;
}

/** A decoded block that is not yet known to be true. Hashes are SHA-384, 48 bytes. */
export interface Block {
  /** File name with extension, without folder: `2022-07-13T08_46_08.041986003Z.rcd.gz`. */
  readonly name: string;
  /** Format version of the stream file: 1, 2, 5, 6. */
  readonly version: number;
  readonly hapiVersion: HapiVersion | null;
  /** Consensus time of the first and last item (for an empty file: the instant in its name). */
  readonly consensusStart: bigint;
  readonly consensusEnd: bigint;
  /** What the next block's `previousHash` must be: end running hash, or the file hash for v1 and v2. */
  readonly hash: Uint8Array;
  readonly previousHash: Uint8Array;
  readonly fileHash: Uint8Array;
  /** v5 and v6 only. */
  readonly metadataHash: Uint8Array | null;
  /** Block number in the file (v6), else null: then it is the previous number + 1. */
  readonly number: bigint | null;
  /** Bytes on the wire (compressed). */
  readonly size: number;
  readonly items: readonly Item[];
  readonly sidecars: readonly Sidecar[];
}

/** Which node signed a file, and what it signed. Evidence for the status service. */
export interface NodeSignature {
  readonly nodeId: bigint;
  readonly nodeAccountId: bigint;
  /** `verified`: valid and in the majority. `diverged`: valid, another hash. `invalid`, `unreadable`, `missing`. */
  readonly outcome: 'verified' | 'diverged' | 'invalid' | 'unreadable' | 'missing';
}
