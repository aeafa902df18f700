import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { LimitReached } from '../../kernel/limits/limit.ts';
import { selectNonceAt } from '../../store/reads/nonce-at.ts';
import { selectVersion } from '../../store/reads/version.ts';
import type { RpcContext } from '../method/context.ts';
import type { PendingSigned } from '../method/pending-transactions.ts';
import { ERRORS, RpcError } from '../method/rpc-error.ts';
import type { Submission, TransactionSender } from '../method/services.ts';
import { selectAccountState } from '../reads/account-state.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import { checksumAddress } from '../values/hex.ts';
import { SENDING_ERRORS } from './errors.ts';
import { knownOutcome, readyContext, visibleOutcome } from './outcome.ts';
import { readSentTransaction, type SignedEthereumTransaction } from './signed-transaction.ts';

/** Statuses of transactions that were not executed: the client gets an error instead of the hash, as from the relay. */
const REJECTED = new Set([
  'INVALID_ACCOUNT_ID',
  'SCHEDULE_FUTURE_THROTTLE_EXCEEDED',
  'SCHEDULE_FUTURE_GAS_LIMIT_EXCEEDED',
  'THROTTLED_AT_CONSENSUS',
  'EVM_HOOK_GAS_THROTTLED',
  'BUSY',
  'CONSENSUS_GAS_EXHAUSTED',
  'INVALID_SOLIDITY_ADDRESS',
  'MAX_GAS_LIMIT_EXCEEDED',
  'INVALID_FILE_ID',
  'INVALID_ETHEREUM_TRANSACTION',
]);

/**
 * Sends a signed transaction, and returns its hash once its block is visible. If the network closes no blocks by
 * itself, or the block takes long, returns it once the transaction is accepted. Throws `RpcError`.
 */
export async function sendTransaction(given: RpcContext, raw: Uint8Array): Promise<string> {
  const sender = senderOf(given);
  const transaction = readSentTransaction(raw, given.settings.chainId);
  const context = await readyContext(given);
  const { pending, client, signal } = context;
  const place = pending.queues.enter(transaction.sender, client, transaction.nonce);
  const nextOf = pending.noncesOf(transaction.sender);
  try {
    return await pending.sends.once({
      hash: transaction.hash,
      signal,
      check: () => checkState(context, transaction),
      // The send that is joined has a place of its own.
      join: () => place.leave(),
      send: async (checked) => {
        const next = nextOf(checked.nonce);
        // Without automining nothing is mined that could fail: as in Hardhat's network and Anvil, it waits as long as it takes.
        if (!sender.closesBlocks && next < transaction.nonce) {
          pending.queue(transaction, client);
          return transaction.hash;
        }
        const gap = { client, timeoutMs: sender.gapTimeoutMs ?? 0, signal };
        await pending.lowerAccepted(transaction, next, gap);
        return settle(
          context,
          sender,
          await place.run(() => submit(context, sender, transaction, checked.price)),
        );
      },
      isOfClient,
    });
  } finally {
    place.leave();
  }
}

/** Sends a transaction of `address` like `sendTransaction`, in a `readyContext`. `sign` is called once all earlier sends of the address are submitted. */
export async function sendNext(
  context: RpcContext,
  address: string,
  sign: () => Promise<Uint8Array>,
): Promise<string> {
  const sender = senderOf(context);
  const accepted = await context.pending.queues.enter(address, context.client, undefined).run(async () => {
    const transaction = readSentTransaction(await sign(), context.settings.chainId);
    const { price } = await checkState(context, transaction);
    return submit(context, sender, transaction, price);
  });
  return settle(context, sender, accepted);
}

/** Submits transactions again, one after another, whose effects a local network has undone. Those that it refuses are dropped. */
export async function submitAgain(
  context: RpcContext,
  transactions: readonly PendingSigned[],
): Promise<void> {
  const sender = senderOf(context);
  for (const { raw } of transactions) {
    const transaction = readSentTransaction(raw, context.settings.chainId);
    await submit(context, sender, transaction, undefined).catch(() => undefined);
  }
}

/** Returns whether a send failed because its client used up its share, so that the send of another client may succeed. */
function isOfClient(error: unknown): boolean {
  return (
    error instanceof LimitReached ||
    (error instanceof RpcError && error.code === SENDING_ERRORS.budgetExceeded().code)
  );
}

function senderOf({ services }: RpcContext): TransactionSender {
  if (services.sender === undefined) throw SENDING_ERRORS.readOnly();
  return services.sender;
}

/** A transaction that the network accepted. */
interface Accepted extends Submission {
  readonly transaction: SignedEthereumTransaction;
}

