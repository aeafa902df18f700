/**
 * Configuration of Hardhat: that of the checkout, which is the working folder, with the local network that `TAIN_RPC_URL` names, a
 * reporter, and larger gas limits.
 */
const { createRequire } = require('node:module');
const path = require('node:path');

const load = createRequire(path.join(process.cwd(), 'package.json'));
require('../gas-limits.cjs')(load('hardhat/config').extendProvider);
const config = load('./hardhat.config.js');

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
