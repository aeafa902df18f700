import type { ConsensusNode } from '@tain/network-simulator/node/consensus-node';
import { proto } from '@tain/protos/hapi';
import { Failure } from '../kernel/failure.ts';
import { accountId, longOf } from '../rpc/nodes/envelope.ts';
import type { FundedAccount, OwnAccount } from './local-accounts.ts';
import { nameOf, OPERATOR, sendAsOperator } from './submit-to-node.ts';

/** Receivers of one transfer, which may change the balances of at most ten accounts. */
const RECEIVERS = 9;

/**
 * Creates accounts by transfers of the operator to their aliases. Accounts that exist keep their balance, so that a
 * restart pays nothing twice. Throws `Failure` when the network refuses a transfer.
 */
export async function fundAccounts(
  node: ConsensusNode,
  accounts: readonly OwnAccount[],
): Promise<FundedAccount[]> {
  const numsOf = (aliases: readonly OwnAccount[]): Promise<number[]> =>
    node.read((ledger) => aliases.map(({ alias }) => ledger.resolveAlias(alias)));
  const nums = accounts.length === 0 ? [] : await numsOf(accounts);
  const missing = accounts.filter((_, i) => !nums[i]);
  for (let first = 0; first < missing.length; first += RECEIVERS) {
    const receivers = missing.slice(first, first + RECEIVERS);
    const sum = receivers.reduce((total, { tinybars }) => total + tinybars, 0n);
    const accountAmounts = [
      { accountID: accountId(OPERATOR), amount: longOf(-sum) },
      ...receivers.map(({ alias, tinybars }) => ({ accountID: { alias }, amount: longOf(tinybars) })),
    ];
    const status = await sendAsOperator(node, { cryptoTransfer: { transfers: { accountAmounts } } });
    if (status !== proto.ResponseCodeEnum.SUCCESS) {
      throw new Failure(
        'usage',
        `The accounts of TAIN_DEMO_ACCOUNTS cannot be funded: the network answers ${nameOf(status)}.`,
      );
    }
  }
  const all = accounts.length === 0 ? [] : await numsOf(accounts);
  return accounts.map((account, i) => ({ ...account, num: all[i] ?? 0 }));
}
