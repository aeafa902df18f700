import { proto } from '@tain/protos/hapi';
import { isRawField } from '../../../packages/network-simulator/src/ledger/draft.ts';
import { entityOf } from './acted-on.ts';
import type { Item } from './compare.ts';
import { big, nanos, num, type Recorded } from './history.ts';
import { accountOf } from './parties.ts';
import { base64, id, idOrNull, keyJson, time } from './texts.ts';
import type { World } from './world.ts';

/** A transaction in the format of answers, from the ledger's records. */

const STAKING_REWARD = 800;

export interface Amount {
  readonly account: number;
  readonly amount: bigint;
}

function amountIn({ ledger }: World) {
  return (entry: proto.IAccountAmount): Amount => ({
    account: accountOf(ledger, entry.accountID),
    amount: big(entry.amount),
  });
}

/** Returns an amount in a record, which names accounts by number. */
export const amountOf = (entry: proto.IAccountAmount): Amount => ({
  account: num(entry.accountID?.accountNum),
  amount: big(entry.amount),
});

function byAccount(a: Amount, b: Amount): number {
  return a.account - b.account || (a.amount < b.amount ? -1 : 1);
}

function transfersOf(world: World, { body, record }: Recorded): object[] {
  const requestedAmount = amountIn(world);
  const requested = body.cryptoTransfer?.transfers?.accountAmounts ?? [];
  return (record.transferList?.accountAmounts ?? [])
    .map(amountOf)
    .sort(byAccount)
    .map(({ account, amount }) => ({
      account: id(account),
      amount,
      is_approval:
        amount < 0n &&
        requested.some((entry) => {
          const candidate = requestedAmount(entry);
          return entry.isApproval === true && candidate.account === account && candidate.amount === amount;
        }),
    }));
}

/**
 * Returns whether a record reports, as an amount, NFTs lost when their owner was dissociated from the deleted token.
 */
function isLostWithToken({ ledger }: World, { field }: Recorded, list: proto.ITokenTransferList): boolean {
  const nonFungible = ledger.tokens.get(num(list.token?.tokenNum))?.nonFungible === true;
  return field === 'tokenDissociate' && nonFungible && list.transfers?.length === 1;
}

/** Returns transfer lists of a record that contain amounts of fungible tokens. */
export function unitLists(world: World, recorded: Recorded): readonly proto.ITokenTransferList[] {
  return recorded.record.tokenTransferLists.filter((list) => !isLostWithToken(world, recorded, list));
}

function tokenTransfersOf(world: World, recorded: Recorded): object[] {
  const { body } = recorded;
  const requestedAmount = amountIn(world);
  return unitLists(world, recorded)
    .map((list) => ({ token: num(list.token?.tokenNum), transfers: (list.transfers ?? []).map(amountOf) }))
    .sort((a, b) => a.token - b.token)
    .flatMap(({ token, transfers }) => {
      const requested = (body.cryptoTransfer?.tokenTransfers ?? [])
        .filter((list) => num(list.token?.tokenNum) === token)
        .flatMap((list) => list.transfers ?? []);
      return [...transfers].sort(byAccount).map(({ account, amount }) => {
        const own = requested.filter((entry) => requestedAmount(entry).account === account);
        const exact = own.find((entry) => requestedAmount(entry).amount === amount);
        const approved =
          exact === undefined ? own.some((entry) => entry.isApproval) : exact.isApproval === true;
        return { token_id: id(token), account: id(account), amount, is_approval: amount < 0n && approved };
      });
    });
}

