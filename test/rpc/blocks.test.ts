import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, at, result, resultHash } from '../rest/contracts/contract-rows.ts';
import { fillLedger, hex, PAYER, SENDER, TIMES } from './block-rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
  await fillLedger(rpc);
});
afterAll(() => rpc?.close());

const ADDRESS_OF_HOOKS = `0x${'0'.repeat(37)}16d`;
const BLOCK_HASH = `0x${'b'.repeat(64)}`;
const TOKEN_ADDRESS = `0x${'0'.repeat(37)}5dc`;
const BLOOM = `0x${'01'.repeat(256)}`;
const NO_BLOOM = `0x${'00'.repeat(256)}`;
const T = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
/** Prices of 71 and 100 tinybars in weibars. */
const NETWORK_PRICE = '0xa54f4c3c00';
const CALL_PRICE = '0xe8d4a51000';

/** 71 tinybars for 80,000 gas, 100 for 20,000, rounded half up. The creation below the network's price does not count. */
const BASE_FEE = `0x${((71n * 80_000n + 100n * 20_000n) * 10n ** 5n).toString(16)}`;

const IN_BLOCK = { blockHash: BLOCK_HASH, blockNumber: '0x1' };

const CALL = {
  ...IN_BLOCK,
  chainId: '0x128',
  from: `0x${SENDER}`,
  gas: '0x493e0',
  gasPrice: NETWORK_PRICE,
  hash: hex(TIMES.call),
  input: '0xa9059cbb',
  nonce: '0x3',
  // One leading zero of each half is removed.
  r: '0xa',
  s: '0xb0c',
  to: `0x${ADDRESS}`,
  transactionIndex: '0x0',
  type: '0x2',
  v: '0x1',
  yParity: '0x1',
  value: '0x11c37937e08000',
  maxFeePerGas: '0xba43b74000',
  maxPriorityFeePerGas: '0x0',
  accessList: [{ address: `0x${ADDRESS}`, storageKeys: [`0x${'04'.repeat(32)}`] }],
};
const CREATION = {
  ...IN_BLOCK,
  from: `0x${SENDER}`,
  gas: '0x493e0',
  // Below the network's price, like that of the canonical CREATE2 deployer.
  gasPrice: '0x174876e800',
  hash: hex(TIMES.creation),
  input: '0x6080',
  nonce: '0x3',
  r: '0xa',
  s: '0xb0c',
  to: `0x${'0'.repeat(37)}3ea`,
  transactionIndex: '0x1',
  type: '0x0',
  v: '0x1b',
  value: '0x0',
};
const FAILED = {
  ...IN_BLOCK,
  chainId: '0x128',
  from: `0x${SENDER}`,
  gas: '0x493e0',
  gasPrice: NETWORK_PRICE,
  hash: hex(TIMES.failed),
  input: '0x07',
  nonce: '0x4',
  r: '0xa',
  s: '0xb0c',
  to: `0x${ADDRESS}`,
  transactionIndex: '0x2',
  type: '0x1',
  v: '0x1',
  yParity: '0x1',
  value: '0x0',
  accessList: [],
};
const HAPI = {
  ...IN_BLOCK,
  chainId: '0x128',
  from: `0x${SENDER}`,
  gas: '0x186a0',
  gasPrice: CALL_PRICE,
  hash: hex(TIMES.hapi),
  input: '0x07',
  nonce: '0x0',
  r: '0x0',
  s: '0x0',
  to: `0x${ADDRESS}`,
  transactionIndex: '0x3',
  type: '0x0',
  v: '0x0',
  value: '0x104c533c00',
};
const TRANSFER = {
  ...IN_BLOCK,
  chainId: '0x128',
  from: `0x${PAYER}`,
  gas: '0x61a80',
  gasPrice: BASE_FEE,
  hash: hex(TIMES.transfer),
  input: '0x0000000000000000',
  nonce: '0x0',
  r: '0x0',
  s: '0x0',
  to: TOKEN_ADDRESS,
  transactionIndex: '0x4',
  type: '0x0',
  v: '0x0',
  value: '0x0',
};

