import { longToBigInt } from '@tain/ledger/long';
import type { Unit } from '@tain/ledger/simple-fee-schedule';
import type { Operation } from '@tain/ledger/transaction-type';
import type { proto } from '@tain/protos/hapi';
import { type FeeState, topicIdOf } from './fee-state.ts';
import { transferUnits } from './transfer-units.ts';

type MaybeKey = proto.IKey | null | undefined;
type Count = (body: proto.ITransactionBody, state: FeeState | undefined) => readonly Unit[];

/** Counts the keys that can sign in key structures: Ed25519 and ECDSA keys, but not contract ids. */
function keys(...roots: readonly MaybeKey[]): bigint {
  let count = 0n;
  // Iterates without recursion, because clients choose the depth of their keys.
  const left = [...roots];
  for (let key = left.pop(); left.length > 0 || key; key = left.pop()) {
    if (key?.ed25519 || key?.ECDSASecp256k1) count++;
    for (const inner of key?.keyList?.keys ?? key?.thresholdKey?.keys?.keys ?? []) left.push(inner);
  }
  return count;
}

function lengthOf(list: { readonly length: number } | null | undefined): bigint {
  return BigInt(list?.length ?? 0);
}

/** Units counted by each operation; an operation without an entry has only its base fee. */
const COUNTS: Partial<Record<Operation, Count>> = {
  cryptoCreateAccount: ({ cryptoCreateAccount: op }) => [
    ['KEYS', keys(op?.key)],
    ['HOOK_UPDATES', lengthOf(op?.hookCreationDetails)],
  ],
  cryptoUpdateAccount: ({ cryptoUpdateAccount: op }) => [
    ['KEYS', keys(op?.key)],
    ['HOOK_UPDATES', lengthOf(op?.hookCreationDetails) + lengthOf(op?.hookIdsToDelete)],
  ],
  cryptoTransfer: transferUnits,
  tokenAirdrop: transferUnits,
  cryptoApproveAllowance: ({ cryptoApproveAllowance: op }) => [
    [
      'ALLOWANCES',
      lengthOf(op?.cryptoAllowances) + lengthOf(op?.tokenAllowances) + lengthOf(op?.nftAllowances),
    ],
  ],
  cryptoDeleteAllowance: ({ cryptoDeleteAllowance: op }) => [['ALLOWANCES', lengthOf(op?.nftAllowances)]],
  consensusCreateTopic: ({ consensusCreateTopic: op }) => [
    ['KEYS', keys(op?.adminKey, op?.feeScheduleKey, op?.submitKey)],
    ['CONSENSUS_CREATE_TOPIC_WITH_CUSTOM_FEE', op?.customFees?.length ? 1n : 0n],
  ],
  consensusUpdateTopic: ({ consensusUpdateTopic: op }) => [
    ['KEYS', keys(op?.adminKey, op?.feeScheduleKey, op?.submitKey, ...(op?.feeExemptKeyList?.keys ?? []))],
  ],
  consensusSubmitMessage: ({ consensusSubmitMessage: op }, state) => {
    const length = lengthOf(op?.message);
    return state?.topicsWithFees.has(topicIdOf(op?.topicID) ?? -1n)
      ? [
          ['CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE', 1n],
          ['CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE_BYTES', length],
        ]
      : [['CONSENSUS_SUBMIT_MESSAGE_WITHOUT_CUSTOM_FEE_BYTES', length]];
  },
  fileCreate: ({ fileCreate: op }) => [
    ['KEYS', keys(...(op?.keys?.keys ?? []))],
    ['STATE_BYTES', lengthOf(op?.contents)],
  ],
  fileUpdate: ({ fileUpdate: op }) => [
    ['KEYS', keys(...(op?.keys?.keys ?? []))],
    ['STATE_BYTES', lengthOf(op?.contents)],
  ],
  fileAppend: ({ fileAppend: op }) => [['STATE_BYTES', lengthOf(op?.contents)]],
  contractCreateInstance: ({ contractCreateInstance: op }) => [
    ['KEYS', keys(op?.adminKey)],
    ['HOOK_UPDATES', lengthOf(op?.hookCreationDetails)],
  ],
  contractUpdateInstance: ({ contractUpdateInstance: op }) => [
    ['KEYS', keys(op?.adminKey)],
    ['HOOK_UPDATES', lengthOf(op?.hookCreationDetails)],
    ['HOOK_UPDATES', lengthOf(op?.hookIdsToDelete)],
  ],
  scheduleCreate: ({ scheduleCreate: op }) => [
    ['KEYS', keys(op?.adminKey)],
    ['SCHEDULE_CREATE_CONTRACT_CALL_BASE', op?.scheduledTransactionBody?.contractCall ? 1n : 0n],
  ],
  tokenCreation: ({ tokenCreation: op }) => [
    ['KEYS', tokenKeys(op)],
    ['TOKEN_CREATE_WITH_CUSTOM_FEE', op?.customFees?.length || op?.feeScheduleKey ? 1n : 0n],
  ],
  tokenUpdate: ({ tokenUpdate: op }) => [['KEYS', tokenKeys(op)]],
  tokenMint: ({ tokenMint: op }) =>
    longToBigInt(op?.amount) === 0n && op?.metadata?.length
      ? [
          ['TOKEN_MINT_NFT_BASE', 1n],
          ['TOKEN_MINT_NFT', lengthOf(op.metadata)],
        ]
      : [],
  tokenAssociate: ({ tokenAssociate: op }) => [['TOKEN_ASSOCIATE', lengthOf(op?.tokens)]],
  tokenUpdateNfts: ({ tokenUpdateNfts: op }) => [['NFT_UPDATE', lengthOf(op?.serialNumbers)]],
};

function tokenKeys(
  op: proto.ITokenCreateTransactionBody | proto.ITokenUpdateTransactionBody | null | undefined,
): bigint {
  return keys(
    op?.adminKey,
    op?.feeScheduleKey,
    op?.freezeKey,
    op?.kycKey,
    op?.metadataKey,
    op?.pauseKey,
    op?.supplyKey,
    op?.wipeKey,
  );
}

/** Returns the units of a transaction's operation, by the ledger's state if that is known. */
export function feeUnits(
  operation: Operation,
  body: proto.ITransactionBody,
  state: FeeState | undefined,
): readonly Unit[] {
  return COUNTS[operation]?.(body, state) ?? [];
}
