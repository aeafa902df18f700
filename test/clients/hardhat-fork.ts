import { execFile } from 'node:child_process';
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { poll } from '../../src/kernel/retry.ts';
import { PACKAGES } from './packages.ts';
import { CLIENT_TIMEOUT_MS } from './run-client.ts';

const run = promisify(execFile);

/** Values of a contract that a fork reads and writes, as integers, and whether a balance is that of the network. */
export interface ForkResults {
  /** Value that the network stored. */
  readonly forked: number;
  /** Values after a transaction in the fork: of the fork, and of the network. */
  readonly written: number;
  readonly unchanged: number;
  readonly sameBalance: boolean;
}

/** Code of a contract that stores the data of a call in its first slot, and returns that slot to a call without data. */
const CREATION = '0x60128060095f395ff336600c575f545f5260205ff35b5f355f5500';

/** Deploys a contract in a network, and forks the network by its JSON-RPC with Hardhat. */
export async function forkWithHardhat(folder: string, rpc: string): Promise<ForkResults> {
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = (await (await fetch(rpc, { method: 'POST', body })).json()) as Record<string, unknown>;
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  const send = async (transaction: object): Promise<{ blockNumber: string; contractAddress: string }> => {
    const hash = await ask('eth_sendTransaction', transaction);
    return poll(async () => ((await ask('eth_getTransactionReceipt', hash)) as never) ?? undefined, {
      intervalMs: 50,
    });
  };
  const [from] = (await ask('eth_accounts')) as string[];
  const { contractAddress: to } = await send({ from, data: CREATION });
  const { blockNumber } = await send({ from, to, data: `0x${'29'.padStart(64, '0')}` });

  const project = await mkdtemp(path.join(folder, 'fork-'));
  await symlink(path.join(PACKAGES ?? '', 'node_modules'), path.join(project, 'node_modules'));
  await writeFile(path.join(project, 'hardhat.config.cjs'), CONFIG);
  await writeFile(path.join(project, 'fork.cjs'), SCRIPT);
  const hardhat = path.join(PACKAGES ?? '', 'node_modules', '.bin', 'hardhat');
  const { stdout } = await run(
    hardhat,
    ['--config', 'hardhat.config.cjs', 'run', '--no-compile', 'fork.cjs'],
    {
      cwd: project,
      env: {
        ...process.env,
        CI: 'true',
        HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
        FORK: JSON.stringify({ rpc, blockNumber: Number(blockNumber), from, to }),
      },
      timeout: CLIENT_TIMEOUT_MS,
    },
  );
  const { balance, ...read } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return {
    ...read,
    unchanged: Number(await ask('eth_call', { to }, 'latest')),
    sameBalance: balance === (await ask('eth_getBalance', from, blockNumber)),
  };
}

const CONFIG = `const { rpc: url, blockNumber } = JSON.parse(process.env.FORK);

module.exports = { networks: { hardhat: { chainId: 298, forking: { url, blockNumber } } } };
`;

const SCRIPT = `const { network } = require('hardhat');

const { blockNumber, from, to } = JSON.parse(process.env.FORK);
const fork = (method, ...params) => network.provider.send(method, params);
const read = async () => Number(await fork('eth_call', { to }, 'latest'));

async function main() {
  // Hardhat executes calls in its own blocks only, unless its configuration has the chain's hard forks.
  await fork('hardhat_mine');
  const forked = await read();
  const balance = await fork('eth_getBalance', from, '0x' + blockNumber.toString(16));
  const [sender] = await fork('eth_accounts');
  const data = '0x' + '2a'.padStart(64, '0');
  await fork('eth_sendTransaction', { from: sender, to, data });
  console.log(JSON.stringify({ forked, written: await read(), balance }));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
`;
