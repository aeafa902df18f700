import { afterAll, beforeAll, expect, it } from 'vitest';
import { block } from '../rest/rows.ts';
import { startTestRpc, type TestRpc } from './rpc-fixture.ts';

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
});
afterAll(() => rpc?.close());

const HASH = `0x${'ab'.repeat(32)}`;

it.each<[method: string, params: unknown[], result: unknown]>([
  ['eth_chainId', [], '0x128'],
  ['eth_chainId', [null], '0x128'],
  ['net_version', [], '296'],
  ['net_listening', [], true],
  ['web3_clientVersion', [], 'relay/test'],
  ['web3_sha3', ['0x'], '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  [
    'web3_sha3',
    ['0x68656c6c6f20776f726c64'],
    '0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad',
  ],
  ['eth_accounts', [], []],
  ['eth_syncing', [], false],
  ['eth_mining', [], false],
  ['debug_getBadBlocks', [], []],
  ['eth_submitWork', [], false],
  ['eth_hashrate', [], '0x0'],
  ['eth_maxPriorityFeePerGas', [], '0x0'],
  ['eth_getUncleCountByBlockHash', [HASH], '0x0'],
  ['eth_getUncleCountByBlockNumber', ['latest'], '0x0'],
  ['eth_getUncleByBlockHashAndIndex', [HASH, '0x0'], null],
  ['eth_getUncleByBlockNumberAndIndex', ['0x1', '0x0'], null],
])('%s(%j) is %j', async (method, params, result) => {
  expect(await rpc.result(method, ...params)).toEqual(result);
});

it.each<[method: string, params: unknown[], error: string]>([
  ...[
    'eth_blobBaseFee',
    'eth_coinbase',
    'eth_getWork',
    'eth_newPendingTransactionFilter',
    'eth_protocolVersion',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_submitHashrate',
    'net_peerCount',
    'txpool_content',
    'txpool_contentFrom',
    'txpool_inspect',
    'txpool_status',
    'engine_newPayloadV4',
  ].map((name): [string, unknown[], string] => [name, [], '-32601 Unsupported JSON-RPC method']),
  [
    'eth_getProof',
    [],
    '-32601 Unsupported JSON-RPC method: accounts of this ledger are not in a Merkle Patricia trie. GET /api/v1/transactions/{id}/proof of the REST API proves a transaction',
  ],
  ['trace_call', [], '-32601 Not yet implemented'],
  ['web3_sha3', [], '-32602 Missing value for required parameter 0'],
  ['web3_sha3', [null], '-32602 Invalid parameter 0: The value passed is not valid: null.'],
  [
    'web3_sha3',
    ['0xabc'],
    '-32602 Invalid parameter 0: Expected 0x prefixed hexadecimal value with even length, value: 0xabc',
  ],
  ['web3_sha3', ['0x', '0x'], '-32602 Invalid params'],
  [
    'eth_getUncleCountByBlockNumber',
    ['0x01'],
    '-32602 Invalid parameter 0: Expected 0x prefixed hexadecimal block number, or the string "latest", "earliest" or "pending", value: 0x01',
  ],
  [
    'eth_getUncleCountByBlockHash',
    [{ a: 1 }],
    '-32602 Invalid parameter 0: Expected Expected 0x prefixed string representing the hash (32 bytes) of a block, value: {"a":1}',
  ],
])('%s(%j) fails with %s', async (method, params, error) => {
  expect(await rpc.error(method, ...params)).toBe(error);
});

it('returns the newest visible block', async () => {
  expect(await rpc.error('eth_blockNumber')).toBe('-32607 Error encountered retrieving latest block');
  await rpc.insert('record_file', [block(7, 100)]);
  await rpc.show();
  expect(await rpc.result('eth_blockNumber')).toBe('0x7');
  await rpc.insert('record_file', [block(8, 102)]);
  await rpc.show();
  expect(await rpc.result('eth_blockNumber')).toBe('0x8');
});
