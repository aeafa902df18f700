import type { Expected } from '../mocha-suite.ts';

export const HIERO_CONTRACTS: readonly Expected[] = [
  {
    title: /^the file$/,
    message: /Cannot find package '@hashgraph\/proto'/,
    kind: 'left out',
    reason: 'imports a package that is no dependency',
  },
  {
    title: /^RedirectForToken/,
    message: /reading 'getSigners'/,
    kind: 'left out',
    reason: 'uses `hre.ethers` of Hardhat 2, which Hardhat 3 lacks',
  },
  {
    title: /^HIP1215 .* executeCallOnPayerSignature$/,
    message: /^expected \d+ to equal \d+\.$/,
    kind: 'fails',
    reason: 'the scheduled call does not run when the payer has signed; not explained yet',
  },
  {
    title: /should fail to airdrop a token to themselves$/,
    message: /^expected '398' to equal '74'$/,
    kind: 'fails',
    reason:
      'AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN is found before ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS: a fault of the simulator, not mended yet',
  },
];
