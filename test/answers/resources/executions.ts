import { address } from '../answers.ts';

/*
 * Executions of contracts: a call that reverted at 107 s, one that called another contract at 110 s (the child a
 * nanosecond later), an Ethereum transaction at 111 s, a call without an outcome at 116 s, and one refused for its
 * nonce at 117 s. The token transfer at 103 s created a log without a contract. `results.ts` has the outcomes,
 * `logs.ts` the logs, `contracts.ts` the contracts, their storage and the call's actions.
 */

export const OWN_ADDRESS = '10'.repeat(20);
export const hashOf = (seconds: number): string => seconds.toString(16).padStart(64, '7');
/** Bytes of transaction hashes after the first 32. */
export const REST = '88'.repeat(16);
export const addressOf = (num: number): string => (num === 1010 ? `0x${OWN_ADDRESS}` : address(num));
export const TRANSACTION_ID =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';