const LOGS = [
  {
    address: `0x${ADDRESS}`,
    ...IN_BLOCK,
    blockTimestamp: '0x6e',
    data: word(5),
    logIndex: '0x0',
    removed: false,
    topics: [word(1), word(2)],
    transactionHash: hex(TIMES.call),
    transactionIndex: '0x0',
  },
  {
    address: TOKEN_ADDRESS,
    ...IN_BLOCK,
    blockTimestamp: '0x6e',
    data: '0x',
    logIndex: '0x1',
    removed: false,
    topics: [word(3)],
    transactionHash: hex(TIMES.call),
    transactionIndex: '0x0',
  },
];
const TRANSFER_LOG = {
  address: TOKEN_ADDRESS,
  ...IN_BLOCK,
  blockTimestamp: '0x73',
  data: word(5),
  logIndex: '0x2',
  removed: false,
  topics: [word(1), word(0)],
  transactionHash: hex(TIMES.transfer),
  transactionIndex: '0x4',
};

const BLOCK_1 = {
  baseFeePerGas: BASE_FEE,
  blobGasUsed: '0x0',
  difficulty: '0x0',
  excessBlobGas: '0x0',
  extraData: '0x',
  gasLimit: '0x8f0d180',
  gasUsed: '0x249f0',
  hash: BLOCK_HASH,
  miner: `0x${'0'.repeat(40)}`,
  mixHash: word(0),
  nonce: '0x0000000000000000',
  number: '0x1',
  parentBeaconBlockRoot: word(0),
  parentHash: `0x${'a'.repeat(64)}`,
  timestamp: '0x6e',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  size: '0x4d2',
  stateRoot: T,
  totalDifficulty: '0x0',
  transactionsRoot: BLOCK_HASH,
  uncles: [],
  withdrawals: [],
  withdrawalsRoot: word(0),
};

