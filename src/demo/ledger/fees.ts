import type { Execution } from './execution.ts';

/**
 * What transactions cost. Prices are in tinybars at the demo network's fixed exchange rate of
 * 10 US cents for an hbar; they follow the public price list of such networks.
 */
export const CENTS_PER_HBAR = 10;
/** Tinybars for one unit of gas: 852 tinycents, as file 0.0.111 says. */
export const GAS_PRICE = 85n;
/** Wei of an EVM for one tinybar. */
export const WEIBARS_PER_TINYBAR = 10_000_000_000n;

export const FEE_COLLECTION = 98;
export const STAKING_REWARD = 800;
export const NODE_REWARD = 801;

/** Tinybars for a thousandth of a US dollar. */
const MILL = 1_000_000n;
const CHEAP = MILL / 10n;

/** What high-volume transactions cost more (HIP-1313), in thousandths. */
export const HIGH_VOLUME_MULTIPLIER = 4_000n;

/** By name of the body's `data` field; everything else costs a mill. */
const PRICES: Readonly<Record<string, bigint>> = {
  cryptoTransfer: CHEAP,
  consensusSubmitMessage: CHEAP,
  cryptoCreateAccount: 50n * MILL,
  cryptoUpdateAccount: CHEAP * 2n,
  cryptoDelete: 5n * MILL,
  cryptoApproveAllowance: 50n * MILL,
  cryptoDeleteAllowance: 50n * MILL,
  consensusCreateTopic: 10n * MILL,
  consensusUpdateTopic: CHEAP * 2n,
  consensusDeleteTopic: 5n * MILL,
  tokenCreation: 1000n * MILL,
  tokenAssociate: 50n * MILL,
  tokenDissociate: 50n * MILL,
  tokenAirdrop: 50n * MILL,
  fileCreate: 50n * MILL,
  fileUpdate: 50n * MILL,
  fileAppend: 50n * MILL,
  fileDelete: 7n * MILL,
  contractCreateInstance: 100n * MILL,
  contractUpdateInstance: 26n * MILL,
  contractDeleteInstance: 7n * MILL,
  contractCall: 0n,
  ethereumTransaction: CHEAP,
  scheduleCreate: 10n * MILL,
  systemDelete: 0n,
  systemUndelete: 0n,
  freeze: 0n,
};

export interface FeeSplit {
  readonly total: bigint;
  readonly node: bigint;
  readonly collection: bigint;
  readonly stakingReward: bigint;
  readonly nodeReward: bigint;
}

/**
 * The fee of a transaction: the price of its type, its bytes and signatures, and the gas it may use.
 * A payer with less pays what it has, and `short` says so.
 */
export function feeOf(x: Execution, balance: bigint): { readonly split: FeeSplit; readonly short: boolean } {
  const price = PRICES[x.field] ?? MILL;
  const size = BigInt(x.signedBytes.length * 11 + Math.max(0, x.signers.size - 1) * 2_000);
  const total = price === 0n ? 0n : price + size;
  const multiplied = x.body.highVolume ? (total * HIGH_VOLUME_MULTIPLIER) / 1000n : total;
  const short = balance < multiplied;
  return { split: splitFee(short ? balance : multiplied), short };
}

/** A twentieth goes to the node; of the rest 80 % are collected, a tenth each rewards staking and nodes. */
export function splitFee(total: bigint): FeeSplit {
  const node = total / 20n;
  const rest = total - node;
  const stakingReward = rest / 10n;
  const nodeReward = rest / 10n;
  return { total, node, stakingReward, nodeReward, collection: rest - stakingReward - nodeReward };
}
