/**
 * Preloaded into tests of Hardhat 3's own packages, unmodified: each network that they simulate in their process is replaced by the local
 * network at `TAIN_RPC_URL`, which is reset first.
 */
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const HRE = 'hardhat/hre';
const { TAIN_RPC_URL: url } = process.env;
const original = pathToFileURL(
  createRequire(`${process.cwd()}/package.json`).resolve(HRE, { conditions: new Set(['import', 'node']) }),
).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === HRE
      ? { url: `${import.meta.url}?hre`, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (loaded, context, next) =>
    loaded === `${import.meta.url}?hre`
      ? { format: 'module', source: replacement(), shortCircuit: true }
      : next(loaded, context),
});

/** Returns the source of the module that replaces Hardhat's. */
function replacement() {
  return `export * from ${JSON.stringify(original)};
import * as hardhat from ${JSON.stringify(original)};
export const createHardhatRuntimeEnvironment = (config, ...rest) => globalThis.tainEnvironment(hardhat, config, rest);
`;
}

const request = async (method, ...params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { error, result } = await answer.json();
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
};

globalThis.tainEnvironment = async (hardhat, config = {}, rest = []) => {
  const simulated = Object.entries({ default: { type: 'edr-simulated' }, ...config.networks });
  const networks = Object.fromEntries(
    simulated.map(([name, network]) => [
      name,
      network.type === 'edr-simulated'
        ? { type: 'http', url, chainType: network.chainType, ethers: network.ethers }
        : network,
    ]),
  );
  const hre = await hardhat.createHardhatRuntimeEnvironment({ ...config, networks }, ...rest);
  for (const name of ['create', 'connect']) {
    const open = hre.network[name]?.bind(hre.network);
    if (open === undefined) continue;
    hre.network[name] = async (...given) => {
      const [chosen] = given;
      const network = typeof chosen === 'string' ? chosen : (chosen?.network ?? 'default');
      const { mining } = config.networks?.[network] ?? {};
      await request('hardhat_reset');
      await request('anvil_setBlockTimestampInterval', 1);
      if (mining?.auto === false) await request('evm_setAutomine', false);
      if (typeof mining?.interval === 'number' && mining.interval > 0)
        await request('evm_setIntervalMining', mining.interval);
      return await open(...given);
    };
  }
  // A node that a test starts is the local network, too.
  const { hostname, port } = new URL(url);
  hre.network.createServer = async () => {
    await request('hardhat_reset');
    return {
      listen: async () => ({ address: hostname, port: Number(port) }),
      close: async () => {},
      afterClosed: async () => {},
    };
  };
  return hre;
};