describe('blocks', () => {
  it('have hashes or objects of all transactions', async () => {
    const transactions = [CALL, CREATION, FAILED, HAPI, TRANSFER];
    const { receiptsRoot, logsBloom, ...block } = (await rpc.result(
      'eth_getBlockByNumber',
      '0x1',
      true,
    )) as Record<string, unknown>;
    expect(block).toEqual({ ...BLOCK_1, transactions });
    expect(receiptsRoot).toBe(await expectedRoot());
    // That of the record file, and the bits of the transfer, which ran no contract.
    const { logsBloom: own } = (await rpc.result('eth_getTransactionReceipt', hex(TIMES.transfer))) as {
      logsBloom: string;
    };
    expect(BigInt(String(logsBloom))).toBe(BigInt(BLOOM) | BigInt(own));
    expect(logsBloom).toHaveLength(BLOOM.length);
    const hashes = {
      ...BLOCK_1,
      receiptsRoot,
      logsBloom,
      transactions: transactions.map(({ hash }) => hash),
    };
    for (const name of ['latest', 'pending', 'safe', 'finalized', '0x1']) {
      expect(await rpc.result('eth_getBlockByNumber', name, false)).toEqual(hashes);
    }
    expect(await rpc.result('eth_getBlockByHash', BLOCK_HASH, false)).toEqual(hashes);
  });

  it('have the calls of hooks, whose transactions ran no contract otherwise', async () => {
    const own = await startTestRpc();
    try {
      await fillLedger(own);
      const time = at(116, 7);
      const hook = { transaction_nonce: 1, transaction_index: 5, gas_used: 25_000 };
      await own.insert('contract_result', [
        result(time, 0x16d, hook),
        // A call of the first transaction's execution.
        result(at(110, 2), 0x167, { transaction_nonce: 1, transaction_index: 0 }),
      ]);
      await own.insert('contract_transaction_hash', [resultHash(time, 0x16d)]);
      const block = (await own.result('eth_getBlockByNumber', '0x1', true)) as Record<string, unknown>;
      const transactions = block.transactions as readonly Record<string, unknown>[];
      expect(transactions.map(({ transactionIndex }) => Number(transactionIndex))).toEqual([
        0, 1, 2, 3, 4, 5,
      ]);
      const shown = await own.result('eth_getTransactionByHash', hex(time));
      expect(transactions.at(-1)).toEqual(shown);
      expect(await own.result('eth_getTransactionByBlockNumberAndIndex', '0x1', '0x5')).toEqual(shown);
      const receipt = await own.result('eth_getTransactionReceipt', hex(time));
      const receipts = await own.result('eth_getBlockReceipts', '0x1');
      expect((receipts as unknown[]).at(-1)).toEqual(receipt);
      // Their gas is not part of the ledger's gas of a block.
      expect(block.gasUsed).toBe(`0x${(175_000).toString(16)}`);
      expect(receipt).toMatchObject({
        transactionIndex: '0x5',
        cumulativeGasUsed: block.gasUsed,
        to: ADDRESS_OF_HOOKS,
      });
    } finally {
      await own.close();
    }
  });

  it('without transactions have constants', async () => {
    expect(await rpc.result('eth_getBlockByNumber', 'earliest', true)).toEqual({
      ...BLOCK_1,
      baseFeePerGas: NETWORK_PRICE,
      gasLimit: '0x1c9c380',
      gasUsed: '0x0',
      hash: `0x${'a'.repeat(64)}`,
      logsBloom: NO_BLOOM,
      number: '0x0',
      parentHash: word(0),
      receiptsRoot: word(0),
      size: '0x4d',
      timestamp: '0x64',
      transactions: [],
      transactionsRoot: T,
    });
  });

  it.each([
    ['eth_getBlockByNumber', ['0x2', false]],
    ['eth_getBlockByNumber', ['0x1fffffffffffff', true]],
    ['eth_getBlockByHash', [`0x${'c'.repeat(64)}`, false]],
    ['eth_getBlockTransactionCountByNumber', ['0x2']],
    ['eth_getBlockReceipts', ['0x2']],
    ['eth_getTransactionByHash', [`0x${'c'.repeat(64)}`]],
    ['eth_getTransactionByHash', [hex(TIMES.wrongNonce)]],
    ['eth_getTransactionReceipt', [`0x${'c'.repeat(64)}`]],
    ['eth_getTransactionByBlockNumberAndIndex', ['0x1', '0x5']],
    ['eth_getTransactionByBlockNumberAndIndex', ['0x1', `0x${'f'.repeat(100)}`]],
    ['eth_getTransactionByBlockNumberAndIndex', ['0x9', '0x0']],
  ])('%s(%j) is null', async (method, params) => {
    expect(await rpc.result(method, ...params)).toBe(null);
  });

  it('count all transactions of the ledger', async () => {
    expect(await rpc.result('eth_getBlockTransactionCountByNumber', 'latest')).toBe('0x9');
    expect(await rpc.result('eth_getBlockTransactionCountByHash', `0x${'a'.repeat(64)}`)).toBe('0x2');
  });

  it('require both parameters', async () => {
    expect(await rpc.error('eth_getBlockByNumber', '0x1')).toBe(
      '-32602 Missing value for required parameter 1',
    );
    expect(await rpc.error('eth_getBlockByNumber', '0x1', 'true')).toBe(
      '-32602 Invalid parameter 1: Expected boolean type, value: true',
    );
  });
});

describe('transactions', () => {
  it.each([
    ['a call', TIMES.call, CALL],
    ['a creation, whose receiver is null', TIMES.creation, { ...CREATION, to: null }],
    ['a failed transaction', TIMES.failed, FAILED],
    ['a HAPI transaction', TIMES.hapi, HAPI],
    ['a transfer of tokens, from its payer', TIMES.transfer, TRANSFER],
  ])('are found by hash: %s', async (_, time, expected) => {
    expect(await rpc.result('eth_getTransactionByHash', hex(time))).toEqual(expected);
  });

  it('are found by their index', async () => {
    const byNumber = (index: string) =>
      rpc.result('eth_getTransactionByBlockNumberAndIndex', 'latest', index);
    expect(await Promise.all(['0x0', '0x', '0x1', '0x4'].map(byNumber))).toEqual([
      CALL,
      CALL,
      CREATION,
      TRANSFER,
    ]);
    expect(await rpc.result('eth_getTransactionByBlockHashAndIndex', BLOCK_HASH, '0x3')).toEqual(HAPI);
  });
});

