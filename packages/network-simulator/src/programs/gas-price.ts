import type { proto } from '@tain/protos/hapi';
import type { EthereumFields } from '../ledger/draft.ts';
import type { Execution } from '../ledger/execution.ts';
import {
  FEE_COLLECTION,
  GAS_PRICE,
  NODE_REWARD,
  STAKING_REWARD,
  splitFee,
  WEIBARS_PER_TINYBAR,
} from '../ledger/fees.ts';
import { longToBigInt } from '../ledger/long.ts';
import { Status } from '../ledger/status.ts';

/** Payers of gas. */
export interface GasTerms {
  /** Account that pays for value and gas. */
  readonly sender: number;
  readonly gasLimit: number;
  /** Account that submitted a wallet's transaction, and its part of the gas price, in tinybars. */
  readonly relayer: number;
  readonly relayed: bigint;
}

/** Returns the terms of gas that the sender pays alone. */
export function ownGas(sender: number, gasLimit: number): GasTerms {
  return { sender, gasLimit, relayer: 0, relayed: 0n };
}

/**
 * Returns the terms of a wallet's transaction: the relayer pays the part of the price that the sender does not offer,
 * up to an allowance (HIP-410).
 */
export function walletGas(
  x: Execution,
  sender: number,
  { gasPrice, gasLimit }: EthereumFields,
  { maxGasAllowance }: proto.IEthereumTransactionBody,
): GasTerms | Status {
  const offered = gasPrice / WEIBARS_PER_TINYBAR;
  const relayed = offered >= GAS_PRICE ? 0n : (GAS_PRICE - offered) * gasLimit;
  if (relayed > longToBigInt(maxGasAllowance)) return Status.INSUFFICIENT_TX_FEE;
  return { sender, gasLimit: Number(gasLimit), relayer: x.payer, relayed };
}

/** Returns whether the payers can pay for all gas, and the sender also for the value. */
export function canPay({ ledger }: Execution, terms: GasTerms, value: bigint): boolean {
  const { sender, gasLimit, relayer, relayed } = terms;
  const own = BigInt(gasLimit) * GAS_PRICE - relayed + value;
  if (relayed > 0n && relayer === sender) return balanceOf(ledger, sender) >= own + relayed;
  return balanceOf(ledger, sender) >= own && (relayed === 0n || balanceOf(ledger, relayer) >= relayed);
}

function balanceOf({ accounts }: Execution['ledger'], num: number): bigint {
  return accounts.need(num).balance;
}

/** Charges the price of gas as part of the transaction's fee. Unused gas is refunded to the relayer first. */
export function chargeGas(x: Execution, { sender, gasLimit, relayer, relayed }: GasTerms, gas: number): void {
  const price = BigInt(gas) * GAS_PRICE;
  const unused = BigInt(gasLimit) * GAS_PRICE - price;
  const ofRelayer = relayed > unused ? relayed - unused : 0n;
  if (ofRelayer > 0n) charge(x, relayer, ofRelayer);
  charge(x, sender, price - ofRelayer);
}

/** Returns a part of the service fee of a transaction, in tinybars, to its payer. */
export function refundFee(x: Execution, amount: bigint): void {
  const { total, node, collection, stakingReward, nodeReward } = splitFee(amount);
  x.fee -= total;
  x.addHbar(x.payer, total);
  x.addHbar(FEE_COLLECTION, -(node + collection));
  x.addHbar(STAKING_REWARD, -stakingReward);
  x.addHbar(NODE_REWARD, -nodeReward);
}

function charge(x: Execution, payer: number, price: bigint): void {
  const { balance } = x.ledger.accounts.need(payer);
  const { total, node, collection, stakingReward, nodeReward } = splitFee(balance < price ? balance : price);
  x.fee += total;
  x.addHbar(payer, -total);
  x.addHbar(FEE_COLLECTION, node + collection);
  x.addHbar(STAKING_REWARD, stakingReward);
  x.addHbar(NODE_REWARD, nodeReward);
}
