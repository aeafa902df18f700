/**
 * Configuration of Hardhat 2 for suites in TypeScript: that of the checkout, which is the working folder, with the local network that
 * `TAIN_RPC_URL` names, a reporter, and `TAIN_SOLC`, the `soljson.js` of npm's `solc` 0.7.6, for `compile`. With `TAIN_GAS_LIMITS`
 * estimated gas limits are multiplied.
 */
const { createRequire } = require('node:module');
const path = require('node:path');

process.env.TS_NODE_TRANSPILE_ONLY = 'true';
const load = createRequire(path.join(process.cwd(), 'package.json'));
load('ts-node/register');
const { extendProvider, subtask } = load('hardhat/config');
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = load('hardhat/builtin-tasks/task-names');
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion: version }) => ({
  compilerPath: path.resolve(process.env.TAIN_SOLC),
  isSolcJs: true,
  version,
  longVersion: version,
}));
if (process.env.TAIN_GAS_LIMITS) require('./gas-limits.cjs')(extendProvider);
const { default: config } = load('./hardhat.config.ts');

module.exports = {
  ...config,
  paths: { ...config.paths, root: process.cwd() },
  networks: { ...config.networks, tain: { url: process.env.TAIN_RPC_URL ?? 'http://127.0.0.1:7546' } },
  mocha: {
    reporter: path.join(__dirname, 'reporter.cjs'),
    reporterOptions: { output: process.env.TAIN_REPORT },
  },
};
