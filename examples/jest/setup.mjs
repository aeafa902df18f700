import { startLocalNetwork } from 'tain';

/** Starts a network for all test files, whose processes get its address and a key in their environment. */
export default async function setup() {
  const network = await startLocalNetwork({ quiet: true });
  process.env.RPC_URL = network.rpcUrl;
  // 0.0.1012, whose address follows from its key, as in Ethereum.
  process.env.PRIVATE_KEY = network.accounts[10].privateKey;
  globalThis.network = network;
}
