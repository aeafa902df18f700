import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { LocalNetwork, LocalNetworkOptions, startLocalNetwork } from '../../src/local-network.ts';
import { removeFolder } from '../remove-folder.ts';

/** A local network from code: `startLocalNetwork` of the built package, in a folder of temporary files of its own. */

const MODULE = fileURLToPath(new URL('../../dist/local-network.js', import.meta.url));
let start: typeof startLocalNetwork;
let folder = '';
const before = process.env.TMPDIR;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-local-'));
  process.env.TMPDIR = folder;
  ({ startLocalNetwork: start } = await import(MODULE));
});
afterAll(async () => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await removeFolder(folder);
});

/** Starts a quiet network, which ends with the test. */
async function started(options: LocalNetworkOptions = {}): Promise<LocalNetwork> {
  const network = await start({ quiet: true, ...options });
  onTestFinished(() => network.stop());
  return network;
}

async function rpc({ rpcUrl }: Pick<LocalNetwork, 'rpcUrl'>, method: string, ...params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Temporary data folders that exist. */
const folders = async () => (await readdir(folder)).filter((name) => name.startsWith('tain-network-'));

/** Returns the process id of a network's database server. */
async function postmasterOf({ dataDir }: LocalNetwork): Promise<number> {
  const link = path.join(dataDir, 'elsewhere');
  const server = existsSync(link) ? link : dataDir;
  const [postmaster] = (await readFile(path.join(server, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  expect(() => process.kill(Number(postmaster), 0)).not.toThrow();
  return Number(postmaster);
}

/** Kills the process of a network, and returns the process id of the server that it leaves. */
async function killed(network: LocalNetwork): Promise<number> {
  const { pid } = JSON.parse(await readFile(path.join(network.dataDir, 'local-network.json'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await expect(network.snapshot()).rejects.toThrow('The local network has ended.');
  return postmasterOf(network);
}

/** A program that starts a network and then does what `then` says. */
async function program(
  then: string,
): Promise<{ readonly child: ChildProcess; readonly output: () => string }> {
  const file = path.join(await mkdtemp(path.join(folder, 'program-')), 'main.mjs');
  const text = `import { startLocalNetwork } from ${JSON.stringify(MODULE)};
const network = await startLocalNetwork({ quiet: true });
console.log(JSON.stringify(network));
${then}
`;
  await writeFile(file, text);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output: () => output };
}

test('two networks side by side: snapshot, reset, advance, times of blocks, stop, and a stop after a kill', async () => {
  const [one, two] = await Promise.all([started(), started()]);
  expect(new Set([one.rpcUrl, two.rpcUrl, one.restUrl, two.restUrl]).size).toBe(4);
  expect(await rpc(one, 'eth_chainId')).toBe(`0x${one.chainId.toString(16)}`);
  const [account] = one.accounts.filter(({ type }) => type === 'ECDSA_SECP256K1').slice(-1);
  expect(account?.evmAddress).toMatch(/^0x[0-9a-f]{40}$/);
  const balance = () => rpc(one, 'eth_getBalance', account?.evmAddress, 'latest');
  const height = () => rpc(one, 'eth_blockNumber');
  const [first, funded] = [await height(), await balance()];

  await one.snapshot();
  await rpc(one, 'hardhat_setBalance', account?.evmAddress, '0xde0b6b3a7640000');
  expect(await balance()).toBe('0xde0b6b3a7640000');
  await one.reset();
  expect([await height(), await balance()]).toEqual([first, funded]);

  const day = async () => {
    const response = await fetch(`${one.restUrl}/api/v1/blocks?limit=1`);
    const { blocks } = (await response.json()) as { blocks: { timestamp: { to: string } }[] };
    return Math.floor(Number(blocks[0]?.timestamp.to) / 86_400);
  };
  const today = await day();
  await one.advance({ days: 2 });
  expect(await day()).toBe(today + 2);
  await expect(one.advance({ days: -1 })).rejects.toThrow('must not be negative');

  // The next block has exactly the given time, however long it takes, also one that lies before the present: seconds pass.
  const timestamp = async () => {
    const block = (await rpc(one, 'eth_getBlockByNumber', 'latest', false)) as { timestamp: string };
    return Number(block.timestamp);
  };
  const last = await timestamp();
  for (const time of [last + 100_000, last + 100_001, last + 100_002, last + 100_500]) {
    await rpc(one, 'evm_setNextBlockTimestamp', time);
    if (time === last + 100_001) await new Promise((resolve) => setTimeout(resolve, 1_100));
    await rpc(one, 'evm_mine');
    expect((await timestamp()) - last).toBe(time - last);
  }

  // With an interval each block is a second after the one before it, however little time passed, also after a return.
  await rpc(one, 'anvil_setBlockTimestampInterval', 1);
  await rpc(one, 'evm_mine');
  const base = await timestamp();
  const snapshot = await rpc(one, 'evm_snapshot');
  const seconds: number[] = [];
  for (let i = 0; i < 6; i++) {
    if (i === 3) expect(await rpc(one, 'evm_revert', snapshot)).toBe(true);
    await rpc(one, 'evm_mine');
    seconds.push((await timestamp()) - base);
  }
  expect(seconds).toEqual([1, 2, 3, 1, 2, 3]);
  // Days end as usual.
  await rpc(one, 'evm_increaseTime', 3 * 86_400);
  await rpc(one, 'evm_mine');
  const later = await timestamp();
  expect(later - base).toBeGreaterThan(3 * 86_400);
  await rpc(one, 'evm_mine');
  expect((await timestamp()) - later).toBe(1);
  await rpc(one, 'anvil_removeBlockTimestampInterval');

  // The network returns to its start as often as a client wants, and nothing of what it was told remains.
  for (let time = 0; time < 2; time++) {
    const unused = await rpc(one, 'evm_snapshot');
    await rpc(one, 'evm_setAutomine', false);
    await rpc(one, 'hardhat_setBalance', account?.evmAddress, '0xde0b6b3a7640000');
    expect(await rpc(one, 'hardhat_reset')).toBe(true);
    expect([await height(), await balance(), await day()]).toEqual([first, funded, today]);
    expect(await rpc(one, 'hardhat_getAutomine')).toBe(true);
    expect(await rpc(one, 'evm_revert', unused)).toBe(false);
  }

  const postmaster = await killed(two);
  await Promise.all([one.stop(), two.stop()]);
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  await expect(one.snapshot()).rejects.toThrow('The local network has ended.');
  expect(await folders()).toEqual([]);
});

test('a dumped state is restored in the same network and in a new one', async () => {
  const one = await started();
  const [from] = (await rpc(one, 'eth_accounts')) as string[];
  const [contract, account, new_] = ['43', '44', '45'].map((byte) => `0x${byte.repeat(20)}`);
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
  const tinybars = (count: bigint) => `0x${(count * 10n ** 10n).toString(16)}`;
  const state = async (network: LocalNetwork, ...addresses: (string | undefined)[]) =>
    Promise.all(
      addresses.flatMap((address) => [
        rpc(network, 'eth_getBalance', address, 'latest'),
        rpc(network, 'eth_getTransactionCount', address, 'latest'),
        rpc(network, 'eth_getCode', address, 'latest'),
        rpc(network, 'eth_getStorageAt', address, '0x1', 'latest'),
        rpc(network, 'eth_getStorageAt', address, '0x2', 'latest'),
      ]),
    );
  await rpc(one, 'hardhat_setCode', contract, '0x60015460005260206000f3');
  await rpc(one, 'hardhat_setStorageAt', contract, '0x1', word(7));
  await rpc(one, 'hardhat_setBalance', contract, tinybars(9n));
  await rpc(one, 'hardhat_setNonce', account, '0x5');
  await rpc(one, 'hardhat_setBalance', account, tinybars(600n));
  const dumped = await state(one, contract, account);
  expect(dumped).toEqual(
    [
      [tinybars(9n), '0x1', '0x60015460005260206000f3', word(7), word(0)],
      [tinybars(600n), '0x5', '0x', word(0), word(0)],
    ].flat(),
  );
  const balance = await rpc(one, 'eth_getBalance', from, 'latest');
  const dump = await rpc(one, 'anvil_dumpState');

  // Nonces do not become smaller, and what is not in the dump remains.
  await rpc(one, 'hardhat_setCode', contract, '0x00');
  await rpc(one, 'hardhat_setStorageAt', contract, '0x1', word(0));
  await rpc(one, 'hardhat_setStorageAt', contract, '0x2', word(8));
  await rpc(one, 'hardhat_setBalance', contract, tinybars(10n));
  await rpc(one, 'hardhat_setNonce', account, '0x6');
  await rpc(one, 'hardhat_setBalance', account, tinybars(1n));
  await rpc(one, 'hardhat_setCode', new_, '0x00');
  await rpc(one, 'eth_sendTransaction', { from, to: account, value: tinybars(5n) });
  expect(await rpc(one, 'anvil_loadState', dump)).toBe(true);
  const expected = dumped.with(6, '0x6');
  expect(await state(one, contract, account)).toEqual(expected);
  expect(await rpc(one, 'eth_getCode', new_, 'latest')).toBe('0x00');
  expect(await rpc(one, 'eth_getBalance', from, 'latest')).toBe(balance);
  const again = await rpc(one, 'eth_blockNumber');
  expect(await rpc(one, 'anvil_loadState', await rpc(one, 'anvil_dumpState'))).toBe(true);
  expect(await rpc(one, 'eth_blockNumber')).toBe(again);

  // The treasury has no 50 billion hbars: what was created before that transfer is gone.
  const accounts = {
    [`0x${'46'.repeat(20)}`]: { balance: tinybars(5n * 10n ** 18n), nonce: 1, code: '0x00' },
    [`${account}`]: { balance: tinybars(601n), nonce: 7 },
  };
  const impossible = `0x${Buffer.from(JSON.stringify({ accounts })).toString('hex')}`;
  await expect(rpc(one, 'anvil_loadState', impossible)).rejects.toThrow('INSUFFICIENT_ACCOUNT_BALANCE');
  expect(await rpc(one, 'eth_blockNumber')).toBe(again);
  expect(await rpc(one, 'eth_getCode', `0x${'46'.repeat(20)}`, 'latest')).toBe('0x');
  expect(await state(one, contract, account)).toEqual(expected);
  await one.stop();

  const two = await started();
  expect(await rpc(two, 'anvil_loadState', dump)).toBe(true);
  expect(await state(two, contract, account)).toEqual(dumped);
  expect(await rpc(two, 'eth_getBalance', from, 'latest')).toBe(balance);
  expect(await rpc(two, 'eth_call', { to: contract }, 'latest')).toBe(word(7));
});

test('a reason why it cannot start is that of the network, and nothing is left', async () => {
  const unknown = start({ settings: { TAIN_PORTS: 1 } });
  await expect(unknown).rejects.toThrow('TAIN_PORTS');
  const late = start({ quiet: true, timeoutMs: 1 });
  await expect(late).rejects.toThrow('Not ready after 0.001 s');
  expect(await folders()).toEqual([]);
});

test('the failure of a start has the last warning of the log', async () => {
  const before = new Set(await folders());
  let warned = '';
  const failed = start({
    quiet: true,
    settings: { TAIN_CONSENSUS_RATIO: 0.2 },
    onLog: (line) => {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      if (level < 40 || warned !== '') return;
      warned = msg;
      const own = readdirSync(folder).find((name) => name.startsWith('tain-network-') && !before.has(name));
      const lock = readFileSync(path.join(folder, `${own}`, 'owner.lock'), 'utf8');
      process.kill((JSON.parse(lock) as { pid: number }).pid, 'SIGKILL');
    },
  });
  await expect(failed).rejects.toThrow(/^The local network has ended\. Its last warning: Less than a third/);
  expect(warned).toContain('TAIN_CONSENSUS_RATIO');
  expect(await folders()).toEqual([...before]);
});

test.each([
  ['returns', '', 0],
  ['exits', 'process.exit(3);', 3],
  ['fails', 'throw new Error("as this test expects");', 1],
  ['is terminated', 'process.kill(process.pid, "SIGTERM"); await new Promise(() => {});', null],
  ['is killed', 'process.kill(process.pid, "SIGKILL");', null],
])('a program that %s without a stop leaves nothing', async (_, then, code) => {
  const { child, output } = await program(then);
  const [exitCode] = await once(child, 'close');
  expect(exitCode).toBe(code);
  const { dataDir } = JSON.parse(output()) as LocalNetwork;
  await expect.poll(() => existsSync(dataDir)).toBe(false);
});

test.runIf(existsSync(`/proc/self/task/${process.pid}/children`))(
  'a program whose database no longer answers leaves nothing, although the shutdown times out',
  async () => {
    const { child, output } = await program('setInterval(() => undefined, 1_000);');
    await expect.poll(output).toContain('\n');
    const network = JSON.parse(output()) as LocalNetwork;
    const postmaster = await postmasterOf(network);
    const sessions = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    for (const session of sessions.trim().split(' ')) process.kill(Number(session), 'SIGSTOP');
    child.kill();
    await expect.poll(() => existsSync(network.dataDir)).toBe(false);
    await expect.poll(() => existsSync(`/proc/${postmaster}`)).toBe(false);
  },
);

test('a start in a given folder, which stays, removes what a killed network left, its server included', async () => {
  const network = await started();
  const postmaster = await killed(network);

  const dataDir = path.join(folder, 'kept');
  const lines: string[] = [];
  const kept = await started({ dataDir, onLog: (line) => lines.push(line) });
  await expect.poll(() => existsSync(network.dataDir)).toBe(false);
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  await kept.stop();
  expect(kept.dataDir).toBe(dataDir);
  expect(lines.some((line) => JSON.parse(line).msg === 'Stopping')).toBe(true);
  expect(existsSync(path.join(dataDir, 'demo'))).toBe(true);
});
