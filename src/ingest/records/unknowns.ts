import { proto } from '@hiero-ledger/proto';
import type { Block, Item } from '../item.ts';
import { hapiAtLeast } from './hapi-version.ts';
import { accountIdOf } from './ids.ts';
import { noUnknowns, type Unknowns } from './lookup.ts';

const CRYPTO_TRANSFER = 14;
const SUBMIT_MESSAGE = 27;

/** Every alias, EVM address and account of a block's items that applying them may ask about. */
export function unknownsOf(block: Block): Unknowns {
  const unknowns = noUnknowns();
  for (const item of block.items) {
    collectFromBody(item, unknowns);
    const { contractCallResult, contractCreateResult } = item.record;
    if (contractCallResult) collect(contractCallResult, unknowns);
    if (contractCreateResult) collect(contractCreateResult, unknowns);
    for (const sidecar of item.sidecars) collect(sidecar, unknowns);
    collectHolders(item, unknowns);
  }
  return unknowns;
}

function collectFromBody(item: Item, unknowns: Unknowns): void {
  if (item.type === SUBMIT_MESSAGE) return;
  // Transfers are by far the most numerous, and their records name accounts by number; only where
  // the body's own entries count must its aliases be known.
  if (item.type === CRYPTO_TRANSFER && !hapiAtLeast(item, 0, 68) && !hasApproval(item)) return;
  collect(item.body, unknowns);
}

function hasApproval(item: Item): boolean {
  const body = item.body.cryptoTransfer;
  const approved = (entry: proto.IAccountAmount) => entry.isApproval;
  return (
    (body?.transfers?.accountAmounts?.some(approved) ?? false) ||
    (body?.tokenTransfers?.some((list) => list.transfers?.some(approved)) ?? false)
  );
}

/** Walks a decoded message for ids that name an entity other than by number. */
function collect(message: object, unknowns: Unknowns): void {
  if (message instanceof proto.AccountID) {
    if (message.alias?.length)
      (message.alias.length === 20 ? unknowns.evmAddresses : unknowns.aliases).push(message.alias);
    return;
  }
  if (message instanceof proto.ContractID) {
    if (message.evmAddress?.length) unknowns.evmAddresses.push(message.evmAddress);
    return;
  }
  for (const value of Object.values(message)) {
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) continue;
    collect(value, unknowns);
  }
}

/** Accounts between which tokens move: the logs of it name them by their EVM address. */
function collectHolders(item: Item, unknowns: Unknowns): void {
  for (const list of item.record.tokenTransferLists ?? []) {
    for (const entry of list.transfers ?? []) {
      const id = accountIdOf(entry.accountID);
      if (id !== 0n) unknowns.ids.push(id);
    }
  }
}
