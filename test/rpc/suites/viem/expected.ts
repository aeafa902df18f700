import type { Expected } from '../mocha-suite.ts';

export const VIEM: readonly Expected[] = [
  {
    title: /^(sets block gas limit|set next block base fee per gas|sets the rpc url)$/,
    message: /MethodNotFoundRpcError/,
    kind: 'fails',
    reason: 'refused: the method has no meaning on this ledger, which forks no other network',
  },
  {
    title: /^gets txpool content \(pending\)$|^inspects txpool \(pending\)$/,
    message: /^expected undefined to be defined$/,
    kind: 'fails',
    reason:
      'senders have the checksum of their address, as in geth and the relay; in Anvil they are lower case',
  },
  {
    title: /^(impersonates|stops impersonating) account$/,
    message: /Requested resource not found/,
    kind: 'fails',
    reason: 'needs the funds of an account of mainnet',
  },
  {
    title: /^removes block timestamp interval$/,
    message: /^expected \d+n to deeply equal \d+n$/,
    kind: 'fails',
    reason: 'two blocks of one second have the same timestamp; in Anvil the second one has the next second',
  },
  {
    title: /^(resets the fork|sets storage)$/,
    kind: 'fails',
    reason: 'needs a fork of mainnet',
  },
  {
    title: /^sets mining interval$/,
    kind: 'fails',
    reason: 'on a loaded machine a block is closed between its last two requests, or is visible after them',
    dependsOnTiming: true,
  },
  {
    title: /^errors when eip-1559 is not enabled$/,
    message: /mismatched$/,
    kind: 'fails',
    reason: 'anvil_setMinGasPrice is unknown; Anvil refuses it with other words',
  },
  {
    title: /^sets nonce$/,
    message: /must not be smaller than the existing nonce/,
    kind: 'fails',
    reason: "nonces do not become smaller, as in Hardhat's network",
  },
];
