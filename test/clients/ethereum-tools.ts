import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FUNDED_ACCOUNTS } from '@tain/network-simulator/ledger/well-known';
import { beforeAll, describe, expect, test } from 'vitest';
import { poll } from '../../src/kernel/retry.ts';
import { type Artifact, compileFiles } from '../calls/contracts/compile.ts';
import { requirePackage } from '../require-package.ts';
import { PACKAGES } from './packages.ts';

// Tests in which unmodified Ethereum tools deploy and use contracts over the JSON-RPC of a local network.

// biome-ignore lint/suspicious/noExplicitAny: the libraries' own types are not installed with the project
type Library = any;

/** Network of the tests, and a folder for files of tools. */
export interface ToolsNetwork {
  readonly rpc: string;
  readonly mirror: string;
  readonly folder: string;
}

const run = promisify(execFile);
const CHAIN_ID = 298;
const TOOL_TIMEOUT_MS = 170_000;
const PROXY_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
/** Address without a known key. It has no letters, so it has no checksum. */
const MISSING = `0x${'57'.repeat(20)}`;
const SUCCESS = 22n;
const HBAR = 10n ** 18n;

const source = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const COIN = source('../calls/contracts/sources/Coin.sol');
const SOURCES = [COIN, source('../calls/contracts/sources/Deed.sol'), source('sources/Workshop.sol')];

/** Returns the private key of a pre-funded account. */
const keyOf = (num: number): string =>
  `0x${FUNDED_ACCOUNTS.find((account) => account.num === num)?.privateKey ?? ''}`;

