import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import type { RpcContext } from '../method/context.ts';
import { ERRORS } from '../method/rpc-error.ts';
import type { DevelopmentNetwork } from '../method/services.ts';
import { selectAccountState } from '../reads/account-state.ts';
import { selectResultGasPrice } from '../reads/gas-price.ts';
import { checksumAddress } from '../values/hex.ts';
import { SENDING_ERRORS } from './errors.ts';
import { knownOutcome, readyContext, visibleOutcome } from './outcome.ts';
import type { TransactionRequest } from './transaction-request.ts';

/** Explanations of response codes, for an impersonated account. */
const REASONS: Readonly<Record<string, string>> = {
  TRANSACTION_OVERSIZE: 'without the signature of a key, a transaction has at most 6,144 bytes',
  INVALID_CONTRACT_ID: 'no transaction reaches this address',
};

/**
 * Sends a transaction of an impersonated account: an unsigned contract call of the ledger, or a transfer in its form, that the
 * account pays for, because an Ethereum transaction takes its sender from its signature. Returns its hash as `sendTransaction` does.
 * The nonce is neither checked nor increased. Throws `RpcError`.
 */
export async function sendImpersonated(
  context: RpcContext,
  network: DevelopmentNetwork,
  { from, to, data, gas = MAX_GAS_PER_TRANSACTION, value = 0n }: TransactionRequest,
): Promise<string> {
  if (gas > MAX_GAS_PER_TRANSACTION) throw SENDING_ERRORS.gasTooHigh(gas, MAX_GAS_PER_TRANSACTION);
  if (value > 0n && value < WEIBARS_PER_TINYBAR) throw SENDING_ERRORS.valueTooLow();
  const { head } = await readyContext(context);
  const [account, gasPrice = 0n] = await Promise.all([
    selectAccountState(context, from),
    head === null ? undefined : selectResultGasPrice(context, head.consensusEnd),
  ]);
  if (account === undefined) throw ERRORS.notFound(`address '${checksumAddress(from)}'.`);
  const tinybars = value / WEIBARS_PER_TINYBAR;
  if (account.balance < tinybars) throw SENDING_ERRORS.insufficientFunds();
  const submission = await network.callFor(account.id, { to, data, gas, tinybars });
  const { code, hash } = submission;
  if (code !== 'OK') throw refusal(code ?? 'UNKNOWN');
  const outcome = visibleOutcome(context, submission.outcome);
  const one = { hash, sender: from, to, data, gas, value: tinybars * WEIBARS_PER_TINYBAR, gasPrice };
  void outcome.finally(context.pending.add(one, context.client, { ...submission, outcome }));
  if (!network.automine) return hash;
  const end = await knownOutcome(outcome);
  if (end?.status === 'INVALID_CONTRACT_ID') throw refusal(end.status);
  return hash;
}

function refusal(code: string): Error {
  return SENDING_ERRORS.node(code, REASONS[code] ?? 'the node refused the transaction');
}
