import type { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { accountId, contractId } from '../ledger/ids.ts';
import { type Ledger, slotKey } from '../ledger/ledger.ts';
import { accountNumber } from '../ledger/named.ts';
import { padded, word } from '../ledger/words.ts';
import { airdropId, airdropKeyOf } from '../transactions/airdrop-rules.ts';
import { accountValue, airdropValue, slotValue } from './entity-values.ts';
import { LinkedKeys } from './linked-keys.ts';

/** Numbers of states in `StateChange.state_id` (HIP-1056, enum `StateIdentifier`). */
export const STATE = {
  accounts: 2,
  storage: 4,
  bytecode: 5,
  files: 6,
  tokens: 7,
  relations: 9,
  stakes: 10,
  nodes: 20,
  topics: 21,
  pendingAirdrops: 25,
  hookStorage: 52,
  nodesOfAccounts: 53,
  registeredNodes: 56,
} as const;

/** Changes of maps of the state. Each key has only its last change. */
export class ChangeList {
  readonly #changes = new Map<string, stream.IStateChange>();

  /** Sets the change of a key. `name` identifies the key within its state. */
  update(stateId: number, name: number | string, key: stream.IMapChangeKey, value: stream.IMapChangeValue) {
    this.#changes.set(`${stateId}:${name}`, { stateId, mapUpdate: { key, value } });
  }

  remove(stateId: number, name: number | string, key: stream.IMapChangeKey) {
    this.#changes.set(`${stateId}:${name}`, { stateId, mapDelete: { key } });
  }

  /** Returns the changes in the order in which keys first changed. */
  all(): stream.IStateChange[] {
    return [...this.#changes.values()];
  }
}

// State changes of accounts, and of the linked lists that begin at an account: slots of a contract, and pending
// airdrops. Adding or removing a key changes the values of its neighbours, and the account.

const slotsOf = (contract: number): string => `slots ${contract}`;
const airdropsOf = (sender: number): string => `airdrops ${sender}`;

function linkedKeys({ links, linkedLists }: Ledger): LinkedKeys {
  return new LinkedKeys(links, linkedLists);
}

export function accountChange(num: number, ledger: Ledger, changes: ChangeList): void {
  const account = ledger.accounts.get(num);
  if (account === undefined) return;
  const lists = linkedKeys(ledger);
  const accountIdKey = proto.AccountID.encode(accountId(num)).finish();
  const airdrops = lists.list(airdropsOf(num));
  const head = ledger.airdrops.get(airdrops.first);
  const value = accountValue(account, ledger.keys, {
    slots: lists.list(slotsOf(num)),
    airdrops: { first: head ? airdropId(head) : null, count: airdrops.count },
  });
  changes.update(STATE.accounts, num, { accountIdKey }, { accountValue: value });
}

/** Adds a slot that a transaction wrote; an empty value removes the slot. */
export function storageChange(
  num: number,
  slot: Uint8Array,
  value: Uint8Array,
  ledger: Ledger,
  changes: ChangeList,
): void {
  const lists = linkedKeys(ledger);
  const list = slotsOf(num);
  const key = padded(slot).toString('hex');
  const isRemoved = value.length === 0;
  const beside = isRemoved ? lists.remove(list, key) : lists.add(list, key);
  const set = (hex: string, content: Uint8Array): void => {
    const { previous, next } = lists.beside(list, hex);
    const slotValueValue = slotValue(content, previous, next);
    changes.update(STATE.storage, `${num}:${hex}`, slotKeyOf(num, hex), { slotValueValue });
  };
  if (isRemoved) changes.remove(STATE.storage, `${num}:${key}`, slotKeyOf(num, key));
  else set(key, padded(value));
  for (const hex of beside ?? []) {
    const row = ledger.slots.get(slotKey(num, hex));
    if (row !== undefined && row.value !== 0n) set(hex, word(row.value));
  }
  if (beside !== null) accountChange(num, ledger, changes);
}

function slotKeyOf(num: number, hex: string): { slotKeyKey: Uint8Array } {
  const key = Buffer.from(hex, 'hex');
  return { slotKeyKey: proto.SlotKey.encode({ contractID: contractId(num), key }).finish() };
}

/** Adds or removes a pending airdrop. */
export function airdropChange(id: proto.IPendingAirdropId, ledger: Ledger, changes: ChangeList): void {
  const lists = linkedKeys(ledger);
  const name = airdropKeyOf(id);
  const sender = accountNumber(id.senderId);
  const list = airdropsOf(sender);
  const isRemoved = !ledger.airdrops.has(name);
  const beside = isRemoved ? lists.remove(list, name) : lists.add(list, name);
  const set = (key: string): void => {
    const airdrop = ledger.airdrops.get(key);
    if (airdrop === undefined) return;
    const idOf = (other: string) => {
      const found = ledger.airdrops.get(other);
      return found ? airdropId(found) : null;
    };
    const { previous, next } = lists.beside(list, key);
    const accountPendingAirdropValue = airdropValue(airdrop, idOf(previous), idOf(next));
    const pendingAirdropIdKey = proto.PendingAirdropId.encode(airdropId(airdrop)).finish();
    changes.update(STATE.pendingAirdrops, key, { pendingAirdropIdKey }, { accountPendingAirdropValue });
  };
  if (isRemoved) {
    const pendingAirdropIdKey = proto.PendingAirdropId.encode(id).finish();
    changes.remove(STATE.pendingAirdrops, name, { pendingAirdropIdKey });
  } else set(name);
  for (const key of beside ?? []) set(key);
  if (beside !== null) accountChange(sender, ledger, changes);
}
