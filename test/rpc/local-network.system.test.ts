import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, credentials } from '@grpc/grpc-js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { signTransaction } from '@tain/ledger/ethereum-signing';
import { proto } from '@tain/protos/hapi';
import { proto as services } from '@tain/protos/services';
import Long from 'long';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { publishedAccounts } from '../../src/local-network/local-sender.ts';
import { type LocalNetwork, startLocalNetwork } from '../clients/local-network.ts';
import {
  account,
  ed25519Key,
  hbar,
  OPERATOR,
  signed,
  transfer as transferData,
} from '../demo/node/client.ts';
import { removeFolder } from '../remove-folder.ts';

// Role rpc with the local network in one process: sends, push, and methods for tests of contracts, across a kill.

/** Chain id of Hardhat's network, unlike that of a local network without the setting. */
const CHAIN_ID = 31_337;

let folder: string;
let network: LocalNetwork;

const start = (): Promise<LocalNetwork> =>
  startLocalNetwork({
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_OPEN_PARENTS: 'on',
    TAIN_CHAIN_ID: String(CHAIN_ID),
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tain-rpc-network-'));
  network = await start();
  await caughtUp();
});
afterAll(async () => {
  await network?.stop();
  await removeFolder(folder);
});

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

async function request(method: string, ...params: readonly unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await (await fetch(network.rpc ?? '', { method: 'POST', body })).json()) as Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: results of methods are looked at field by field
async function result(method: string, ...params: readonly unknown[]): Promise<any> {
  const { result, error } = await request(method, ...params);
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
  return result;
}

/** Waits for a condition. Throws on timeout. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; !(await isTrue()); ) {
    if (Date.now() > end) throw new Error('the condition was not met in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const TIMEOUT_MS = 120_000;

/** Waits until the mirror has imported the history of a new network, which is some minutes long. */
async function caughtUp(): Promise<void> {
  await until(async () => {
    const block = await result('eth_getBlockByNumber', 'latest', false).catch(() => null);
    return block !== null && Date.now() / 1_000 - Number(block.timestamp) < 10;
  });
}

const TARGET = `0x${'0'.repeat(36)}03ff`;
const transfer = (from: unknown, nonce?: number) => ({
  from,
  to: TARGET,
  value: '0x2540be400',
  gas: '0x5208',
  ...(nonce !== undefined && { nonce: `0x${nonce.toString(16)}` }),
});

