import type { Expected } from '../mocha-suite.ts';

// web3.js loses what a listener of `error` throws, so that a test whose listener compares the words of an error ends after its
// 50 seconds only: 12 tests in two files.
export const WEB3: readonly Expected[] = [
  {
    message: /TransactionRevertInstructionError|TransactionRevertedWithoutReasonError|reverted by the EVM/,
    kind: 'fails',
    reason:
      'sends with 21,000 gas to an unused address, where the ledger creates an account for about 600,000 gas',
  },
  {
    message: /less than 10_000_000_000 wei which is 1 tinybar/,
    kind: 'fails',
    reason: 'sends less than a tinybar',
  },
  {
    title: /createAccessList/,
    kind: 'fails',
    reason: 'an access list saves no gas on the ledger, and the gas is that without the list',
  },
  {
    message: /intrinsic gas too low|is below configured minimum gas price/,
    kind: 'fails',
    reason: "the relay's words, or a price of gas below the ledger's",
  },
  {
    title: /EIP-838/,
    kind: 'fails',
    reason: 'what reverts is sent, while geth refuses it when it estimates a missing gas limit',
  },
  {
    title: /getRevertReason|return custom error ErrorWith(No)?Params$/,
    kind: 'fails',
    reason: "messages of errors begin with the id of the request, as the relay's",
  },
  {
    title: /rpc methods (getCoinbase|getPendingTransactions|getProof)$|^Web3 net should fetch peer count$/,
    kind: 'fails',
    reason: 'the method is refused, or unknown as in the relay',
  },
  {
    title: /rpc methods getAccounts$/,
    kind: 'fails',
    reason: 'an account whose key was imported is impersonated, and not in the list',
  },
  {
    title: /rpc methods getPastLogs$/,
    kind: 'fails',
    reason: 'a range that ends after the newest block has no logs, as in the relay',
  },
  {
    title: /^Web3Eth\.(call blockNumber parameter|estimateGas)|\(gas = estimateGas\)$/,
    kind: 'fails',
    reason: "calls before the account existed, or without code, are refused; estimates are not geth's",
  },
];
