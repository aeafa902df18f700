/**
 * Measures one transfer after another over JSON-RPC: `eth_sendRawTransaction`, and then its receipt. New networks with --quiet of one
 * or several builds, and Hardhat's node, run side by side on this machine and are measured in turns, in alternating order. Prints the
 * median times of each turn, and those of all turns.
 *
 * npm run bench:send -- [--transactions 60] [--turns 4] [--builds FOLDER,FOLDER] [--hardhat FOLDER]
 *
 * `builds`: folders of this repository with a build; default: the working folder. `hardhat`: a folder where `hardhat` (2) is
 * installed; default: not measured.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { signTransaction } from '@tain/ledger/ethereum-signing';
import { poll } from '../src/kernel/retry.ts';
import type { startLocalNetwork } from '../src/local-network.ts';
import { freePort } from '../test/free-ports.ts';
import { lineOf, median } from './table.ts';

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '60' },
    turns: { type: 'string', default: '4' },
    builds: { type: 'string', default: '.' },
    hardhat: { type: 'string' },
  },
});

/** A network with an account that sends. */
interface Program {
  readonly name: string;
  readonly url: string;
  /** Private key (ECDSA) of the sender. */
  readonly key: string;
  readonly address: string;
  readonly stop: () => Promise<unknown>;
  /** Times of all turns in milliseconds. */
  readonly sent: number[];
  readonly received: number[];
}

const START_TIMEOUT_MS = 120_000;
const RECEIPT_INTERVAL_MS = 1;
const MAX_WARM_UP = 30;
/** First account of Hardhat's network. */
const HARDHAT_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const HARDHAT_ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const RECEIVER = Buffer.alloc(20, 0x61);
const VALUE = 10n ** 12n;

async function request(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function startBuild(folder: string): Promise<Program> {
  const file = pathToFileURL(path.resolve(folder, 'dist/local-network.js')).href;
  const { startLocalNetwork: start } = (await import(file)) as {
    startLocalNetwork: typeof startLocalNetwork;
  };
  const network = await start({ quiet: true, timeoutMs: START_TIMEOUT_MS });
  // The first account with an alias: those before it are known by their number only.
  const account = network.accounts[10];
  if (!account?.privateKey || !account.evmAddress) throw new Error('the network has no account that sends');
  const { privateKey, evmAddress: address } = account;
  const key = privateKey.replace('0x', '');
  return {
    name: folder,
    url: network.rpcUrl,
    key,
    address,
    stop: () => network.stop(),
    sent: [],
    received: [],
  };
}

async function startHardhat(folder: string): Promise<Program> {
  const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-hardhat-'));
  const config = path.join(work, 'hardhat.config.cjs');
  await writeFile(config, "module.exports = { solidity: '0.8.28' };");
  const port = await freePort();
  const cli = path.resolve(folder, 'node_modules/hardhat/internal/cli/bootstrap.js');
  const child: ChildProcess = spawn(
    process.execPath,
    [cli, '--config', config, 'node', '--hostname', '127.0.0.1', '--port', String(port)],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' } },
  );
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await rm(work, { recursive: true, force: true });
  };
  try {
    await poll(() => request(url, 'eth_chainId').catch(() => undefined), {
      intervalMs: 100,
      signal: AbortSignal.timeout(START_TIMEOUT_MS),
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name: 'hardhat node',
    url,
    key: HARDHAT_KEY,
    address: HARDHAT_ADDRESS,
    stop,
    sent: [],
    received: [],
  };
}

/** Sends transfers, each after the receipt of the one before. Returns the times in milliseconds. */
async function measure({ url, key, address }: Program, count: number) {
  const [chainId, price, nonce] = await Promise.all([
    request(url, 'eth_chainId'),
    request(url, 'eth_gasPrice'),
    request(url, 'eth_getTransactionCount', address, 'latest'),
  ]);
  const sent: number[] = [];
  const received: number[] = [];
  for (let i = 0; i < count; i++) {
    const raw = signTransaction(
      {
        type: 0,
        chainId: BigInt(String(chainId)),
        nonce: BigInt(String(nonce)) + BigInt(i),
        gasPrice: BigInt(String(price)) * 2n,
        priorityFee: 0n,
        // The first one creates the receiver.
        gasLimit: 1_000_000n,
        to: RECEIVER,
        value: VALUE,
        data: new Uint8Array(),
        accessList: [],
      },
      Buffer.from(key, 'hex'),
    );
    const begin = performance.now();
    const hash = await request(url, 'eth_sendRawTransaction', `0x${Buffer.from(raw).toString('hex')}`);
    sent.push(performance.now() - begin);
    const receipt = await poll(
      async () =>
        ((await request(url, 'eth_getTransactionReceipt', hash)) as { status: string } | null) ?? undefined,
      { intervalMs: RECEIPT_INTERVAL_MS },
    );
    received.push(performance.now() - begin);
    if (receipt?.status !== '0x1') throw new Error('a transfer failed');
  }
  return { sent, received };
}

const middle = (times: readonly number[]): string => median(times).toFixed(1);

const programs: Program[] = [];
try {
  for (const folder of values.builds.split(',')) programs.push(await startBuild(folder));
  if (values.hardhat !== undefined) programs.push(await startHardhat(values.hardhat));
  for (const program of programs) await measure(program, MAX_WARM_UP);
  const line = lineOf(30, 12);
  console.log(line(['program', 'send, ms', 'receipt, ms']));
  for (let turn = 0; turn < Number(values.turns); turn++) {
    for (const program of turn % 2 === 0 ? programs : [...programs].reverse()) {
      const { sent, received } = await measure(program, Number(values.transactions));
      program.sent.push(...sent);
      program.received.push(...received);
      console.log(line([program.name, middle(sent), middle(received)]));
    }
  }
  console.log();
  for (const { name, sent, received } of programs)
    console.log(line([`${name}, all turns`, middle(sent), middle(received)]));
  console.log(`load ${os.loadavg()[0]?.toFixed(1)}, Node.js ${process.version}`);
} finally {
  for (const { stop } of programs) await stop().catch(() => undefined);
}