const RECEIPTS = [
  {
    ...IN_BLOCK,
    from: `0x${SENDER}`,
    to: `0x${ADDRESS}`,
    cumulativeGasUsed: '0xc350',
    gasUsed: '0xc350',
    contractAddress: `0x${ADDRESS}`,
    logs: LOGS,
    logsBloom: BLOOM,
    transactionHash: hex(TIMES.call),
    transactionIndex: '0x0',
    effectiveGasPrice: NETWORK_PRICE,
    root: T,
    status: '0x1',
    type: '0x2',
  },
  {
    ...IN_BLOCK,
    from: `0x${SENDER}`,
    to: null,
    cumulativeGasUsed: '0x186a0',
    gasUsed: '0xc350',
    contractAddress: `0x${'0'.repeat(37)}3ea`,
    logs: [],
    logsBloom: NO_BLOOM,
    transactionHash: hex(TIMES.creation),
    transactionIndex: '0x1',
    effectiveGasPrice: NETWORK_PRICE,
    root: T,
    status: '0x1',
    type: '0x0',
  },
  {
    ...IN_BLOCK,
    from: `0x${SENDER}`,
    to: `0x${ADDRESS}`,
    cumulativeGasUsed: '0x1fbd0',
    gasUsed: '0x7530',
    contractAddress: `0x${ADDRESS}`,
    logs: [],
    logsBloom: NO_BLOOM,
    transactionHash: hex(TIMES.failed),
    transactionIndex: '0x2',
    effectiveGasPrice: NETWORK_PRICE,
    root: T,
    status: '0x0',
    type: '0x1',
    revertReason: '0x08c379a0',
  },
  {
    ...IN_BLOCK,
    from: `0x${SENDER}`,
    to: `0x${ADDRESS}`,
    cumulativeGasUsed: '0x249f0',
    gasUsed: '0x4e20',
    contractAddress: `0x${ADDRESS}`,
    logs: [],
    logsBloom: NO_BLOOM,
    transactionHash: hex(TIMES.hapi),
    transactionIndex: '0x3',
    effectiveGasPrice: NETWORK_PRICE,
    root: T,
    status: '0x1',
    type: '0x0',
  },
];

describe('receipts', () => {
  it('are returned for all transactions, by hash and by block', async () => {
    for (const receipt of RECEIPTS) {
      expect(await rpc.result('eth_getTransactionReceipt', receipt.transactionHash)).toEqual(receipt);
    }
    const { logsBloom, ...transfer } = (await rpc.result(
      'eth_getTransactionReceipt',
      hex(TIMES.transfer),
    )) as Record<string, unknown>;
    const expected = {
      ...IN_BLOCK,
      from: `0x${PAYER}`,
      to: TOKEN_ADDRESS,
      cumulativeGasUsed: '0x249f0',
      gasUsed: '0x0',
      contractAddress: TOKEN_ADDRESS,
      logs: [TRANSFER_LOG],
      transactionHash: hex(TIMES.transfer),
      transactionIndex: '0x4',
      effectiveGasPrice: NETWORK_PRICE,
      root: T,
      status: '0x1',
      type: '0x0',
    };
    expect(transfer).toEqual(expected);
    const inBlock = { ...expected, logsBloom };
    expect(await rpc.result('eth_getBlockReceipts', 'latest')).toEqual([...RECEIPTS, inBlock]);
    expect(await rpc.result('eth_getBlockReceipts', { blockHash: BLOCK_HASH })).toHaveLength(5);
    expect(await rpc.result('eth_getBlockReceipts', '0x0')).toEqual([]);
  });

  it('contain the reason why a transaction was rejected before its execution', async () => {
    const { error } = await rpc.call('eth_getTransactionReceipt', hex(TIMES.wrongNonce));
    expect(error).toEqual({
      code: -32003,
      message: 'Transaction rejected: WRONG_NONCE',
      data: { txHash: hex(TIMES.wrongNonce), detail: 'WRONG_NONCE', hederaStatus: 'WRONG_NONCE' },
    });
  });
});

