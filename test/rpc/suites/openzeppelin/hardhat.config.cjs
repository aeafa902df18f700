/**
 * Configuration of Hardhat: that of the checkout, which is the working folder, with the local network that `TAIN_RPC_URL` names and a
 * reporter. Limits that were estimated are multiplied, because tests send several transactions at once that change each other's gas: in Hardhat's
 * own network, for which the tests are written, the limit of each is that of a block.
 */
const { createRequire } = require('node:module');
const path = require('node:path');

const load = createRequire(path.join(process.cwd(), 'package.json'));
const { extendProvider } = load('hardhat/config');
const config = load('./hardhat.config.js');

const GAS_FACTOR = 3;
/** Maximum of a transaction on this ledger. */
const MAX_GAS = 15_000_000;
/** Estimates so far. A transaction with one of them as its limit was estimated. */
const estimates = new Set();
extendProvider(async (provider) => {
  const request = provider.request.bind(provider);
  provider.request = async (args) => {
    const { method, params: [transaction] = [] } = args;
    if (method !== 'eth_sendTransaction' || !estimates.has(transaction.gas)) {
      const answer = await request(args);
      if (method === 'eth_estimateGas') estimates.add(answer);
      return answer;
    }
    const gas = Math.min(Number(transaction.gas) * GAS_FACTOR, MAX_GAS);
    return request({ ...args, params: [{ ...transaction, gas: `0x${gas.toString(16)}` }] });
  };
  return provider;
});

module.exports = {
  ...config,
  paths: { ...config.paths, root: process.cwd() },
  networks: { ...config.networks, tain: { url: process.env.TAIN_RPC_URL } },
  mocha: {
    ...config.mocha,
    reporter: path.join(__dirname, '..', 'reporter.cjs'),
    reporterOptions: { output: process.env.TAIN_REPORT },
  },
};
