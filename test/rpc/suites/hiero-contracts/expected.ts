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
];