/** Defines the tests. `network` is called when they run. */
export function describeEthereumTools(network: () => ToolsNetwork): void {
  describe('Ethereum tools', () => {
    let coin: Artifact;
    let deed: Artifact;
    let box: Artifact;
    let proxy: Artifact;
    let factory: Artifact;
    let ledgerUser: Artifact;
    /** A token of the demo network. */
    let token: string;
    const bin = (name: string): string => path.join(PACKAGES ?? '', 'node_modules', '.bin', name);
    const library = <T = Library>(name: string): T => requirePackage<T>(PACKAGES, name);
    const query = async (method: string, ...params: readonly unknown[]): Promise<Library> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const answer: Library = await (await fetch(network().rpc, { method: 'POST', body })).json();
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result;
    };
    /** Returns the address of a token of the showcase; undefined while the mirror has none. */
    const showcaseToken = async (): Promise<string | undefined> => {
      const response = await fetch(`${network().mirror}/api/v1/tokens?type=FUNGIBLE_COMMON&limit=100`);
      const { tokens } = (await response.json()) as { tokens: { token_id: string; name: string }[] };
      const id = tokens.find(({ name }) => name === 'Fixed Fee in Hbar')?.token_id;
      return id && `0x${Number(id.split('.')[2]).toString(16).padStart(40, '0')}`;
    };
    const websocket = (): string => network().rpc.replace('http', 'ws');

    beforeAll(async () => {
      // A new network has some minutes of history, which the mirror imports first.
      token = await poll(showcaseToken, { intervalMs: 200 });
      const artifact = await compileFiles(
        PACKAGES ?? '',
        SOURCES.map((file) => new URL(`file://${file}`)),
      );
      coin = artifact('Coin');
      deed = artifact('Deed');
      box = artifact('Box', 'Workshop');
      proxy = artifact('BoxProxy', 'Workshop');
      factory = artifact('BoxFactory', 'Workshop');
      ledgerUser = artifact('LedgerUser', 'Workshop');
    });

    test('ethers: ERC-20, ERC-721, proxy, factory, token service, schedule service', async () => {
      const ethers = library('ethers');
      // ethers would otherwise reuse a cached nonce for 250 ms, which is longer than a send takes
      // (docs/local-network.md).
      const provider = new ethers.JsonRpcProvider(network().rpc, undefined, { cacheTimeout: -1 });
      const wallet = new ethers.Wallet(keyOf(1016), provider);
      const deploy = async ({ abi, bytecode }: Artifact, ...args: unknown[]): Promise<Library> => {
        const made = await new ethers.ContractFactory(abi, bytecode, wallet).deploy(...args);
        return made.waitForDeployment();
      };
      const silver = await deploy(coin, 'Silver', 'AG', wallet.address);
      await (await silver.mint(wallet.address, 1_000n)).wait();
      // Sent without waiting, because the pending nonce counts sent transactions.
      const sent: Library[] = [];
      for (const amount of [1n, 2n, 3n]) sent.push(await silver.transfer(MISSING, amount));
      const receipts = await Promise.all(sent.map((one) => one.wait()));
      expect(receipts.map(({ status }) => status)).toEqual([1, 1, 1]);
      expect(await silver.balanceOf(MISSING)).toBe(6n);
      // Reads the state at the end of an earlier block.
      expect(await silver.balanceOf(MISSING, { blockTag: receipts[1].blockNumber })).toBe(
        receipts[2].blockNumber === receipts[1].blockNumber ? 6n : 3n,
      );
      const transfers = await silver.queryFilter('Transfer', receipts[0].blockNumber);
      expect(transfers.map(({ args }: Library) => args.value)).toEqual([1n, 2n, 3n]);

      const deeds = await deploy(deed);
      await (await deeds.mint(wallet.address, 77n)).wait();
      await (await deeds.transferFrom(wallet.address, MISSING, 77n)).wait();
      expect(await Promise.all([deeds.ownerOf(77n), deeds.tokenURI(77n)])).toEqual([
        ethers.getAddress(MISSING),
        'ipfs://deeds/77',
      ]);

      const plain = await deploy(box);
      const behind = await deploy(proxy, plain.target, plain.interface.encodeFunctionData('store', [5n]));
      const proxied = plain.attach(behind.target);
      expect(await Promise.all([proxied.value(), plain.value()])).toEqual([5n, 0n]);
      expect(BigInt(await provider.getStorage(behind.target, PROXY_SLOT))).toBe(BigInt(plain.target));

      const boxes = await deploy(factory);
      const made = await (await boxes.make()).wait();
      const [event] = await boxes.queryFilter(boxes.filters.Made(wallet.address), made.blockNumber);
      const child = plain.attach(event.args.box);
      await (await child.store(9n)).wait();
      expect(await child.value()).toBe(9n);
      const refused: Library = await child.store(1_001n).catch((error: unknown) => error);
      expect(child.interface.parseError(refused.data)?.args.toArray()).toEqual([1_001n]);

      const user = await deploy(ledgerUser, { value: 50n * HBAR });
      const statusOf = (receipt: Library): bigint => user.interface.parseLog(receipt.logs.at(-1)).args.status;
      expect(statusOf(await (await user.associate(token)).wait())).toBe(SUCCESS);
      const { timestamp } = await provider.getBlock('latest');
      const expiry = timestamp + 600;
      expect(statusOf(await (await user.storeLater(child.target, 42n, expiry)).wait())).toBe(SUCCESS);
      if (await isLocal()) {
        await provider.send('evm_setNextBlockTimestamp', [expiry + 2]);
        await provider.send('evm_mine', []);
        await expect.poll(() => child.value()).toBe(42n);
      }
      provider.destroy();
    });

    /** Returns whether the server is a local network with methods for tests of contracts. */
    async function isLocal(): Promise<boolean> {
      return (await query('web3_clientVersion')).startsWith('anvil/');
    }

    test('viem: ERC-20 and ERC-721, with logs over WebSocket', async () => {
      const viem = library('viem');
      const { privateKeyToAccount } = library('viem/accounts');
      const account = privateKeyToAccount(keyOf(1017));
      const chain = viem.defineChain({
        id: CHAIN_ID,
        name: 'Local',
        nativeCurrency: { name: 'hbar', symbol: 'HBAR', decimals: 18 },
        rpcUrls: { default: { http: [network().rpc] } },
      });
      const client = viem.createPublicClient({ chain, transport: viem.http(), pollingInterval: 100 });
      const pushed = viem.createPublicClient({ chain, transport: viem.webSocket(websocket()) });
      const wallet = viem.createWalletClient({ account, chain, transport: viem.http() });
      const receiptOf = (hash: string): Promise<Library> => client.waitForTransactionReceipt({ hash });
      const deploy = async ({ abi, bytecode }: Artifact, args: unknown[]): Promise<Library> => {
        const hash = await wallet.deployContract({ abi, bytecode: `0x${bytecode}`, args });
        return { address: (await receiptOf(hash)).contractAddress, abi };
      };
      const gold = await deploy(coin, ['Gold', 'AU', account.address]);
      const seen: unknown[] = [];
      const failures: unknown[] = [];
      const unwatch = pushed.watchContractEvent({
        ...gold,
        eventName: 'Transfer',
        onLogs: (logs: Library[]) => seen.push(...logs.map(({ args }) => args.value)),
        onError: (error: unknown) => failures.push(error),
      });
      await pushed.getBlockNumber();
      const write = (contract: Library, functionName: string, args: unknown[]): Promise<string> =>
        wallet.writeContract({ ...contract, functionName, args });
      const hashes = [await write(gold, 'mint', [account.address, 10n])];
      hashes.push(await write(gold, 'transfer', [MISSING, 4n]));
      for (const hash of hashes) expect((await receiptOf(hash)).status).toBe('success');
      await expect.poll(() => seen).toEqual([10n, 4n]);
      expect(failures).toEqual([]);
      unwatch();
      const deeds = await deploy(deed, []);
      await receiptOf(await write(deeds, 'mint', [MISSING, 5n]));
      const read = (contract: Library, functionName: string, args: unknown[]): Promise<unknown> =>
        client.readContract({ ...contract, functionName, args });
      expect(await read(deeds, 'ownerOf', [5n])).toBe(viem.getAddress(MISSING));
      expect(await read(gold, 'balanceOf', [MISSING])).toBe(4n);
      const { request } = await client.simulateContract({
        ...gold,
        functionName: 'transfer',
        args: [MISSING, 1n],
        account,
      });
      await receiptOf(await wallet.writeContract(request));
      expect(await read(gold, 'balanceOf', [MISSING])).toBe(5n);
      (await pushed.transport.getRpcClient()).close();
    });

    test('web3: ERC-20, with logs over WebSocket', async () => {
      const { Web3 } = library('web3');
      const web3 = new Web3(network().rpc);
      const [{ address: from }] = web3.eth.accounts.wallet.add(keyOf(1018));
      const { abi, bytecode } = coin;
      const bronze = await new web3.eth.Contract(abi)
        .deploy({ data: `0x${bytecode}`, arguments: ['Bronze', 'BR', from] })
        .send({ from });
      const pushing = new Web3(websocket());
      const pushed: string[] = [];
      const subscription = await pushing.eth.subscribe('logs', { address: bronze.options.address });
      subscription.on('data', ({ transactionHash }: Library) => pushed.push(transactionHash));
      const minted = await bronze.methods.mint(from, 30).send({ from });
      const moved = await bronze.methods.transfer(MISSING, 11).send({ from });
      expect([minted.status, moved.status]).toEqual([1n, 1n]);
      expect(await bronze.methods.balanceOf(MISSING).call()).toBe(11n);
      const events = await bronze.getPastEvents('Transfer', { fromBlock: minted.blockNumber });
      expect(events.map(({ returnValues }: Library) => returnValues.value)).toEqual([30n, 11n]);
      await expect.poll(() => pushed).toEqual([minted.transactionHash, moved.transactionHash]);
      await pushing.provider.disconnect();
    });

    test('wagmi: connects, writes and reads', async () => {
      const folder = await mkdtemp(path.join(network().folder, 'wagmi-'));
      await symlink(path.join(PACKAGES ?? '', 'node_modules'), path.join(folder, 'node_modules'));
      await writeFile(
        path.join(folder, 'wagmi.mjs'),
        `import { connect, createConfig, deployContract, getAccount, getBalance, http, mock, readContract, waitForTransactionReceipt, writeContract } from '@wagmi/core';
import { defineChain } from 'viem';

const { rpc, account, abi, bytecode, unusedAddress } = JSON.parse(process.argv[2]);
const chain = defineChain({
  id: ${CHAIN_ID},
  name: 'Local',
  nativeCurrency: { name: 'hbar', symbol: 'HBAR', decimals: 18 },
  rpcUrls: { default: { http: [rpc] } },
});
const config = createConfig({ chains: [chain], connectors: [mock({ accounts: [account] })], transports: { [chain.id]: http() } });
await connect(config, { connector: config.connectors[0] });
const receiptOf = (hash) => waitForTransactionReceipt(config, { hash, pollingInterval: 100 });
const made = await receiptOf(await deployContract(config, { abi, bytecode, args: ['Tin', 'SN', account] }));
const coin = { address: made.contractAddress, abi };
await receiptOf(await writeContract(config, { ...coin, functionName: 'mint', args: [unusedAddress, 8n] }));
const { value } = await getBalance(config, { address: account });
const balance = await readContract(config, { ...coin, functionName: 'balanceOf', args: [unusedAddress] });
console.log(JSON.stringify([getAccount(config).status, value > 0n, String(balance)]));
process.exit();
`,
      );
      const accounts: string[] = await query('eth_accounts');
      const given = { rpc: network().rpc, account: accounts.at(-1), unusedAddress: MISSING };
      const task = { ...given, abi: coin.abi, bytecode: `0x${coin.bytecode}` };
      const { stdout } = await run(process.execPath, ['wagmi.mjs', JSON.stringify(task)], {
        cwd: folder,
        timeout: TOOL_TIMEOUT_MS,
      });
      expect(JSON.parse(stdout)).toEqual(['connected', true, '8']);
    });

    test('forge script: deploys and sends in one run', async () => {
      const folder = await mkdtemp(path.join(network().folder, 'forge-'));
      const rpcUrl = network().rpc;
      await symlink(path.join(PACKAGES ?? '', 'node_modules'), path.join(folder, 'node_modules'));
      await mkdir(path.join(folder, 'src'));
      await cp(COIN, path.join(folder, 'src/Coin.sol'));
      await writeFile(path.join(folder, 'foundry.toml'), FOUNDRY);
      await writeFile(path.join(folder, 'solc.cjs'), COMPILER, { mode: 0o755 });
      await writeFile(path.join(folder, 'src/Deploy.s.sol'), SCRIPT);
      const args = ['script', 'src/Deploy.s.sol:Deploy', '--rpc-url', rpcUrl, '--broadcast', '--offline'];
      await run(bin('forge'), [...args, '--private-key', keyOf(1019)], {
        cwd: folder,
        timeout: TOOL_TIMEOUT_MS,
        env: { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1' },
      });
      const { receipts, transactions }: Library = JSON.parse(
        await readFile(path.join(folder, `broadcast/Deploy.s.sol/${CHAIN_ID}/run-latest.json`), 'utf8'),
      );
      expect(receipts.map(({ status }: Library) => status)).toEqual(['0x1', '0x1', '0x1']);
      const address = transactions[0].contractAddress;
      const balance = await run(
        bin('cast'),
        ['call', '--rpc-url', rpcUrl, address, 'balanceOf(address)(uint256)', MISSING],
        { timeout: TOOL_TIMEOUT_MS },
      );
      expect(balance.stdout.trim()).toBe('25');
    });

    test('a subgraph: blocks, receipts, logs, traces and calls at a block’s hash', async () => {
      const ethers = library('ethers');
      const provider = new ethers.JsonRpcProvider(network().rpc, undefined, { cacheTimeout: -1 });
      const wallet = new ethers.Wallet(keyOf(1020), provider);
      const { abi, bytecode } = coin;
      const made = await new ethers.ContractFactory(abi, bytecode, wallet).deploy(
        'Lead',
        'PB',
        wallet.address,
      );
      const start = await made.deploymentTransaction().wait();
      for (const amount of [3n, 4n, 5n]) await (await made.mint(MISSING, amount)).wait();
      provider.destroy();
      const address = made.target.toLowerCase();
      const transfer = ethers.id('Transfer(address,address,uint256)');
      // The order of requests of graph-node: the head, logs and traces of a range, then each block of the range by its
      // hash.
      const head = await query('eth_getBlockByNumber', 'latest', false);
      const range = { fromBlock: ethers.toQuantity(start.blockNumber), toBlock: head.number };
      const logs: Library[] = await query('eth_getLogs', {
        ...range,
        address: [address],
        topics: [[transfer]],
      });
      expect(logs.map(({ data }) => BigInt(data))).toEqual([3n, 4n, 5n]);
      const traces: Library[] = await query('trace_filter', { ...range, toAddress: [address] });
      expect(
        traces.filter(({ type }) => type === 'call').map(({ transactionHash }) => transactionHash),
      ).toEqual(logs.map(({ transactionHash }) => transactionHash));
      const sums = new Map<string, bigint>();
      let sum = 0n;
      for (const { blockHash, data } of logs) {
        sum += BigInt(data);
        sums.set(blockHash, sum);
      }
      const balanceOf = made.interface.encodeFunctionData('balanceOf', [MISSING]);
      for (const [blockHash, expected] of sums) {
        const block = await query('eth_getBlockByHash', blockHash, true);
        const receipts: Library[] = await query('eth_getBlockReceipts', block.number);
        expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(
          block.transactions.map(({ hash }: Library) => hash),
        );
        const own = receipts.flatMap((receipt) => receipt.logs).filter((log) => log.address === address);
        expect(own.map(({ logIndex, data }) => [logIndex, data])).toEqual(
          logs.filter((log) => log.blockHash === blockHash).map(({ logIndex, data }) => [logIndex, data]),
        );
        expect(BigInt(await query('eth_call', { to: address, data: balanceOf }, { blockHash }))).toBe(
          expected,
        );
        expect((await query('eth_getCode', address, { blockHash })).length).toBeGreaterThan(2);
        expect(await query('eth_getBalance', address, { blockHash })).toBe('0x0');
        // The next block's parent hash refers to it.
        const next = await query('eth_getBlockByNumber', ethers.toQuantity(Number(block.number) + 1), false);
        if (next !== null) expect(next.parentHash).toBe(blockHash);
      }
    });

    test('viem and ethers in a page of this machine, an extension and a page of another site', async (context) => {
      context.skip(!(await isLocal()), 'only a local network has unlocked accounts');
      const ethers = library('ethers');
      const viem = library('viem');
      const [from] = await query('eth_accounts');
      const outcomes: unknown[] = [];
      for (const origin of [
        'http://localhost:5173',
        `chrome-extension://${'nkbi'.repeat(8)}`,
        'https://x.y',
      ]) {
        const transport = viem.http(network().rpc, { fetchOptions: { headers: { origin } }, retryCount: 0 });
        const client = viem.createWalletClient({ transport });
        const request = new ethers.FetchRequest(network().rpc);
        request.setHeader('origin', origin);
        const provider = new ethers.JsonRpcProvider(request);
        const signature = await client.signMessage({ account: from, message: 'x' }).then(
          (text: string) => text.length,
          ({ name }: Error) => name,
        );
        const sent = await provider
          .send('eth_sendTransaction', [{ from, to: MISSING, value: '0x2540be400' }])
          .then(
            (hash: string) => hash.length,
            ({ message }: Error) => /Method .* is refused to web pages of other sites/.test(message),
          );
        outcomes.push([await client.getChainId(), signature, sent]);
        provider.destroy();
      }
      expect(outcomes).toEqual([
        [CHAIN_ID, 132, 66],
        [CHAIN_ID, 132, 66],
        [CHAIN_ID, 'UnauthorizedProviderError', true],
      ]);
    });

    // These tests are last, because they set the network's time ahead.
    test('Hardhat: network helpers', async (context) => {
      context.skip(!(await isLocal()), 'only a local network has these methods');
      const folder = await mkdtemp(path.join(network().folder, 'hardhat-'));
      await symlink(path.join(PACKAGES ?? '', 'node_modules'), path.join(folder, 'node_modules'));
      await writeFile(
        path.join(folder, 'hardhat.config.cjs'),
        `module.exports = { solidity: '0.8.28', networks: { local: { url: '${network().rpc}', chainId: ${CHAIN_ID} } } };\n`,
      );
      const ethers = library('ethers');
      const abi = new ethers.Interface(coin.abi);
      await writeFile(
        path.join(folder, 'task.json'),
        JSON.stringify({
          unusedAddress: MISSING,
          creation: `0x${coin.bytecode}${abi.encodeDeploy(['Zinc', 'ZN', MISSING]).slice(2)}`,
          mint: abi.encodeFunctionData('mint', [MISSING, 12]),
          balanceOf: abi.encodeFunctionData('balanceOf', [MISSING]),
        }),
      );
      await writeFile(path.join(folder, 'helpers.cjs'), HELPERS);
      const args = [
        '--config',
        'hardhat.config.cjs',
        '--network',
        'local',
        'run',
        '--no-compile',
        'helpers.cjs',
      ];
      const { stdout } = await run(bin('hardhat'), args, {
        cwd: folder,
        timeout: TOOL_TIMEOUT_MS,
        env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', CI: 'true' },
      });
      expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
        increased: true,
        increasedTo: true,
        mined: true,
        nextTimestamp: true,
        placed: [77, 77],
        balance: '123.0',
        impersonated: ['0x1', '12', MISSING],
        stopped: true,
        snapshot: Array.from({ length: 7 }, () => true),
      });
    });
  });
}

