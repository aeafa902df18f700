/**
 * Configuration of Hardhat: that of the checkout, which is the working folder, with the local network that `TAIN_RPC_URL` names and a
 * reporter. Code is not placed at addresses before the tests, because the network refuses `hardhat_setCode`.
 */
const { createRequire } = require('node:module');
const path = require('node:path');

const load = createRequire(path.join(process.cwd(), 'package.json'));
const { defaultConfig: predeployed } = load('hardhat-predeploy/dist/config.js');
const config = load('./hardhat.config.js');

module.exports = {
  ...config,
  paths: { ...config.paths, root: process.cwd() },
  networks: { ...config.networks, tain: { url: process.env.TAIN_RPC_URL } },
  predeploy: Object.fromEntries(Object.keys(predeployed).map((address) => [address, false])),
  mocha: {
    ...config.mocha,
    reporter: path.join(__dirname, '..', 'reporter.cjs'),
    reporterOptions: { output: process.env.TAIN_REPORT },
  },
};
