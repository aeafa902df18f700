import { proto } from '@tain/protos/hapi';
import { isRawField } from '../../../packages/network-simulator/src/ledger/draft.ts';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { arrayText, bytesText, idText, jsonText, type Row, text } from './rows.ts';
import { type Item, nanos, num, type Stream } from './stream.ts';

/** Rows that depend on one item of the stream: of the transaction, and of its transfers. */

type Ids = (item: Item, stream: Stream) => number;
const fileOf = (id: proto.IFileID | null | undefined): number => num(id?.fileNum);
const tokenOf = (id: proto.ITokenID | null | undefined): number => num(id?.tokenNum);
const topicOf = (id: proto.ITopicID | null | undefined): number => num(id?.topicNum);
const receiptContract = ({ record }: Item): number => num(record.receipt?.contractID?.contractNum);

/** Entity in `transaction.entity_id`, by data field of the body; null for other types. */
const ENTITY_ID: Readonly<Record<string, Ids>> = {
  cryptoCreateAccount: ({ record }) => num(record.receipt?.accountID?.accountNum),
  cryptoUpdateAccount: ({ body }, s) => s.account(body.cryptoUpdateAccount?.accountIDToUpdate),
  cryptoDelete: ({ body }, s) => s.account(body.cryptoDelete?.deleteAccountID),
  cryptoAddLiveHash: ({ body }, s) => s.account(body.cryptoAddLiveHash?.liveHash?.accountId),
  cryptoDeleteLiveHash: ({ body }, s) => s.account(body.cryptoDeleteLiveHash?.accountOfLiveHash),
  fileCreate: ({ record }) => fileOf(record.receipt?.fileID),
  fileUpdate: ({ body }) => fileOf(body.fileUpdate?.fileID),
  fileAppend: ({ body }) => fileOf(body.fileAppend?.fileID),
  fileDelete: ({ body }) => fileOf(body.fileDelete?.fileID),
  systemDelete: ({ body }, s) =>
    fileOf(body.systemDelete?.fileID) || s.contract(body.systemDelete?.contractID),
  systemUndelete: ({ body }, s) =>
    fileOf(body.systemUndelete?.fileID) || s.contract(body.systemUndelete?.contractID),
  freeze: ({ body }) => fileOf(body.freeze?.updateFile),
  consensusCreateTopic: ({ record }) => topicOf(record.receipt?.topicID),
  consensusUpdateTopic: ({ body }) => topicOf(body.consensusUpdateTopic?.topicID),
  consensusDeleteTopic: ({ body }) => topicOf(body.consensusDeleteTopic?.topicID),
  consensusSubmitMessage: ({ body }) => topicOf(body.consensusSubmitMessage?.topicID),
  tokenCreation: ({ record }) => tokenOf(record.receipt?.tokenID),
  tokenUpdate: ({ body }) => tokenOf(body.tokenUpdate?.token),
  tokenDeletion: ({ body }) => tokenOf(body.tokenDeletion?.token),
  tokenMint: ({ body }) => tokenOf(body.tokenMint?.token),
  tokenBurn: ({ body }) => tokenOf(body.tokenBurn?.token),
  tokenWipe: ({ body }) => tokenOf(body.tokenWipe?.token),
  tokenFreeze: ({ body }, s) => s.account(body.tokenFreeze?.account),
  tokenUnfreeze: ({ body }, s) => s.account(body.tokenUnfreeze?.account),
  tokenGrantKyc: ({ body }, s) => s.account(body.tokenGrantKyc?.account),
  tokenRevokeKyc: ({ body }, s) => s.account(body.tokenRevokeKyc?.account),
  tokenAssociate: ({ body }, s) => s.account(body.tokenAssociate?.account),
  tokenDissociate: ({ body }, s) => s.account(body.tokenDissociate?.account),
  tokenFeeScheduleUpdate: ({ body }) => tokenOf(body.tokenFeeScheduleUpdate?.tokenId),
  tokenPause: ({ body }) => tokenOf(body.tokenPause?.token),
  tokenUnpause: ({ body }) => tokenOf(body.tokenUnpause?.token),
  tokenUpdateNfts: ({ body }) => tokenOf(body.tokenUpdateNfts?.token),
  tokenReject: ({ body, payer }, s) => s.account(body.tokenReject?.owner) || payer,
  contractCreateInstance: receiptContract,
  contractUpdateInstance: (item, s) =>
    receiptContract(item) || s.contract(item.body.contractUpdateInstance?.contractID),
  contractDeleteInstance: (item, s) =>
    receiptContract(item) || s.contract(item.body.contractDeleteInstance?.contractID),
  contractCall: (item, s) => receiptContract(item) || s.contract(item.body.contractCall?.contractID),
  ethereumTransaction: receiptContract,
  scheduleCreate: ({ record }) => num(record.receipt?.scheduleID?.scheduleNum),
  scheduleSign: ({ body }) => num(body.scheduleSign?.scheduleID?.scheduleNum),
  scheduleDelete: ({ body }) => num(body.scheduleDelete?.scheduleID?.scheduleNum),
  nodeCreate: ({ body }, s) => s.account(body.nodeCreate?.accountId),
  nodeUpdate: ({ body }, s) => s.account(body.nodeUpdate?.accountId),
  hookStore: ({ body }, s) => {
    const owner = body.hookStore?.hookId?.entityId;
    return s.account(owner?.accountId) || s.contract(owner?.contractId);
  },
};

