import { type HapiVersion, isAtLeast } from '@tain/ledger/hapi-version';
import type { proto } from '@tain/protos/hapi';

/** An airdrop added to an amount that is not in the block. */
export interface AirdropGrowth {
  /** Amount in the token's smallest unit. */
  readonly by: bigint;
  /** Whether the pending airdrop existed before. If so, its amount is unknown when no row of it is stored. */
  readonly existed: boolean;
}

/**
 * Values that a block may contain twice and differently: in a field of their own, which is used, and in its state
 * changes.
 */
export type ConflictingValue = 'created_contract_ids' | 'written_value';

/** Facts about a transaction that blocks have and record files lack. */
export interface BlockFacts {
  /** Factor by which the fee was multiplied because of congestion. */
  readonly congestionPricingMultiplier: bigint;
  /** Nonce of an account that was created with a delegation (EIP-7702); else null. */
  readonly delegationNonce: bigint | null;
  /** Whether an account became a contract here, and the block does not repeat its EVM address. */
  readonly lacksAddress: boolean;
  /** Growth of each of the record's `newPendingAirdrops` whose amount is missing; else null. */
  readonly airdropGrowth: readonly (AirdropGrowth | null)[];
  readonly conflicts: readonly ConflictingValue[];
}

/**
 * One transaction and its outcome, from any stream format. Times are nanoseconds, ids are packed entity ids
 * (`kernel/entity-id.ts`), amounts tinybars.
 */
export interface Item {
  /** Consensus time in nanoseconds. */
  readonly consensusTimestamp: bigint;
  /** 0-based position in its block. */
  readonly index: number;
  /** The HAPI version of its block; null in record files v1 and v2, which have none. */
  readonly hapiVersion: HapiVersion | null;
  /** Bytes of the `Transaction` message: raw from a record file, encoded on request from a block. */
  readonly transactionBytes: Uint8Array;
  /** Bytes of the `TransactionRecord` message, in the same way. */
  readonly recordBytes: Uint8Array;
  /** Bytes of the record's `ContractFunctionResult` message, in the same way; null: it has none. */
  readonly resultBytes: Uint8Array | null;
  /** Raw bytes of the `TransactionBody` message. */
  readonly bodyBytes: Uint8Array;
  readonly body: proto.ITransactionBody;
  readonly signatureMap: proto.ISignatureMap;
  readonly record: proto.ITransactionRecord;
  /** Tag of the body's `data` oneof; of the only unknown field when the protos lack it; else 0. */
  readonly type: number;
  /** `ResponseCodeEnum` number of the receipt. */
  readonly status: number;
  /**
   * Whether the status is SUCCESS, FEE_SCHEDULE_FILE_PART_UPLOADED or SUCCESS_BUT_MISSING_EXPECTED_OPERATION, and the
   * parent's too.
   */
  readonly successful: boolean;
  /** The payer: `transactionID.accountID`. */
  readonly payer: bigint;
  /** The parent of a child item, when it comes shortly before it in the same block. */
  readonly parent: Item | null;
  /** The hook call (of 0.0.365) that caused a child with a contract result; null for other items. */
  readonly hookParent: Item | null;
  /**
   * Whether the record has a contract result, and whether it has token transfers. Both are known without decoding it.
   */
  readonly hasResult: boolean;
  readonly movesTokens: boolean;
  /** Facts that only blocks have; null from a record file. */
  readonly blockFacts: BlockFacts | null;
  /** Sidecar records with this consensus time, in order. */
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
}

/** Returns whether an item's block has at least HAPI `major.minor`. */
export function hapiAtLeast(
  { hapiVersion }: Pick<Item, 'hapiVersion'>,
  major: number,
  minor: number,
): boolean {
  return isAtLeast(hapiVersion, { major, minor });
}
