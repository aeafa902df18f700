const { task } = require('hardhat/config');

/** Starts a network for the tests, and stops it after them. */
task('test', async (args, { network: { config } }, runSuper) => {
  const { startLocalNetwork } = await import('tain');
  const network = await startLocalNetwork({ quiet: true });
  try {
    // Hardhat connects at the first request.
    config.url = network.rpcUrl;
    // 0.0.1012 to 0.0.1021, whose addresses follow from their keys, as in Ethereum.
    config.accounts = network.accounts.slice(10, 20).map(({ privateKey }) => `0x${privateKey}`);
    return await runSuper(args);
  } finally {
    await network.stop();
  }
});

module.exports = {
  solidity: '0.8.28',
  defaultNetwork: 'tain',
  networks: { tain: { url: 'http://127.0.0.1:7546', chainId: 298 } },
  mocha: { timeout: 30_000 },
};
