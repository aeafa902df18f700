import { keccak_256 } from '@noble/hashes/sha3.js';
import { signTransaction } from '@tain/ledger/ethereum-signing';
import { decodeEthereum } from '@tain/ledger/ethereum-transaction';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import type { DevelopmentNetwork, SendOutcome } from '../../src/rpc/method/services.ts';
import { entity } from '../rest/contracts/contract-rows.ts';
import { fillLedger } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
/** Key and address from the example of EIP-712. */
const KEY = Buffer.from(keccak_256(Buffer.from('cow')));
const SENDER = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826';
const CHECKED = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const OTHER = `0x${'77'.repeat(20)}`;
const RECEIVER = `0x${'22'.repeat(20)}`;

/** Signed transactions by nonce. The sender's next one is 7. */
const RAWS = new Map(
  [7n, 8n, 9n, 10n].map((nonce) => [
    nonce,
    signTransaction(
      {
        ...{ type: 2, chainId: 296n, nonce, gasPrice: 10n ** 12n, priorityFee: 0n, gasLimit: 30_000n },
        ...{ to: Buffer.from(RECEIVER.slice(2), 'hex'), value: 10n ** 10n, data: Buffer.of(Number(nonce)) },
        accessList: [],
      },
      KEY,
    ),
  ]),
);
const rawOf = (nonce: bigint): Uint8Array => RAWS.get(nonce) ?? new Uint8Array();
const hashOf = (nonce: bigint): string => hex(keccak_256(rawOf(nonce)));

/** A network without automining, which takes the transactions of all senders. */
class HeldNetwork {
  readonly waiting: { readonly signedBytes: Uint8Array; end(outcome: SendOutcome | null): void }[] = [];
  impersonated = new Set<string>();
  calls = 0;
  log: string[] = [];
  /** Expires the snapshot. */
  expire = (): void => undefined;

  submit(signedBytes: Uint8Array) {
    let end = (_: SendOutcome | null): void => undefined;
    const outcome = new Promise<SendOutcome | null>((resolve) => {
      end = resolve;
    });
    this.waiting.push({ signedBytes, end });
    return { code: 'OK', transactionId: '0.0.2-1-000000002', signedBytes, outcome };
  }

  drop(dropped: readonly Uint8Array[]): void {
    for (const one of dropped) {
      const index = this.waiting.findIndex(({ signedBytes }) => signedBytes === one);
      if (index >= 0) this.waiting.splice(index, 1)[0]?.end(null);
    }
  }

  /** Nonces of the waiting transactions; null for those of impersonated accounts. */
  get order(): (number | null)[] {
    return this.waiting.map(({ signedBytes }) => {
      const nonce = decodeEthereum(signedBytes)?.nonce;
      return nonce === undefined ? null : Number(nonce);
    });
  }

  readonly development = {
    automine: false,
    noteRequest: () => undefined,
    now: () => 0n,
    impersonate: (address: string) => this.impersonated.add(address),
    isImpersonated: (address: string) => this.impersonated.has(address),
    drop: (signedBytes: readonly Uint8Array[]) => this.drop(signedBytes),
    mine: async () => {
      const mined = this.waiting.splice(0);
      for (const { end } of mined) end({ status: 'SUCCESS', time: 0n });
      this.log.push(`mine ${mined.length}`);
      return 0n;
    },
    alone: <T>(work: () => Promise<T>) => work(),
    snapshot: async (onExpired: (id: bigint) => void) => {
      this.expire = () => onExpired(1n);
      return 1n;
    },
    transfer: async (address: string, _id: bigint | undefined, tinybars: bigint) => {
      this.log.push(`${address} ${tinybars}`);
      return { status: 'SUCCESS', time: 0n };
    },
    callFor: async () => {
      this.calls += 1;
      return { ...this.submit(Buffer.of(this.calls)), hash: callHash(this.calls) };
    },
  } as unknown as DevelopmentNetwork;
}

const callHash = (number: number): string => `0x${String(number).padStart(2, '0').repeat(32)}`;

