import { createHash } from 'node:crypto';
import type { Execution } from '../ledger/execution.ts';
import { GAS_PRICE } from '../ledger/fees.ts';
import { priceOf } from '../ledger/prices.ts';
import type { CodeMessage, CodeResult } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import type { LedgerCodeState } from './code-state.ts';
import { canPay, type GasTerms } from './gas-price.ts';
import { systemContracts, takesValue } from './system-contracts.ts';

/** Execution of a message by the engine, and its cost. */

const NANOS_PER_SECOND = 1_000_000_000n;
/** Maximum gas of one transaction. */
export const MAX_GAS = 15_000_000;
/** Timeout of the code of one transaction. Only deliberately slow code takes longer with the maximum gas. */
export const CODE_TIMEOUT_MS = 10_000;
/** Price of an account that a transfer creates, in gas. */
const HOLLOW_ACCOUNT_GAS = priceOf('cryptoCreateAccount') / GAS_PRICE;
const UNKNOWN_HASH = '0'.repeat(64);

/**
 * Returns the gas that a transaction costs before its first instruction: 21,000; 4 for each zero byte of input and 16
 * for each other (EIP-2028); for a creation 32,000 and 2 for each word of init code (EIP-3860).
 */
export function intrinsicGas(input: Uint8Array, isCreation: boolean): number {
  const data = input.reduce((gas, byte) => gas + (byte === 0 ? 4 : 16), 0);
  return 21_000 + data + (isCreation ? 32_000 + 2 * Math.ceil(input.length / 32) : 0);
}

/** Gas of a transaction whatever its code does. */
export interface BaseGas {
  /** Part that is used before the first instruction. */
  readonly intrinsic: number;
  /** Minimum that is charged and that the limit must cover. */
  readonly floor: number;
}

/**
 * Returns the gas that the input costs: `intrinsicGas` and `extra`, and at least 21,000 plus 10 for each zero byte and 40 for
 * each other (EIP-7623, since HAPI 0.77).
 */
export function baseGas(input: Uint8Array, isCreation: boolean, extra = 0): BaseGas {
  const floor = input.reduce((gas, byte) => gas + (byte === 0 ? 10 : 40), 21_000);
  return { intrinsic: intrinsicGas(input, isCreation) + extra, floor };
}

/** Returns the minimum gas limit of a transaction; `extra` as for `baseGas`. */
export function minimumGas(input: Uint8Array, isCreation: boolean, extra = 0): number {
  const { intrinsic, floor } = baseGas(input, isCreation, extra);
  return Math.max(intrinsic, floor);
}

/** Returns `OK`, or the reason why nothing runs. `value` is in tinybars. */
export function refusal(x: Execution, terms: GasTerms, { intrinsic, floor }: BaseGas, value: bigint): Status {
  const { gasLimit } = terms;
  if (gasLimit > MAX_GAS) return Status.MAX_GAS_LIMIT_EXCEEDED;
  if (value < 0n) return Status.CONTRACT_NEGATIVE_VALUE;
  if (gasLimit < intrinsic || gasLimit < floor) return Status.INSUFFICIENT_GAS;
  return canPay(x, terms, value) ? Status.OK : Status.INSUFFICIENT_PAYER_BALANCE;
}

/** Runs a message on the ledger, on behalf of a transaction. `timeoutMs`: milliseconds after which its code halts. */
export function execute(
  x: Execution,
  state: LedgerCodeState,
  gasLimit: number,
  message: CodeMessage,
  timeoutMs = CODE_TIMEOUT_MS,
): Promise<CodeResult> {
  const { ledger, at } = x;
  const blockHash = (number: bigint): string => ledger.blockHashes.get(Number(number))?.hash ?? UNKNOWN_HASH;
  // The value is unpredictable before the transaction has its consensus time.
  const random = createHash('sha256')
    .update(`${blockHash(ledger.blockNumber - 1n)} ${at}`)
    .digest('hex');
  return x.rules.runCode({
    message,
    state,
    blockNumber: ledger.blockNumber,
    blockHash,
    random,
    gasLimit: BigInt(gasLimit),
    timestamp: at / NANOS_PER_SECOND,
    chainId: ledger.chainId,
    systemContracts: systemContracts(x, random),
    takesValue,
    hollowAccountGas: HOLLOW_ACCOUNT_GAS,
    timeoutMs,
  });
}

/**
 * Returns the gas that a transaction pays: the whole limit after a halt, otherwise the used gas less refunds, which are
 * at most a fifth of it (EIP-3529), and at least the floor. Since HAPI 0.69 no part of an unused limit is charged (HIP-1249;
 * hiero-consensus-node #21384 and #19769).
 */
export function usedGas(
  { intrinsic, floor }: BaseGas,
  gasLimit: number,
  { outcome, gasUsed, gasRefund }: CodeResult,
): number {
  if (outcome.kind === 'halt') return gasLimit;
  const used = intrinsic + Number(gasUsed);
  const refund = outcome.kind === 'revert' ? 0 : Math.min(Number(gasRefund), Math.floor(used / 5));
  return Math.max(used - refund, floor);
}

/** Returns the error message of a failed execution's result. */
export function errorOf({ outcome, output }: CodeResult): string {
  return outcome.kind === 'halt' ? outcome.reason : `0x${Buffer.from(output).toString('hex')}`;
}

/** Returns the status of a transaction whose code failed. */
export function statusOf({ outcome }: CodeResult): Status {
  if (outcome.kind !== 'halt') return Status.CONTRACT_REVERT_EXECUTED;
  return STATUS_OF_HALT.get(outcome.reason) ?? Status.CONTRACT_EXECUTION_EXCEPTION;
}

/** Statuses of halts that have their own one. */
const STATUS_OF_HALT: ReadonlyMap<string, Status> = new Map([
  ['INSUFFICIENT_GAS', Status.INSUFFICIENT_GAS],
  ['INVALID_SOLIDITY_ADDRESS', Status.INVALID_SOLIDITY_ADDRESS],
  ['INVALID_ALIAS_KEY', Status.INVALID_ALIAS_KEY],
  ['INVALID_CONTRACT_ID', Status.INVALID_CONTRACT_ID],
  ['ILLEGAL_STATE_CHANGE', Status.LOCAL_CALL_MODIFICATION_EXCEPTION],
  ['SELF_DESTRUCT_TO_SELF', Status.OBTAINER_SAME_CONTRACT_ID],
  ['MAX_CHILD_RECORDS_EXCEEDED', Status.MAX_CHILD_RECORDS_EXCEEDED],
]);

/** Returns the address of an account for code, as hex. */
export function addressOf({ ledger }: Execution, num: number): string {
  return Buffer.from(ledger.addressOf(num)).toString('hex');
}
