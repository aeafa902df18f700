import { longToBigInt } from '@tain/ledger/long';
import { epochDay } from '@tain/ledger/staking';
import { saturated } from '@tain/ledger/timestamp';
import { TYPE } from '@tain/ledger/transaction-type';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import type { Context } from '../context.ts';
import { contractResultOf } from '../evm-block.ts';
import { accountIdOf, tokenIdOf } from '../ids.ts';

/** Nanoseconds until which records of failed transfers on mainnet listed the requested transfers. */
const SPURIOUS_UNTIL_NS = 1_577_836_799_000_000_000n;

/** Adds transfers of hbar, fees included, as listed in the record, for successful and failed transactions. */
export function addCryptoTransfers(item: Item, context: Context): void {
  const amounts = item.record.transferList?.accountAmounts;
  if (!amounts?.length) return;
  const { rows, state } = context;
  const requested =
    item.type === TYPE.cryptoTransfer ? (item.body.cryptoTransfer?.transfers?.accountAmounts ?? []) : [];
  const spurious =
    context.options.mainnet &&
    item.type === TYPE.cryptoTransfer &&
    !item.successful &&
    item.consensusTimestamp < SPURIOUS_UNTIL_NS;
  const approvals = requested.some((entry) => entry.isApproval);
  for (const entry of amounts) {
    const accountId = accountIdOf(entry.accountID);
    const amount = longToBigInt(entry.amount);
    const match =
      (approvals && amount < 0n) || spurious ? find(item, requested, accountId, amount, context) : undefined;
    const errata = spurious && match ? 'DELETE' : null;
    rows.add('crypto_transfer', {
      entity_id: accountId,
      consensus_timestamp: item.consensusTimestamp,
      amount,
      payer_account_id: item.payer,
      is_approval: amount < 0n && (match?.isApproval ?? false),
      errata,
    });
    if (errata === null && accountId !== 0n) {
      state.entity.addBalance({ id: accountId }, amount, item.consensusTimestamp);
    }
  }
}

function find(
  item: Item,
  entries: readonly proto.IAccountAmount[],
  accountId: bigint,
  amount: bigint,
  context: Context,
): proto.IAccountAmount | undefined {
  return entries.find(
    (entry) =>
      longToBigInt(entry.amount) === amount && context.accountId(item, entry.accountID) === accountId,
  );
}

/** Adds staking rewards paid to a transaction's accounts. Their next staking period begins today. */
export function addStakingRewards(item: Item, context: Context): void {
  const rewards = item.record.paidStakingRewards;
  if (!rewards?.length) return;
  const periodStart = epochDay(item.consensusTimestamp) - 1n;
  const seen = new Set<bigint>();
  for (const reward of rewards) {
    const accountId = accountIdOf(reward.accountID);
    if (accountId === 0n || seen.has(accountId)) continue;
    seen.add(accountId);
    context.rows.add('staking_reward_transfer', {
      account_id: accountId,
      amount: longToBigInt(reward.amount),
      consensus_timestamp: item.consensusTimestamp,
      payer_account_id: item.payer,
    });
    context.state.entity.version(
      item.consensusTimestamp,
      { id: accountId, stake_period_start: periodStart },
      { unless: (row) => (row.stake_period_start ?? -1n) >= periodStart },
    );
  }
}

/** Returns the spender of an allowance: the sender of the contract call, else the payer. */
function spenderOf(item: Item): bigint {
  return accountIdOf(contractResultOf(item)?.senderId) || item.payer;
}

/** Reduces hbar allowances by the amounts transferred with them. */
export function debitCryptoAllowances(item: Item, { state, accountId }: Context): void {
  for (const entry of item.body.cryptoTransfer?.transfers?.accountAmounts ?? []) {
    const amount = longToBigInt(entry.amount);
    if (!entry.isApproval || amount >= 0n) continue;
    const owner = accountId(item, entry.accountID);
    state.crypto_allowance.adjust({ owner, spender: spenderOf(item) }, (row) => {
      row.amount = saturated(row.amount + amount);
    });
  }
}

/** Reduces allowances of fungible tokens by the amounts transferred with them. */
export function debitTokenAllowances(item: Item, { state, accountId }: Context): void {
  for (const list of item.body.cryptoTransfer?.tokenTransfers ?? []) {
    const token = tokenIdOf(list.token);
    for (const entry of list.transfers ?? []) {
      const amount = longToBigInt(entry.amount);
      if (!entry.isApproval || amount >= 0n) continue;
      const owner = accountId(item, entry.accountID);
      state.token_allowance.adjust({ owner, spender: spenderOf(item), token_id: token }, (row) => {
        row.amount = saturated(row.amount + amount);
      });
    }
  }
}