const FOUNDRY = `[profile.default]
src = 'src'
script = 'src'
libs = ['node_modules']
remappings = ['@openzeppelin/=node_modules/@openzeppelin/']
solc = './solc.cjs'
evm_version = 'cancun'
optimizer = true
`;

/** Script that runs npm's compiler with the options of the native compiler, which forge calls. */
const COMPILER = `#!/usr/bin/env node
const solc = require('solc');
if (process.argv.includes('--version')) console.log('Version: ' + solc.version());
else process.stdout.write(solc.compile(require('node:fs').readFileSync(0, 'utf8')));
`;

/** A script without forge-std, which is not on npm. The cheat codes are at an address. */
const SCRIPT = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import {Coin} from "./Coin.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

contract Deploy {
    Vm private constant VM = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bool public constant IS_SCRIPT = true;

    function run() external {
        VM.startBroadcast();
        Coin coin = new Coin("Iron", "FE", msg.sender);
        coin.mint(msg.sender, 100);
        coin.transfer(${MISSING}, 25);
        VM.stopBroadcast();
    }
}
`;

const HELPERS = `const { network } = require('hardhat');
const helpers = require('@nomicfoundation/hardhat-network-helpers');
const task = require('./task.json');

async function main() {
  const ask = (method, ...params) => network.provider.request({ method, params });
  const { time } = helpers;
  const before = await time.latest();
  await time.increase(3600);
  const increased = (await time.latest()) >= before + 3600;
  await time.increaseTo(before + 7200);
  const increasedTo = (await time.latest()) >= before + 7200;
  const height = await time.latestBlock();
  await helpers.mine(3);
  const mined = (await time.latestBlock()) >= height + 3;
  await time.setNextBlockTimestamp(before + 10_800);
  const [from] = await ask('eth_accounts');
  const receiptOf = async (transaction) => {
    const hash = await ask('eth_sendTransaction', transaction);
    for (;;) {
      const receipt = await ask('eth_getTransactionReceipt', hash);
      if (receipt !== null) return receipt;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const { contractAddress: to, blockNumber } = await receiptOf({ from, data: task.creation });
  const { timestamp } = await ask('eth_getBlockByNumber', blockNumber, false);
  const nextTimestamp = Number(timestamp) >= before + 10_800;
  await helpers.setBalance(task.unusedAddress, 123n * 10n ** 18n);
  const balance = Number(BigInt(await ask('eth_getBalance', task.unusedAddress, 'latest')) / 10n ** 17n) / 10;
  // Code that returns the first slot.
  const placed = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108';
  await helpers.setCode(placed, '0x60005460005260206000f3');
  await helpers.setStorageAt(placed, 0, 77);
  const slot = Number(await helpers.getStorageAt(placed, 0));
  const loaded = Number(await ask('eth_call', { to: placed }, 'latest'));
  // Only the contract's owner may mint, and the owner's key is unknown.
  await helpers.impersonateAccount(task.unusedAddress);
  const minted = await receiptOf({ from: task.unusedAddress, to, data: task.mint });
  const tokens = BigInt(await ask('eth_call', { to, data: task.balanceOf }, 'latest'));
  await helpers.stopImpersonatingAccount(task.unusedAddress);
  const stopped = await receiptOf({ from: task.unusedAddress, to, data: task.mint }).then(
    () => false,
    (error) => /Unknown account/.test(error.message),
  );
  // The fixture runs once; later calls return to its end.
  const nonce = () => ask('eth_getTransactionCount', from, 'latest').then(Number);
  let fixtures = 0;
  async function fixture() {
    fixtures += 1;
    await receiptOf({ from, to: task.unusedAddress, value: '0x2540be400' });
    return nonce();
  }
  const snapshot = [];
  for (let test = 0; test < 3; test++) {
    const loaded = await helpers.loadFixture(fixture);
    snapshot.push((await nonce()) === loaded);
    await time.increase(3600);
    await receiptOf({ from, to: task.unusedAddress, value: '0x2540be400' });
    snapshot.push((await nonce()) === loaded + 1);
  }
  snapshot.push(fixtures === 1);
  console.log(
    JSON.stringify({
      increased,
      increasedTo,
      mined,
      nextTimestamp,
      balance: balance.toFixed(1),
      placed: [slot, loaded],
      impersonated: [minted.status, String(tokens), minted.from],
      stopped,
      snapshot,
    }),
  );
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
`;
