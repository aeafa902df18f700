import type { RpcContext } from '../method/context.ts';
import type { JsonSchema } from '../method/json-schema.ts';
import { closedObject, nullable, QUANTITY } from '../method/json-schema.ts';
import { method, type RpcMethod } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { ADDRESS } from '../method/parameter-types.ts';
import { isSigned, type PendingTransaction } from '../method/pending-transactions.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { TRANSACTION } from '../objects/transaction.ts';
import { checksumAddress, quantity, ZERO_WORD } from '../values/hex.ts';
import { waitingJson } from './pending-block.ts';

/** Transactions that this process sent and that are in no block yet, as the relay and geth show their pools. */

type Json = Readonly<Record<string, unknown>>;
/** Values by nonce, in decimal. */
type ByNonce<T> = Record<string, T>;

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
function pooledJson(context: RpcContext, one: PendingTransaction): Json | null {
  const json = waitingJson(context, one);
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

/** Returns the pending or the queued transactions by sender and nonce. */
function contentOf<T>(
  context: RpcContext,
  isQueued: boolean,
  shownAs: (json: Json) => T,
): Record<string, ByNonce<T>> {
  const senders: Record<string, ByNonce<T>> = {};
  for (const one of context.pending.list(isQueued)) {
    const json = pooledJson(context, one);
    if (json === null) continue;
    const sender = checksumAddress(one.sender);
    const own = senders[sender] ?? {};
    own[freeKey(own, one)] = shownAs(json);
    senders[sender] = own;
  }
  return senders;
}

/** Returns the nonce of a transaction. Those of an impersonated account all have the nonce 0: they get the next free number. */
function freeKey(own: ByNonce<unknown>, one: PendingTransaction): string {
  let key = isSigned(one) ? one.nonce : 0n;
  while (!isSigned(one) && String(key) in own) key += 1n;
  return String(key);
}

const both = <T>(of: (isQueued: boolean) => T) => ({ pending: of(false), queued: of(true) });

const content = method({
  name: 'txpool_content',
  summary:
    'Returns the transactions that this process sent and that are in no block yet, by sender and nonce. Queued ones wait for lower nonces.',
  parameters: [],
  result: poolOf('transactions of a pool', mapOf(mapOf(POOLED))),
  answer: (_values, context) => both((isQueued) => contentOf(context, isQueued, (json) => json)),
});

const contentFrom = method({
  name: 'txpool_contentFrom',
  summary: 'Returns such transactions of one sender, by nonce.',
  parameters: [required('address', ADDRESS, 'Address of the sender.')],
  result: poolOf('transactions of a sender', mapOf(POOLED)),
  answer: ([address], context) =>
    both((isQueued) => {
      const own: ByNonce<Json | null> = {};
      for (const one of context.pending.list(isQueued)) {
        if (one.sender === address) own[freeKey(own, one)] = pooledJson(context, one);
      }
      return own;
    }),
});

const inspect = method({
  name: 'txpool_inspect',
  summary: "Returns such transactions as texts, in geth's form.",
  parameters: [],
  result: poolOf('texts about the transactions of a pool', mapOf(mapOf({ type: 'string' }))),
  answer: (_values, context) => both((isQueued) => contentOf(context, isQueued, inspected)),
});

const status = method({
  name: 'txpool_status',
  summary: 'Returns the number of such transactions.',
  parameters: [],
  result: poolOf('numbers of transactions', QUANTITY),
  answer: (_values, { pending }) => both((isQueued) => quantity(pending.list(isQueued).length)),
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