const network = new HeldNetwork();
const bytes = new ByteAccount();
let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc({
    bytes,
    services: {
      development: network.development,
      accounts: [],
      sender: { closesBlocks: false, submit: async ({ raw }) => network.submit(raw) },
    },
  });
  await fillLedger(rpc);
  const account = { type: 'ACCOUNT', balance: 100n * 10n ** 8n };
  await rpc.insert('entity', [
    entity(3000, { ...account, evm_address: Buffer.from(SENDER.slice(2), 'hex'), ethereum_nonce: 7n }),
    entity(3001, { ...account, evm_address: Buffer.alloc(20, 0x77) }),
  ]);
  await rpc.show();
});
afterAll(() => rpc?.close());
beforeEach(async () => {
  expect(await rpc.result('anvil_dropAllTransactions')).toBeNull();
  expect([network.order, await status()]).toEqual([[], { pending: '0x0', queued: '0x0' }]);
});

const status = () => rpc.result('txpool_status');
const send = async (...nonces: bigint[]): Promise<void> => {
  for (const nonce of nonces)
    expect(await rpc.result('eth_sendRawTransaction', hex(rawOf(nonce)))).toBe(hashOf(nonce));
};
const pendingHashes = async () =>
  ((await rpc.result('eth_getBlockByNumber', 'pending', false)) as { transactions: string[] }).transactions;
const nextNonce = () => rpc.result('eth_getTransactionCount', SENDER, 'pending');

it('no longer counts the transactions at a snapshot that has expired', async () => {
  await send(7n);
  const { length } = rawOf(7n);
  const entry = length + 1_024;
  await expect.poll(() => bytes.held).toBe(entry);
  expect(await rpc.result('evm_snapshot')).toBe('0x1');
  await expect.poll(() => bytes.held).toBe(entry + length + 64);
  network.expire();
  expect(bytes.held).toBe(entry);
});

it("lets later nonces wait for a dropped one, as Hardhat's network does", async () => {
  await send(7n, 8n, 9n);
  expect(await pendingHashes()).toEqual([7n, 8n, 9n].map(hashOf));
  expect(await rpc.result('hardhat_dropTransaction', hashOf(8n))).toBe(true);
  expect([network.order, await pendingHashes(), await nextNonce()]).toEqual([[7], [hashOf(7n)], '0x8']);
  expect(await status()).toEqual({ pending: '0x1', queued: '0x1' });
  expect(await rpc.result('eth_getTransactionByHash', hashOf(8n))).toBeNull();
  expect(await rpc.result('eth_getTransactionByHash', hashOf(9n))).toMatchObject({ blockHash: null });
  expect(await rpc.result('txpool_contentFrom', SENDER)).toMatchObject({
    pending: { 7: { hash: hashOf(7n) } },
    queued: { 9: { hash: hashOf(9n) } },
  });
  await send(8n);
  expect([network.order, await status()]).toEqual([[7, 8, 9], { pending: '0x3', queued: '0x0' }]);
});

it('drops later nonces, too, as Anvil does', async () => {
  await send(7n, 8n, 9n);
  expect(await rpc.result('anvil_dropTransaction', hashOf(8n))).toBe(hashOf(8n));
  expect([network.order, await status()]).toEqual([[7], { pending: '0x1', queued: '0x0' }]);
});

it('queues a nonce above the next one without automining, in any order of sends', async () => {
  await send(10n, 8n, 9n);
  expect([network.order, await pendingHashes()]).toEqual([[], []]);
  expect(await status()).toEqual({ pending: '0x0', queued: '0x3' });
  expect(await rpc.result('hardhat_dropTransaction', hashOf(10n))).toBe(true);
  await send(7n);
  expect([network.order, await nextNonce()]).toEqual([[7, 8, 9], '0xa']);
  await send(10n);
  expect(network.order).toEqual([7, 8, 9, 10]);
});

