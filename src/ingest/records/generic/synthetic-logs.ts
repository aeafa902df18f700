import { keccak256 } from '@tain/evm/keccak';
import { decodeEntityId } from '@tain/ledger/entity-id';
import { longZeroAddress } from '@tain/ledger/evm-address';
import { integerBytes } from '@tain/ledger/integer-bytes';
import { longToBigInt } from '@tain/ledger/long';
import { TYPE } from '@tain/ledger/transaction-type';
import type { proto } from '@tain/protos/hapi';
import { hapiAtLeast, type Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import { contractParentOf, contractResultOf } from '../evm-block.ts';
import { accountIdOf, contractIdOf, tokenIdOf } from '../ids.ts';
import { logBloom, stripLeadingZeros, withBloom } from '../words.ts';

/** Signatures of the events that tokens on Ethereum emit (ERC-20, ERC-721, ERC-1155). */
const TRANSFER = eventTopic('Transfer(address,address,uint256)');
const APPROVAL = eventTopic('Approval(address,address,uint256)');
const APPROVAL_FOR_ALL = eventTopic('ApprovalForAll(address,address,bool)');

/** Bloom of logs that no contract emitted. */
const NO_BLOOM = Buffer.from([0]);
const ZERO = Buffer.from([0]);
const ONE = Buffer.from([1]);

/** Create, mint, burn, wipe: transfers without a sender or a receiver. */
const SUPPLY_TYPES: ReadonlySet<number> = new Set([TYPE.tokenCreation, 37, 38, 39]);

interface SyntheticLog {
  readonly tokenId: bigint;
  readonly topics: readonly (Uint8Array | null)[];
  readonly data: Uint8Array;
}

/** Adds logs of token transfers, as a token contract would have emitted them. */
export function addTransferLogs(item: Item, context: Context): void {
  const lists = item.record.tokenTransferLists;
  if (!lists?.length) return;
  const inContract = contractResultOf(item) !== null;
  // Newer networks emit the logs of transfers inside contracts themselves.
  if (inContract && hapiAtLeast(item, 0, 71)) return;
  for (const list of lists) {
    const tokenId = tokenIdOf(list.token);
    const transfers = list.transfers ?? [];
    if (SUPPLY_TYPES.has(item.type)) addSupplyLogs(item, tokenId, transfers, context);
    if (transfers.length >= 2) addPairedLogs(item, tokenId, transfers, context);
    if (inContract) continue;
    for (const nft of list.nftTransfers ?? []) {
      addLog(item, nftLog(tokenId, nft), context);
    }
  }
}

interface Party {
  readonly accountId: bigint;
  amount: bigint;
}

/** Adds logs for pairs of senders and receivers, the largest amounts first, each with the smaller remaining amount. */
function addPairedLogs(
  item: Item,
  tokenId: bigint,
  transfers: readonly proto.IAccountAmount[],
  context: Context,
): void {
  const parties = transfers.map((entry) => ({
    accountId: accountIdOf(entry.accountID),
    amount: longToBigInt(entry.amount),
  }));
  const senders = parties
    .filter((party) => party.amount <= 0n)
    .map(({ accountId, amount }) => ({ accountId, amount: -amount }));
  const receivers = parties.filter((party) => party.amount > 0n);
  senders.sort(byAmountDescending);
  receivers.sort(byAmountDescending);
  for (let s = 0, r = 0; s < senders.length && r < receivers.length; ) {
    const sender = senders[s] as Party;
    const receiver = receivers[r] as Party;
    const amount = smaller(sender.amount, receiver.amount);
    addLog(item, fungibleLog(tokenId, sender.accountId, receiver.accountId, amount, context), context);
    sender.amount -= amount;
    receiver.amount -= amount;
    if (sender.amount === 0n) s += 1;
    if (receiver.amount === 0n) r += 1;
  }
}

function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

function byAmountDescending(a: Party, b: Party): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.accountId < b.accountId ? -1 : 1;
}

function addSupplyLogs(
  item: Item,
  tokenId: bigint,
  transfers: readonly proto.IAccountAmount[],
  context: Context,
): void {
  for (const entry of transfers) {
    const accountId = accountIdOf(entry.accountID);
    const amount = longToBigInt(entry.amount);
    const [from, to] = [amount < 0n ? accountId : 0n, amount > 0n ? accountId : 0n];
    addLog(item, fungibleLog(tokenId, from, to, amount < 0n ? -amount : amount, context), context);
  }
}

function fungibleLog(
  tokenId: bigint,
  sender: bigint,
  receiver: bigint,
  amount: bigint,
  context: Context,
): SyntheticLog {
  return {
    tokenId,
    topics: [TRANSFER, knownAddress(sender, context), knownAddress(receiver, context)],
    data: integerBytes(amount),
  };
}