async function submit(
  context: RpcContext,
  sender: TransactionSender,
  transaction: SignedEthereumTransaction,
  networkPrice: bigint | undefined,
): Promise<Accepted> {
  const { raw, hash, nonce } = transaction;
  const { client, signal } = context;
  const submission = await sender.submit({ raw, hash, networkPrice, client, signal });
  const { code, transactionId } = submission;
  if (code !== null && code !== 'OK') {
    const refusal = await refusalOf(context, transaction, code, transactionId);
    throw refusal ?? SENDING_ERRORS.node(code, 'the node refused the transaction');
  }
  const outcome = visibleOutcome(context, submission.outcome);
  if (code === 'OK') {
    const one = { hash, sender: transaction.sender, nonce, raw };
    void outcome.finally(context.pending.add(one, client, { ...submission, outcome }));
    await submitQueued(context, sender, one);
  }
  return { transaction, code, transactionId, outcome };
}

/** Submits the transaction that waited for an accepted one, which submits the one after it. If it is refused, it is dropped. */
async function submitQueued(
  context: RpcContext,
  sender: TransactionSender,
  accepted: PendingSigned,
): Promise<void> {
  const next = context.pending.takeQueued(accepted.sender, accepted.nonce + 1n);
  if (next === undefined) return;
  const transaction = readSentTransaction(next.transaction.raw, context.settings.chainId);
  await submit({ ...context, client: next.client }, sender, transaction, undefined).catch(() => undefined);
}

/** Waits for the outcome, and returns the hash. */
async function settle(context: RpcContext, sender: TransactionSender, accepted: Accepted): Promise<string> {
  const { transaction, code, transactionId, outcome } = accepted;
  if (!sender.closesBlocks) return transaction.hash;
  const end = await knownOutcome(outcome, sender.outcomeTimeoutMs);
  if (end === undefined && code === null) throw ERRORS.timeout();
  const failure = end && (await refusalOf(context, transaction, end.status, transactionId, end.time));
  if (failure !== undefined) throw failure;
  return transaction.hash;
}

/**
 * Returns the error for the status of a transaction that was not executed, whether a node or consensus returned it;
 * undefined for any other status. `time`: that of consensus.
 */
async function refusalOf(
  context: RpcContext,
  transaction: SignedEthereumTransaction,
  status: string,
  transactionId: string,
  time?: bigint,
): Promise<Error | undefined> {
  if (status === 'WRONG_NONCE') {
    const wrong = await wrongNonce(context, transaction, time);
    if (wrong !== undefined) return wrong;
  } else if (!REJECTED.has(status)) return undefined;
  return SENDING_ERRORS.rejected(status, { txHash: transaction.hash, hederaStatus: status, transactionId });
}

/** Visible state on which a transaction was checked. */
interface Checked {
  /** Network's price of one gas in weibars, if it is known. */
  readonly price: bigint | undefined;
  /** Nonce of the sender. */
  readonly nonce: bigint;
}

/**
 * Checks a transaction against the newest visible state, in the relay's order. A nonce that is too high is left to
 * consensus.
 */
async function checkState(context: RpcContext, transaction: SignedEthereumTransaction): Promise<Checked> {
  const { head } = context;
  const [account, receiver, price] = await Promise.all([
    selectAccountState(context, transaction.sender),
    transaction.to === null ? undefined : selectAccountState(context, transaction.to),
    head === null ? undefined : selectNetworkGasPrice(context, head.consensusEnd),
  ]);
  const { nonce, sender, value, gasPrice, gasLimit, isCanonicalDeployer } = transaction;
  if (account === undefined) throw ERRORS.notFound(`address '${checksumAddress(sender)}'.`);
  if (nonce < account.nonce) throw SENDING_ERRORS.nonceTooLow(nonce, account.nonce);
  if (account.balance * WEIBARS_PER_TINYBAR < value + gasPrice * gasLimit) {
    throw SENDING_ERRORS.insufficientFunds();
  }
  // One tinybar is tolerated, because the network's price may have changed by it since the client requested it.
  if (price !== undefined && gasPrice + WEIBARS_PER_TINYBAR < price && !isCanonicalDeployer) {
    throw SENDING_ERRORS.gasPriceTooLow(gasPrice, price);
  }
  if (receiver?.receiverSigRequired) throw SENDING_ERRORS.receiverSignature();
  return { price, nonce: account.nonce };
}

/**
 * Returns the error for a nonce that differs from the sender's when it was refused; undefined where the two are not
 * known to differ.
 */
async function wrongNonce(
  context: RpcContext,
  { sender, nonce }: SignedEthereumTransaction,
  time: bigint | undefined,
): Promise<Error | undefined> {
  const account = await selectAccountState(context, sender);
  // Later transactions may have increased the nonce since.
  const then =
    account === undefined || time === undefined
      ? undefined
      : await selectVersion(context.select, 'entity', { id: account.id }, time);
  const past =
    then === undefined || time === undefined ? undefined : await selectNonceAt(context.select, then, time);
  const current = past ?? account?.nonce ?? 0n;
  if (nonce === current) return undefined;
  return nonce < current
    ? SENDING_ERRORS.nonceTooLow(nonce, current)
    : SENDING_ERRORS.nonceTooHigh(nonce, current);
}
