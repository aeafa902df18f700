import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { encodeEntityId } from '../../../kernel/entity-id.ts';
import { type LongLike, longToBigInt } from '../../../kernel/long.ts';
import { MalformedError } from '../../../kernel/malformed-error.ts';
import { WireReader } from '../../../kernel/wire-reader.ts';

/** A storage slot that was changed: key and new value without leading zeros; empty where it was deleted. */
export interface SlotChange {
  readonly key: string;
  readonly value: Buffer;
  /** The value is the one that it had before. */
  readonly identical: boolean;
}

/** What is found in the state that a transaction, or a family of parent and children, left behind. */
interface Changes {
  readonly accounts: Map<bigint, proto.IAccount>;
  readonly tokens: Map<bigint, proto.IToken>;
  readonly topics: Map<bigint, proto.ITopic>;
  readonly files: Map<bigint, proto.IFileID>;
  readonly nodes: Map<bigint, bigint>;
  readonly registeredNodes: Map<bigint, bigint>;
  readonly bytecodes: Map<bigint, { readonly id: proto.IContractID; readonly code: Uint8Array }>;
  readonly slots: Map<bigint, SlotChange[]>;
  readonly hookSlots: Map<string, SlotChange[]>;
  readonly airdrops: Map<string, PendingAirdrop>;
}

export interface PendingAirdrop {
  readonly id: proto.IPendingAirdropId;
  /** 0 for an NFT. */
  readonly amount: bigint;
}

/** Kinds of entities whose ids only the state says. */
export type ClaimedKind = 'topics' | 'tokens' | 'files' | 'nodes' | 'registeredNodes';

/** More than transactions lie within each other: a batch, one in it, and what that caused. */
const MAX_DEPTH = 8;

/**
 * The state changes of one transaction, and around them those of the family that it is a child of. Decoded when
 * somebody asks: the most frequent types need none.
 */
export class StateContext {
  /** What is asked for what these changes do not have. */
  readonly outer: StateContext | null;
  readonly #raws: readonly Buffer[];
  readonly #depth: number;
  #changes: Changes | null = null;
  #claimed: Map<ClaimedKind, bigint[]> | null = null;