/** Returns the number of occurrences of each hash in the blocks from a number on. */
async function hashesSince(first: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const last = Number(await result('eth_blockNumber'));
  for (let number = first; number <= last; number++) {
    const { transactions } = await result('eth_getBlockByNumber', `0x${number.toString(16)}`, false);
    for (const hash of transactions) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return counts;
}

it('is a development network: version, accounts, receipts with their blocks, and time', async () => {
  expect(await result('web3_clientVersion')).toMatch(/^anvil\//);
  const accounts: string[] = await result('eth_accounts');
  expect(accounts.length).toBe(10);
  const [from] = accounts;
  const hash = await result('eth_sendTransaction', transfer(from));
  const receipt = await result('eth_getTransactionReceipt', hash);
  expect(receipt).toMatchObject({ status: '0x1', transactionHash: hash });
  const block = await result('eth_getBlockByNumber', receipt.blockNumber, false);
  expect(block.transactions).toContain(hash);

  // The clock is advanced by a day, and the next block has the new time.
  const requestedTimestamp = Number(block.timestamp) + 86_400;
  await result('evm_setNextBlockTimestamp', requestedTimestamp);
  const next = await result('eth_sendTransaction', transfer(from));
  const { blockNumber } = await result('eth_getTransactionReceipt', next);
  const { timestamp } = await result('eth_getBlockByNumber', blockNumber, false);
  expect(Number(timestamp)).toBeGreaterThanOrEqual(requestedTimestamp);
  expect((await request('evm_setNextBlockTimestamp', requestedTimestamp)).error?.code).toBe(-32_000);
});

it('executes transactions for the chain of TAIN_CHAIN_ID, and no other', async () => {
  const [published] = publishedAccounts();
  const { address = '', privateKey = Buffer.of() } = published ?? {};
  const [nonce, gasPrice] = [
    BigInt(await result('eth_getTransactionCount', address, 'latest')),
    BigInt(await result('eth_gasPrice')),
  ];
  // Stores CHAINID in slot 0, and creates a contract whose code is STOP.
  const data = Buffer.from('465f5560015ff3', 'hex');
  const price = { type: 2, gasPrice, priorityFee: 0n, gasLimit: 200_000n } as const;
  const rawFor = (chainId: bigint): string => {
    const transaction = { ...price, chainId, nonce, to: null, value: 0n, data, accessList: [] };
    return `0x${Buffer.from(signTransaction(transaction, privateKey)).toString('hex')}`;
  };
  const { error } = await request('eth_sendRawTransaction', rawFor(298n));
  expect(error?.message).toMatch(/ChainId \(0x12a\) not supported/);
  const hash = await result('eth_sendRawTransaction', rawFor(BigInt(CHAIN_ID)));
  const chainId = `0x${CHAIN_ID.toString(16)}`;
  expect(await result('eth_getTransactionByHash', hash)).toMatchObject({ chainId, from: address });
  const { status, contractAddress } = await result('eth_getTransactionReceipt', hash);
  expect(status).toBe('0x1');
  expect(Number(await result('eth_getStorageAt', contractAddress, '0x0', 'latest'))).toBe(CHAIN_ID);
  expect([await result('eth_chainId'), await result('net_version')]).toEqual([chainId, String(CHAIN_ID)]);
});

it('creates contracts with a salt by the deployer that Foundry expects', async () => {
  const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
  const [from] = (await result('eth_accounts')) as string[];
  const digest = (hex: string) => Buffer.from(keccak_256(Buffer.from(hex, 'hex'))).toString('hex');
  // Init code of the code 0x01.
  const [salt, initcode] = ['5a'.repeat(32), '60015f5360015ff3'];
  const address = `0x${digest(`ff${deployer.slice(2)}${salt}${digest(initcode)}`).slice(24)}`;
  const call = { from, to: deployer, data: `0x${salt}${initcode}` };
  expect(await result('eth_call', call, 'latest')).toBe(address);
  const hash = await result('eth_sendTransaction', call);
  expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', to: deployer });
  expect(await result('eth_getCode', address, 'latest')).toBe('0x01');
});

it("keeps its price after the transaction of Foundry's deployer, whose price is lower", async () => {
  const [from] = (await result('eth_accounts')) as string[];
  const price = await result('eth_gasPrice');
  await result('hardhat_setBalance', '0x3fab184622dc19b6109349b94811493bf2a45362', '0x16345785d8a00000');
  const hash = await result(
    'eth_sendRawTransaction',
    `0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7${'f'.repeat(63)}e03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba0${'2'.repeat(64)}a0${'2'.repeat(64)}`,
  );
  expect(hash).toBe('0xeddf9e61fb9d8f5111840daef55e5fde0041f5702856532cdbb5a02998033d26');
  const { blockNumber } = await result('eth_getTransactionReceipt', hash);
  const block = await result('eth_getBlockByNumber', blockNumber, false);
  const { baseFeePerGas } = await result('eth_feeHistory', '0x1', blockNumber, []);
  expect([block.baseFeePerGas, baseFeePerGas]).toEqual([price, [price, price]]);
  const next = await result('eth_sendTransaction', transfer(from));
  expect(await result('eth_getTransactionReceipt', next)).toMatchObject({ status: '0x1' });
});

it('returns to snapshots: rows, time, streams, and what may be sent again', async () => {
  const [from] = (await result('eth_accounts')) as string[];
  const balance = () => result('eth_getBalance', TARGET, 'latest');
  const before = await balance();
  expect(await result('evm_snapshot')).toBe('0x1');
  expect(await result('evm_snapshot')).toBe('0x2');
  const stream = await fetch(`${network.mirror}/api/v1/transactions/stream`);
  const [height, hash] = [
    Number(await result('eth_blockNumber')),
    await result('eth_sendTransaction', transfer(from)),
  ];
  const { blockNumber, blockHash } = await result('eth_getTransactionReceipt', hash);
  expect(Number(blockNumber)).toBeGreaterThan(height);
  // Beyond ten years, which takes no day of them.
  expect((await request('evm_increaseTime', 10 ** 12)).error?.message).toMatch(/ten years/);
  expect(Number(await result('eth_blockNumber'))).toBe(Number(blockNumber));
  await result('evm_increaseTime', 86_400);
  await result('evm_mine');
  const { timestamp: ahead } = await result('eth_getBlockByNumber', 'latest', false);
  // The response is cached, because a block does not change.
  const path = `${network.mirror}/api/v1/blocks/${Number(blockNumber)}`;
  expect(await (await fetch(path)).json()).toMatchObject({ number: Number(blockNumber) });

  expect(await result('evm_revert', '0x2')).toBe(true);
  expect(await result('eth_getTransactionByHash', hash)).toBeNull();
  expect(await balance()).toBe(before);
  const { timestamp } = await result('eth_getBlockByNumber', 'latest', false);
  expect(Number(timestamp)).toBeLessThan(Number(ahead) - 80_000);
  expect(await stream.text()).toMatch(/"reason":"return","cursor":/);

  // The same bytes are a new transaction.
  expect(await result('eth_sendTransaction', transfer(from))).toBe(hash);
  const again = await result('eth_getTransactionReceipt', hash);
  expect(again).toMatchObject({ status: '0x1' });
  expect(again.blockHash).not.toBe(blockHash);
  const stored = (await (
    await fetch(`${network.mirror}/api/v1/blocks/${Number(again.blockNumber)}`)
  ).json()) as {
    hash: string;
  };
  expect(stored.hash.slice(0, 66)).toBe(again.blockHash);
  expect(await balance()).not.toBe(before);

  expect(await result('evm_revert', '0x2')).toBe(false);
  expect(await result('evm_revert', '0x1')).toBe(true);
  expect(await balance()).toBe(before);
  expect(await result('evm_revert', '0x1')).toBe(false);
  expect(await result('evm_snapshot')).toBe('0x3');
});

it("executes an SDK's transaction by the wall clock, also again after a return, whatever the network's time is", async () => {
  const client = new Client(network.node, credentials.createInsecure());
  const unchanged = (bytes: Buffer): Buffer => bytes;
  const submit = async (bytes: Uint8Array): Promise<string | undefined> => {
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const path = '/proto.CryptoService/cryptoTransfer';
      client.makeUnaryRequest(path, unchanged, unchanged, Buffer.from(bytes), (error, given) =>
        error === null ? resolve(given ?? Buffer.alloc(0)) : reject(error),
      );
    });
    const { nodeTransactionPrecheckCode: code } = services.TransactionResponse.decode(answer);
    return proto.ResponseCodeEnum[code];
  };
  const seconds = Math.floor(Date.now() / 1_000) - 60;
  const body = {
    transactionID: {
      accountID: account(2),
      transactionValidStart: { seconds: Long.fromNumber(seconds), nanos: 0 },
    },
    nodeAccountID: account(3),
    transactionFee: hbar(1),
    transactionValidDuration: { seconds: Long.fromNumber(180) },
    ...transferData(2, 1023, 1),
  };
  const bytes = signed(proto.TransactionBody.encode(body).finish(), [ed25519Key(OPERATOR)]);
  const { signedTransactionBytes } = proto.Transaction.decode(bytes);
  const hash = createHash('sha384').update(signedTransactionBytes).digest('hex');
  const byHash = `${network.mirror}/api/v1/transactions/${hash}`;
  const byId = `${network.mirror}/api/v1/transactions/0.0.2-${seconds}-000000000`;
  /** Returns the number of seconds from the start of the transaction's validity to consensus; undefined: it is unknown. */
  const consensus = async (): Promise<number | undefined> => {
    const found = async (url: string) =>
      ((await (await fetch(url)).json()) as { transactions?: { consensus_timestamp: string }[] })
        .transactions;
    const transactions = await found(byHash);
    if (transactions !== undefined) expect(await found(byId)).toEqual(transactions);
    return transactions?.map((one) => Number(one.consensus_timestamp) - seconds)[0];
  };
  const snapshot = await result('evm_snapshot');
  await result('evm_increaseTime', 86_400);
  expect(await submit(bytes)).toBe('OK');
  await until(async () => (await consensus()) !== undefined);
  const ahead = (await consensus()) ?? 0;
  expect(ahead).toBeGreaterThan(86_400);
  expect(await submit(bytes)).toBe('DUPLICATE_TRANSACTION');

  expect(await result('evm_revert', snapshot)).toBe(true);
  expect(await consensus()).toBeUndefined();
  expect(await submit(bytes)).toBe('OK');
  await until(async () => (await consensus()) !== undefined);
  // Other tests may have set the time ahead, too.
  expect(await consensus()).toBeLessThan(ahead - 80_000);
  client.close();
});

