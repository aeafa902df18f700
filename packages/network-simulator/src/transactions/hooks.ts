import type { com, proto } from '@tain/protos/hapi';
import type Long from 'long';
import type { HookName } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, contractId, long, numOf } from '../ledger/ids.ts';
import { keccak } from '../ledger/keccak.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { hookSlotKey } from '../ledger/ledger.ts';
import { hookKey } from '../ledger/ledger-tables.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, contractNumber, repeats } from '../ledger/named.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { accountSigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { isValidKey } from '../ledger/valid-key.ts';
import { stripped, word } from '../ledger/words.ts';
import { HOOK_NUMBER } from '../programs/hook-state.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';

/** Hooks of accounts and their storage (HIP-1195). */
type Details = com.hedera.hapi.node.hooks.IHookCreationDetails;
type StorageUpdate = com.hedera.hapi.node.hooks.IEvmHookStorageUpdate;

const HOOK_GAS = 25_000;
/** Maximum number of storage updates in one transaction. */
const MAX_UPDATES = 10;
const RUNS_SLOT = '0'.repeat(64);

const hex = (value: bigint): string => value.toString(16).padStart(64, '0');
const toBigInt = (bytes: Uint8Array | null | undefined): bigint =>
  bytes?.length ? BigInt(`0x${Buffer.from(bytes).toString('hex')}`) : 0n;

/** Returns a hook for the creation or update of its owner, with id `id`; null when there is no contract to run. */
export function randomHook(g: Generator, owner: number, id?: number): Details | null {
  const { ledger, random } = g;
  const contract = g.find(ledger.contracts, (row) => !ledger.accounts.need(row.num).deleted);
  if (contract === undefined) return null;
  const hookId = id ?? random.between(1, 1000);
  const known = ledger.hooks.get(hookKey(owner, hookId));
  if (id === undefined && known !== undefined && !known.deleted) return null;
  return {
    hookId: long(hookId),
    evmHook: { spec: { contractId: contractId(contract.num) }, storageUpdates: randomStorage(g) },
    ...(random.chance(0.5) ? { adminKey: keyMessage(ledger.keys, g.keySpec()) } : null),
  };
}

function randomStorage(g: Generator): StorageUpdate[] {
  const { random } = g;
  const value = random.chance(0.2) ? new Uint8Array() : stripped(BigInt(random.below(1_000_000)));
  if (random.chance(0.6)) return [{ storageSlot: { key: stripped(BigInt(random.between(1, 9))), value } }];
  const entry = random.chance(0.5)
    ? { key: stripped(BigInt(random.between(1, 99))), value }
    : { preimage: random.bytes(20), value };
  return [{ mappingEntries: { mappingSlot: stripped(5n), entries: [entry] } }];
}

/** Returns OK for lists of new and removed hooks that are valid by themselves. */
export function hookDetailsStatus(details: readonly Details[], deletions: readonly Long[]): Status {
  const ids = details.map(({ hookId }) => longToBigInt(hookId));
  if (repeats(ids) || repeats(deletions.map(longToBigInt)))
    return Status.HOOK_ID_REPEATED_IN_CREATION_DETAILS;
  for (const { evmHook, hookId } of details) {
    if (!evmHook?.spec?.contractId) return Status.INVALID_HOOK_CREATION_SPEC;
    if (!isHookId(hookId)) return Status.INVALID_HOOK_ID;
    const storage = storageStatus(evmHook.storageUpdates ?? [], CREATION);
    if (storage !== Status.OK) return storage;
  }
  return Status.OK;
}

/** Rows hold hook numbers in doubles, which are exact far above any used number. */
function isHookId(id: Long | null | undefined): boolean {
  return Number.isSafeInteger(Number(longToBigInt(id)));
}

interface BadWord {
  readonly tooLong: Status;
  readonly notMinimal: Status;
}

const CREATION: BadWord = {
  tooLong: Status.HOOK_CREATION_BYTES_TOO_LONG,
  notMinimal: Status.HOOK_CREATION_BYTES_MUST_USE_MINIMAL_REPRESENTATION,
};
const STORE: BadWord = {
  tooLong: Status.EVM_HOOK_STORAGE_UPDATE_BYTES_TOO_LONG,
  notMinimal: Status.EVM_HOOK_STORAGE_UPDATE_BYTES_MUST_USE_MINIMAL_REPRESENTATION,
};

/** Returns OK for words of at most 32 bytes without leading zeros. */
function storageStatus(updates: readonly StorageUpdate[], bad: BadWord): Status {
  for (const { storageSlot, mappingEntries } of updates) {
    if (!storageSlot && !mappingEntries) return Status.EMPTY_EVM_HOOK_STORAGE_UPDATE;
    const entries = mappingEntries?.entries ?? [];
    if (entries.some((entry) => !entry.key && !entry.preimage)) return Status.EMPTY_EVM_HOOK_STORAGE_UPDATE;
    const words = storageSlot
      ? [storageSlot.key, storageSlot.value]
      : [mappingEntries?.mappingSlot, ...entries.flatMap(({ key, value }) => [key, value])];
    for (const bytes of words) {
      if ((bytes?.length ?? 0) > 32) return bad.tooLong;
      if (bytes?.[0] === 0) return bad.notMinimal;
    }
  }
  return Status.OK;
}

/** Applies hook changes to an account that is being created or updated, deletions first. */
export function applyHooks(
  x: Execution,
  owner: number,
  details: readonly Details[],
  deletions: readonly Long[],
): Status {
  const { ledger } = x;
  for (const id of deletions) {
    const hook = ledger.hooks.get(hookKey(owner, numOf(id)));
    if (hook === undefined || hook.deleted) return Status.HOOK_NOT_FOUND;
    // Generated traffic deletes hooks with their storage, so that histories of a seed stay the same.
    if (ledger.journal.isSent && hasStorage(x, hook)) return Status.HOOK_DELETION_REQUIRES_ZERO_STORAGE_SLOTS;
    ledger.hooks.edit(hookKey(owner, hook.id)).deleted = true;
  }
  for (const detail of details) {
    const id = numOf(detail.hookId);
    const known = ledger.hooks.get(hookKey(owner, id));
    if (known !== undefined && !known.deleted) return Status.HOOK_ID_IN_USE;
    if (detail.adminKey && !isValidKey(detail.adminKey)) return Status.INVALID_HOOK_ADMIN_KEY;
    ledger.hooks.put(hookKey(owner, id), {
      owner,
      id,
      contract: contractNumber(x, detail.evmHook?.spec?.contractId),
      adminKey: detail.adminKey ? specOf(ledger.keys, detail.adminKey) : null,
      deleted: false,
      createdAt: x.at,
    });
    applyStorage(x, owner, id, detail.evmHook?.storageUpdates ?? []);
  }
  return Status.OK;
}

/** Returns whether a slot of a hook has a value. Source of the rule: consensus node, `WritableEvmHookStore.remove`. */
function hasStorage({ ledger }: Execution, { owner, id }: HookName): boolean {
  for (const { value } of ledger.slotsOfHook(hookKey(owner, id))) if (value !== 0n) return true;
  return false;
}

function applyStorage(x: Execution, owner: number, hook: number, updates: readonly StorageUpdate[]): void {
  for (const { storageSlot, mappingEntries } of updates) {
    if (storageSlot) write(x, owner, hook, hex(toBigInt(storageSlot.key)), toBigInt(storageSlot.value));
    for (const entry of mappingEntries?.entries ?? []) {
      const key = entry.key?.length ? word(toBigInt(entry.key)) : keccak(entry.preimage ?? new Uint8Array());
      const slot = keccak(Buffer.concat([key, word(toBigInt(mappingEntries?.mappingSlot))]));
      write(x, owner, hook, slot.toString('hex'), toBigInt(entry.value));
    }
  }
}

function write(x: Execution, owner: number, hook: number, key: string, value: bigint): void {
  x.ledger.hookSlots.put(hookSlotKey(owner, hook, key), { owner, hook, key, value });
}

/** Returns a living hook of a living account. */
function someHook(g: Generator): { readonly owner: number; readonly id: number } | undefined {
  const { ledger } = g;
  return g.find(
    ledger.hooks,
    (row) => !row.deleted && !ledger.accounts.need(row.owner).deleted && g.keysOf(row.owner).length > 0,
  );
}

export const hookStore: KindRules = {
  weight: 0.5,

  generate(g) {
    const hook = someHook(g);
    if (hook === undefined) return null;
    const id = g.failing() ? hook.id + 5000 : hook.id;
    return {
      data: {
        hookStore: {
          hookId: { entityId: ownerId(g, hook.owner), hookId: long(id) },
          storageUpdates: [...randomStorage(g), ...randomStorage(g)],
        },
      },
      payer: g.payer().num,
      signers: g.failing() ? [] : g.keysOf(hook.owner),
    };
  },

  pure({ hookStore: body }) {
    const entity = body?.hookId?.entityId;
    const updates = body?.storageUpdates ?? [];
    check(Boolean(entity?.accountId || entity?.contractId), Status.INVALID_HOOK_ID);
    check(updates.length > 0, Status.EMPTY_EVM_HOOK_STORAGE_UPDATE);
    must(storageStatus(updates, STORE));
  },

  apply: ruled((x) => {
    const body = x.body.hookStore ?? {};
    const entity = body.hookId?.entityId;
    const updates = body.storageUpdates ?? [];
    const owner = entity?.contractId
      ? contractNumber(x, entity.contractId)
      : accountNumber(entity?.accountId);
    const id = numOf(body.hookId?.hookId);
    const hook = x.ledger.hooks.get(hookKey(owner, id));
    check(hook !== undefined && !hook.deleted, Status.HOOK_NOT_FOUND);
    if (!x.signedBy(hook.adminKey)) accountSigns(x, owner, Status.INVALID_HOOK_ID);
    check(x.ledger.accounts.get(owner)?.deleted === false, Status.ACCOUNT_DELETED);
    check(updates.length <= MAX_UPDATES, Status.TOO_MANY_EVM_HOOK_STORAGE_UPDATES);
    applyStorage(x, owner, id, updates);
    return Status.SUCCESS;
  }),
};

/** Returns the id of a hook's owner, an account or a contract. */
function ownerId(g: Generator, owner: number): proto.IHookEntityId {
  const contract = g.ledger.accounts.need(owner).contract;
  return contract ? { contractId: contractId(owner) } : { accountId: accountId(owner) };
}

/** Returns a hook that may approve a debit, with its owner; undefined without one. */
export function hookForTransfer(g: Generator): { readonly owner: number; readonly id: number } | undefined {
  return g.ledger.hooks.size === 0 ? undefined : someHook(g);
}

/** First byte of call data with which a hook refuses. */
export const REFUSE = 0xff;

/**
 * Adds the child call of a hook that generated traffic names. Its code is not executed: the call data decide the outcome,
 * and a hook that agrees counts its calls in its storage.
 */
export function callHook(x: Execution, owner: number, call: proto.IHookCall): Status {
  const { ledger } = x;
  const id = numOf(call.hookId);
  const hook = ledger.hooks.get(hookKey(owner, id));
  if (hook === undefined || hook.deleted) return Status.HOOK_NOT_FOUND;
  const input = call.evmHookCall?.data ?? new Uint8Array();
  const refused = input[0] === REFUSE;
  const contractID = contractId(HOOK_NUMBER);
  const child = x.child(
    'contractCall',
    { contractCall: { contractID, gas: long(HOOK_GAS), functionParameters: input } },
    'following',
  );
  child.receipt.contractID = contractID;
  child.record.contractCallResult = {
    contractID,
    ...(refused ? { errorMessage: '0x' } : { contractCallResult: word(1n), bloom: new Uint8Array(256) }),
    gasUsed: long(HOOK_GAS),
    gas: long(HOOK_GAS),
    functionParameters: input,
    senderId: accountId(owner),
  };
  if (refused) {
    child.status = Status.CONTRACT_REVERT_EXECUTED;
    return Status.REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK;
  }
  const before = ledger.hookSlots.get(hookSlotKey(owner, id, RUNS_SLOT))?.value ?? 0n;
  write(x, owner, id, RUNS_SLOT, before + 1n);
  const counted = {
    slot: stripped(0n),
    valueRead: stripped(before),
    valueWritten: { value: stripped(before + 1n) },
  };
  child.sidecars.push({
    stateChanges: { contractStateChanges: [{ contractId: contractID, storageChanges: [counted] }] },
  });
  return Status.OK;
}
