import type { proto } from '@tain/protos/hapi';
import type { Execution } from './execution.ts';
import { longToBigInt } from './long.ts';
import { HIGH_VOLUME_MULTIPLIER, priceOf, tinybarsOf } from './prices.ts';
import { Status } from './status.ts';

/** Tinybars for one unit of gas: 852 tinycents, as in file 0.0.111. */
export const GAS_PRICE = tinybarsOf(852n);
/** Weibars for one tinybar. */
export const WEIBARS_PER_TINYBAR = 10_000_000_000n;

export const FEE_COLLECTION = 98;
export const STAKING_REWARD = 800;
export const NODE_REWARD = 801;

export interface FeeSplit {
  readonly total: bigint;
  readonly node: bigint;
  readonly collection: bigint;
  readonly stakingReward: bigint;
  readonly nodeReward: bigint;
}

/**
 * Returns the fee in tinybars of a transaction of the network's own traffic: the price of its type, and a part for its
 * bytes and further signatures. Sent transactions pay by the schedule (`node/sent-fee.ts`).
 */
export function trafficFee(x: Pick<Execution, 'field' | 'body' | 'signedBytes' | 'signers'>): bigint {
  const price = priceOf(x.field);
  const size = BigInt(x.signedBytes.length * 11 + Math.max(0, x.signers.size - 1) * 2_000);
  const total = price === 0n ? 0n : price + size;
  return x.body.highVolume ? (total * HIGH_VOLUME_MULTIPLIER) / 1000n : total;
}

/** Returns how a fee is charged. A payer with a lower balance or offer pays that amount, and `problem` is set. */
export function payableFee(
  fee: bigint,
  offer: proto.ITransactionBody['transactionFee'],
  balance: bigint,
): { readonly split: FeeSplit; readonly problem: Status | null } {
  const offered = longToBigInt(offer);
  if (offered < fee && offered <= balance)
    return { split: splitFee(offered), problem: Status.INSUFFICIENT_TX_FEE };
  if (balance < fee) return { split: splitFee(balance), problem: Status.INSUFFICIENT_PAYER_BALANCE };
  return { split: splitFee(fee), problem: null };
}

/**
 * Splits a fee: a twentieth goes to the node; of the rest, 80 % is collected, and a tenth each goes to staking rewards
 * and node rewards.
 */
export function splitFee(total: bigint): FeeSplit {
  const node = total / 20n;
  const rest = total - node;
  const stakingReward = rest / 10n;
  const nodeReward = rest / 10n;
  return { total, node, stakingReward, nodeReward, collection: rest - stakingReward - nodeReward };
}
