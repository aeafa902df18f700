import { FIRST_NEWER_KIND, ITEM } from '@tain/ledger/block-item';
import { longToBigInt } from '@tain/ledger/long';
import { TYPE } from '@tain/ledger/transaction-type';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { isSameId, readTransactionId } from '@tain/verify/message-fields';
import { readReceipts } from '@tain/verify/state-changes';
import { eachInSteps, type Steps } from '../../../kernel/limits/in-slices.ts';
import { nanosOfTimestamp } from '../items.ts';
import { rawBytes } from '../raw-field.ts';
import type { SignedTransaction } from '../signed-transaction.ts';
import { beginTransaction, seeUnrecognized } from '../unrecognized.ts';
import type { BlockItem } from './block-items.ts';
import { type PairedTransaction, ResultPairing } from './result-pairing.ts';
import { MAP_DELETE, MAP_UPDATE, readOperation } from './state-change.ts';
import { StateContext } from './state-context.ts';

const NO_OUTPUTS: readonly stream.TransactionOutput[] = [];

/** Outcome of a contract execution, and whether it was a creation. */
export interface Execution {
  readonly result: proto.IEvmTransactionResult;
  /** The serialized `result`. */
  readonly bytes: Uint8Array;
  readonly isCreation: boolean;
}

/** A transaction of a block with its raw items. */
export class BlockTransaction {
  /** Raw bytes of the `SignedTransaction` message. */
  readonly signedBytes: Buffer;
  readonly signed: SignedTransaction;
  /** See `Item.type`. */
  readonly type: number;
  readonly time: bigint;
  readonly status: number;
  readonly congestionPricingMultiplier: bigint;
  readonly parent: BlockTransaction | null;
  /** Whether it has no parent and is not part of a batch: then its changes and those of its children follow it. */
  readonly isTopLevel: boolean;
  /** Raw content of its `transaction_result`, `transaction_output` and `trace_data` items. */
  readonly result: Buffer;
  readonly outputs: Buffer[] = [];
  readonly traces: Buffer[] = [];
  /** Raw contents of its own `state_changes` items. */
  readonly stateChanges: Buffer[] = [];
  /** The transaction before a scheduled one, which may have triggered it. */
  readonly #trigger: BlockTransaction | null;
  #state: StateContext | null = null;
  #decodedOutputs: readonly stream.TransactionOutput[] | null = null;
  #execution: Execution | null | undefined;

  constructor(
    { signedBytes, signed, type, inner }: Omit<PairedTransaction<unknown>, 'input'>,
    result: Buffer,
    before: BlockTransaction | null,
  ) {
    const decoded = stream.TransactionResult.decode(result);
    if (!decoded.consensusTimestamp) throw new MalformedError('a result has no consensus timestamp');
    this.signedBytes = signedBytes;
    this.signed = signed;
    this.type = type;
    this.time = nanosOfTimestamp(proto.Timestamp.decode(decoded.consensusTimestamp));
    this.status = decoded.status;
    this.congestionPricingMultiplier = longToBigInt(decoded.congestionPricingMultiplier);
    const parentTime = decoded.parentConsensusTimestamp;
    this.parent = parentTime
      ? relativeAt(before, nanosOfTimestamp(proto.Timestamp.decode(parentTime)))
      : null;
    this.isTopLevel = inner === null && !parentTime;
    this.result = result;
    this.#trigger = decoded.scheduleRef ? before : null;
  }

  /** Decoded outputs, cached because contract executions are read repeatedly. */
  get decodedOutputs(): readonly stream.TransactionOutput[] {
    if (this.outputs.length === 0) return NO_OUTPUTS;
    this.#decodedOutputs ??= this.outputs.map((bytes) => stream.TransactionOutput.decode(bytes));
    return this.#decodedOutputs;
  }

