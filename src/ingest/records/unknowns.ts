import { proto } from '@hiero-ledger/proto';
import Long from 'long';
import type { Block, Item } from '../item.ts';
import { contractParentOf, contractResultOf } from './evm-block.ts';
import { namesHooks } from './hook-runs.ts';
import { accountIdOf, contractIdOf } from './ids.ts';
import { noUnknowns, type Unknowns } from './lookup.ts';

const CONTRACT_CALL = 7;
const CRYPTO_TRANSFER = 14;
const SUBMIT_MESSAGE = 27;
const EVM_ADDRESS_LENGTH = 20;

type AccountId = proto.IAccountID | null | undefined;
type ContractId = proto.IContractID | null | undefined;

/** Every alias, EVM address and account of a block's items that applying them may ask about. */
export function unknownsOf(block: Block): Unknowns {
  const unknowns = noUnknowns();
  for (const item of block.items) {
    addBody(item, unknowns);
    const result = contractResultOf(item);
    if (result) addResult(result, unknowns);
    for (const sidecar of item.sidecars) addSidecar(sidecar, unknowns);
    if (item.movesTokens) addHolders(item, unknowns);
    item.forget?.();
  }
  return unknowns;
}

function addAccount(id: AccountId, unknowns: Unknowns): void {
  if (!id?.alias?.length) return;
  const isAddress = id.alias.length === EVM_ADDRESS_LENGTH;
  (isAddress ? unknowns.evmAddresses : unknowns.aliases).push(id.alias);
}

function addContract(id: ContractId, unknowns: Unknowns): void {
  if (id?.evmAddress?.length) unknowns.evmAddresses.push(id.evmAddress);
}

function addBody(item: Item, unknowns: Unknowns): void {
  // The three most numerous types name entities in few places; all others are searched as a whole.
  if (item.type === SUBMIT_MESSAGE) return;
  if (item.type === CONTRACT_CALL) {
    addContract(item.body.contractCall?.contractID, unknowns);
    return;
  }
  // A transfer's record names accounts by number; its body counts only for allowances and hooks.
  const transfer = item.type === CRYPTO_TRANSFER ? item.body.cryptoTransfer : null;
  const counts = !transfer || hasApproval(transfer) || namesHooks(transfer);
  if (counts) search(item.body, unknowns);
}

function hasApproval(body: proto.ICryptoTransferTransactionBody): boolean {
  const approved = (entry: proto.IAccountAmount) => entry.isApproval;
  return (
    (body.transfers?.accountAmounts?.some(approved) ?? false) ||
    (body.tokenTransfers?.some((list) => list.transfers?.some(approved)) ?? false)
  );
}

/** Walks a decoded message for ids that name an entity other than by number. */
function search(message: object, unknowns: Unknowns): void {
  for (const name of Object.keys(message)) {
    const value: unknown = message[name as keyof typeof message];
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array || Long.isLong(value))
      continue;
    if (value instanceof proto.AccountID) addAccount(value, unknowns);
    else if (value instanceof proto.ContractID) addContract(value, unknowns);
    else search(value, unknowns);
  }
}

function addResult(result: proto.IContractFunctionResult, unknowns: Unknowns): void {
  addContract(result.contractID, unknowns);
  addAccount(result.senderId, unknowns);
  for (const id of result.createdContractIDs ?? []) addContract(id, unknowns);
  for (const info of result.contractNonces ?? []) addContract(info.contractId, unknowns);
  for (const log of result.logInfo ?? []) addContract(log.contractID, unknowns);
}

function addSidecar(sidecar: proto.ITransactionSidecarRecord, unknowns: Unknowns): void {
  for (const change of sidecar.stateChanges?.contractStateChanges ?? [])
    addContract(change.contractId, unknowns);
  for (const action of sidecar.actions?.contractActions ?? []) {
    addAccount(action.callingAccount, unknowns);
    addContract(action.callingContract, unknowns);
    addAccount(action.recipientAccount, unknowns);
    addContract(action.recipientContract, unknowns);
  }
  addContract(sidecar.bytecode?.contractId, unknowns);
}

/** Accounts between which tokens move, and the contract that moves them: logs name them by EVM address. */
function addHolders(item: Item, unknowns: Unknowns): void {
  const execution = contractParentOf(item);
  const contract = execution ? contractIdOf(contractResultOf(execution)?.contractID) : 0n;
  if (contract !== 0n) unknowns.ids.push(contract);
  for (const list of item.record.tokenTransferLists ?? []) {
    for (const entry of list.transfers ?? []) {
      const id = accountIdOf(entry.accountID);
      if (id !== 0n) unknowns.ids.push(id);
    }
  }
}
