import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { signTransaction, type UnsignedTransaction } from '@tain/ledger/ethereum-signing';
import { evmAddressOfKey } from '@tain/ledger/evm-address';
import { FUNDED_ACCOUNTS } from '@tain/network-simulator/ledger/well-known';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Tain } from '../app/commands/tain.ts';
import { removeFolder } from '../remove-folder.ts';

// One process runs the demo network with its node and the mirror, and another one role rpc, which sends to the node
// over gRPC.

const OPERATOR = '0.0.1022';
const TIMEOUT_MS = 180_000;
let folder: string;
let keyFile: string;
let network: Tain;
let mirror: string;
let rpc: Tain;
let url: string;

const keyOf = (id: number): string => FUNDED_ACCOUNTS[id - 1002]?.privateKey ?? '';

/** Starts a process of role rpc, with a budget in hbars. */
function rpcProcess(settings: Readonly<Record<string, string>>): Tain {
  return new Tain(['start', '--roles', 'rpc'], {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_RPC_PORT: '0',
    TAIN_PORT: '0',
    ...settings,
  });
}

async function startRpc(budget: number): Promise<void> {
  rpc = rpcProcess({
    TAIN_RPC_OPERATOR_ID: OPERATOR,
    TAIN_RPC_OPERATOR_KEY_FILE: keyFile,
    TAIN_RPC_BUDGET: String(budget),
    TAIN_RPC_BUDGET_PER_CLIENT: String(budget),
  });
  url = (await rpc.waitFor(/JSON-RPC service at (http:\/\/[\d.:]+)/))[1] ?? '';
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tain-rpc-sending-'));
  keyFile = path.join(folder, 'operator.der');
  await writeFile(keyFile, `302e020100300506032b657004220420${keyOf(1022)}`, { mode: 0o600 });
  network = new Tain(['start', '--quiet'], {
    TAIN_DATA_DIR: path.join(folder, 'data'),
    TAIN_ROLES: 'api,ingest',
    TAIN_PORT: '0',
    TAIN_DEMO_NODE_PORT: '0',
  });
  mirror = await network.url();
  await until(async () => (await fetch(`${mirror}/api/v1/accounts/${OPERATOR}`)).ok);
  await startRpc(1_000);
}, TIMEOUT_MS);
afterAll(async () => {
  for (const one of [rpc, network]) {
    one?.child.kill('SIGCONT');
    one?.child.kill('SIGTERM');
    await one?.exited;
  }
  await removeFolder(folder);
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; !(await isTrue()); ) {
    if (Date.now() > end) throw new Error('the condition was not met in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

async function request(method: string, ...params: readonly unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await (await fetch(url, { method: 'POST', body })).json()) as Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: results of methods are looked at field by field
async function result(method: string, ...params: readonly unknown[]): Promise<any> {
  const { result: value, error } = await request(method, ...params);
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
  return value;
}

/** Returns the address of a pre-funded account, and a function for its transactions. */
function sender(id: number) {
  const key = Buffer.from(keyOf(id), 'hex');
  const address = `0x${Buffer.from(evmAddressOfKey(secp256k1.getPublicKey(key)) ?? []).toString('hex')}`;
  const sign = (nonce: number, change: Partial<UnsignedTransaction> = {}): string => {
    const bytes = signTransaction(
      {
        type: 2,
        chainId: 298n,
        nonce: BigInt(nonce),
        gasPrice: 2n * 10n ** 12n,
        priorityFee: 0n,
        gasLimit: 2_000_000n,
        to: Buffer.from(`${'0'.repeat(36)}03ff`, 'hex'),
        value: 10n ** 10n,
        data: new Uint8Array(),
        accessList: [],
        ...change,
      },
      key,
    );
    return `0x${Buffer.from(bytes).toString('hex')}`;
  };
  return { address, sign };
}

/** Returns the Ethereum transactions that the operator paid for, and what each cost it. */
async function paid(): Promise<{ readonly id: string; readonly hbars: number }[]> {
  const response = await fetch(
    `${mirror}/api/v1/transactions?account.id=${OPERATOR}&transactiontype=ethereumtransaction`,
  );
  const { transactions } = (await response.json()) as {
    transactions: { transaction_id: string; transfers: { account: string; amount: number }[] }[];
  };
  return transactions.map(({ transaction_id: id, transfers }) => ({
    id,
    hbars: -(transfers.find(({ account }) => account === OPERATOR)?.amount ?? 0) / 10 ** 8,
  }));
}

it('sends to the node for the operator: transfers, a creation that reverts, jumbo data', async () => {
  const { address, sign } = sender(1012);
  await until(async () => (await result('eth_getBalance', address)) !== '0x0');
  const jumbo = { data: Buffer.alloc(131_072), value: 0n };
  const sent = [
    [sign(0), '0x1'],
    // Init code that reverts.
    [sign(1, { to: null, value: 0n, data: Buffer.from('5f5ffd', 'hex') }), '0x0'],
    [sign(2, jumbo), '0x1'],
  ] as const;
  for (const [raw, status] of sent) {
    const hash = await result('eth_sendRawTransaction', raw);
    expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status, from: address });
  }
  expect(await result('eth_getTransactionCount', address, 'latest')).toBe('0x3');
  expect(await result('eth_getTransactionCount', address, 'pending')).toBe('0x3');

  // The operator paid for the transactions, and the senders for the gas.
  const payments = await paid();
  expect(payments.length).toBe(3);
  for (const { id, hbars } of payments) {
    expect(id.startsWith(`${OPERATOR}-`)).toBe(true);
    expect(hbars).toBeGreaterThan(0);
  }
  expect((await request('eth_sendRawTransaction', sign(0))).error?.message).toMatch(
    /Nonce too low\. Provided nonce: 0, current nonce: 3$/,
  );
  expect((await request('eth_sendRawTransaction', sign(9))).error?.message).toMatch(
    /Nonce too high\. Provided nonce: 9, current nonce: 3$/,
  );
});

it('retains the reservations of a killed process, and sends nothing beyond the budget', async () => {
  const [first, second] = [sender(1013), sender(1014)];
  const price = BigInt(await result('eth_gasPrice'));
  const maximum = Number((price * 15_000_000n) / 10n ** 18n);
  expect(maximum).toBeGreaterThan(1);
  const before = (await paid()).reduce((sum, { hbars }) => sum + hbars, 0);
  const budget = Math.ceil(before) + maximum + 1;
  rpc.child.kill('SIGTERM');
  await rpc.exited;
  // The budget is enough for one pending transaction.
  await startRpc(budget);
  await result('eth_sendRawTransaction', first.sign(0));
  network.child.kill('SIGSTOP');
  const [one] = await Promise.all([
    Promise.race(
      [first.sign(1), second.sign(0)].map((raw) => request('eth_sendRawTransaction', raw).catch(() => ({}))),
    ),
    new Promise((resolve) => setTimeout(resolve, 500)),
  ]);
  expect(one).toMatchObject({ error: { code: -32_606 } });
  rpc.child.kill('SIGKILL');
  await rpc.exited;
  await startRpc(budget);
  expect((await request('eth_sendRawTransaction', sender(1015).sign(0))).error?.code).toBe(-32_606);
  network.child.kill('SIGCONT');
  // The sender's nonce shows that the transaction was executed at most once, whatever the response.
  const nonces = await Promise.all(
    [first, second].map(async ({ address }) =>
      Number(await result('eth_getTransactionCount', address, 'latest')),
    ),
  );
  expect(nonces[0]).toBeLessThanOrEqual(2);
  expect(nonces[1]).toBeLessThanOrEqual(1);
});

it('does not start with incomplete settings, or with a key that others can read', async () => {
  const lacking = await rpcProcess({ TAIN_RPC_OPERATOR_ID: OPERATOR, TAIN_RPC_BUDGET: '5' }).end();
  expect(lacking.code).not.toBe(0);
  expect(lacking.stderr).toContain(
    'Setting TAIN_RPC_OPERATOR_KEY_FILE, TAIN_RPC_BUDGET_PER_CLIENT must be given with TAIN_RPC_OPERATOR_ID, TAIN_RPC_BUDGET.',
  );
  rpc.child.kill('SIGTERM');
  await rpc.exited;
  await chmod(keyFile, 0o644);
  const exposed = rpcProcess({
    TAIN_RPC_OPERATOR_ID: OPERATOR,
    TAIN_RPC_OPERATOR_KEY_FILE: keyFile,
    TAIN_RPC_BUDGET: '5',
    TAIN_RPC_BUDGET_PER_CLIENT: '5',
  });
  const { code, stdout, stderr } = await exposed.end();
  expect(code).not.toBe(0);
  expect(stderr).toContain('(TAIN_RPC_OPERATOR_KEY_FILE) can be read by others');
  expect(stdout + stderr).not.toContain(keyOf(1022));
});
