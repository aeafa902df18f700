import type { RpcMethod } from './method/method.ts';
import { ACCOUNT_METHODS } from './methods/accounts.ts';
import { BLOCK_METHODS } from './methods/blocks.ts';
import { CALL_METHODS } from './methods/calls.ts';
import { DEVELOPMENT_METHODS } from './methods/development.ts';
import { FEE_METHODS } from './methods/fees.ts';
import { FILTER_METHODS } from './methods/filters.ts';
import { FIXED_METHODS } from './methods/fixed.ts';
import { RAW_METHODS } from './methods/raw.ts';
import { RECEIPT_METHODS } from './methods/receipts.ts';
import { SIMULATE_METHODS } from './methods/simulate.ts';
import { SIMULATED_CALL_METHODS } from './methods/simulated-calls.ts';
import { STATE_METHODS } from './methods/state.ts';
import { SUBSCRIBE_METHODS } from './methods/subscribe.ts';
import { TRACER_METHODS } from './methods/tracers.ts';
import { TRACE_METHODS } from './methods/traces.ts';
import { SEND_METHODS, TRANSACTION_METHODS } from './methods/transactions.ts';
import { TXPOOL_METHODS } from './methods/txpool.ts';

/** Every method of the interface. */
export const METHODS: readonly RpcMethod[] = [
  ...FIXED_METHODS,
  ...BLOCK_METHODS,
  ...TRANSACTION_METHODS,
  ...RECEIPT_METHODS,
  ...RAW_METHODS,
  ...FEE_METHODS,
  ...FILTER_METHODS,
  ...STATE_METHODS,
  ...CALL_METHODS,
  ...SIMULATED_CALL_METHODS,
  ...SIMULATE_METHODS,
  ...SEND_METHODS,
  ...TXPOOL_METHODS,
  ...ACCOUNT_METHODS,
  ...SUBSCRIBE_METHODS,
  ...DEVELOPMENT_METHODS,
  ...TRACER_METHODS,
  ...TRACE_METHODS,
];