  /** `raws`: contents of `state_changes` items. Throws `MalformedError` where too many lie within each other. */
  constructor(raws: readonly Buffer[], outer: StateContext | null) {
    this.#raws = raws;
    this.outer = outer;
    this.#depth = outer ? outer.#depth + 1 : 0;
    if (this.#depth > MAX_DEPTH) throw new MalformedError('transactions lie too deeply within each other');
  }

  /** What the innermost state says that says something. */
  nearest<V>(read: (own: StateContext) => V | null): V | null {
    return read(this) ?? this.outer?.nearest(read) ?? null;
  }

  /**
   * The largest id of a kind that no later transaction claimed: called from the last transaction backwards, it gives
   * each creation its own. Null when there is none left.
   */
  claim(kind: ClaimedKind): bigint | null {
    this.#claimed ??= new Map();
    let left = this.#claimed.get(kind);
    if (!left) {
      left = [...this.#read()[kind].keys()].sort((a, b) => (a < b ? -1 : 1));
      this.#claimed.set(kind, left);
    }
    return left.pop() ?? this.outer?.claim(kind) ?? null;
  }

  account(id: bigint): proto.IAccount | null {
    return this.#read().accounts.get(id) ?? null;
  }

  token(id: bigint): proto.IToken | null {
    return this.#read().tokens.get(id) ?? null;
  }

  topic(id: bigint): proto.ITopic | null {
    return this.#read().topics.get(id) ?? null;
  }

  bytecode(contractId: bigint): Uint8Array | null {
    return this.#read().bytecodes.get(contractId)?.code ?? null;
  }

  /** Contracts that got their code here, in the order of their ids; null: none did. */
  newContracts(): readonly proto.IContractID[] | null {
    const found = [...this.#read().bytecodes].sort(([a], [b]) => (a < b ? -1 : 1));
    return found.length > 0 ? found.map(([, { id }]) => id) : null;
  }

  /** Storage of a contract, in the order of its changes; null: none changed. */
  slots(contractId: bigint): readonly SlotChange[] | null {
    return this.#read().slots.get(contractId) ?? null;
  }

  /** The same of a hook. */
  hookSlots(hook: proto.IHookId): readonly SlotChange[] | null {
    return this.#read().hookSlots.get(hookName(hook)) ?? null;
  }

  airdrop(name: string): PendingAirdrop | null {
    return this.#read().airdrops.get(name) ?? null;
  }

  /** Null: none changed. */
  airdrops(): readonly PendingAirdrop[] | null {
    const { airdrops } = this.#read();
    return airdrops.size > 0 ? [...airdrops.values()] : null;
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
      slots: new Map(),
      hookSlots: new Map(),
      airdrops: new Map(),
    };
    for (const raw of this.#raws) {
      for (const change of stream.StateChanges.decode(raw).stateChanges) {
        const { mapUpdate, mapDelete } = change;
        if (mapUpdate) readUpdate(mapUpdate, changes);
        else if (mapDelete?.key) readSlot(mapDelete.key, Buffer.alloc(0), false, changes);
      }
    }
    this.#changes = changes;
    return changes;
  }
}

function readUpdate(update: stream.IMapUpdateChange, changes: Changes): void {
  const { key, value } = update;
  if (!key || !value) return;
  if (value.accountValue) {
    const account = proto.Account.decode(value.accountValue);
    changes.accounts.set(numberOf(account.accountId, account.accountId?.accountNum), account);
  } else if (value.tokenValue) {
    const token = proto.Token.decode(value.tokenValue);
    changes.tokens.set(numberOf(token.tokenId, token.tokenId?.tokenNum), token);
  } else if (value.topicValue) {
    const topic = proto.Topic.decode(value.topicValue);
    changes.topics.set(numberOf(topic.topicId, topic.topicId?.topicNum), topic);
  } else if (value.fileValue && key.fileIdKey) {
    const id = proto.FileID.decode(key.fileIdKey);
    changes.files.set(numberOf(id, id.fileNum), id);
  } else if (value.bytecodeValue && key.contractIdKey) {
    const id = proto.ContractID.decode(key.contractIdKey);
    const { code } = proto.Bytecode.decode(value.bytecodeValue);
    changes.bytecodes.set(numberOf(id, id.contractNum), { id, code });
  } else if (value.slotValueValue) {
    const slot = proto.SlotValue.decode(value.slotValueValue);
    readSlot(key, trim(slot.value), update.identical ?? false, changes);
  } else if (value.accountPendingAirdropValue && key.pendingAirdropIdKey) {
    const id = proto.PendingAirdropId.decode(key.pendingAirdropIdKey);
    const { pendingAirdropValue } = proto.AccountPendingAirdrop.decode(value.accountPendingAirdropValue);
    changes.airdrops.set(airdropName(id), { id, amount: longToBigInt(pendingAirdropValue?.amount) });
  } else if (value.nodeValue) {
    addNumber(changes.nodes, value.nodeValue);
  } else if (value.registeredNodeValue) {
    addNumber(changes.registeredNodes, value.registeredNodeValue);
  }
}

/** Both kinds of nodes have their number in field 1; node 0 has none there. */
function addNumber(numbers: Map<bigint, bigint>, node: Uint8Array): void {
  const reader = new WireReader(Buffer.from(node.buffer, node.byteOffset, node.byteLength));
  let number = 0n;
  while (reader.next()) {
    if (reader.field === 1) number = reader.int64('the number of a node');
    else reader.skip();
  }
  numbers.set(number, number);
}

function readSlot(key: stream.IMapChangeKey, value: Buffer, identical: boolean, changes: Changes): void {
  if (key.slotKeyKey) {
    const { contractID, key: slot } = proto.SlotKey.decode(key.slotKeyKey);
    const id = numberOf(contractID, contractID?.contractNum);
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

/** A slot's key without leading zeros, in hex. */
export function slotName(key: Uint8Array): string {
  return trim(key).toString('hex');
}

/** Bytes without leading zeros. */
export function trim(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start += 1;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
}

/** What tells pending airdrops apart. */
export function airdropName(id: proto.IPendingAirdropId): string {
  const { senderId, receiverId, fungibleTokenType, nonFungibleToken } = id;
  const token = nonFungibleToken ? nonFungibleToken.token_ID : fungibleTokenType;
  const sender = numberOf(senderId, senderId?.accountNum);
  const receiver = numberOf(receiverId, receiverId?.accountNum);
  const serial = nonFungibleToken ? longToBigInt(nonFungibleToken.serialNumber) : 'fungible';
  return `${sender}/${receiver}/${numberOf(token, token?.tokenNum)}/${serial}`;
}

/** What tells hooks apart: their owner and number. */
export function hookName({ entityId, hookId }: proto.IHookId): string {
  const account = entityId?.accountId;
  const contract = entityId?.contractId;
  const owner = account ? numberOf(account, account.accountNum) : numberOf(contract, contract?.contractNum);
  return `${owner}/${longToBigInt(hookId)}`;
}

interface Realm {
  readonly shardNum?: LongLike | number | null;
  readonly realmNum?: LongLike | number | null;
}

/** A packed entity id; 0 for one that has no number, or one out of range. */
export function numberOf(
  realm: Realm | null | undefined,
  number: LongLike | number | null | undefined,
): bigint {
  try {
    return encodeEntityId(longToBigInt(realm?.shardNum), longToBigInt(realm?.realmNum), longToBigInt(number));
  } catch {
    return 0n;
  }
}