it('returns to transactions that wait for a block', async () => {
  const [from] = (await result('eth_accounts')) as string[];
  await result('evm_setAutomine', false);
  const hashes = [
    await result('eth_sendTransaction', transfer(from)),
    await result('eth_sendTransaction', transfer(from)),
  ];
  const { error } = await request('hardhat_setNonce', from, '0xff');
  expect(error?.message).toMatch(/Cannot set account nonce when the transaction pool is not empty$/);
  const snapshot = await result('evm_snapshot');
  await result('evm_mine');
  const later = await result('eth_sendTransaction', transfer(from));
  expect(await result('evm_revert', snapshot)).toBe(true);
  const { pending } = await result('txpool_content');
  expect(
    Object.values<{ hash: string }>(Object.values<Record<string, { hash: string }>>(pending)[0] ?? {}).map(
      ({ hash }) => hash,
    ),
  ).toEqual(hashes);
  expect(await result('eth_getTransactionByHash', hashes[0])).toMatchObject({ blockHash: null });
  expect(await result('eth_getTransactionByHash', later)).toBeNull();
  await result('evm_mine');
  for (const hash of hashes)
    expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
  await result('evm_setAutomine', true);
});

it('transfers from an impersonated account, to accounts and unused addresses', async () => {
  const [funding, to] = (await result('eth_accounts')) as string[];
  const [from, missing] = [`0x${'45'.repeat(20)}`, `0x${'46'.repeat(20)}`];
  const [one, two] = [10n ** 18n, 2n * 10n ** 18n].map((weibars) => `0x${weibars.toString(16)}`);
  await result('eth_sendTransaction', { from: funding, to: from, value: two });
  await result('hardhat_setBalance', from, '0x56bc75e2d63100000');
  await result('hardhat_impersonateAccount', from);
  const before = BigInt(await result('eth_getBalance', to, 'latest'));
  for (const receiver of [to, missing]) {
    const hash = await result('eth_sendTransaction', { from, to: receiver, value: one });
    const receipt = await result('eth_getTransactionReceipt', hash);
    expect(receipt).toMatchObject({ status: '0x1', from, to: receiver, logs: [] });
  }
  expect(BigInt(await result('eth_getBalance', to, 'latest')) - before).toBe(10n ** 18n);
  expect(await result('eth_getBalance', missing, 'latest')).toBe(one);
  // Until its block, its transaction is shown as later, without the block.
  await result('evm_setAutomine', false);
  const [dropped, waiting] = [
    await result('eth_sendTransaction', { from, to, value: two }),
    await result('eth_sendTransaction', { from, to, value: one }),
  ];
  const next = await result('eth_getBlockByNumber', 'pending', false);
  expect(next.transactions).toEqual([dropped, waiting]);
  expect(await result('hardhat_dropTransaction', dropped)).toBe(true);
  const shown = await result('eth_getTransactionByHash', waiting);
  await result('evm_mine');
  const { blockHash, blockNumber, ...mined } = await result('eth_getTransactionByHash', waiting);
  expect({ ...mined, blockHash: null, blockNumber: null, transactionIndex: null }).toEqual(shown);
  expect([typeof blockHash, typeof blockNumber]).toEqual(['string', 'string']);
  expect(await result('eth_getTransactionByHash', dropped)).toBeNull();
  await result('evm_setAutomine', true);
  await result('hardhat_stopImpersonatingAccount', from);
});

