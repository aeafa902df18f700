import { type Json, jsonText } from '@tain/ledger/json-text';
import { longToBigInt } from '@tain/ledger/long';
import { TYPE } from '@tain/ledger/transaction-type';
import type { proto } from '@tain/protos/hapi';
import type { AppendOnlyRow } from '../../../store/schema/append-only-tables.ts';
import type { Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import { accountIdOf, idOrNull, tokenIdOf } from '../ids.ts';

const TOKEN_DISSOCIATE = 41;
/** Serial number of a transfer in which every NFT of the token moves with its treasury. */
const ALL_SERIALS = -1n;

/** Adds transfers of tokens: fungible ones as separate rows, NFTs as JSON in the transaction's row. */
export function addTokenTransfers(item: Item, row: AppendOnlyRow<'transaction'>, context: Context): void {
  const lists = item.record.tokenTransferLists;
  if (!lists?.length) return;
  const nfts: Json[] = [];
  for (const list of lists) {
    const tokenId = tokenIdOf(list.token);
    if (tokenId === 0n) continue;
    addFungible(item, tokenId, list, context);
    for (const transfer of list.nftTransfers ?? []) nfts.push(addNft(item, tokenId, transfer, context));
  }
  if (nfts.length > 0) row.nft_transfer = jsonText(nfts);
}

function addFungible(item: Item, tokenId: bigint, list: proto.ITokenTransferList, context: Context): void {
  const entries = list.transfers ?? [];
  const deletedToken = item.type === TOKEN_DISSOCIATE && entries.length === 1;
  const requested = entries.length > 0 ? requestedTransfers(item, tokenId) : [];
  const approvals = requested.some((entry) => entry.isApproval);
  for (const entry of entries) {
    const accountId = accountIdOf(entry.accountID);
    const amount = longToBigInt(entry.amount);
    context.state.token_account.addBalance(
      { account_id: accountId, token_id: tokenId },
      amount,
      item.consensusTimestamp,
    );
    if (deletedToken) {
      const { payer, consensusTimestamp: at } = item;
      const isStored = context.rows.storesItem;
      context.bulkUpdate({
        kind: 'deleted-token-dissociate',
        tokenId,
        accountId,
        amount,
        payer,
        at,
        isStored,
      });
      continue;
    }
    context.rows.add('token_transfer', {
      token_id: tokenId,
      account_id: accountId,
      consensus_timestamp: item.consensusTimestamp,
      amount,
      payer_account_id: item.payer,
      is_approval: approvals && amount < 0n && isApproved(item, requested, accountId, amount, context),
    });
  }
}

function requestedTransfers(item: Item, tokenId: bigint): proto.IAccountAmount[] {
  const lists = item.body.cryptoTransfer?.tokenTransfers ?? item.body.tokenAirdrop?.tokenTransfers ?? [];
  return lists.filter((list) => tokenIdOf(list.token) === tokenId).flatMap((list) => list.transfers ?? []);
}

/**
 * Returns the approval flag of the requested transfer. Fees change the amount; in that case any transfer of the account
 * counts.
 */
function isApproved(
  item: Item,
  requested: readonly proto.IAccountAmount[],
  accountId: bigint,
  amount: bigint,
  context: Context,
): boolean {
  const own = requested.filter((entry) => context.accountId(item, entry.accountID) === accountId);
  const exact = own.find((entry) => longToBigInt(entry.amount) === amount);
  return exact ? (exact.isApproval ?? false) : own.some((entry) => entry.isApproval);
}

function addNft(item: Item, tokenId: bigint, transfer: proto.INftTransfer, context: Context): Json {
  const sender = accountIdOf(transfer.senderAccountID);
  const receiver = accountIdOf(transfer.receiverAccountID);
  const serial = longToBigInt(transfer.serialNumber);
  if (serial === ALL_SERIALS) {
    const at = item.consensusTimestamp;
    context.bulkUpdate({ kind: 'nft-treasury', tokenId, from: sender, to: receiver, at });
  } else {
    moveNft(item, tokenId, serial, sender, receiver, context);
  }
  return {
    is_approval: isNftApproved(item, tokenId, serial, transfer),
    receiver_account_id: idOrNull(receiver),
    sender_account_id: idOrNull(sender),
    serial_number: serial,
    token_id: tokenId,
  };
}

function moveNft(
  item: Item,
  tokenId: bigint,
  serial: bigint,
  sender: bigint,
  receiver: bigint,
  { state }: Context,
): void {
  const at = item.consensusTimestamp;
  if (sender !== 0n) {
    state.token_account.addBalance({ account_id: sender, token_id: tokenId }, -1n, at);
  }
  // Without a receiver the NFT was burned or wiped, which the transaction's type handles.
  if (receiver === 0n) return;
  state.token_account.addBalance({ account_id: receiver, token_id: tokenId }, 1n, at);
  state.nft.version(at, {
    token_id: tokenId,
    serial_number: serial,
    account_id: receiver,
    spender: null,
    delegating_spender: null,
  });
}

function isNftApproved(item: Item, tokenId: bigint, serial: bigint, transfer: proto.INftTransfer): boolean {
  if (transfer.isApproval) return true;
  for (const list of item.body.cryptoTransfer?.tokenTransfers ?? []) {
    if (tokenIdOf(list.token) !== tokenId) continue;
    const requested = list.nftTransfers?.find((entry) => longToBigInt(entry.serialNumber) === serial);
    if (requested?.isApproval) return true;
  }
  return false;
}

/** Adds custom fees that were charged; without a token they were paid in hbar. */
export function addAssessedFees(item: Item, { rows }: Context): void {
  for (const fee of item.record.assessedCustomFees ?? []) {
    rows.add('assessed_custom_fee', {
      amount: longToBigInt(fee.amount),
      collector_account_id: accountIdOf(fee.feeCollectorAccountId),
      consensus_timestamp: item.consensusTimestamp,
      token_id: idOrNull(tokenIdOf(fee.tokenId)),
      effective_payer_account_ids: (fee.effectivePayerAccountId ?? []).map(accountIdOf),
      payer_account_id: item.payer,
    });
  }
}

/** Adds automatic associations of a transfer. The module of token creation adds those of a new token. */
export function addAutomaticAssociations(item: Item, { state }: Context): void {
  const associations = item.record.automaticTokenAssociations;
  if (!associations?.length || item.type === TYPE.tokenCreation) return;
  for (const association of associations) {
    state.token_account.version(item.consensusTimestamp, {
      account_id: accountIdOf(association.accountId),
      token_id: tokenIdOf(association.tokenId),
      associated: true,
      automatic_association: true,
      balance: 0n,
      balance_timestamp: item.consensusTimestamp,
      created_timestamp: item.consensusTimestamp,
    });
  }
}
