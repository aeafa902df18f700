import { ITEM } from '@tain/ledger/block-item';
import { hasMessage, readBodyType } from '@tain/ledger/body-type';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { TYPE } from '@tain/ledger/transaction-type';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import { readSignedTransaction, type SignedTransaction } from '../signed-transaction.ts';

/** A transaction that has a result. */
export interface PairedTransaction<I> {
  /** The item of the transaction, or of the batch that contains it. */
  readonly input: I;
  /** Index in that batch; null: the item is the transaction itself. */
  readonly inner: number | null;
  /** Raw bytes of the `SignedTransaction` message. */
  readonly signedBytes: Buffer;
  readonly signed: SignedTransaction;
  /** See `Item.type`. */
  readonly type: number;
}

interface OpenBatch<I> {
  readonly input: I;
  readonly transactions: readonly Buffer[];
  /** Number of transactions of the batch that have a result. */
  taken: number;
}

/** Field of `TransactionResult`. */
const PARENT_TIME_FIELD = 3;

/**
 * Pairs the results of a block with their transactions, from its items in order. The root hash of a block does not
 * cover how items of different kinds are interleaved, so a forger could move a result to another transaction. Therefore
 * a transaction must be followed by its result; only state signatures, which nodes send each other, have none (all real
 * blocks of HAPI 0.72, 0.73 and 0.78), and newer types may have none. Inner transactions of a batch are not repeated as
 * items (HIP-551): results without a transaction take them from the batch, in order.
 */
export class ResultPairing<I extends { readonly kind: number; readonly content: Buffer }> {
  /** A transaction whose result comes next. */
  #pending: I | null = null;
  /** The last batch. */
  #batch: OpenBatch<I> | null = null;

  /** Whether the last transaction has no result yet. */
  get isPending(): boolean {
    return this.#pending !== null;
  }

  /** Adds the next item. Returns the transaction of a result, and null for other items. Throws `MalformedError`. */
  add(item: I): PairedTransaction<I> | null {
    switch (item.kind) {
      case ITEM.signedTransaction:
        this.#expectNoResult();
        this.#pending = item;
        return null;
      case ITEM.result:
        return this.#pair(item);
      case ITEM.roundHeader:
      case ITEM.eventHeader:
        this.#expectNoResult();
        this.#batch = null;
        return null;
      default:
        return null;
    }
  }

  /** Must be called after the last item. Throws `MalformedError`. */
  end(): void {
    this.#expectNoResult();
  }

  #expectNoResult(): void {
    const item = this.#pending;
    this.#pending = null;
    if (item && !mayLackResult(readTransaction(item.content).type))
      throw new MalformedError('a transaction before it has no result');
  }

  #pair(result: I): PairedTransaction<I> {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return this.#pairInner();
    const transaction = readTransaction(pending.content);
    if (transaction.type === TYPE.atomicBatch)
      this.#batch = {
        input: pending,
        transactions: innerTransactions(transaction.signed.bodyBytes),
        taken: 0,
      };
    else if (this.#batch && !hasParent(result.content)) this.#batch = null;
    return paired(pending, null, transaction);
  }

  #pairInner(): PairedTransaction<I> {
    const batch = this.#batch;
    const bytes = batch?.transactions[batch.taken];
    if (!batch || !bytes) throw new MalformedError('a result belongs to no transaction');
    const inner = batch.taken;
    batch.taken += 1;
    return paired(batch.input, inner, readTransaction(bytes));
  }
}

/** Types that nodes send each other have no result, and a type newer than this program may have none. */
function mayLackResult(type: number): boolean {
  return type === TYPE.stateSignatureTransaction || !hasMessage(type);
}

type ReadTransaction = Pick<PairedTransaction<unknown>, 'signed' | 'signedBytes' | 'type'>;

function readTransaction(signedBytes: Buffer): ReadTransaction {
  const signed = readSignedTransaction(signedBytes);
  return { signedBytes, signed, type: readBodyType(signed.bodyBytes) };
}

function paired<I>(input: I, inner: number | null, transaction: ReadTransaction): PairedTransaction<I> {
  if (transaction.type === TYPE.stateSignatureTransaction)
    throw new MalformedError('a state signature has a result');
  return { input, inner, ...transaction };
}

function innerTransactions(bodyBytes: Buffer): Buffer[] {
  const inner = proto.TransactionBody.decode(bodyBytes).atomicBatch?.transactions ?? [];
  return inner.map((bytes) => asBuffer(bytes));
}

function hasParent(result: Buffer): boolean {
  const reader = new WireReader(result);
  while (reader.next()) {
    if (reader.field === PARENT_TIME_FIELD) return true;
    reader.skip();
  }
  return false;
}
