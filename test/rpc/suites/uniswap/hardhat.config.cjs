/**
 * Configuration of Hardhat 2 for Uniswap v3 core, which is the working folder: that of the checkout, with the local network that
 * `TAIN_RPC_URL` names, a reporter, and `TAIN_SOLC`, the `soljson.js` of npm's `solc` 0.7.6, for `compile`.
 */
const { createRequire } = require('node:module');
const path = require('node:path');

process.env.TS_NODE_TRANSPILE_ONLY = 'true';
const load = createRequire(path.join(process.cwd(), 'package.json'));
load('ts-node/register');
const { subtask } = load('hardhat/config');
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = load('hardhat/builtin-tasks/task-names');
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion: version }) => ({
  compilerPath: process.env.TAIN_SOLC,
  isSolcJs: true,
  version,
  longVersion: version,
}));
const { default: config } = load('./hardhat.config.ts');

module.exports = {
  ...config,
  paths: { ...config.paths, root: process.cwd() },
  networks: { ...config.networks, tain: { url: process.env.TAIN_RPC_URL ?? 'http://127.0.0.1:7546' } },
  mocha: {
    reporter: path.join(__dirname, '..', 'reporter.cjs'),
    reporterOptions: { output: process.env.TAIN_REPORT },
  },
};
