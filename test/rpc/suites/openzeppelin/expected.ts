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
    title: /^(ERC2771Forwarder executeBatch|ERC1967Clones .* forwards value)/,
    message:
      /execution reverted: CONTRACT_REVERT_EXECUTED|CONTRACT_EXECUTION_EXCEPTION|MismatchedValue|^expected (\d+)00 to equal \1\d\d/,
    kind: 'fails',
    reason: 'sends some weibars, less than a tinybar',
  },
  {
    title:
      /^Governor.* (nominal|send ethers|votes with|voting with ERC721|after execution|state Executed|already executed)/,
    message: /execution reverted: CONTRACT_REVERT_EXECUTED$/,
    kind: 'fails',
    reason: 'the proposal sends an ether, which a contract sees as 10^18 tinybars',
  },
  {
    title: /^GovernorStorage/,
    message: /CONTRACT_EXECUTION_EXCEPTION/,
    kind: 'fails',
    reason: 'its contract has 25,163 bytes; the maximum is 24,576',
  },
  {
    title: /out of gas/,
    message: /but it didn't revert/,
    kind: 'fails',
    reason:
      "a transaction with a limit of its own is sent, as by Anvil; Hardhat's network refuses those that fail",
  },
  {
    title: /^VestingWallet(Cliff)? vesting schedule/,
    message: /Timeout of 40000ms exceeded/,
    kind: 'fails',
    reason: 'sets the clock ahead by years, of which each day ends with its staking period',
    dependsOnTiming: true,
  },
];
