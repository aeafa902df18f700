import { WEIBARS_PER_TINYBAR } from '../../ledger/amounts.ts';
import type { RpcContext } from '../method/context.ts';
import { ERRORS } from '../method/rpc-error.ts';
import type { TransactionSender } from '../method/services.ts';
import { type AccountState, selectAccountState } from '../reads/account-state.ts';
import { selectNetworkGasPrice } from '../reads/gas-price.ts';
import { checksumAddress } from '../values/hex.ts';
import { SENDING_ERRORS } from './errors.ts';
import { readSignedTransaction, type SignedTransaction } from './signed-transaction.ts';

/** Statuses of a receipt with which nothing was executed: the client gets an error in place of the hash, as from the relay. */
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
 * Sends a signed transaction, and returns its hash once its block is visible; where the network closes no blocks by itself, once it
 * is accepted. Throws `RpcError`.
 */
export async function sendTransaction(context: RpcContext, raw: Uint8Array): Promise<string> {
  const { sender } = context.services;
  if (sender === undefined) throw SENDING_ERRORS.readOnly();
  const transaction = readSignedTransaction(raw, context.settings.chainId);
  return context.pending.sendOnce(transaction.hash, () => send(context, sender, transaction));
}

async function send(
  context: RpcContext,
  sender: TransactionSender,
  transaction: SignedTransaction,
): Promise<string> {
  await checkState(context, transaction);
  const { hash, nonce } = transaction;
  const { code, transactionId, outcome } = await sender.submit(transaction.raw, context.client);
  if (code !== 'OK') throw SENDING_ERRORS.node(code, 'the node refused the transaction');
  const remove = context.pending.add({ hash, sender: transaction.sender, nonce });
  const settled = outcome.then(async (end) => {
    if (end !== null) await context.reached(end.time);
    return end;
  });
  void settled.finally(remove);
  if (!sender.closesBlocks) return hash;
  const end = await settled;
  if (end === null) throw SENDING_ERRORS.node('UNKNOWN', 'the outcome of the transaction is not known');
  if (end.status === 'WRONG_NONCE') throw await wrongNonce(context, transaction);
  if (REJECTED.has(end.status)) {
    throw SENDING_ERRORS.rejected(end.status, { txHash: hash, hederaStatus: end.status, transactionId });
  }
  return hash;
}

/** Checks a transaction against the newest visible state, in the relay's order. A nonce that is too high is left to consensus. */
async function checkState(context: RpcContext, transaction: SignedTransaction): Promise<void> {
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
  // The network's price may have changed by a tinybar since the client asked for it.
  if (price !== undefined && gasPrice + WEIBARS_PER_TINYBAR < price && !isCanonicalDeployer) {
    throw SENDING_ERRORS.gasPriceTooLow(gasPrice, price);
  }
  if (receiver?.receiverSigRequired) throw SENDING_ERRORS.receiverSignature();
}

async function wrongNonce(context: RpcContext, { sender, nonce }: SignedTransaction): Promise<Error> {
  const account: AccountState | undefined = await selectAccountState(context, sender);
  const current = account?.nonce ?? 0n;
  return nonce < current
    ? SENDING_ERRORS.nonceTooLow(nonce, current)
    : SENDING_ERRORS.nonceTooHigh(nonce, current);
}