it('removes the transactions of a sender', async () => {
  await send(7n, 9n);
  expect(await rpc.result('anvil_removePoolTransactions', OTHER)).toBeNull();
  expect(await status()).toEqual({ pending: '0x1', queued: '0x1' });
  expect(await rpc.result('anvil_removePoolTransactions', SENDER)).toBeNull();
  expect([network.order, await status()]).toEqual([[], { pending: '0x0', queued: '0x0' }]);
});

it('shows and drops transactions of impersonated accounts', async () => {
  await rpc.result('hardhat_impersonateAccount', OTHER);
  const call = { from: OTHER, to: RECEIVER, data: '0x1234', gas: '0x5208', value: '0x2540be400' };
  const first = await rpc.result('eth_sendTransaction', call);
  await send(7n);
  const second = await rpc.result('eth_sendTransaction', { from: OTHER, data: '0x60' });
  expect([first, second]).toEqual([callHash(1), callHash(2)]);
  const { transactions } = (await rpc.result('eth_getBlockByNumber', 'pending', true)) as {
    transactions: unknown[];
  };
  const inNoBlock = { blockHash: null, blockNumber: null, transactionIndex: null, chainId: '0x128' };
  const unsigned = { from: OTHER, nonce: '0x0', type: '0x0', v: '0x0', r: '0x0', s: '0x0', ...inNoBlock };
  // The price of the ledger's contract calls in this hour, which is that of their results in blocks.
  const gasPrice = '0xe8d4a51000';
  expect(transactions).toEqual([
    {
      ...unsigned,
      gasPrice,
      to: RECEIVER,
      input: '0x1234',
      gas: '0x5208',
      value: '0x2540be400',
      hash: first,
    },
    expect.objectContaining({ hash: hashOf(7n) }),
    { ...unsigned, gasPrice, to: null, input: '0x60', gas: '0xe4e1c0', value: '0x0', hash: second },
  ]);
  expect(await rpc.result('eth_getTransactionByHash', first)).toEqual(transactions[0]);
  expect(await rpc.result('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x2')).toEqual(
    transactions[2],
  );
  expect(await rpc.result('eth_getBlockTransactionCountByNumber', 'pending')).toBe('0x3');
  expect(await rpc.result('eth_getTransactionCount', OTHER, 'pending')).toBe('0x0');
  expect(await rpc.result('txpool_inspect')).toEqual({
    pending: {
      [OTHER]: {
        0: `${RECEIVER}: 10000000000 wei + 21000 gas × 1000000000000 wei`,
        1: 'contract creation: 0 wei + 15000000 gas × 1000000000000 wei',
      },
      [CHECKED]: { 7: `${RECEIVER}: 10000000000 wei + 30000 gas × 1000000000000 wei` },
    },
    queued: {},
  });
  expect(await rpc.result('hardhat_dropTransaction', first)).toBe(true);
  expect(await rpc.result('hardhat_dropTransaction', first)).toBe(false);
  expect(await rpc.result('anvil_dropTransaction', second)).toBe(second);
  expect([await pendingHashes(), network.order]).toEqual([[hashOf(7n)], [7]]);
});

it('lists many transactions of an impersonated account by numbers', async () => {
  await rpc.result('anvil_impersonateAccount', OTHER);
  for (let count = 0; count < 250; count++) {
    await rpc.result('eth_sendTransaction', { from: OTHER, to: RECEIVER, gas: '0x5208' });
  }
  const { pending } = (await rpc.result('txpool_contentFrom', OTHER)) as { pending: object };
  expect(Object.keys(pending)).toEqual(Array.from({ length: 250 }, (_, index) => String(index)));
  expect(await rpc.result('txpool_content')).toEqual({ pending: { [OTHER]: pending }, queued: {} });
});

it('sets a balance after the transactions that wait, which may change it', async () => {
  await send(7n);
  await rpc.result('anvil_setBalance', OTHER, '0x0');
  expect([network.order, network.log]).toEqual([[], ['mine 1', `${OTHER} ${-100n * 10n ** 8n}`]]);
  await rpc.result('anvil_setBalance', OTHER, '0x0');
  expect(network.log.slice(2)).toEqual([`${OTHER} ${-100n * 10n ** 8n}`]);
});
