import { keccak256 } from '@tain/evm/keccak';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import type { com, proto } from '@tain/protos/hapi';
import type { Item } from '../decode/item.ts';
import { rawFields, rawMessage } from '../decode/raw-field.ts';
import type { Context } from './context.ts';
import type { HookRun } from './evm-block.ts';
import { padTo32, stripLeadingZeros } from './words.ts';

type HookCreation = com.hedera.hapi.node.hooks.IHookCreationDetails;
type StorageUpdate = com.hedera.hapi.node.hooks.IEvmHookStorageUpdate;

const ADMIN_KEY = 4;

/** Deletes hooks (HIP-1195) according to an update of their owner. */
export function applyHookDeletions(
  item: Item,
  ownerId: bigint,
  hookIds: readonly LongLike[] | null | undefined,
  { state }: Context,
): void {
  if (ownerId === 0n) return;
  for (const id of hookIds ?? []) {
    const set = { owner_id: ownerId, hook_id: longToBigInt(id), deleted: true };
    state.hook.version(item.consensusTimestamp, set);
  }
}

/** Creates hooks according to the creation or update of their owner. `path` is the path of their bytes in the body. */
export function applyHookCreations(
  item: Item,
  ownerId: bigint,
  creations: readonly HookCreation[] | null | undefined,
  path: readonly [body: number, field: number],
  context: Context,
): void {
  if (!creations?.length || ownerId === 0n) return;
  const [bodyField, field] = path;
  const body = rawMessage(item.bodyBytes, bodyField);
  const raw = body ? rawFields(body, field) : [];
  creations.forEach((creation, index) => {
    const contractId = context.contractId(item, creation.evmHook?.spec?.contractId);
    const hookId = longToBigInt(creation.hookId);
    if (!creation.evmHook || contractId === 0n) {
      context.problem(item, `hook ${hookId} has no contract`);
      return;
    }
    const bytes = raw[index];
    context.state.hook.version(item.consensusTimestamp, {
      owner_id: ownerId,
      hook_id: hookId,
      contract_id: contractId,
      created_timestamp: item.consensusTimestamp,
      admin_key: creation.adminKey && bytes ? rawMessage(bytes, ADMIN_KEY) : null,
      extension_point: 'ACCOUNT_ALLOWANCE_HOOK',
      type: 'EVM',
      deleted: false,
    });
    applyHookStorage(item, ownerId, hookId, creation.evmHook.storageUpdates ?? [], context);
  });
}

/** Writes to a hook's storage. The last of several writes to one slot counts. */
export function applyHookStorage(
  item: Item,
  ownerId: bigint,
  hookId: bigint,
  updates: readonly StorageUpdate[],
  context: Context,
): void {
  const slots = new Map<string, { key: Uint8Array; value: Uint8Array }>();
  for (const { key, value } of updates.flatMap(slotsOf)) {
    const name = Buffer.from(key).toString('hex');
    slots.set(name, { key, value });
  }
  for (const { key, value } of slots.values()) {
    addHookStorageChange(item, ownerId, hookId, key, value, value, context);
  }
}

/** Adds the row of one change in a hook's storage, and the new state of the slot if it was written. */
export function addHookStorageChange(
  item: Item,
  ownerId: bigint,
  hookId: bigint,
  slot: Uint8Array,
  read: Uint8Array,
  written: Uint8Array | null,
  { rows, state }: Context,
): void {
  const at = item.consensusTimestamp;
  const key = padTo32(slot);
  const value = written && stripLeadingZeros(written);
  rows.add('hook_storage_change', {
    consensus_timestamp: at,
    hook_id: hookId,
    owner_id: ownerId,
    key,
    value_read: stripLeadingZeros(read),
    value_written: value,
    deleted: value?.length === 0,
  });
  if (value === null) return;
  const set = { owner_id: ownerId, hook_id: hookId, key, value };
  state.hook_storage.version(at, { ...set, modified_timestamp: at, deleted: value.length === 0 });
}

function slotsOf(update: StorageUpdate): { key: Uint8Array; value: Uint8Array }[] {
  if (update.storageSlot) {
    return [{ key: padTo32(update.storageSlot.key), value: update.storageSlot.value ?? new Uint8Array() }];
  }
  const mapping = padTo32(update.mappingEntries?.mappingSlot);
  return (update.mappingEntries?.entries ?? []).map((entry) => {
    // The slot of a mapping's entry is the hash of its key (32 bytes, or the hash of its preimage) and the mapping's
    // slot.
    const key = entry.preimage?.length ? keccak256(entry.preimage) : padTo32(entry.key);
    return { key: keccak256(Buffer.concat([key, mapping])), value: entry.value ?? new Uint8Array() };
  });
}

/** Hooks of an entry of a transfer: one that runs before it, or before and after it. */
interface HookUse {
  readonly owner: proto.IAccountID | null | undefined;
  readonly pre: proto.IHookCall | null | undefined;
  readonly prePost: proto.IHookCall | null | undefined;
}

/**
 * Returns the hooks (HIP-1195) that a transfer runs, in order: those that run before it, then those that run before and
 * after it, once each. Order of entries: hbar first, then token by token: fungible, NFTs, of each the sender first.
 */
export function hookRunsOf(item: Item, context: Context): HookRun[] {
  const body = item.body.cryptoTransfer;
  // Nearly all transfers run no hook, so this check must be cheap.
  if (!body || !namesHooks(body)) return [];
  const uses: HookUse[] = [...amountUses(body.transfers?.accountAmounts ?? [])];
  for (const list of body.tokenTransfers ?? []) {
    uses.push(...amountUses(list.transfers ?? []));
    for (const nft of list.nftTransfers ?? []) {
      uses.push({
        owner: nft.senderAccountID,
        pre: nft.preTxSenderAllowanceHook,
        prePost: nft.prePostTxSenderAllowanceHook,
      });
      uses.push({
        owner: nft.receiverAccountID,
        pre: nft.preTxReceiverAllowanceHook,
        prePost: nft.prePostTxReceiverAllowanceHook,
      });
    }
  }
  const runs = (name: 'pre' | 'prePost'): HookRun[] =>
    uses.flatMap((use) => {
      const call = use[name];
      if (!call) return [];
      return [{ ownerId: context.accountId(item, use.owner), hookId: longToBigInt(call.hookId) }];
    });
  const both = runs('prePost');
  return [...runs('pre'), ...both, ...both];
}

function amountUses(amounts: readonly proto.IAccountAmount[]): HookUse[] {
  return amounts.map((entry) => ({
    owner: entry.accountID,
    pre: entry.preTxAllowanceHook,
    prePost: entry.prePostTxAllowanceHook,
  }));
}

/** Returns whether a transfer runs any hook. */
export function namesHooks(body: proto.ICryptoTransferTransactionBody): boolean {
  for (const entry of body.transfers?.accountAmounts ?? []) {
    if (entry.preTxAllowanceHook || entry.prePostTxAllowanceHook) return true;
  }
  for (const list of body.tokenTransfers ?? []) {
    for (const entry of list.transfers ?? []) {
      if (entry.preTxAllowanceHook || entry.prePostTxAllowanceHook) return true;
    }
    for (const nft of list.nftTransfers ?? []) {
      if (nft.preTxSenderAllowanceHook || nft.prePostTxSenderAllowanceHook) return true;
      if (nft.preTxReceiverAllowanceHook || nft.prePostTxReceiverAllowanceHook) return true;
    }
  }
  return false;
}
