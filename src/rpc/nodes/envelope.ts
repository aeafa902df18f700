import { randomInt } from 'node:crypto';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import Long from 'long';

/** Account that pays for transactions around Ethereum transactions, with its key. */
export interface OperatorAccount {
  /** Payer; shard, realm and number. */
  readonly account: AccountName;
  /** Signs the bytes of a transaction's body. */
  readonly sign: (bodyBytes: Uint8Array) => proto.ISignaturePair;
}

export interface AccountName {
  readonly shard: bigint;
  readonly realm: bigint;
  readonly num: bigint;
}

/** A transaction around an Ethereum transaction (HIP-410), and its id. */
export interface Envelope {
  /** Serialized `Transaction`. */
  readonly bytes: Uint8Array;
  /** Serialized `SignedTransaction`, whose SHA-384 is the ledger's hash of it. */
  readonly signedBytes: Uint8Array;
  /** Id as in the mirror's paths: `0.0.2-1700000000-000000001`. */
  readonly id: string;
  /** Id of the transaction for queries of a node. */
  readonly transactionId: proto.ITransactionID;
}

export interface EnvelopeOptions {
  /** Payer and first signer; without `sign` it does not sign. */
  readonly operator: Pick<OperatorAccount, 'account'> & Partial<OperatorAccount>;
  /** Account of the node that receives the transaction. */
  readonly node: AccountName;
  /** Start of its validity, in nanoseconds since 1970; unique for each payer. */
  readonly validStart: bigint;
  /** Maximum fee in tinybars. */
  readonly maxFee: bigint;
}

/** Seconds from the start of its validity in which a transaction can reach consensus. */
export const VALID_SECONDS = 120;

/**
 * Returns the data of a transaction around a signed Ethereum transaction (HIP-410). `gasAllowance`: tinybars that the
 * payer adds for gas when the sender offers less than the price.
 */
export function ethereumBody(ethereumData: Uint8Array, gasAllowance = 0n): proto.ITransactionBody {
  const allowance = gasAllowance > 0n ? { maxGasAllowance: longOf(gasAllowance) } : {};
  return { ethereumTransaction: { ethereumData, ...allowance } };
}

/** Builds a transaction of the ledger from its data, signed by the operator. */
export function envelopeOf(data: proto.ITransactionBody, options: EnvelopeOptions): Envelope {
  const { operator, node, validStart, maxFee } = options;
  const seconds = validStart / NANOS_PER_SECOND;
  const nanos = validStart % NANOS_PER_SECOND;
  const transactionId = {
    accountID: accountId(operator.account),
    transactionValidStart: { seconds: longOf(seconds), nanos: Number(nanos) },
  };
  const bodyBytes = proto.TransactionBody.encode({
    transactionID: transactionId,
    nodeAccountID: accountId(node),
    transactionFee: longOf(maxFee),
    transactionValidDuration: { seconds: Long.fromNumber(VALID_SECONDS) },
    ...data,
  }).finish();
  const signedTransactionBytes = proto.SignedTransaction.encode({
    bodyBytes,
    sigMap: { sigPair: operator.sign === undefined ? [] : [operator.sign(bodyBytes)] },
  }).finish();
  const { shard, realm, num } = operator.account;
  return {
    bytes: proto.Transaction.encode({ signedTransactionBytes }).finish(),
    signedBytes: signedTransactionBytes,
    id: `${shard}.${realm}.${num}-${seconds}-${String(nanos).padStart(9, '0')}`,
    transactionId,
  };
}

/** Returns the protobuf message of an account. */
export function accountId({ shard, realm, num }: AccountName): proto.IAccountID {
  return { shardNum: longOf(shard), realmNum: longOf(realm), accountNum: longOf(num) };
}

/** Returns the number in the form of the protobuf library. Throws `RangeError` beyond 64 bits, where that would take another number. */
export function longOf(value: bigint): Long {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} is not a number of 64 bits`);
  return Long.fromString(value.toString());
}

const NANOS_PER_MS = 1_000_000;

/**
 * Generates start times of validity, in nanoseconds: a fixed time before now, each used once. They are random below the
 * millisecond, because other programs use the account, too.
 */
export class ValidStarts {
  readonly #agoMs: number;
  #last = 0n;

  /** `agoMs`: milliseconds before now, so that nodes whose clocks are slightly behind accept it. */
  constructor(agoMs: number) {
    this.#agoMs = agoMs;
  }

  next(): bigint {
    const earliest =
      BigInt(Date.now() - this.#agoMs) * BigInt(NANOS_PER_MS) + BigInt(randomInt(NANOS_PER_MS));
    this.#last = earliest > this.#last ? earliest : this.#last + 1n;
    return this.#last;
  }
}
