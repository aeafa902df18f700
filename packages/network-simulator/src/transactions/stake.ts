import type { proto } from '@tain/protos/hapi';
import type { Execution } from '../ledger/execution.ts';
import { numOf } from '../ledger/ids.ts';
import { dayOf } from '../ledger/ledger.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, isZeroId, nodeNumber } from '../ledger/named.ts';
import { payReward } from '../ledger/staking.ts';
import { Status } from '../ledger/status.ts';

/** Staking fields of creations and updates of accounts and contracts (HIP-406). */
type Stake = Pick<proto.ICryptoUpdateTransactionBody, 'stakedNodeId' | 'stakedAccountId'>;

/** Returns OK for a stake to an existing node or account. `ending`: the values that end staking are allowed. */
export function stakeStatus(x: Execution, body: Stake, ending: boolean): Status {
  const { ledger } = x;
  if (body.stakedNodeId) {
    if (ending && longToBigInt(body.stakedNodeId) === -1n) return Status.OK;
    const node = ledger.nodes.get(nodeNumber(body.stakedNodeId));
    return node === undefined || node.deleted ? Status.INVALID_STAKING_ID : Status.OK;
  }
  if (!body.stakedAccountId || (ending && isZeroId(body.stakedAccountId))) return Status.OK;
  const known = ledger.accounts.has(accountNumber(body.stakedAccountId));
  return known ? Status.OK : Status.INVALID_STAKING_ID;
}

/** Applies staking fields of accounts and contracts. Rewards earned so far are paid first. */
export function applyStake(
  x: Execution,
  num: number,
  body: Pick<proto.ICryptoUpdateTransactionBody, 'stakedNodeId' | 'stakedAccountId' | 'declineReward'>,
): void {
  if (!body.stakedNodeId && !body.stakedAccountId && !body.declineReward) return;
  payReward(x, num);
  const account = x.ledger.accounts.edit(num);
  if (body.stakedNodeId) {
    account.stakedNodeId = numOf(body.stakedNodeId);
    account.stakedAccountId = 0;
  } else if (body.stakedAccountId) {
    account.stakedAccountId = accountNumber(body.stakedAccountId);
    account.stakedNodeId = -1;
  }
  if (body.declineReward) account.declineReward = body.declineReward.value ?? false;
  account.stakePeriodStart = dayOf(x.at);
}