function nftLog(tokenId: bigint, transfer: proto.INftTransfer): SyntheticLog {
  const sender = addressTopic(accountIdOf(transfer.senderAccountID));
  const receiver = addressTopic(accountIdOf(transfer.receiverAccountID));
  const serial = signedTopic(longToBigInt(transfer.serialNumber));
  return { tokenId, topics: [TRANSFER, sender, receiver, serial], data: ZERO };
}

/** An approval: of an amount, of one NFT (without spender: withdrawn), or of all NFTs of a token. */
export type Approval = { readonly owner: bigint; readonly token_id: bigint } & (
  | { readonly kind: 'fungible'; readonly spender: bigint; readonly amount: bigint }
  | { readonly kind: 'serial'; readonly spender: bigint | null; readonly serial: bigint }
  | { readonly kind: 'all'; readonly spender: bigint; readonly approved: boolean }
);

/** Adds the log of an approval. Approvals inside contracts have their own logs. */
export function addApprovalLog(item: Item, approval: Approval, context: Context): void {
  const isStored = !context.options.filter.without.has('synthetic-logs');
  if (isStored && contractResultOf(item) === null) addLog(item, approvalLog(approval), context);
}

function approvalLog(approval: Approval): SyntheticLog {
  const parties = [addressTopic(approval.owner), addressTopic(approval.spender ?? 0n)];
  const tokenId = approval.token_id;
  switch (approval.kind) {
    case 'fungible':
      return { tokenId, topics: [APPROVAL, ...parties], data: integerBytes(approval.amount) };
    case 'serial':
      return { tokenId, topics: [APPROVAL, ...parties, signedTopic(approval.serial)], data: ZERO };
    case 'all':
      return { tokenId, topics: [APPROVAL_FOR_ALL, ...parties], data: approval.approved ? ONE : ZERO };
  }
}

/**
 * Adds a log. A transfer inside a contract execution is logged by the execution: at its time, with its index, hash and
 * contract. Any other transfer is logged by the token.
 */
function addLog(item: Item, log: SyntheticLog, context: Context): void {
  const { evm, rows } = context;
  const inContract = contractResultOf(item) !== null;
  const execution = inContract ? contractParentOf(item) : null;
  const origin = execution ?? item;
  const contractId = (execution && executedContract(execution, context)) || log.tokenId;
  const bloom = inContract ? logBloom(addressOf(execution, contractId, context), log.topics) : NO_BLOOM;
  const result = inContract ? evm.resultOf(origin) : null;
  if (result) {
    result.bloom = withBloom(result.bloom, bloom);
    evm.addBloom(bloom);
  }
  rows.add('contract_log', {
    bloom,
    consensus_timestamp: origin.consensusTimestamp,
    contract_id: contractId,
    data: log.data,
    index: evm.nextLogIndex(item),
    topic0: log.topics[0] ?? null,
    topic1: log.topics[1] ?? null,
    topic2: log.topics[2] ?? null,
    topic3: log.topics[3] ?? null,
    payer_account_id: origin.payer,
    root_contract_id: (execution && contractIdOf(execution.record.receipt?.contractID)) || contractId,
    transaction_hash: evm.hashOf(origin),
    transaction_index: execution ? evm.indexOf(execution) : evm.claimIndex(item),
    synthetic: true,
  });
}

/** Returns the contract of the execution in an item's result; 0 without one. */
function executedContract(item: Item, context: Context): bigint {
  return context.contractId(item, contractResultOf(item)?.contractID);
}

/** Returns the address of the contract (or token) that a log belongs to. */
function addressOf(execution: Item | null, id: bigint, { lookup }: Context): Uint8Array {
  const named = execution && contractResultOf(execution)?.contractID?.evmAddress;
  if (named?.length) return named;
  return lookup.evmAddress(id) ?? longZeroAddress(decodeEntityId(id).num);
}

/** Returns an account's own EVM address, else its long-zero address; empty without an account. */
function knownAddress(accountId: bigint, { lookup }: Context): Uint8Array {
  const address = accountId === 0n ? null : lookup.evmAddress(accountId);
  return address ? stripLeadingZeros(address) : addressTopic(accountId);
}

function addressTopic(accountId: bigint): Uint8Array {
  return accountId === 0n
    ? Buffer.alloc(0)
    : stripLeadingZeros(longZeroAddress(decodeEntityId(accountId).num));
}

function signedTopic(value: bigint): Uint8Array {
  return integerBytes(BigInt.asUintN(64, value));
}

function eventTopic(signature: string): Uint8Array {
  return keccak256(Buffer.from(signature));
}
