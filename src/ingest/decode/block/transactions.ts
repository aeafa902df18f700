import { proto } from '@hiero-ledger/proto';
import { stream } from '#block-stream';
import { longToBigInt } from '../../../kernel/long.ts';
import { TYPE } from '../../../kernel/transaction-type.ts';
import { MalformedError } from '../byte-reader.ts';
import { timestampOf } from '../items.ts';
import { readSignedTransaction, type SignedTransaction } from '../signed-transaction.ts';
import { readTransactionType } from '../transaction-type.ts';
import { WireReader } from '../wire-reader.ts';
import { type BlockItem, ITEM } from './block-items.ts';
import { StateContext } from './state-context.ts';

const NO_OUTPUTS: readonly stream.TransactionOutput[] = [];

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
  readonly stateChanges: Buffer[] = [];
  /** Whose state changes a transaction without any of its own shares. */
  readonly #cause: BlockTransaction | null;
  #state: StateContext | null = null;
  #decodedOutputs: readonly stream.TransactionOutput[] | null = null;
  #execution: Execution | null | undefined;

  constructor(signedBytes: Buffer, result: Buffer, before: BlockTransaction | null) {
    const decoded = stream.TransactionResult.decode(result);
    if (!decoded.consensusTimestamp) throw new MalformedError('a result has no consensus timestamp');
    this.signedBytes = signedBytes;
    this.signed = readSignedTransaction(signedBytes);
    this.type = readTransactionType(this.signed.bodyBytes);
    this.time = timestampOf(proto.Timestamp.decode(decoded.consensusTimestamp));
    this.status = decoded.status;
    this.congestionPricingMultiplier = longToBigInt(decoded.congestionPricingMultiplier);
    const parentTime = decoded.parentConsensusTimestamp;
    this.parent = parentTime ? relativeAt(before, timestampOf(proto.Timestamp.decode(parentTime))) : null;
    this.result = result;
    // A scheduled transaction that runs at once has no parent, but its changes are among those of what triggered it.
    this.#cause = this.parent ?? (decoded.scheduleRef ? before : null);
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

  /** Its own state changes or, for a child without any, its parent's. */
  get state(): StateContext {
    if (this.#state) return this.#state;
    const outer = this.#cause?.state ?? null;
    this.#state =
      outer && this.stateChanges.length === 0 ? outer : new StateContext(this.stateChanges, outer);
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

  add(kind: number, content: Buffer): void {
    switch (kind) {
      case ITEM.signedTransaction:
        this.#pending = content;
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
        // Others are the network's own.
        relativeAt(this.transactions.at(-1) ?? null, readTime(content))?.stateChanges.push(content);
        break;
      case ITEM.roundHeader:
      case ITEM.eventHeader:
        this.#pending = null;
        this.#inner = [];
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
    this.transactions.push(transaction);
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

/** The time of a `StateChanges` message, its first field; the rest is decoded only where it is needed. */
function readTime(bytes: Buffer): bigint {
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) return timestampOf(proto.Timestamp.decode(reader.content('a timestamp')));
    reader.skip();
  }
  return 0n;
}
