import type { Expected } from '../mocha-suite.ts';

export const SAFE: readonly Expected[] = [
  {
    title:
      /^(SimulateTxAccessor estimate simulate delegatecall|Safe execTransaction should emit (payment|event for failed) .*|Safe fallback should be able to receive ETH .*|Safe setup should work with ether payment .*|Safe 0xExploit .*|CreateCall .* send along ether|MultiSend(CallOnly)? .* (single ether transfer|combinations?)|Upgrade from Safe .* (transfer ETH|multisend via delegatecall))$/,
    kind: 'fails',
    reason: 'contracts see and move tinybars; the tests give them numbers of wei',
  },
  {
    title: /^Safe execTransaction should revert if too little gas is provided$/,
    message: /^Expected transaction to be reverted with reason 'GS010', but it didn't revert$/,
    kind: 'fails',
    reason: "Hardhat's network refuses to send a transaction that fails, with a given gas limit as well",
  },
  {
    title: /^Safe setup should not allow to call setup on singleton$/,
    message: /CONTRACT_EXECUTION_EXCEPTION$/,
    kind: 'fails',
    reason: "an invalid instruction has the relay's words, of which the matcher knows none",
  },
  {
    title: /^SignMessageLib signMessage can be used only via DELEGATECALL opcode$/,
    message: /function selector was not recognized/,
    kind: 'fails',
    reason: "expects the words of Hardhat's network for a revert without a reason",
  },
  {
    title: /^(SafeL2 execTransactions|SafeToL2Setup L1) /,
    kind: 'left out',
    reason: 'skips itself without SAFE_CONTRACT_UNDER_TEST, or for a chain id other than 1',
  },
];
