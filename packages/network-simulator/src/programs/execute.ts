import type { Execution } from '../ledger/execution.ts';
import {
  CHAIN_ID,
  FEE_COLLECTION,
  GAS_PRICE,
  NODE_REWARD,
  STAKING_REWARD,
  splitFee,
} from '../ledger/fees.ts';
import { longZero } from '../ledger/ids.ts';
import type { CodeMessage, CodeResult } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import type { LedgerCodeState } from './code-state.ts';
import { TOKEN_SERVICE, tokenService } from './token-service.ts';

/** What an execution costs, and the engine's run of it. */

const NANOS_PER_SECOND = 1_000_000_000n;
const OUT_OF_GAS = 'INSUFFICIENT_GAS';

/**
 * Gas that a transaction costs before its first instruction: 21,000; 4 for each zero byte of input and 16 for each other
 * (EIP-2028); for a creation 32,000 and 2 for each word of init code (EIP-3860).
 */
export function intrinsicGas(input: Uint8Array, isCreation: boolean): number {
  const data = input.reduce((gas, byte) => gas + (byte === 0 ? 4 : 16), 0);
  return 21_000 + data + (isCreation ? 32_000 + 2 * Math.ceil(input.length / 32) : 0);
}

/** What is charged: at most a fifth of the limit is given back. */
export function chargedGas(used: number, limit: number): number {
  return Math.max(used, Math.floor(limit * 0.8));
}

/** Takes the price of gas from an account, as part of the transaction's fee. */
export function chargeGas(x: Execution, payer: number, gas: number): void {
  const price = BigInt(gas) * GAS_PRICE;
  const { balance } = x.ledger.accounts.need(payer);
  const { total, node, collection, stakingReward, nodeReward } = splitFee(balance < price ? balance : price);
  x.fee += total;
  x.addHbar(payer, -total);
  x.addHbar(FEE_COLLECTION, node + collection);
  x.addHbar(STAKING_REWARD, stakingReward);
  x.addHbar(NODE_REWARD, nodeReward);
}

/** Why nothing runs, or `OK`. */
export function refusal(
  x: Execution,
  payer: number,
  intrinsic: number,
  gasLimit: number,
  value: bigint,
): Status {
  if (gasLimit < intrinsic) return Status.INSUFFICIENT_GAS;
  const { balance } = x.ledger.accounts.need(payer);
  return balance < BigInt(gasLimit) * GAS_PRICE + value ? Status.INSUFFICIENT_PAYER_BALANCE : Status.OK;
}

/** Runs a message on the ledger, in the name of a transaction. */
export function execute(
  x: Execution,
  state: LedgerCodeState,
  gasLimit: number,
  message: CodeMessage,
): Promise<CodeResult> {
  return x.rules.runCode({
    message,
    state,
    blockNumber: x.ledger.blockNumber,
    gasLimit: BigInt(gasLimit),
    timestamp: x.at / NANOS_PER_SECOND,
    chainId: CHAIN_ID,
    systemContracts: new Map([[longZero(TOKEN_SERVICE).toString('hex'), tokenService(x)]]),
  });
}

/** Gas that a transaction used, refunds taken off. */
export function usedGas(
  intrinsic: number,
  gasLimit: number,
  { outcome, gasUsed, gasRefund }: CodeResult,
): number {
  if (outcome.kind === 'halt') return gasLimit;
  const used = intrinsic + Number(gasUsed);
  return outcome.kind === 'revert' ? used : used - Math.min(Number(gasRefund), Math.floor(used / 5));
}

/** What the result of a failed execution says. */
export function errorOf({ outcome, output }: CodeResult): string {
  return outcome.kind === 'halt' ? outcome.reason : `0x${Buffer.from(output).toString('hex')}`;
}

/** The status of a transaction whose code failed. */
export function statusOf({ outcome }: CodeResult): Status {
  if (outcome.kind !== 'halt') return Status.CONTRACT_REVERT_EXECUTED;
  return outcome.reason === OUT_OF_GAS ? Status.INSUFFICIENT_GAS : Status.CONTRACT_EXECUTION_EXCEPTION;
}

/** The address by which code knows an account, as hex. */
export function addressOf({ ledger }: Execution, num: number): string {
  return Buffer.from(ledger.addressOf(num)).toString('hex');
}
