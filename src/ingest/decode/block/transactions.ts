import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { ITEM } from '../../../kernel/block-item.ts';
import { readBodyType } from '../../../kernel/body-type.ts';
import { longToBigInt } from '../../../kernel/long.ts';
import { MalformedError } from '../../../kernel/malformed-error.ts';
import { TYPE } from '../../../kernel/transaction-type.ts';
import { WireReader } from '../../../kernel/wire-reader.ts';
import { timestampOf } from '../items.ts';
import { readSignedTransaction, type SignedTransaction } from '../signed-transaction.ts';
import type { BlockItem } from './block-items.ts';
import { StateContext } from './state-context.ts';

const NO_OUTPUTS: readonly stream.TransactionOutput[] = [];
/** Fields of `StateChange` that change a map, where all is that a transaction is asked for. */
const MAP_CHANGES: ReadonlySet<number> = new Set([5, 6]);

/** What a contract execution ended with, and whether it was a creation. */
export interface Execution {
  readonly result: proto.IEvmTransactionResult;
  readonly isCreation: boolean;
}

/** A transaction of a block with the raw items that belong to it. */
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
  /** Raw content of its `transaction_result`, `transaction_output` and `trace_data` items. */
  readonly result: Buffer;
  readonly outputs: Buffer[] = [];
  readonly traces: Buffer[] = [];
  /** Raw contents of its own `state_changes` items. */
  readonly stateChanges: Buffer[] = [];
  /** Of a scheduled transaction, which may have run at once: what was before it. */
  readonly #trigger: BlockTransaction | null;
  #state: StateContext | null = null;
  #decodedOutputs: readonly stream.TransactionOutput[] | null = null;
  #execution: Execution | null | undefined;

  constructor(signedBytes: Buffer, result: Buffer, before: BlockTransaction | null) {
    const decoded = stream.TransactionResult.decode(result);
    if (!decoded.consensusTimestamp) throw new MalformedError('a result has no consensus timestamp');
    this.signedBytes = signedBytes;
    this.signed = readSignedTransaction(signedBytes);
    this.type = readBodyType(this.signed.bodyBytes);
    this.time = timestampOf(proto.Timestamp.decode(decoded.consensusTimestamp));
    this.status = decoded.status;
    this.congestionPricingMultiplier = longToBigInt(decoded.congestionPricingMultiplier);
    const parentTime = decoded.parentConsensusTimestamp;
    this.parent = parentTime ? relativeAt(before, timestampOf(proto.Timestamp.decode(parentTime))) : null;
    this.result = result;
    this.#trigger = decoded.scheduleRef ? before : null;
  }

  /** Its outputs. Decoded once: contract executions are looked at from many sides. */
  get decodedOutputs(): readonly stream.TransactionOutput[] {
    if (this.outputs.length === 0) return NO_OUTPUTS;
    this.#decodedOutputs ??= this.outputs.map((bytes) => stream.TransactionOutput.decode(bytes));
    return this.#decodedOutputs;
  }

  /** The outcome of the contract execution that it is or caused; null: it is none. */
  get execution(): Execution | null {
    if (this.#execution === undefined) this.#execution = executionIn(this.decodedOutputs);
    return this.#execution;
  }

  /**
   * The state that it left. Nodes write what a transaction and its children left behind the transaction itself, be it
   * nothing. So one without changes of its own is a child, and shares those of its parent or of what triggered its
   * schedule. A child that has its own knows of the rest what its parent does. A child that comes before its parent
   * has none: no result names the parent, and what it created its output says.
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
    if (result) return { result: proto.EvmTransactionResult.decode(result), isCreation: !!created };
  }
  return null;
}

/** A parent comes right before its child, or is that of an older sibling, which can itself be the child of a batch. */
function relativeAt(before: BlockTransaction | null, time: bigint): BlockTransaction | null {
  for (const candidate of [before, before?.parent, before?.parent?.parent]) {
    if (candidate?.time === time) return candidate;
  }
  return null;
}

/**
 * Groups the items of a block by transaction, in order (HIP-1056). A transaction without a result is one of nodes
 * among themselves and left out. Inner transactions of a batch are not repeated as items: results without a
 * transaction take them from the batch, in order. Throws `MalformedError`.
 */
export function groupTransactions(items: readonly BlockItem[]): readonly BlockTransaction[] {
  const reading = new Reading();
  for (const [index, { kind, content }] of items.entries()) {
    try {
      reading.add(kind, content);
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      // The header came before.
      throw new MalformedError(`item ${index + 1}: ${error.message}`, { cause: error });
    }
  }
  // From the first one: each asks for the state of one that has its own already.
  for (const { state } of reading.transactions) void state;
  return reading.transactions;
}

class Reading {
  readonly transactions: BlockTransaction[] = [];
  /** A transaction whose result comes next. */
  #pending: Buffer | null = null;
  /** Inner transactions of the last batch that have no result yet. */
  #inner: Buffer[] = [];
  /** The last transaction while nothing but items of its own came behind it. */
  #current: BlockTransaction | null = null;

  add(kind: number, content: Buffer): void {
    switch (kind) {
      case ITEM.signedTransaction:
        this.#pending = content;
        this.#current = null;
        break;
      case ITEM.result:
        this.#addResult(content);
        break;
      case ITEM.output:
        this.#last('an output').outputs.push(content);
        break;
      case ITEM.trace:
        this.#last('a trace').traces.push(content);
        break;
      case ITEM.stateChanges:
        this.#addState(content);
        break;
      case ITEM.roundHeader:
      case ITEM.eventHeader:
        this.#pending = null;
        this.#inner = [];
        this.#current = null;
        break;
      case ITEM.filtered:
      case ITEM.redacted:
        throw new MalformedError('was left out; its rows would be missing');
      default:
        break;
    }
  }

  #addResult(result: Buffer): void {
    const signedBytes = this.#pending ?? this.#inner.shift();
    if (!signedBytes) throw new MalformedError('a result belongs to no transaction');
    const transaction = new BlockTransaction(signedBytes, result, this.transactions.at(-1) ?? null);
    if (transaction.type === TYPE.atomicBatch) this.#inner = innerTransactions(transaction.signed.bodyBytes);
    else if (this.#pending && !transaction.parent) this.#inner = [];
    this.#pending = null;
    this.#current = transaction;
    this.transactions.push(transaction);
  }

  /**
   * State changes are a transaction's own when they stand right behind its items and have its time. All others are the
   * network's: receipts, of which the same may be true, but which change no map; throttles, rates, hashes.
   */
  #addState(content: Buffer): void {
    const { time, isOfNetwork } = readStateChanges(content);
    if (this.#current?.time === time && !isOfNetwork) this.#current.stateChanges.push(content);
    else this.#current = null;
  }

  #last(what: string): BlockTransaction {
    const last = this.transactions.at(-1);
    if (!last || this.#pending) throw new MalformedError(`${what} belongs to no transaction`);
    return last;
  }
}

function innerTransactions(bodyBytes: Buffer): Buffer[] {
  const inner = proto.TransactionBody.decode(bodyBytes).atomicBatch?.transactions ?? [];
  return inner.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/**
 * What a `StateChanges` message says of itself without being decoded, which most never are: its time, and whether it
 * holds changes, but none of a map.
 */
function readStateChanges(bytes: Buffer): { readonly time: bigint; readonly isOfNetwork: boolean } {
  const reader = new WireReader(bytes);
  let time = 0n;
  let changes = 0;
  let changesMap = false;
  while (reader.next()) {
    if (reader.field === 1) time = timestampOf(proto.Timestamp.decode(reader.content('a timestamp')));
    else if (reader.field === 2) {
      const change = reader.content('a state change');
      changes += 1;
      changesMap ||= isMapChange(change);
    } else reader.skip();
  }
  return { time, isOfNetwork: changes > 0 && !changesMap };
}

function isMapChange(bytes: Buffer): boolean {
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (MAP_CHANGES.has(reader.field)) return true;
    reader.skip();
  }
  return false;
}
