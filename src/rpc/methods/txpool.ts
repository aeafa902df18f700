import type { RpcContext } from '../method/context.ts';
import type { JsonSchema } from '../method/json-schema.ts';
import { closedObject, nullable, QUANTITY } from '../method/json-schema.ts';
import type { JsonText } from '../method/json-text.ts';
import { method, type RpcMethod } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { ADDRESS } from '../method/parameter-types.ts';
import { isSigned, type PendingTransaction } from '../method/pending-transactions.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { joinedTexts, memberTexts, OBJECT, writeSliced } from '../method/sliced-json.ts';
import { pendingTransactionJson, TRANSACTION } from '../objects/transaction.ts';
import { checksumAddress, quantity, ZERO_WORD } from '../values/hex.ts';

/** Transactions that this process sent and that are in no block yet, as the relay and geth show their pools. */

type Json = Readonly<Record<string, unknown>>;

const CHECKSUMMED: JsonSchema = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };
/** The relay has a hash of zeros for the missing block, and addresses with their checksum. */
const POOLED: JsonSchema = {
  ...TRANSACTION,
  title: 'transaction of a pool',
  properties: { ...TRANSACTION.properties, from: CHECKSUMMED, to: nullable(CHECKSUMMED) },
};

function mapOf(values: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: values };
}

function poolOf(title: string, values: JsonSchema): JsonSchema {
  return closedObject(title, { pending: values, queued: values });
}

/** Returns the object of a transaction; null if its bytes are none. */
function pooledJson({ settings }: RpcContext, one: PendingTransaction): Json | null {
  const json = pendingTransactionJson(one, settings.chainId);
  if (json === null) return null;
  const to = json.to === null ? null : checksumAddress(String(json.to));
  return { ...json, blockHash: ZERO_WORD, from: checksumAddress(one.sender), to };
}

/** Returns what geth's `txpool_inspect` shows of a transaction: receiver, value, gas and its price. */
function inspected({ to, value, gas, gasPrice }: Json): string {
  const receiver = to === null ? 'contract creation' : String(to);
  const [wei, gasLimit, price] = [value, gas, gasPrice].map((one) => BigInt(String(one)));
  return `${receiver}: ${wei} wei + ${gasLimit} gas × ${price} wei`;
}

/** Transactions of one sender by their keys: the nonce. */
class SenderPool {
  readonly #byKey = new Map<bigint, PendingTransaction>();
  /** Number from which the next free key is searched: from 0 that would take quadratic time. */
  #next = 0n;

  /** Adds a transaction. Those of an impersonated account all have the nonce 0: they get the next free number. */
  add(one: PendingTransaction): void {
    if (isSigned(one)) {
      this.#byKey.set(one.nonce, one);
      return;
    }
    while (this.#byKey.has(this.#next)) this.#next += 1n;
    this.#byKey.set(this.#next, one);
  }

  /** Yields the texts of an object of the transactions, each as `shownAs` shows it. */
  texts(context: RpcContext, shownAs: (json: Json) => unknown): Iterable<string> {
    return joinedTexts(OBJECT, this.#elements(context, shownAs));
  }

  *#elements(context: RpcContext, shownAs: (json: Json) => unknown): Generator<string[] | undefined> {
    for (const [key, one] of [...this.#byKey].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const json = pooledJson(context, one);
      yield json === null ? undefined : [`"${key}":${JSON.stringify(shownAs(json))}`];
    }
  }
}

function poolsOf(context: RpcContext, isQueued: boolean): ReadonlyMap<string, SenderPool> {
  const pools = new Map<string, SenderPool>();
  for (const one of context.pending.list(isQueued)) {
    const own = pools.get(one.sender) ?? new SenderPool();
    own.add(one);
    pools.set(one.sender, own);
  }
  return pools;
}

/** Yields the texts of the pending or the queued transactions by sender and nonce. */
function contentTexts(
  context: RpcContext,
  isQueued: boolean,
  shownAs: (json: Json) => unknown,
): Iterable<string> {
  const pools = poolsOf(context, isQueued);
  return joinedTexts(
    OBJECT,
    [...pools].map(([sender, own]) => memberTexts(checksumAddress(sender), own.texts(context, shownAs))),
  );
}

/** Writes the texts of pending and queued transactions in slices. */
function both(context: RpcContext, textsOf: (isQueued: boolean) => Iterable<string>): Promise<JsonText> {
  const members = [memberTexts('pending', textsOf(false)), memberTexts('queued', textsOf(true))];
  return writeSliced(context, joinedTexts(OBJECT, members));
}

const content = method({
  name: 'txpool_content',
  summary:
    'Returns the transactions that this process sent and that are in no block yet, by sender and nonce. Queued ones wait for lower nonces.',
  parameters: [],
  result: poolOf('transactions of a pool', mapOf(mapOf(POOLED))),
  answer: (_values, context) => both(context, (isQueued) => contentTexts(context, isQueued, (json) => json)),
});

const contentFrom = method({
  name: 'txpool_contentFrom',
  summary: 'Returns such transactions of one sender, by nonce.',
  parameters: [required('address', ADDRESS, 'Address of the sender.')],
  result: poolOf('transactions of a sender', mapOf(POOLED)),
  answer: ([address], context) =>
    both(context, (isQueued) => {
      const own = poolsOf(context, isQueued).get(address) ?? new SenderPool();
      return own.texts(context, (json) => json);
    }),
});

const inspect = method({
  name: 'txpool_inspect',
  summary: "Returns such transactions as texts, in geth's form.",
  parameters: [],
  result: poolOf('texts about the transactions of a pool', mapOf(mapOf({ type: 'string' }))),
  answer: (_values, context) => both(context, (isQueued) => contentTexts(context, isQueued, inspected)),
});

const status = method({
  name: 'txpool_status',
  summary: 'Returns the number of such transactions.',
  parameters: [],
  result: poolOf('numbers of transactions', QUANTITY),
  answer: (_values, { pending }) => {
    const countOf = (isQueued: boolean) => quantity(pending.list(isQueued).length);
    return { pending: countOf(false), queued: countOf(true) };
  },
});

/** Wraps a method: a process that sends nothing has no pool, whatever the parameters. */
function whereSent(one: RpcMethod): RpcMethod {
  return {
    ...one,
    summary: `${one.summary} Only where transactions are sent.`,
    answer(given, context) {
      if (context.services.sender === undefined) throw ERRORS.unsupportedMethod();
      return one.answer(given, context);
    },
  };
}

export const TXPOOL_METHODS = [content, contentFrom, inspect, status].map(whereSent);
