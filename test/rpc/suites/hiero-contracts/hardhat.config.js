/**
 * Configuration of Hardhat 3 for hiero-contracts, into whose checkout it is copied: that of the checkout with a reporter, and a maximum
 * fee of 20 hbars instead of the SDK's 2: an update of a token's seven lists of seven keys costs 49 cents (HIP-1261), four hbars at
 * the local network's rate.
 */
import { Client, Hbar } from '@hashgraph/sdk';
import { defineConfig } from 'hardhat/config';
import original from './hardhat.config.js';

const forNetwork = Client.forNetwork.bind(Client);
Client.forNetwork = (...given) => forNetwork(...given).setDefaultMaxTransactionFee(new Hbar(20));

export default defineConfig({
  ...original,
  test: {
    mocha: {
      ...original.test.mocha,
      timeout: 120_000,
      reporter: process.env.TAIN_REPORTER,
      reporterOption: { output: process.env.TAIN_REPORT },
    },
  },
});