  /** Outcome of the contract execution that the transaction is or caused; null: none. */
  get execution(): Execution | null {
    if (this.#execution === undefined) this.#execution = executionIn(this.decodedOutputs);
    return this.#execution;
  }

  /**
   * The state after the transaction. Nodes write the changes of a transaction and its children, even empty ones, after
   * the transaction itself. So a transaction without changes of its own is a child, and shares those of its parent or
   * of the trigger of its schedule. A child with changes of its own uses its parent's state for the rest. A child that
   * precedes its parent has none: no result names the parent, and its created entities are in its output.
   */
  get state(): StateContext {
    if (this.#state) return this.#state;
    const hasOwn = this.stateChanges.length > 0;
    const cause = this.parent ?? (hasOwn ? null : this.#trigger);
    const outer = cause?.state ?? null;
    this.#state = outer && !hasOwn ? outer : new StateContext(this.stateChanges, outer);
    return this.#state;
  }
}

function executionIn(outputs: readonly stream.TransactionOutput[]): Execution | null {
  for (const { contractCall, contractCreate, ethereumCall } of outputs) {
    const created = contractCreate?.evmTransactionResult ?? ethereumCall?.evmCreateTransactionResult;
    const called = contractCall?.evmTransactionResult ?? ethereumCall?.evmCallTransactionResult;
    const result = created ?? called;
    if (!result) continue;
    return { result: proto.EvmTransactionResult.decode(result), bytes: result, isCreation: !!created };
  }
  return null;
}

/**
 * Returns the parent at `time`: it comes right before its child, or is the parent of an older sibling, which can itself
 * be the child of a batch.
 */
function relativeAt(before: BlockTransaction | null, time: bigint): BlockTransaction | null {
  for (const candidate of [before, before?.parent, before?.parent?.parent]) {
    if (candidate?.time === time) return candidate;
  }
  return null;
}

/**
 * Groups the items of a block by transaction, in order (HIP-1056). A transaction without a result is a state signature
 * and left out. The root hash does not cover how items of different kinds are interleaved (docs/verification.md): every
 * permutation with the same root hash results in the same transactions or is refused. Throws `MalformedError`.
 */
export function* groupTransactions(items: readonly BlockItem[]): Steps<readonly BlockTransaction[]> {
  const reading = new Reading();
  yield* eachInSteps(items, (item, index) => {
    try {
      reading.add(item);
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      // Numbers of items include the header, which comes first and is not in the list.
      throw new MalformedError(`item ${index + 1}: ${error.message}`, { cause: error });
    }
  });
  return yield* reading.end();
}

/**
 * Parts of the items that follow a transaction's result, in the order in which nodes write them (consensus node,
 * `BlockStreamBuilder`).
 */
const PARTS = ['the outputs', 'the traces', 'the state changes'] as const;
const [OUTPUTS, TRACES, STATE_CHANGES] = [0, 1, 2] as const;

const ENDS_TRANSACTION: ReadonlySet<number> = new Set([
  ITEM.signedTransaction,
  ITEM.roundHeader,
  ITEM.eventHeader,
]);

class Reading {
  readonly #pairing = new ResultPairing<BlockItem>();
  readonly #transactions: BlockTransaction[] = [];
  /** The last transaction, while only its own items have followed it; else null. */
  #current: BlockTransaction | null = null;
  /** Part of its items that has been reached. */
  #part: number = OUTPUTS;
  /** Times of changes of maps that do not follow a transaction of their time. */
  readonly #strayTimes = new Set<bigint>();
  /** State changes of the network: they contain changes, but none of a map. */
  readonly #ofNetwork: Buffer[] = [];

  add(item: BlockItem): void {
    const paired = this.#pairing.add(item);
    const { kind, content } = item;
    if (paired) {
      beginTransaction(this.#transactions.length);
      this.#current = new BlockTransaction(paired, content, this.#transactions.at(-1) ?? null);
      this.#part = OUTPUTS;
      this.#transactions.push(this.#current);
    } else if (kind === ITEM.output) this.#ownerOf('an output', OUTPUTS).outputs.push(content);
    else if (kind === ITEM.trace) this.#addTrace(content);
    else if (kind === ITEM.stateChanges) this.#addState(content);
    else if (ENDS_TRANSACTION.has(kind)) this.#current = null;
    else if (kind === ITEM.filtered || kind === ITEM.redacted)
      throw new MalformedError('was omitted; its rows would be missing');
    else if (kind >= FIRST_NEWER_KIND) seeUnrecognized('block item', kind, true);
  }

  *end(): Steps<readonly BlockTransaction[]> {
    this.#pairing.end();
    expectReceipts(this.#transactions, this.#ofNetwork);
    // Consensus nodes write the changes of a transaction right after its items (`BlockStreamBuilder`), and none for
    // children.
    const without = this.#transactions.find(
      ({ time, isTopLevel, stateChanges }) =>
        isTopLevel && stateChanges.length === 0 && this.#strayTimes.has(time),
    );
    if (without) throw new MalformedError(`state changes do not follow their transaction, ${without.time}`);
    // Computed from the first transaction on, so that each recursion finds a state that is already computed.
    yield* eachInSteps(this.#transactions, ({ state }) => void state);
    return this.#transactions;
  }

  /**
   * Adds state changes. They belong to a transaction when they come right after its items and have its time. All others
   * belong to the network: receipts, which may also come right after a transaction with its time, but change no map;
   * throttles, rates, hashes. Changes of unknown kinds alone are ignored.
   */
  #addState(content: Buffer): void {
    const { time, isOfNetwork, isUnknown } = readStateChanges(content);
    if (isUnknown) return;
    const isOwn = this.#current?.time === time && !isOfNetwork;
    this.#part = STATE_CHANGES;
    if (isOwn) this.#current?.stateChanges.push(content);
    else this.#current = null;
    if (isOfNetwork) this.#ofNetwork.push(content);
    else if (!isOwn) this.#strayTimes.add(time);
  }

  /**
   * Adds a trace. Nodes write at most one trace of each kind (consensus node, `BlockStreamBuilder`), and traces of
   * messages only for messages. `contractSidecars` checks that a contract's trace belongs to the execution.
   */
  #addTrace(content: Buffer): void {
    const transaction = this.#ownerOf('a trace', TRACES);
    const kind = traceKind(content);
    // An unknown kind is ignored: it does not contradict the other traces.
    if (kind === 0) return;
    if (kind === MESSAGE_TRACE && transaction.type !== TYPE.consensusSubmitMessage)
      throw new MalformedError('a trace of a message belongs to another transaction');
    if (transaction.traces.some((other) => traceKind(other) === kind))
      throw new MalformedError('a transaction has two traces of one kind');
    transaction.traces.push(content);
  }

  /**
   * Returns the transaction that an item belongs to: the last one, when only its own items of this or an earlier part
   * stand between its result and this item.
   */
  #ownerOf(what: string, part: number): BlockTransaction {
    const owner = this.#pairing.isPending ? null : this.#current;
    if (!owner) throw new MalformedError(`${what} does not follow the items of its transaction`);
    if (part < this.#part)
      throw new MalformedError(`${what} follows ${PARTS[this.#part]} of its transaction`);
    this.#part = part;
    return owner;
  }
}

/** Fields of `TraceData`. */
const EVM_TRACE = 1;
const MESSAGE_TRACE = 2;

/** Returns the last known field of the oneof; 0: none. */
function traceKind(content: Buffer): number {
  let kind = 0;
  const reader = new WireReader(content);
  while (reader.next()) {
    if (reader.field === EVM_TRACE || reader.field === MESSAGE_TRACE) kind = reader.field;
    reader.skip();
  }
  // Decoding reports the unknown fields.
  if (kind === 0) stream.TraceData.decode(content);
  return kind;
}

/**
 * Reads the facts about a `StateChanges` message: its time, whether it has changes but none of a map, and whether it
 * has changes but none of a known kind. The message is not decoded, because most of them are never needed.
 */
function readStateChanges(bytes: Buffer): {
  readonly time: bigint;
  readonly isOfNetwork: boolean;
  readonly isUnknown: boolean;
} {
  const reader = new WireReader(bytes);
  let time = 0n;
  let changes = 0;
  let known = 0;
  let changesMap = false;
  while (reader.next()) {
    if (reader.field === 1) time = nanosOfTimestamp(proto.Timestamp.decode(reader.content('a timestamp')));
    else if (reader.field === 2) {
      const operation = readOperation(reader.content('a state change'));
      changes += 1;
      if (operation !== 0) known += 1;
      changesMap ||= operation === MAP_UPDATE || operation === MAP_DELETE;
    } else reader.skip();
  }
  return { time, isOfNetwork: changes > 0 && !changesMap, isUnknown: changes > 0 && known === 0 };
}

/** Field of `TransactionBody`. */
const TRANSACTION_ID = 1;

/**
 * Compares the receipts that nodes queue in the state with the transactions that results were paired with. A list of m
 * receipts has the time of the last of m results, and names their transactions in order (all real blocks; consensus
 * node, `RecordCacheImpl`). Both are covered by the root hash, unlike the position of a result among inputs, which
 * matters in a batch: its inner transactions have no inputs, but their children have. Throws `MalformedError`.
 */
function expectReceipts(
  transactions: readonly { readonly time: bigint; readonly signed: SignedTransaction }[],
  stateChanges: readonly Buffer[],
): void {
  const positionOf = new Map(transactions.map(({ time }, position) => [time, position]));
  for (const content of stateChanges) {
    const receipts = readReceipts(content);
    const last = receipts && positionOf.get(receipts.at);
    if (receipts === null || last === null || last === undefined) continue;
    const { entries } = receipts;
    for (const [index, { id }] of entries.entries()) {
      const transaction = transactions[last - entries.length + 1 + index];
      const own = transaction && rawBytes(transaction.signed.bodyBytes, TRANSACTION_ID);
      if (own && !isSameId(readTransactionId(own), id))
        throw new MalformedError(`a result does not belong to transaction ${id.id}, which its receipt names`);
    }
  }
}
