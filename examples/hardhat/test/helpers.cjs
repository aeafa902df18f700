const assert = require('node:assert/strict');
const { loadFixture, mine, time } = require('@nomicfoundation/hardhat-network-helpers');
const { network } = require('hardhat');

const receiver = '0xfeedfacefeedfacefeedfacefeedfacefeedface';
const ask = (method, ...params) => network.provider.request({ method, params });
const balance = async () => BigInt(await ask('eth_getBalance', receiver, 'latest'));

/** State with which each test begins. */
async function fixture() {
  const [from] = await ask('eth_accounts');
  await ask('eth_sendTransaction', { from, to: receiver, value: '0xde0b6b3a7640000' });
  return { from, start: await balance() };
}

describe('network helpers', () => {
  for (const run of [1, 2]) {
    it(`load a fixture, in run ${run} too`, async () => {
      const { from, start } = await loadFixture(fixture);
      assert.equal(start, 10n ** 18n);
      await ask('eth_sendTransaction', { from, to: receiver, value: '0xde0b6b3a7640000' });
      assert.equal(await balance(), 2n * 10n ** 18n);
    });
  }

  it('set the time ahead, and close blocks', async () => {
    const [before, height] = [await time.latest(), await time.latestBlock()];
    await time.increase(86_400);
    await mine(2);
    assert.ok((await time.latest()) >= before + 86_400);
    assert.ok((await time.latestBlock()) >= height + 2);
  });
});
