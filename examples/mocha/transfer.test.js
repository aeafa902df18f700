import assert from 'node:assert/strict';
import { JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { network } from './hooks.js';

describe('a transfer', () => {
  const receiver = '0xfeedfacefeedfacefeedfacefeedfacefeedface';
  for (const run of [1, 2]) {
    it(`arrives once, in run ${run} too`, async () => {
      const provider = new JsonRpcProvider(network.rpcUrl);
      try {
        // 0.0.1012, whose address follows from its key, as in Ethereum.
        const wallet = new Wallet(network.accounts[10].privateKey, provider);
        const sent = await wallet.sendTransaction({ to: receiver, value: parseEther('3') });
        assert.equal((await sent.wait()).status, 1);
        assert.equal(await provider.getBalance(receiver), parseEther('3'));
      } finally {
        provider.destroy();
      }
    });
  }
});
