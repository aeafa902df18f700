import { sha384 } from '@tain/ledger/record-stream';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import type { BlockFacts, ConflictingValue } from '../item.ts';
import type { ItemSource } from '../items.ts';
import { rawMessage } from '../raw-field.ts';
import { contractResult } from './contract-result.ts';
import type { PendingAirdrops } from './pending-airdrops.ts';
import type { BlockTransaction } from './transactions.ts';

/** Field numbers of `TransactionBody`. */
const TRANSACTION_ID = 1;
const MEMO = 6;

/** Data that the state and the traces add to the record of a transaction. */
export interface Effects {
  readonly receipt: proto.ITransactionReceipt;
  readonly airdrops: PendingAirdrops;
  readonly lacksAddress: boolean;
  readonly createdContracts: readonly proto.IContractID[];
  readonly conflicts: readonly ConflictingValue[];
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
  readonly delegationNonce: bigint | null;
}

/** A transaction of a block as a source of an item: its record is built on each request. */
export class TranslatedItem implements ItemSource {
  readonly bodyBytes: Buffer;
  readonly signatureBytes: Buffer | null;
  readonly blockFacts: BlockFacts;
  readonly #transaction: BlockTransaction;
  readonly #effects: Effects;
  #hash: Buffer | null = null;
  #contract: proto.IContractFunctionResult | null = null;

  constructor(transaction: BlockTransaction, effects: Effects) {
    const { signed, congestionPricingMultiplier } = transaction;
    this.bodyBytes = signed.bodyBytes;
    this.signatureBytes = signed.signatureBytes;
    this.#transaction = transaction;
    this.#effects = effects;
    const { delegationNonce, airdrops, lacksAddress, conflicts } = effects;
    this.blockFacts = {
      congestionPricingMultiplier,
      delegationNonce,
      lacksAddress,
      airdropGrowth: airdrops.growth,
      conflicts,
    };
  }

  /** Returns the transaction as its payer sent it. */
  transactionBytes(): Buffer {
    const { signed, signedBytes } = this.#transaction;
    if (!signed.isBareTransaction) {
      return Buffer.from(proto.Transaction.encode({ signedTransactionBytes: signedBytes }).finish());
    }
    // The signatures as received: a decoded map could be encoded differently.
    const writer = proto.Transaction.encode({});
    if (signed.signatureBytes) writer.uint32(fieldTag(3)).bytes(signed.signatureBytes);
    return Buffer.from(writer.uint32(fieldTag(4)).bytes(signed.bodyBytes).finish());
  }

  record(): proto.ITransactionRecord {
    const result = stream.TransactionResult.decode(this.#transaction.result);
    const { transferList, scheduleRef, parentConsensusTimestamp } = result;
    const execution = this.#transaction.execution;
    const contract = this.#contractResult();
    const random = randomOf(this.#transaction);
    // One shape for all records: objects built by spreading cost several times as much.
    return {
      receipt: { ...this.#effects.receipt, status: result.status },
      transactionHash: this.#transactionHash(),
      consensusTimestamp: proto.Timestamp.decode(result.consensusTimestamp ?? new Uint8Array()),
      transactionFee: result.transactionFeeCharged,
      contractCallResult: execution?.isCreation ? null : contract,
      contractCreateResult: execution?.isCreation ? contract : null,
      transferList: transferList ? proto.TransferList.decode(transferList) : null,
      tokenTransferLists: result.tokenTransferLists.map((bytes) => proto.TokenTransferList.decode(bytes)),
      scheduleRef: scheduleRef ? proto.ScheduleID.decode(scheduleRef) : null,
      assessedCustomFees: result.assessedCustomFees.map((bytes) => proto.AssessedCustomFee.decode(bytes)),
      automaticTokenAssociations: result.automaticTokenAssociations.map((bytes) =>
        proto.TokenAssociation.decode(bytes),
      ),
      parentConsensusTimestamp: parentConsensusTimestamp
        ? proto.Timestamp.decode(parentConsensusTimestamp)
        : null,
      paidStakingRewards: result.paidStakingRewards.map((bytes) => proto.AccountAmount.decode(bytes)),
      prngBytes: random?.prngBytes ?? null,
      prngNumber: random?.prngNumber ?? null,
      newPendingAirdrops: this.#effects.airdrops.records,
      highVolumePricingMultiplier: result.highVolumePricingMultiplier,
    };
  }

  recordBytes(): Buffer {
    const idBytes = rawMessage(this.bodyBytes, TRANSACTION_ID);
    const record = {
      ...this.record(),
      ...(idBytes && { transactionID: proto.TransactionID.decode(idBytes) }),
    };
    const writer = proto.TransactionRecord.encode(record);
    // The memo stays raw bytes, because it need not be valid text.
    const memo = rawMessage(this.bodyBytes, MEMO);
    if (memo?.length) writer.uint32(fieldTag(5)).bytes(memo);
    return Buffer.from(writer.finish());
  }

  resultBytes(): Buffer | null {
    const result = this.#contractResult();
    return result && Buffer.from(proto.ContractFunctionResult.encode(result).finish());
  }

  /** Returns the contract result, cached because building it is expensive, and few transactions have one. */
  #contractResult(): proto.IContractFunctionResult | null {
    const { execution } = this.#transaction;
    if (execution)
      this.#contract ??= contractResult(this.#transaction, execution, this.#effects.createdContracts);
    return this.#contract;
  }

  #transactionHash(): Buffer {
    const { signed, signedBytes } = this.#transaction;
    this.#hash ??= sha384(signed.isBareTransaction ? this.transactionBytes() : signedBytes);
    return this.#hash;
  }
}

/** Returns the tag of a length-delimited field. */
function fieldTag(field: number): number {
  return (field << 3) | 2;
}

function randomOf({ decodedOutputs }: BlockTransaction): stream.IUtilPrngOutput | null {
  for (const { utilPrng } of decodedOutputs) {
    if (utilPrng?.prngBytes || typeof utilPrng?.prngNumber === 'number') return utilPrng;
  }
  return null;
}
