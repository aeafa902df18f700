/** Configuration of the plugin's tests with the local network in place of Hardhat's; copied into the checkout. */
import config from './hardhat.config.ts';

export default {
  ...config,
  networks: { default: { type: 'http', url: process.env.TAIN_RPC_URL, chainType: 'l1' } },
};