/** Computes the root with another implementation of tries, from the expected receipts. */
async function expectedRoot(): Promise<string> {
  const trie = new MerklePatriciaTrie();
  const bytes = (text: string) => Buffer.from(text.slice(2), 'hex');
  const even = (text: string) => bytes(text.length % 2 === 0 ? text : `0x0${text.slice(2)}`);
  const { logsBloom } = (await rpc.result('eth_getTransactionReceipt', hex(TIMES.transfer))) as {
    logsBloom: string;
  };
  const transfer = {
    cumulativeGasUsed: '0x249f0',
    logs: [TRANSFER_LOG],
    logsBloom,
    type: '0x0',
    status: 'root',
  };
  for (const [index, receipt] of [...RECEIPTS, transfer].entries()) {
    const { logs, status, type, cumulativeGasUsed, logsBloom: bloom } = receipt;
    const outcome =
      status === 'root' ? Buffer.alloc(32) : status === '0x0' ? Buffer.alloc(0) : Buffer.from([1]);
    const body = RLP.encode([
      outcome,
      even(cumulativeGasUsed),
      bytes(bloom),
      logs.map((log) => [bytes(log.address), log.topics.map(bytes), bytes(log.data)]),
    ]);
    const key = RLP.encode(index === 0 ? Buffer.alloc(0) : index);
    await trie.put(key, type === '0x0' ? body : Buffer.concat([even(type), body]));
  }
  return `0x${Buffer.from(trie.root()).toString('hex')}`;
}

it('clears its cache when a block is announced again', async () => {
  const before = (await rpc.result('eth_getBlockByNumber', '0x1', false)) as { size: string };
  await rpc.database.pool.query('update record_file set size = 99 where index = 1');
  expect(await rpc.result('eth_getBlockByNumber', '0x1', false)).toEqual(before);
  rpc.servers.announced({ consensusEnd: at(119), number: 1n });
  expect(await rpc.result('eth_getBlockByNumber', '0x1', false)).toMatchObject({ size: '0x63' });
});

describe('fees', () => {
  const history = (blocks: number, oldestBlock: string) => ({
    baseFeePerGas: Array.from({ length: blocks + 1 }, () => NETWORK_PRICE),
    gasUsedRatio: Array.from({ length: blocks }, () => 0.5),
    oldestBlock,
  });

  it('are those of the schedule', async () => {
    expect(await rpc.result('eth_gasPrice')).toBe(NETWORK_PRICE);
    expect(await rpc.result('eth_feeHistory', '0x1', 'latest')).toEqual(history(1, '0x1'));
    expect(await rpc.result('eth_feeHistory', '0x5', 'latest', [])).toEqual(history(1, '0x1'));
    expect(await rpc.result('eth_feeHistory', '0x1', 'latest', [20, 50.5])).toEqual({
      ...history(1, '0x1'),
      reward: [['0x0', '0x0']],
    });
    expect(await rpc.result('eth_feeHistory', '0x0', 'latest')).toEqual({
      gasUsedRatio: null,
      oldestBlock: '0x0',
    });
  });

  it.each([
    [['0x1', '0x2'], '-32000 Request beyond head block: requested 2, head 1'],
    [['1', 'latest'], '-32602 Invalid parameter 0: Expected 0x prefixed hexadecimal value, value: 1'],
    [
      ['0x1', 'latest', [101]],
      '-32602 Invalid parameter 2: Expected an array of up to 100 numbers, each between 0 and 100, value: [101]',
    ],
  ])('eth_feeHistory(%j) fails with %s', async (params, error) => {
    expect(await rpc.error('eth_feeHistory', ...params)).toBe(error);
  });
});