export function entityIdOf(item: Item, stream: Stream): number {
  return ENTITY_ID[item.field]?.(item, stream) ?? 0;
}

/** Types of nodes, whose transactions are stored as bytes. */
const WITH_BYTES = ['nodeCreate', 'nodeUpdate', 'nodeDelete'];

export function transactionRows(stream: Stream, ledger: Ledger): Row[] {
  const inner = new Map<bigint, (number | bigint)[]>();
  for (const item of stream.items) {
    if (item.parent?.field !== 'atomicBatch' || item.nonce !== 0) continue;
    const { at } = item.parent;
    inner.set(at, [...(inner.get(at) ?? []), item.payer, item.validStart]);
  }
  return stream.items.map((item) => {
    const { body, record } = item;
    const bytes = WITH_BYTES.includes(item.field) || isRawField(item.field);
    const nfts = nftTransfers(item, stream, ledger);
    const limits = (body.maxCustomFees ?? []).map((limit) => proto.CustomFeeLimit.encode(limit).finish());
    return {
      consensus_timestamp: text(item.at),
      type: text(item.type),
      result: text(item.status),
      payer_account_id: text(item.payer),
      valid_start_ns: text(item.validStart),
      valid_duration_seconds: text(body.transactionValidDuration?.seconds?.toString()),
      node_account_id: idText(stream.account(body.nodeAccountID)),
      entity_id: idText(entityIdOf(item, stream)),
      // A uint64 in the message is a bigint in the column, as in Java.
      initial_balance: text(
        BigInt.asIntN(
          64,
          BigInt(
            (
              body.cryptoCreateAccount?.initialBalance ??
              body.contractCreateInstance?.initialBalance ??
              0
            ).toString(),
          ),
        ),
      ),
      max_fee: text(body.transactionFee.toString()),
      charged_tx_fee: text(record.transactionFee.toString()),
      memo: bytesText(Buffer.from(body.memo)),
      transaction_hash: bytesText(record.transactionHash),
      transaction_bytes: bytes ? bytesText(item.transaction) : null,
      scheduled: text(Boolean(record.scheduleRef)),
      nonce: text(item.nonce),
      parent_consensus_timestamp: record.parentConsensusTimestamp
        ? text(nanos(record.parentConsensusTimestamp))
        : null,
      errata: null,
      index: text(item.index),
      nft_transfer: nfts.length > 0 ? jsonText(nfts) : null,
      itemized_transfer: null,
      transaction_record_bytes: bytes ? bytesText(item.recordBytes) : null,
      max_custom_fees:
        limits.length === 0
          ? null
          : `{${limits.map((limit) => `"\\\\x${Buffer.from(limit).toString('hex')}"`).join(',')}}`,
      batch_key: body.batchKey ? bytesText(proto.Key.encode(body.batchKey).finish()) : null,
      inner_transactions: inner.has(item.at) ? arrayText(inner.get(item.at) ?? []) : null,
      high_volume: text(body.highVolume),
      congestion_pricing_multiplier: null,
      high_volume_pricing_multiplier: record.highVolumePricingMultiplier.toString(),
    };
  });
}

/** Returns whether a transfer list is the single debit of a dissociation from a deleted token. */
function leavesDeleted(item: Item, list: proto.ITokenTransferList): boolean {
  return item.field === 'tokenDissociate' && list.transfers?.length === 1;
}

