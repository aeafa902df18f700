import type { Expected } from '../mocha-suite.ts';

export const UPGRADES: readonly Expected[] = [
  {
    title:
      /^(custom (beacon|uups) proxy factory|wrong implementation|transferProxyAdminOwnership - wrong signer)/,
    message: /execution reverted:\s+CONTRACT_REVERT_EXECUTED/,
    kind: 'fails',
    reason: "expects the words of Hardhat's network for a revert",
  },
];
