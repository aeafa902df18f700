import { startLocalNetwork } from 'tain';

/** Starts a network for all test files, and returns the function that stops it. */
export default async function setup({ provide }) {
  const network = await startLocalNetwork({ quiet: true });
  const { rpcUrl, restUrl, grpc, node, chainId, operator, accounts } = network;
  provide('network', { rpcUrl, restUrl, grpc, node, chainId, operator, accounts });
  return () => network.stop();
}
