import { TYPE } from '@tain/ledger/transaction-type';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { Block } from '../decode/decoded-block.ts';
import type { Item } from '../decode/item.ts';
import { callDataFilesOf } from './call-data-files.ts';
import { contractParentOf, contractResultOf, setsDelegation } from './evm-block.ts';
import { namesHooks } from './hooks.ts';
import { accountIdOf, contractIdOf } from './ids.ts';
import { type EntityNames, noNames } from './lookup.ts';

const EVM_ADDRESS_LENGTH = 20;

type AccountId = proto.IAccountID | null | undefined;
type ContractId = proto.IContractID | null | undefined;

/** Values that a block's items refer to without containing them: they must be looked up before their rows are made. */
export interface References {
  readonly entities: EntityNames;
  /** Files with call data, as they are right before the block. */
  readonly files: readonly bigint[];
}

export function referencesOf(block: Block): References {
  return { entities: entityNamesOf(block), files: callDataFilesOf(block) };
}

/** Returns every alias, EVM address and account of a block's items that their rows may need. */
function entityNamesOf(block: Block): EntityNames {
  const names = noNames();
  for (const item of block.items) {
    addBody(item, names);
    const result = contractResultOf(item);
    if (result) addResult(result, names);
    if (item.blockFacts?.lacksAddress) names.ids.push(contractIdOf(result?.contractID));
    for (const sidecar of item.sidecars) addSidecar(sidecar, names);
    if (item.movesTokens) addHolders(item, names);
    if (setsDelegation(item)) names.ids.push(accountIdOf(item.body.cryptoUpdateAccount?.accountIDToUpdate));
  }
  return names;
}

function addAccount(id: AccountId, names: EntityNames): void {
  if (!id?.alias?.length) return;
  const isAddress = id.alias.length === EVM_ADDRESS_LENGTH;
  (isAddress ? names.evmAddresses : names.aliases).push(id.alias);
}

function addContract(id: ContractId, names: EntityNames): void {
  if (id?.evmAddress?.length) names.evmAddresses.push(id.evmAddress);
}

function addBody(item: Item, names: EntityNames): void {
  // The three most frequent types name entities in few fields; all others are searched completely.
  if (item.type === TYPE.consensusSubmitMessage) return;
  if (item.type === TYPE.contractCall) {
    addContract(item.body.contractCall?.contractID, names);
    return;
  }
  // A transfer's record names accounts by number; its body matters only for allowances and hooks.
  const transfer = item.type === TYPE.cryptoTransfer ? item.body.cryptoTransfer : null;
  const counts = !transfer || hasApproval(transfer) || namesHooks(transfer);
  if (counts) search(item.body, names);
}

function hasApproval(body: proto.ICryptoTransferTransactionBody): boolean {
  const approved = (entry: proto.IAccountAmount) => entry.isApproval;
  return (
    (body.transfers?.accountAmounts?.some(approved) ?? false) ||
    (body.tokenTransfers?.some((list) => list.transfers?.some(approved)) ?? false)
  );
}

/** Searches a decoded message for ids that name an entity other than by number. */
function search(message: object, names: EntityNames): void {
  for (const name of Object.keys(message)) {
    const value: unknown = message[name as keyof typeof message];
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array || Long.isLong(value))
      continue;
    if (value instanceof proto.AccountID) addAccount(value, names);
    else if (value instanceof proto.ContractID) addContract(value, names);
    else search(value, names);
  }
}

function addResult(result: proto.IContractFunctionResult, names: EntityNames): void {
  addContract(result.contractID, names);
  addAccount(result.senderId, names);
  for (const id of result.createdContractIDs ?? []) addContract(id, names);
  for (const info of result.contractNonces ?? []) addContract(info.contractId, names);
  for (const log of result.logInfo ?? []) {
    addContract(log.contractID, names);
    // The bloom of a log without one is computed from the contract's address.
    const id = log.bloom ? 0n : contractIdOf(log.contractID);
    if (id !== 0n) names.ids.push(id);
  }
}

function addSidecar(sidecar: proto.ITransactionSidecarRecord, names: EntityNames): void {
  for (const change of sidecar.stateChanges?.contractStateChanges ?? [])
    addContract(change.contractId, names);
  for (const action of sidecar.actions?.contractActions ?? []) {
    addAccount(action.callingAccount, names);
    addContract(action.callingContract, names);
    addAccount(action.recipientAccount, names);
    addContract(action.recipientContract, names);
  }
  addContract(sidecar.bytecode?.contractId, names);
}

/**
 * Adds accounts between which tokens move, and the contract that moves them, because logs contain their EVM addresses.
 */
function addHolders(item: Item, names: EntityNames): void {
  const execution = contractParentOf(item);
  const contract = execution ? contractIdOf(contractResultOf(execution)?.contractID) : 0n;
  if (contract !== 0n) names.ids.push(contract);
  for (const list of item.record.tokenTransferLists ?? []) {
    for (const entry of list.transfers ?? []) {
      const id = accountIdOf(entry.accountID);
      if (id !== 0n) names.ids.push(id);
    }
  }
}