function nftTransfersOf(world: World, recorded: Recorded): object[] {
  const { ledger } = world;
  const { body, record } = recorded;
  const requested = (body.cryptoTransfer?.tokenTransfers ?? []).flatMap((list) =>
    (list.nftTransfers ?? []).map((entry) => ({ token: num(list.token?.tokenNum), entry })),
  );
  return record.tokenTransferLists.flatMap((list): object[] => {
    const token = num(list.token?.tokenNum);
    if (isLostWithToken(world, recorded, list)) {
      return (list.transfers ?? []).map(amountOf).map(({ account, amount }) => ({
        is_approval: false,
        receiver_account_id: null,
        sender_account_id: id(account),
        serial_number: amount,
        token_id: id(token),
      }));
    }
    return (list.nftTransfers ?? []).map((entry) => {
      const serial = num(entry.serialNumber);
      const sender = num(entry.senderAccountID?.accountNum);
      return {
        is_approval: requested.some(
          (candidate) =>
            candidate.token === token &&
            num(candidate.entry.serialNumber) === serial &&
            accountOf(ledger, candidate.entry.senderAccountID) === sender &&
            candidate.entry.isApproval === true,
        ),
        receiver_account_id: idOrNull(num(entry.receiverAccountID?.accountNum)),
        sender_account_id: idOrNull(sender),
        serial_number: serial,
        token_id: id(token),
      };
    });
  });
}

function rewardsOf({ record }: Recorded): object[] {
  const accounts = (record.transferList?.accountAmounts ?? []).map((entry) => amountOf(entry).account);
  if (!accounts.includes(STAKING_REWARD)) return [];
  return record.paidStakingRewards
    .map(amountOf)
    .sort(byAccount)
    .map(({ account, amount }) => ({ account: id(account), amount }));
}

export const transactionId = ({ body, payer }: Recorded): string =>
  `${id(payer)}-${time(nanos(body.transactionID?.transactionValidStart)).replace('.', '-')}`;

/** Types whose bytes are always stored, because no table has the data of nodes. */
const WITH_BYTES = new Set(['nodeCreate', 'nodeUpdate', 'nodeDelete']);

const made = new WeakMap<Recorded, Item>();

/** Returns a transaction in the format of a list. */
export function transactionJson(world: World, recorded: Recorded): Item {
  let json = made.get(recorded);
  if (json === undefined) {
    json = makeJson(world, recorded);
    made.set(recorded, json);
  }
  return json;
}

function makeJson(world: World, recorded: Recorded): Item {
  const { body, record } = recorded;
  const multiplier = num(record.highVolumePricingMultiplier);
  return {
    batch_key: keyJson(body.batchKey),
    // Only the bytes describe types without a public message.
    bytes: WITH_BYTES.has(recorded.field) || isRawField(recorded.field) ? base64(recorded.bytes) : null,
    charged_tx_fee: big(record.transactionFee),
    consensus_timestamp: time(recorded.at),
    entity_id: idOrNull(entityOf(world, recorded)),
    high_volume: body.highVolume,
    high_volume_pricing_multiplier: multiplier,
    max_custom_fees: body.maxCustomFees.flatMap(({ accountId, fees }) =>
      (fees ?? []).map((fee) => ({
        account_id: idOrNull(num(accountId?.accountNum)),
        amount: big(fee.amount),
        denominating_token_id: idOrNull(num(fee.denominatingTokenId?.tokenNum)),
      })),
    ),
    max_fee: String(big(body.transactionFee)),
    memo_base64: base64(Buffer.from(body.memo)),
    name: recorded.name,
    nft_transfers: nftTransfersOf(world, recorded),
    node: idOrNull(num(body.nodeAccountID?.accountNum)),
    nonce: num(body.transactionID?.nonce),
    parent_consensus_timestamp: recorded.parent === null ? null : time(recorded.parent),
    result: proto.ResponseCodeEnum[recorded.status],
    scheduled: record.scheduleRef !== null && record.scheduleRef !== undefined,
    staking_reward_transfers: rewardsOf(recorded),
    token_transfers: tokenTransfersOf(world, recorded),
    transaction_hash: base64(record.transactionHash),
    transaction_id: transactionId(recorded),
    transfers: transfersOf(world, recorded),
    valid_duration_seconds: body.transactionValidDuration
      ? String(big(body.transactionValidDuration.seconds))
      : null,
    valid_start_timestamp: time(nanos(body.transactionID?.transactionValidStart)),
  };
}
