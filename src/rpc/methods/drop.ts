import type { RpcContext } from '../method/context.ts';
import { ANY, BOOLEAN_SCHEMA, HASH, nullable } from '../method/json-schema.ts';
import { method, type RpcMethod } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { ADDRESS, TRANSACTION_HASH } from '../method/parameter-types.ts';
import {
  type AcceptedTransaction,
  isSigned,
  type PendingTransaction,
} from '../method/pending-transactions.ts';
import { RpcError } from '../method/rpc-error.ts';
import { networkOf } from './set-state.ts';
import { answerTransaction } from './transactions.ts';

/** Methods of Hardhat's network and Anvil that drop transactions which wait for a block. */

/** Drops the accepted transactions that are meant and in no block yet, and returns them. */
async function dropAccepted(
  context: RpcContext,
  isMeant: (one: PendingTransaction) => boolean,
): Promise<AcceptedTransaction[]> {
  const accepted = context.pending.listAccepted(isMeant);
  networkOf(context).drop(accepted.flatMap(({ submission }) => submission.signedBytes ?? []));
  const outcomes = await Promise.all(accepted.map(({ submission }) => submission.outcome));
  return accepted.filter((_, i) => outcomes[i] === null);
}

/** Returns whether a transaction cannot be executed before another one: it has a later nonce of the same sender. */
function follows(one: PendingTransaction, first: PendingTransaction): boolean {
  return isSigned(one) && isSigned(first) && one.sender === first.sender && one.nonce > first.nonce;
}

/**
 * Drops a waiting transaction, and takes later nonces of its sender from the network, which could not execute them. With `queuesLater`
 * they wait until the dropped one is sent again, as in Hardhat's network; otherwise they are dropped as well, as in Anvil. Returns whether
 * it waited. Throws `RpcError` for one that is in a block.
 */
async function drop(context: RpcContext, hash: string, queuesLater: boolean): Promise<boolean> {
  const { pending } = context;
  if (pending.unqueue((one) => one.hash === hash)) return true;
  const first = pending.find(hash);
  if (first !== undefined) {
    const dropped = await dropAccepted(context, (one) => one === first || follows(one, first));
    for (const { transaction, client } of queuesLater ? dropped : []) {
      if (transaction !== first && isSigned(transaction)) pending.queue(transaction, client);
    }
    if (dropped.some(({ transaction }) => transaction === first)) return true;
  }
  if ((await answerTransaction(context, hash)) === null) return false;
  throw new RpcError(-32_000, `Transaction ${hash} cannot be dropped because it's already mined`);
}

/** Drops all waiting transactions that are meant. */
async function dropAll(context: RpcContext, isMeant: (one: PendingTransaction) => boolean): Promise<void> {
  context.pending.unqueue(isMeant);
  await dropAccepted(context, isMeant);
}

const DROPPED = [required('hash', TRANSACTION_HASH, 'Hash of the transaction.')] as const;

const hardhatDrop = method({
  name: 'hardhat_dropTransaction',
  summary:
    'Removes a transaction that waits for a block; later nonces of its sender wait until it is sent again. Returns false for an unknown hash.',
  parameters: DROPPED,
  result: BOOLEAN_SCHEMA,
  answer: ([hash], context) => drop(context, hash, true),
});

const anvilDrop = method({
  name: 'anvil_dropTransaction',
  summary:
    'Removes a transaction that waits for a block, and later nonces of its sender. Returns its hash, or null for an unknown one.',
  parameters: DROPPED,
  result: nullable(HASH),
  answer: async ([hash], context) => ((await drop(context, hash, false)) ? hash : null),
});

const anvilDropAll = method({
  name: 'anvil_dropAllTransactions',
  summary: 'Removes all transactions that wait for a block.',
  result: ANY,
  answer: async (_values, context) => {
    await dropAll(context, () => true);
    return null;
  },
});

const anvilRemoveOfSender = method({
  name: 'anvil_removePoolTransactions',
  summary: 'Removes the transactions of a sender that wait for a block.',
  parameters: [required('address', ADDRESS, 'Address of the sender.')],
  result: ANY,
  answer: async ([address], context) => {
    await dropAll(context, ({ sender }) => sender === address);
    return null;
  },
});

export const DROP_METHODS: readonly RpcMethod[] = [hardhatDrop, anvilDrop, anvilDropAll, anvilRemoveOfSender];
