/**
 * Preloaded by mocha: ethers repeats an answer for 250 ms, unless `cacheTimeout` is -1. A send on an idle local network takes
 * less, so that the next transaction would get the same nonce.
 */
const { JsonRpcApiProvider, resolveAddress, toQuantity } = require(
  require.resolve('ethers', { paths: [process.cwd()] }),
);

JsonRpcApiProvider.prototype.getTransactionCount = async function (address, block = 'latest') {
  const tag = typeof block === 'string' ? block : toQuantity(block);
  return Number(await this.send('eth_getTransactionCount', [await resolveAddress(address, this), tag]));
};