it("executes an account's own functions (HIP-904, HIP-906)", async () => {
  const [from] = (await result('eth_accounts')) as string[];
  // Calls `setUnlimitedAutomaticAssociations(false)`.
  const data = `0xf5677e99${'0'.repeat(64)}`;
  const hash = await result('eth_sendTransaction', { from, to: from, data, gas: '0x30d40' });
  expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', from, to: from });
  const answer = await (await fetch(`${network.mirror}/api/v1/accounts/${from}`)).json();
  expect(answer).toMatchObject({ max_automatic_token_associations: 0 });
});

it('executes transactions of an impersonated contract, which are estimated with it as the sender', async () => {
  const [from] = (await result('eth_accounts')) as string[];
  // Returns code that stores its caller: CALLER, PUSH0, SSTORE, STOP.
  const data = '0x63335f55005f526004601cf3';
  const deploy = async (): Promise<string> => {
    const hash = await result('eth_sendTransaction', { from, data, gas: '0x30d40' });
    return (await result('eth_getTransactionReceipt', hash)).contractAddress;
  };
  const [sender, to] = [await deploy(), await deploy()];
  await result('hardhat_impersonateAccount', sender);
  await result('hardhat_setBalance', sender, '0x56bc75e2d63100000');
  const call = { from: sender, to };
  const gas = await result('eth_estimateGas', call);
  const hash = await result('eth_sendTransaction', { ...call, gas });
  const receipt = await result('eth_getTransactionReceipt', hash);
  expect(receipt).toMatchObject({ status: '0x1', from: sender, to });
  expect(BigInt(await result('eth_getStorageAt', to, '0x0', 'latest'))).toBe(BigInt(sender));
  expect(BigInt(await result('eth_getBalance', sender, 'latest'))).toBeLessThan(10n ** 20n);
  await result('hardhat_stopImpersonatingAccount', sender);
  expect((await request('eth_sendTransaction', call)).error?.message).toMatch(/Unknown account/);
});

