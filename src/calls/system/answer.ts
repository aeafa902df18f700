import type { HaltReason, SystemCall, SystemResult } from '@tain/evm/execution';
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
