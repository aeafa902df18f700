import type { Expected } from '../mocha-suite.ts';

/** Reasons that were seen. Files that have not run yet may need further ones. */
export const EXPECTED: readonly Expected[] = [
  {
    message: /hardhat_(setCode|setStorageAt|setNonce) is refused/,
    kind: 'fails',
    reason: 'no transaction of the ledger changes code, storage or nonces',
  },
  {
    message: /^expected (\d+) to equal \1\d{10}\.$|Value can't be non-zero and less than/,
    kind: 'fails',
    reason: 'contracts see values and balances in tinybars',
  },
  {
    title: /^VestingWallet(Cliff)? vesting schedule/,
    message: /Timeout of 40000ms exceeded/,
    kind: 'fails',
    reason: 'sets the clock ahead by years, of which each day ends with its staking period',
    dependsOnTiming: true,
  },
];