it('sets code and slots: state, transactions and the REST API agree, and a return undoes it', async () => {
  const [from] = (await result('eth_accounts')) as string[];
  const [missing, hollow] = [`0x${'43'.repeat(20)}`, `0x${'44'.repeat(20)}`];
  // Codes that return 42, and slot 0, and that store the caller in slot 0.
  const [fixed, loading, storing] = ['0x602a60005260206000f3', '0x60005460005260206000f3', '0x335f55'];
  const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`;
  const state = async (to: string) => [
    await result('eth_getCode', to, 'latest'),
    await result('eth_call', { to }, 'latest'),
    await result('eth_getStorageAt', to, '0x0', 'latest'),
  ];
  // biome-ignore lint/suspicious/noExplicitAny: the answers are looked at field by field
  const rest = async (path: string): Promise<any> => (await fetch(`${network.mirror}/api/v1${path}`)).json();
  const snapshot = await result('evm_snapshot');
  await result('hardhat_setCode', missing, fixed);
  expect(await state(missing)).toEqual([fixed, word(42), word(0)]);
  await result('anvil_setCode', missing, loading);
  await result('hardhat_setStorageAt', missing, '0x0', word(7));
  expect(await state(missing)).toEqual([loading, word(7), word(7)]);
  expect(await rest(`/contracts/${missing}`)).toMatchObject({
    evm_address: missing,
    runtime_bytecode: loading,
  });
  expect((await rest(`/contracts/${missing}/state`)).state).toMatchObject([
    { slot: word(0), value: word(7) },
  ]);
  await result('hardhat_setCode', missing, storing);
  const hash = await result('eth_sendTransaction', { from, to: missing });
  expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
  expect(await state(missing)).toEqual([storing, '0x', word(BigInt(from ?? 0))]);
  // The contract has the balance that the account had.
  await result('hardhat_setBalance', hollow, '0x56bc75e2d63100000');
  await result('hardhat_setCode', hollow, fixed);
  expect(await state(hollow)).toEqual([fixed, word(42), word(0)]);
  expect(await result('eth_getBalance', hollow, 'latest')).toBe('0x56bc75e2d63100000');
  expect((await request('hardhat_setCode', from, fixed)).error?.message).toMatch(/account with a key/);
  await result('evm_revert', snapshot);
  for (const address of [missing, hollow]) expect(await state(address)).toEqual(['0x', '0x', word(0)]);
});

it('simulates for one client without a limit of their rate', async () => {
  const call = { calls: [{ to: TARGET }] };
  const simulated = Array.from({ length: 60 }, () =>
    request('eth_simulateV1', { blockStateCalls: [call] }, 'latest'),
  );
  expect((await Promise.all(simulated)).filter(({ error }) => error !== undefined)).toEqual([]);
});

it('answers a thousand requests of one client at once, each on its own connection', async () => {
  const [, from] = await result('eth_accounts');
  const agent = new Agent({ keepAlive: false });
  const answer = (id: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(network.rpc ?? '', { method: 'POST', agent }, (response) => {
        response.setEncoding('utf8').on('error', reject);
        let text = '';
        response.on('data', (part: string) => (text += part)).on('end', () => resolve(text));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_getBalance', params: [from, 'latest'] }));
    });
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, id) => answer(id)));
  expect(answers.filter((text) => !text.includes('"result":"0x'))).toEqual([]);
});

it('queues transactions without automine, and pushes them with the heads', async () => {
  const socket = new WebSocket((network.rpc ?? '').replace('http', 'ws'));
  await once(socket, 'open');
  const heads: { number: string; transactions: string[] }[] = [];
  const sent: string[] = [];
  const subscribe = (event: string): void =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: event, method: 'eth_subscribe', params: [event] }));
  const ids = new Map<string, string>();
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { id, result: answer, params } = JSON.parse(data.toString());
      if (id !== undefined) ids.set(answer, id);
      else if (ids.get(params.subscription) === 'newHeads') heads.push(params.result);
      else sent.push(params.result);
      if (ids.size === 2) resolve();
    });
  });
  subscribe('newHeads');
  subscribe('newPendingTransactions');
  await subscribed;
  const [, from] = await result('eth_accounts');
  await result('evm_setAutomine', false);
  const first = await result('eth_sendTransaction', transfer(from, 0));
  const second = await result('eth_sendTransaction', transfer(from, 1));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await result('eth_getTransactionReceipt', first)).toBeNull();
  expect(await result('txpool_status')).toEqual({ pending: '0x2', queued: '0x0' });
  const next = await result('eth_getBlockByNumber', 'pending', false);
  expect(next).toMatchObject({ hash: null, transactions: [first, second] });
  const fourth = await result('eth_sendTransaction', transfer(from, 3));
  expect(await result('txpool_status')).toEqual({ pending: '0x2', queued: '0x1' });
  // A dropped transaction may be sent again with its nonce; later ones wait for it.
  const raw = await result('eth_signTransaction', transfer(from, 2));
  const third = await result('eth_sendRawTransaction', raw);
  expect(await result('txpool_status')).toEqual({ pending: '0x4', queued: '0x0' });
  expect(await result('hardhat_dropTransaction', third)).toBe(true);
  expect(await result('hardhat_dropTransaction', third)).toBe(false);
  expect(await result('eth_getTransactionByHash', third)).toBeNull();
  expect(await result('txpool_status')).toEqual({ pending: '0x2', queued: '0x1' });
  expect(await result('eth_getTransactionCount', from, 'pending')).toBe('0x2');
  expect(await result('eth_sendRawTransaction', raw)).toBe(third);
  await result('evm_mine');
  const receipts = await Promise.all(
    [first, second, third, fourth].map((hash) => result('eth_getTransactionReceipt', hash)),
  );
  expect(receipts.map(({ status }) => status)).toEqual(['0x1', '0x1', '0x1', '0x1']);
  await result('evm_setAutomine', true);
  const hasNewHead = (): boolean => heads.some(({ number }) => number === receipts[1]?.blockNumber);
  await until(hasNewHead);
  expect(sent).toEqual([first, second, third, fourth, third, fourth]);
  const numbers = heads.map(({ number }) => Number(number));
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
  socket.terminate();
});

it('has each hash that was returned in one block, whenever it is killed', async () => {
  const accounts: string[] = (await result('eth_accounts')).slice(2, 6);
  const returned: string[] = [];
  await caughtUp();
  const first = Number(await result('eth_blockNumber'));
  let isOver = false;
  const sends = accounts.map(async (from) => {
    while (!isOver) {
      const { result: hash } = await request('eth_sendTransaction', transfer(from)).catch(() => ({
        result: undefined,
      }));
      if (typeof hash === 'string') returned.push(hash);
      else if (!isOver) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await until(() => returned.length >= 10);
  await new Promise((resolve) => setTimeout(resolve, 1_000 * Math.random()));
  await network.kill();
  isOver = true;
  await Promise.all(sends);
  network = await start();
  expect(returned.length).toBeGreaterThan(0);
  expect(new Set(returned).size).toBe(returned.length);
  for (const hash of returned) {
    await until(async () => (await result('eth_getTransactionReceipt', hash)) !== null);
  }
  const counts = await hashesSince(first);
  for (const hash of returned) {
    expect(counts.get(hash), hash).toBe(1);
  }
});