function nftTransfers(item: Item, stream: Stream, ledger: Ledger): object[] {
  if (!item.ok) return [];
  return (item.record.tokenTransferLists ?? []).flatMap((list) => {
    const token = tokenOf(list.token);
    const lost = leavesDeleted(item, list) && ledger.tokens.need(token).nonFungible ? list.transfers : [];
    const requested = (item.body.cryptoTransfer?.tokenTransfers ?? [])
      .filter((one) => tokenOf(one.token) === token)
      .flatMap((one) => one.nftTransfers ?? []);
    return [
      ...(lost ?? []).map(({ accountID, amount }) => ({
        is_approval: false,
        receiver_account_id: null,
        sender_account_id: num(accountID?.accountNum),
        serial_number: num(amount),
        token_id: token,
      })),
      ...(list.nftTransfers ?? []).map(({ senderAccountID, receiverAccountID, serialNumber }) => ({
        is_approval: requested.some(
          (one) => num(one.serialNumber) === num(serialNumber) && Boolean(one.isApproval),
        ),
        receiver_account_id: stream.account(receiverAccountID) || null,
        sender_account_id: stream.account(senderAccountID) || null,
        serial_number: num(serialNumber),
        token_id: token,
      })),
    ];
  });
}

export function cryptoTransferRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) =>
    (item.record.transferList?.accountAmounts ?? []).map(({ accountID, amount }) => {
      const requested = (item.body.cryptoTransfer?.transfers?.accountAmounts ?? []).find(
        (one) =>
          one.amount?.toString() === amount?.toString() &&
          stream.account(one.accountID) === stream.account(accountID),
      );
      return {
        entity_id: text(num(accountID?.accountNum)),
        consensus_timestamp: text(item.at),
        amount: text(amount?.toString()),
        payer_account_id: text(item.payer),
        is_approval: text(Boolean(requested?.isApproval) && Number(amount) < 0),
        errata: null,
      };
    }),
  );
}

export function tokenTransferRows(stream: Stream, ledger: Ledger): Row[] {
  return stream.items.flatMap((item) =>
    item.ok
      ? (item.record.tokenTransferLists ?? []).flatMap((list) => {
          const token = tokenOf(list.token);
          if (leavesDeleted(item, list) && ledger.tokens.need(token).nonFungible) return [];
          const requested = (item.body.cryptoTransfer?.tokenTransfers ?? [])
            .filter((one) => tokenOf(one.token) === token)
            .flatMap((one) => one.transfers ?? []);
          return (list.transfers ?? []).map(({ accountID, amount }) => {
            const own = requested.filter(
              (one) => stream.account(one.accountID) === stream.account(accountID),
            );
            const exact = own.find((one) => one.amount?.toString() === amount?.toString());
            const approved = exact ? Boolean(exact.isApproval) : own.some((one) => one.isApproval);
            return {
              token_id: text(token),
              account_id: text(stream.account(accountID)),
              consensus_timestamp: text(item.at),
              amount: text(amount?.toString()),
              payer_account_id: text(item.payer),
              is_approval: text(approved && Number(amount) < 0),
            };
          });
        })
      : [],
  );
}

export function rewardRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) =>
    (item.record.paidStakingRewards ?? []).map(({ accountID, amount }) => ({
      account_id: text(num(accountID?.accountNum)),
      amount: text(amount?.toString()),
      consensus_timestamp: text(item.at),
      payer_account_id: text(item.payer),
    })),
  );
}

export function assessedFeeRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) =>
    item.ok
      ? (item.record.assessedCustomFees ?? []).map((fee) => ({
          amount: text(fee.amount?.toString()),
          collector_account_id: text(num(fee.feeCollectorAccountId?.accountNum)),
          consensus_timestamp: text(item.at),
          token_id: idText(tokenOf(fee.tokenId)),
          effective_payer_account_ids: arrayText(
            (fee.effectivePayerAccountId ?? []).map((id) => num(id.accountNum)),
          ),
          payer_account_id: text(item.payer),
        }))
      : [],
  );
}

/** Returns the rows of the ledger's own hash, in two columns. Messages are not indexed by it. */
export function transactionHashRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) => {
    const hash = item.record.transactionHash;
    const row = (bytes: Uint8Array, suffix: Uint8Array | null): Row => ({
      consensus_timestamp: text(item.at),
      hash: bytesText(bytes),
      payer_account_id: text(item.payer),
      hash_suffix: bytesText(suffix),
    });
    // Messages are indexed only if they have token transfers.
    if (item.field === 'consensusSubmitMessage' && !item.record.tokenTransferLists?.length) return [];
    const own = row(hash.subarray(0, 32), hash.subarray(32));
    return item.field === 'ethereumTransaction' ? [own, row(item.ethereumHash, null)] : [own];
  });
}

