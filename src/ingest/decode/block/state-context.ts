import { asBuffer } from '@tain/ledger/integer-bytes';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { airdropName, hookName, packedIdOf, slotName, trim } from './state-keys.ts';
import { type StateField, StateValue } from './state-value.ts';

/** A changed storage slot, with its key in hex without leading zeros. */
export interface SlotChange {
  readonly key: string;
  /**
   * The new value without leading zeros; empty when it was deleted; null: a partial change that leaves it unchanged.
   */
  readonly value: Buffer | null;
  /** Whether the value is equal to the previous one. */
  readonly identical: boolean;
}

/** Changes of the state after a transaction, or after a family of parent and children, by the id in the key. */
interface Changes {
  readonly accounts: Map<bigint, StateValue>;
  readonly tokens: Map<bigint, StateValue>;
  readonly topics: Map<bigint, StateValue>;
  readonly files: Map<bigint, StateValue>;
  readonly nodes: Map<bigint, StateValue>;
  readonly registeredNodes: Map<bigint, StateValue>;
  readonly bytecodes: Map<bigint, StateValue>;
  readonly airdrops: Map<string, StateValue>;
  /** Keys as in the state, by id or name. */
  readonly contractIds: Map<bigint, proto.IContractID>;
  readonly airdropIds: Map<string, proto.IPendingAirdropId>;
  readonly slots: Map<bigint, SlotChange[]>;
  readonly hookSlots: Map<string, SlotChange[]>;
}

/** Kinds of entities whose ids are only in the state. */
export type ClaimedKind = 'topics' | 'tokens' | 'files' | 'nodes' | 'registeredNodes';

/** Maximum nesting, deeper than that of transactions: a batch, one in it, and its children. */
const MAX_DEPTH = 8;

const SLOT_VALUE: StateField<proto.SlotValue, 'value'> = {
  message: proto.SlotValue,
  name: 'value',
  number: 1,
};
const CODE: StateField<proto.Bytecode, 'code'> = { message: proto.Bytecode, name: 'code', number: 1 };

/**
 * The state changes of one transaction, inside those of the family that it is a child of. Decoded on the first request,
 * because the most frequent types need none.
 */
export class StateContext {
  /** The outer state, for values that are not in these changes. */
  readonly outer: StateContext | null;
  readonly #raws: readonly Buffer[];
  readonly #depth: number;
  #changes: Changes | null = null;
  #unclaimed: Map<ClaimedKind, bigint[]> | null = null;

