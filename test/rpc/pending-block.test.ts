import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { signTransaction } from '@tain/ledger/ethereum-signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DevelopmentNetwork, SendOutcome } from '../../src/rpc/method/services.ts';
import { entity } from '../rest/contracts/contract-rows.ts';
import { fillLedger } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
/** Key and address from the example of EIP-712. */
const KEY = Buffer.from(keccak_256(Buffer.from('cow')));
const SENDER = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826';
const RECEIVER = Buffer.alloc(20, 0x22);
const EMPTY_TRIE_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const ZERO_WORD = `0x${'0'.repeat(64)}`;
/** Hash of the newest block of the ledger, which is block 1. */
const NEWEST = `0x${'b'.repeat(64)}`;

let rpc: TestRpc;
/** Puts the transactions that wait in a block. */
let closeBlock = (_: SendOutcome): void => undefined;
const outcome = new Promise<SendOutcome>((resolve) => {
  closeBlock = resolve;
});

/** Transactions with the sender's next two nonces, and one that waits for a lower nonce. */
const RAWS = [7n, 8n, 10n].map((nonce) =>
  signTransaction(
    {
      type: nonce === 8n ? 0 : 2,
      chainId: 296n,
      nonce,
      gasPrice: 10n ** 12n,
      priorityFee: 0n,
      gasLimit: 30_000n,
      to: RECEIVER,
      value: 10n ** 10n,
      data: Buffer.of(Number(nonce)),
      accessList: [],
    },
    KEY,
  ),
);
const HASHES = RAWS.map((raw) => hex(keccak_256(raw)));
const waiting = (index: 0 | 1) => ({
  ...{ blockHash: null, blockNumber: null, transactionIndex: null, hash: HASHES[index], from: SENDER },
  ...{
    to: hex(RECEIVER),
    nonce: ['0x7', '0x8'][index],
    input: ['0x07', '0x08'][index],
    value: '0x2540be400',
  },
  ...{ gas: '0x7530', gasPrice: '0xe8d4a51000', type: ['0x2', '0x0'][index], chainId: '0x128' },
});

beforeAll(async () => {
  rpc = await startTestRpc({
    services: {
      development: {
        noteRequest: () => undefined,
        now: () => 1_000_999_999_999n,
      } as Partial<DevelopmentNetwork> as DevelopmentNetwork,
      sender: {
        closesBlocks: false,
        submit: async () => ({ code: 'OK', transactionId: '0.0.2-1-000000002', outcome }),
      },
    },
  });
  await fillLedger(rpc);
  await rpc.insert('entity', [
    entity(3000, {
      type: 'ACCOUNT',
      evm_address: Buffer.from(SENDER.slice(2), 'hex'),
      ethereum_nonce: 7n,
      balance: 100n * 10n ** 8n,
    }),
  ]);
  await rpc.show();
});
afterAll(() => rpc?.close());

const pending = (details: boolean) => rpc.result('eth_getBlockByNumber', 'pending', details);
const latest = async () =>
  (await rpc.result('eth_getBlockByNumber', 'latest', false)) as Record<string, unknown>;
const count = () => rpc.result('eth_getBlockTransactionCountByNumber', 'pending');
const at = (index: string) => rpc.result('eth_getTransactionByBlockNumberAndIndex', 'pending', index);

it('is the next block of a local network, with the transactions that wait for it', async () => {
  const empty = await pending(true);
  const newest = await latest();
  expect(empty).toEqual({
    ...{ blobGasUsed: '0x0', excessBlobGas: '0x0', parentBeaconBlockRoot: ZERO_WORD },
    ...{ baseFeePerGas: '0xa54f4c3c00', difficulty: '0x0', extraData: '0x', gasLimit: newest.gasLimit },
    ...{ gasUsed: '0x0', hash: null, logsBloom: `0x${'0'.repeat(512)}`, miner: `0x${'0'.repeat(40)}` },
    ...{ mixHash: ZERO_WORD, nonce: null, number: '0x2', parentHash: NEWEST, receiptsRoot: ZERO_WORD },
    ...{ timestamp: '0x3e8', sha3Uncles: newest.sha3Uncles, size: '0x0', stateRoot: newest.stateRoot },
    ...{ totalDifficulty: '0x0', transactions: [], transactionsRoot: EMPTY_TRIE_ROOT },
    ...{ uncles: [], withdrawals: [], withdrawalsRoot: ZERO_WORD },
  });
  expect(await count()).toBe('0x0');
  expect(await at('0x0')).toBeNull();

  const filter = await rpc.result('eth_newPendingTransactionFilter');
  const changes = () => rpc.result('eth_getFilterChanges', filter);
  const [first = '', second = '', third = ''] = RAWS.map(hex);
  expect(await changes()).toEqual([]);
  expect(await rpc.result('eth_sendRawTransaction', first)).toBe(HASHES[0]);
  expect(await rpc.result('eth_sendRawTransaction', second)).toBe(HASHES[1]);
  expect(await rpc.result('eth_sendRawTransaction', third)).toBe(HASHES[2]);
  expect(await rpc.result('txpool_status')).toEqual({ pending: '0x2', queued: '0x1' });

  const trie = new MerklePatriciaTrie();
  for (const [index, raw] of RAWS.slice(0, 2).entries()) await trie.put(RLP.encode(index), raw);
  const filled = { ...(empty as object), transactionsRoot: hex(trie.root()) };
  expect(await pending(false)).toEqual({ ...filled, transactions: HASHES.slice(0, 2) });
  expect(await pending(true)).toMatchObject({ ...filled, transactions: [waiting(0), waiting(1)] });
  // A filter has each of them once.
  expect([await changes(), await changes()]).toEqual([HASHES.slice(0, 2), []]);
  expect(await rpc.error('eth_getFilterLogs', filter)).toBe('-32001 Filter not found');
  expect(await count()).toBe('0x2');
  for (const index of [0, 1] as const) expect(await at(`0x${index}`)).toMatchObject(waiting(index));
  for (const index of ['0x2', `0x${'f'.repeat(40)}`]) expect(await at(index)).toBeNull();
  expect(await rpc.result('eth_getTransactionCount', SENDER, 'pending')).toBe('0x9');
  // The newest block is as before, and other methods have no pending block.
  expect(await latest()).toEqual(newest);
  expect(await rpc.result('eth_getBlockReceipts', 'pending')).toEqual(
    await rpc.result('eth_getBlockReceipts', 'latest'),
  );

  closeBlock({ status: 'SUCCESS', time: 0n });
  await expect.poll(count, { timeout: 10_000 }).toBe('0x0');
  expect(await pending(true)).toEqual(empty);
});
