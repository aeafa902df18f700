const { JsonRpcProvider, Wallet, parseEther } = require('ethers');

const provider = new JsonRpcProvider(process.env.RPC_URL);
afterAll(() => provider.destroy());

test('a transfer arrives', async () => {
  const wallet = new Wallet(process.env.PRIVATE_KEY, provider);
  const receiver = '0xfeedfacefeedfacefeedfacefeedfacefeedface';
  const sent = await wallet.sendTransaction({ to: receiver, value: parseEther('3') });
  expect(await sent.wait()).toMatchObject({ status: 1, from: wallet.address });
  expect(await provider.getBalance(receiver)).toBe(parseEther('3'));
});