/** Returns the signers of schedules. The first of two signatures of one key counts. */
export function signatureRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) => {
    if (!item.ok || !['scheduleCreate', 'scheduleSign'].includes(item.field)) return [];
    return item.signatures.map((pair) => ({
      consensus_timestamp: text(item.at),
      public_key_prefix: bytesText(pair.pubKeyPrefix),
      entity_id: text(entityIdOf(item, stream)),
      signature: bytesText(pair.ed25519?.length ? pair.ed25519 : pair.ECDSASecp256k1),
      type: pair.ed25519?.length ? '3' : '6',
    }));
  });
}

const FILE_TYPES = ['fileCreate', 'fileUpdate', 'fileAppend'] as const;

/** Returns the writes to files. */
export function fileDataRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) => {
    const field = FILE_TYPES.find((name) => name === item.field);
    const file = entityIdOf(item, stream);
    const contents = field === undefined ? undefined : item.body[field]?.contents;
    if (!item.ok || field === undefined) return [];
    // Address books are stored as published, and empty ones are ignored.
    if ((file === 101 || file === 102) && !contents?.length) return [];
    return {
      file_data: bytesText(contents ?? new Uint8Array()),
      consensus_timestamp: text(item.at),
      entity_id: text(file),
      transaction_type: text(item.type),
    };
  });
}

const DAY = 86_400_000_000_000n;
const MINUTE = 60_000_000_000n;

export function freezeRows(stream: Stream): Row[] {
  return stream.items.flatMap((item) => {
    const freeze = item.body.freeze;
    if (!item.ok || !freeze) return [];
    const midnight = item.at - (item.at % DAY);
    const clock = (hour: number | null | undefined, minute: number | null | undefined): bigint =>
      midnight + BigInt((hour ?? 0) * 60 + (minute ?? 0)) * MINUTE;
    const acrossMidnight = (freeze.startHour ?? 0) > (freeze.endHour ?? 0) ? DAY : 0n;
    return {
      consensus_timestamp: text(item.at),
      end_time: freeze.startTime ? null : text(clock(freeze.endHour, freeze.endMin) + acrossMidnight),
      file_hash: bytesText(freeze.fileHash ?? new Uint8Array()),
      file_id: idText(fileOf(freeze.updateFile)),
      payer_account_id: text(item.payer),
      start_time: text(freeze.startTime ? nanos(freeze.startTime) : clock(freeze.startHour, freeze.startMin)),
      type: text(freeze.freezeType ?? 0),
    };
  });
}

/** Returns the stakes that the network published at the ends of periods: one row for the period, one for each node. */
export function stakeRows(stream: Stream): { readonly network: Row[]; readonly node: Row[] } {
  const network: Row[] = [];
  const node: Row[] = [];
  for (const { ok, at, body } of stream.items) {
    const update = body.nodeStakeUpdate;
    if (!ok || !update) continue;
    const value = (one: { toString(): string } | null | undefined): string => one?.toString() ?? '0';
    const when = {
      consensus_timestamp: text(at),
      epoch_day: text(at / DAY - 1n),
      staking_period: text(nanos(update.endOfStakingPeriod)),
    };
    const stakes = update.nodeStake ?? [];
    network.push({
      ...when,
      max_staking_reward_rate_per_hbar: value(update.maxStakingRewardRatePerHbar),
      node_reward_fee_denominator: value(update.nodeRewardFeeFraction?.denominator),
      node_reward_fee_numerator: value(update.nodeRewardFeeFraction?.numerator),
      stake_total: text(
        stakes.reduce(
          (sum, one) => sum + BigInt(value(one.stakeRewarded)) + BigInt(value(one.stakeNotRewarded)),
          0n,
        ),
      ),
      staking_period_duration: value(update.stakingPeriod),
      staking_periods_stored: value(update.stakingPeriodsStored),
      staking_reward_fee_denominator: value(update.stakingRewardFeeFraction?.denominator),
      staking_reward_fee_numerator: value(update.stakingRewardFeeFraction?.numerator),
      staking_reward_rate: value(update.stakingRewardRate),
      staking_start_threshold: value(update.stakingStartThreshold),
      max_stake_rewarded: value(update.maxStakeRewarded),
      max_total_reward: value(update.maxTotalReward),
      reserved_staking_rewards: value(update.reservedStakingRewards),
      reward_balance_threshold: value(update.rewardBalanceThreshold),
      unreserved_staking_reward_balance: value(update.unreservedStakingRewardBalance),
    });
    for (const one of stakes)
      node.push({
        ...when,
        node_id: value(one.nodeId),
        reward_rate: value(one.rewardRate),
        stake: value(one.stake),
        stake_rewarded: value(one.stakeRewarded),
        max_stake: value(one.maxStake),
        min_stake: value(one.minStake),
        stake_not_rewarded: value(one.stakeNotRewarded),
      });
  }
  return { network, node };
}
