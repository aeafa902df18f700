import type { RpcMethod } from './method/method.ts';
import { BLOCK_NUMBER_METHODS } from './methods/block-number.ts';
import { FIXED_METHODS } from './methods/fixed.ts';

/** Every method of the interface. */
export const METHODS: readonly RpcMethod[] = [...FIXED_METHODS, ...BLOCK_NUMBER_METHODS];
