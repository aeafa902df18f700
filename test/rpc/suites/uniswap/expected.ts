import type { Expected } from '../mocha-suite.ts';

/** Hardhat's own network of the pinned version fails 23 of the same gas tests. */
export const UNISWAP: readonly Expected[] = [
  {
    title: /^(UniswapV3Pool gas tests|UniswapV3Factory .* gas|TickBitmap .* gas cost)/,
    message: /^Snapshot name: .*expected '\d+' to equal '\d+'$/,
    kind: 'fails',
    reason:
      'gas of Berlin: refunds are smaller since London (EIP-3529), init code costs gas since Shanghai (EIP-3860), estimates have an allowance',
  },
  {
    title: /^UniswapV3Pool swap tests/,
    message: /cannot estimate gas; transaction may fail/,
    kind: 'fails',
    reason:
      "the snapshot has the words of Hardhat's network for a revert; ethers replaces the usual ones (execution reverted)",
  },
];
