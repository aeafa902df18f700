import { fileURLToPath } from 'node:url';
import { installPackages } from '../../tools/install-packages.js';

/**
 * Folder of the client libraries and the compiler that suite `clients` runs: SDKs, ethers, viem, web3, wagmi, Hardhat,
 * cast, forge, solc and OpenZeppelin contracts, 940 MB. If no registry has them it is undefined, and the tests are
 * skipped with a message.
 */
export const PACKAGES = await installPackages({
  source: fileURLToPath(new URL('packages/', import.meta.url)),
  cache: 'tain-test-clients',
  what: 'clients of mirrors and of JSON-RPC, and a Solidity compiler',
});