  /** `raws`: contents of `state_changes` items. Throws `MalformedError` when the nesting is too deep. */
  constructor(raws: readonly Buffer[], outer: StateContext | null) {
    this.#raws = raws;
    this.outer = outer;
    this.#depth = outer ? outer.#depth + 1 : 0;
    if (this.#depth > MAX_DEPTH) throw new MalformedError('transactions are nested too deeply');
  }

  /** Returns the result of `read` for the innermost state that has one. */
  nearest<V>(read: (own: StateContext) => V | null): V | null {
    return read(this) ?? this.outer?.nearest(read) ?? null;
  }

  /**
   * Returns the largest id of a kind that was created here and that no later transaction claimed. Called from the last
   * transaction backwards, it returns the id of each creation; null when none is left. A key whose first change is
   * partial existed before and is left out.
   */
  claim(kind: ClaimedKind): bigint | null {
    this.#unclaimed ??= new Map();
    let unclaimed = this.#unclaimed.get(kind);
    if (!unclaimed) {
      const created = [...this.#read()[kind]].filter(([, value]) => !value.existed);
      unclaimed = created.map(([id]) => id).sort((a, b) => (a < b ? -1 : 1));
      this.#unclaimed.set(kind, unclaimed);
    }
    return unclaimed.pop() ?? this.outer?.claim(kind) ?? null;
  }

  account(id: bigint): StateValue | null {
    return this.#read().accounts.get(id) ?? null;
  }

  token(id: bigint): StateValue | null {
    return this.#read().tokens.get(id) ?? null;
  }

  topic(id: bigint): StateValue | null {
    return this.#read().topics.get(id) ?? null;
  }

  /** Returns the code of a contract; null when these changes lack it. */
  bytecode(contractId: bigint): Uint8Array | null {
    return this.#read().bytecodes.get(contractId)?.field(CODE) ?? null;
  }

  /** Returns the contracts that received their code here, in the order of their ids; null: none did. */
  newContracts(): readonly proto.IContractID[] | null {
    const { bytecodes, contractIds } = this.#read();
    const created = [...bytecodes].filter(([, value]) => !value.existed).map(([id]) => id);
    const found = created.sort((a, b) => (a < b ? -1 : 1)).flatMap((id) => contractIds.get(id) ?? []);
    return found.length > 0 ? found : null;
  }

  /** Returns the changes of a contract's storage, in order; null: none. */
  slots(contractId: bigint): readonly SlotChange[] | null {
    return this.#read().slots.get(contractId) ?? null;
  }

  /** Returns the changes of a hook's storage, in order; null: none. */
  hookSlots(hook: proto.IHookId): readonly SlotChange[] | null {
    return this.#read().hookSlots.get(hookName(hook)) ?? null;
  }

  airdrop(name: string): StateValue | null {
    return this.#read().airdrops.get(name) ?? null;
  }

  /** Returns the ids of the pending airdrops that changed; null: none did. */
  airdropIds(): readonly proto.IPendingAirdropId[] | null {
    const { airdropIds } = this.#read();
    return airdropIds.size > 0 ? [...airdropIds.values()] : null;
  }

  #read(): Changes {
    if (this.#changes) return this.#changes;
    const changes: Changes = {
      accounts: new Map(),
      tokens: new Map(),
      topics: new Map(),
      files: new Map(),
      nodes: new Map(),
      registeredNodes: new Map(),
      bytecodes: new Map(),
      airdrops: new Map(),
      contractIds: new Map(),
      airdropIds: new Map(),
      slots: new Map(),
      hookSlots: new Map(),
    };
    for (const raw of this.#raws) {
      for (const { mapUpdate, mapDelete } of stream.StateChanges.decode(raw).stateChanges) {
        if (mapUpdate) readUpdate(mapUpdate, changes);
        else if (mapDelete?.key) readSlot(mapDelete.key, Buffer.alloc(0), false, changes);
      }
    }
    this.#changes = changes;
    return changes;
  }
}

/** Reads an update. The key names the entity, because a partial value lacks its own id. */
function readUpdate(update: stream.IMapUpdateChange, changes: Changes): void {
  const { key, value } = update;
  if (!key || !value) return;
  const put = <K>(values: Map<K, StateValue>, id: K | null, bytes: Uint8Array): void => {
    if (id === null) return;
    const known = values.get(id);
    if (known) known.add(update, bytes);
    else values.set(id, new StateValue(update, bytes));
  };
  if (value.accountValue && key.accountIdKey) {
    const id = proto.AccountID.decode(key.accountIdKey);
    put(changes.accounts, idOrNull(id, id.accountNum), value.accountValue);
  } else if (value.tokenValue && key.tokenIdKey) {
    const id = proto.TokenID.decode(key.tokenIdKey);
    put(changes.tokens, idOrNull(id, id.tokenNum), value.tokenValue);
  } else if (value.topicValue && key.topicIdKey) {
    const id = proto.TopicID.decode(key.topicIdKey);
    put(changes.topics, idOrNull(id, id.topicNum), value.topicValue);
  } else if (value.fileValue && key.fileIdKey) {
    const id = proto.FileID.decode(key.fileIdKey);
    put(changes.files, idOrNull(id, id.fileNum), value.fileValue);
  } else if (value.bytecodeValue && key.contractIdKey) {
    const id = proto.ContractID.decode(key.contractIdKey);
    put(changes.bytecodes, idOrNull(id, id.contractNum), value.bytecodeValue);
    changes.contractIds.set(packedIdOf(id, id.contractNum), id);
  } else if (value.slotValueValue) {
    const slot = new StateValue(update, value.slotValueValue).field(SLOT_VALUE);
    readSlot(key, slot ? trim(slot) : null, update.identical ?? false, changes);
  } else if (value.accountPendingAirdropValue && key.pendingAirdropIdKey) {
    const id = proto.PendingAirdropId.decode(key.pendingAirdropIdKey);
    put(changes.airdrops, airdropName(id), value.accountPendingAirdropValue);
    changes.airdropIds.set(airdropName(id), id);
  } else if (value.nodeValue) {
    put(changes.nodes, nodeOf(key), value.nodeValue);
  } else if (value.registeredNodeValue) {
    put(changes.registeredNodes, nodeOf(key), value.registeredNodeValue);
  }
}

function idOrNull(...id: Parameters<typeof packedIdOf>): bigint | null {
  return packedIdOf(...id) || null;
}

/** Returns the node's number, which is in field 1 of both kinds of keys, and absent for node 0. */
function nodeOf({ entityNumberKey, nodeIdKey }: stream.IMapChangeKey): bigint | null {
  const key = entityNumberKey ?? nodeIdKey;
  if (!key) return null;
  const reader = new WireReader(asBuffer(key));
  let number = 0n;
  while (reader.next()) {
    if (reader.field === 1) number = reader.int64('the number of a node');
    else reader.skip();
  }
  return number;
}

function readSlot(
  key: stream.IMapChangeKey,
  value: Buffer | null,
  identical: boolean,
  changes: Changes,
): void {
  if (key.slotKeyKey) {
    const { contractID, key: slot } = proto.SlotKey.decode(key.slotKeyKey);
    const id = packedIdOf(contractID, contractID?.contractNum);
    append(changes.slots, id, { key: slotName(slot), value, identical });
  } else if (key.evmHookSlotKey?.hookId) {
    const hook = hookName(proto.HookId.decode(key.evmHookSlotKey.hookId));
    append(changes.hookSlots, hook, {
      key: slotName(key.evmHookSlotKey.key ?? new Uint8Array()),
      value,
      identical,
    });
  }
}

function append<K>(map: Map<K, SlotChange[]>, key: K, change: SlotChange): void {
  const list = map.get(key);
  if (list) list.push(change);
  else map.set(key, [change]);
}
