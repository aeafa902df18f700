import type { HaltReason, SystemCall, SystemResult } from '@tain/evm/execution';
import { RESPONSE_CODES } from '@tain/ledger/response-code';
import type { AbiValue } from './abi/abi-type.ts';

/** Result of a method. By default its gas is that of the method. */
export type MethodResult =
  | { readonly kind: 'values'; readonly values: readonly AbiValue[] }
  | { readonly kind: 'revert'; readonly data: Uint8Array; readonly gas?: bigint }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'halt'; readonly reason: HaltReason; readonly gas?: bigint };

/** Returns the result of a call without a method: empty, for no gas. */
export function nothing(): MethodResult {
  return { kind: 'nothing' };
}

export function values(...list: readonly AbiValue[]): MethodResult {
  return { kind: 'values', values: list };
}

/** Reverts with the name of a response code, in ASCII. */
export function revertWith(status: string, gas?: bigint): MethodResult {
  return { kind: 'revert', data: Buffer.from(status, 'latin1'), ...(gas === undefined ? null : { gas }) };
}

export function halt(reason: HaltReason): MethodResult {
  return { kind: 'halt', reason };
}

/** Halts the call with all its gas, or with the given amount. */
export function haltResult(call: SystemCall, reason: HaltReason, gas: bigint = call.gas): SystemResult {
  return {
    outcome: { kind: 'halt', reason },
    gasUsed: gas < call.gas ? gas : call.gas,
    output: Buffer.alloc(0),
  };
}

const NUMBERS = new Map(Object.entries(RESPONSE_CODES).map(([code, name]) => [name, BigInt(code)]));

/** Returns the number of a response code. Throws for a name that the ledger does not have. */
export function statusNumber(name: string): bigint {
  const code = NUMBERS.get(name);
  if (code === undefined) throw new Error(`no response code: ${name}`);
  return code;
}

export const SUCCESS = statusNumber('SUCCESS');

/**
 * Returns the name of the status with which the transaction behind an answer failed: a method returns it first
 * (`answersCode`), or reverts with its name or its number. Undefined for an answer without a failure, and for a halt,
 * which creates no transaction.
 */
export function failedStatusOf(answer: MethodResult, answersCode: boolean): string | undefined {
  if (answer.kind === 'halt' || answer.kind === 'nothing') return undefined;
  if (answer.kind === 'values') {
    const [code] = answer.values;
    return answersCode && typeof code === 'bigint' && code !== SUCCESS
      ? RESPONSE_CODES[Number(code)]
      : undefined;
  }
  const bytes = Buffer.from(answer.data);
  const name = bytes.toString('latin1');
  if (NUMBERS.has(name)) return name;
  return bytes.length === 32 ? RESPONSE_CODES[Number(BigInt(`0x${bytes.toString('hex')}`))] : undefined;
}
