/**
 * Multiplies the estimated gas limits of transactions that Hardhat 2 sends, because tests send several transactions at once that change each
 * other's gas, and contracts survive calls that run out of gas: in Hardhat's own network, for which the tests are written, the limit of
 * each is that of a block.
 */
const GAS_FACTOR = 3;
/** Maximum of a transaction on this ledger. */
const MAX_GAS = 15_000_000;

/** Extends the provider of Hardhat's configuration, whose `extendProvider` is given. */
module.exports = (extendProvider) => {
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
};
