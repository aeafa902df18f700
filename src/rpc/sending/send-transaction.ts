import { withTimeout } from '../../kernel/abort-signal.ts';
import { WEIBARS_PER_TINYBAR } from '../../ledger/amounts.ts';
import type { RpcContext } from '../method/context.ts';
import { ERRORS } from '../method/rpc-error.ts';
import type { TransactionSender } from '../method/services.ts';
import { type AccountState, selectAccountState } from '../reads/account-state.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import { checksumAddress } from '../values/hex.ts';
import { SENDING_ERRORS } from './errors.ts';
import { readSignedTransaction, type SignedTransaction } from './signed-transaction.ts';

/** Statuses with which nothing was executed: the client gets an error instead of the hash, as from the relay. */
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

/** Milliseconds in which a request waits for the block of its transaction, unless the sender has another time. */
export const OUTCOME_TIMEOUT_MS = 30_000;

/**
 * Sends a signed transaction, and returns its hash once its block is visible; where the network closes no blocks by itself, or the block
 * takes long, once it is accepted. Throws `RpcError`.
 */
export async function sendTransaction(context: RpcContext, raw: Uint8Array): Promise<string> {
  const { sender } = context.services;
  if (sender === undefined) throw SENDING_ERRORS.readOnly();
  const transaction = readSignedTransaction(raw, context.settings.chainId);
  return context.pending.sendOnce(transaction.hash, context.signal, () => send(context, sender, transaction));
}

async function send(
  context: RpcContext,
  sender: TransactionSender,
  transaction: SignedTransaction,
): Promise<string> {
  const networkPrice = await checkState(context, transaction);
  const { raw, hash, nonce } = transaction;
  const { client, signal } = context;
  const { code, transactionId, outcome } = await sender.submit({ raw, hash, networkPrice, client, signal });
  if (code !== null && code !== 'OK') {
    const refusal = await refusalOf(context, transaction, code, transactionId);
    throw refusal ?? SENDING_ERRORS.node(code, 'the node refused the transaction');
  }
  const settled = outcome.then(async (end) => {
    if (end !== null) await context.reached(end.time);
    return end;
  });
  if (code === 'OK') void settled.finally(context.pending.add({ hash, sender: transaction.sender, nonce }));
  if (!sender.closesBlocks) return hash;
  const end = await withTimeout(settled, sender.outcomeTimeoutMs ?? OUTCOME_TIMEOUT_MS, () => undefined);
  if (end === undefined && code === null) throw ERRORS.timeout();
  if (end === undefined) return hash;
  if (end === null) throw SENDING_ERRORS.node('UNKNOWN', 'the outcome of the transaction is not known');
  const failure = await refusalOf(context, transaction, end.status, transactionId);
  if (failure !== undefined) throw failure;
  return hash;
}

/** The error for a status with which nothing was executed, whether a node or consensus has it; undefined for any other status. */
async function refusalOf(
  context: RpcContext,
  transaction: SignedTransaction,
  status: string,
  transactionId: string,
): Promise<Error | undefined> {
  if (status === 'WRONG_NONCE') return wrongNonce(context, transaction);
  if (!REJECTED.has(status)) return undefined;
  return SENDING_ERRORS.rejected(status, { txHash: transaction.hash, hederaStatus: status, transactionId });
}

/**
 * Checks a transaction against the newest visible state, in the relay's order, and returns the network's price of a gas in weibars, if it
 * is known. A nonce that is too high is left to consensus.
 */
async function checkState(context: RpcContext, transaction: SignedTransaction): Promise<bigint | undefined> {
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
  // The network's price may have changed by a tinybar since the client requested it.
  if (price !== undefined && gasPrice + WEIBARS_PER_TINYBAR < price && !isCanonicalDeployer) {
    throw SENDING_ERRORS.gasPriceTooLow(gasPrice, price);
  }
  if (receiver?.receiverSigRequired) throw SENDING_ERRORS.receiverSignature();
  return price;
}

async function wrongNonce(context: RpcContext, { sender, nonce }: SignedTransaction): Promise<Error> {
  const account: AccountState | undefined = await selectAccountState(context, sender);
  const current = account?.nonce ?? 0n;
  return nonce < current
    ? SENDING_ERRORS.nonceTooLow(nonce, current)
    : SENDING_ERRORS.nonceTooHigh(nonce, current);
}
