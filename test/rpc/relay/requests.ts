import { Random } from '../../../packages/network-simulator/src/random.ts';

/** A request: method and parameters. */
export type Request = readonly [method: string, ...params: readonly unknown[]];

/** Transaction in a block, limited to the fields that requests use. */
export interface SeenTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly gas: string;
  readonly type: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionIndex: string;
}

/** Block with whole transactions. */
export interface SeenBlock {
  readonly number: string;
  readonly hash: string;
  readonly transactions: readonly SeenTransaction[];
}

const TAGS = ['latest', 'earliest', 'pending', 'safe', 'finalized'];
const CALL_TRACER = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } };
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const UNKNOWN_HASH = `0x${'ab'.repeat(32)}`;
const BALANCE_OF = '0x70a08231';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hex = (value: number): string => `0x${value.toString(16)}`;

/** Returns requests of every method about every block, every tag and all kinds of transactions of a history. */
export function systematicRequests(blocks: readonly SeenBlock[]): Request[] {
  const head = blocks.length - 1;
  return [
    ...['eth_chainId', 'net_version', 'eth_blockNumber', 'eth_gasPrice', 'eth_accounts', 'eth_syncing'].map(
      (method): Request => [method],
    ),
    ...[...TAGS, hex(head), hex(head + 1), hex(head + 9), '0x0', '0x1'].flatMap(ofBlockParameter),
    ...blocks.flatMap(ofBlock),
    ...transactionsOfEachKind(blocks).flatMap(ofTransaction),
    ...addressesOf(blocks).flatMap((address) => ofAddress(address, head)),
    ...ofLogs(blocks),
    ...ofFees(head),
    ...ofDifferences(blocks),
  ];
}

function ofBlockParameter(block: string): Request[] {
  return [
    ['eth_getBlockByNumber', block, false],
    ['eth_getBlockTransactionCountByNumber', block],
    ['eth_getBlockReceipts', block],
    ['eth_getTransactionByBlockNumberAndIndex', block, '0x0'],
    ['eth_getUncleCountByBlockNumber', block],
    ['eth_getUncleByBlockNumberAndIndex', block, '0x0'],
    ['eth_feeHistory', '0x2', block, [20]],
    ['eth_getLogs', { fromBlock: block, toBlock: block }],
    ['debug_traceBlockByNumber', block, CALL_TRACER],
    ['eth_call', { to: ZERO_ADDRESS, data: '0x' }, block],
  ];
}

function ofBlock({ number, hash, transactions }: SeenBlock): Request[] {
  return [
    ['eth_getBlockByNumber', number, true],
    ['eth_getBlockByNumber', number, false],
    ['eth_getBlockByHash', hash, true],
    ['eth_getBlockByHash', hash, false],
    ['eth_getBlockReceipts', number],
    ['eth_getBlockReceipts', hash],
    ['eth_getBlockTransactionCountByNumber', number],
    ['eth_getBlockTransactionCountByHash', hash],
    ['eth_getLogs', { blockHash: hash }],
    ['eth_getLogs', { fromBlock: number, toBlock: number, topics: [TRANSFER] }],
    ['debug_traceBlockByNumber', number, CALL_TRACER],
    ['debug_traceBlockByHash', hash, CALL_TRACER],
    ['eth_getTransactionByBlockHashAndIndex', hash, '0x1'],
    ['eth_getTransactionByBlockNumberAndIndex', number, hex(transactions.length + 900)],
    ['eth_getUncleCountByBlockHash', hash],
    ['debug_getRawHeader', number],
    ['debug_getRawBlock', hash],
    ['debug_getRawReceipts', number],
  ];
}

function ofTransaction(transaction: SeenTransaction): Request[] {
  const { hash, from, to, input, blockNumber, blockHash, transactionIndex } = transaction;
  const call = { from, ...(to !== null && { to }), ...(input !== '0x' && { data: input }) };
  return [
    ['eth_getTransactionByHash', hash],
    ['eth_getTransactionReceipt', hash],
    ['eth_getTransactionByBlockNumberAndIndex', blockNumber, transactionIndex],
    ['eth_getTransactionByBlockHashAndIndex', blockHash, transactionIndex],
    ['debug_getRawTransaction', hash],
    ['debug_traceTransaction', hash, CALL_TRACER],
    ['debug_traceTransaction', hash, { tracer: 'callTracer' }],
    ['debug_traceTransaction', hash, { tracer: 'opcodeLogger' }],
    ['debug_traceTransaction', hash, { tracer: 'prestateTracer' }],
    ['eth_call', call, 'latest'],
    ['eth_call', call, blockNumber],
    ['eth_estimateGas', call],
  ];
}

function ofAddress(address: string, head: number): Request[] {
  return ['latest', 'earliest', hex(head - 1), hex(Math.floor(head / 2)), '0x1'].flatMap(
    (block): Request[] => [
      ['eth_getBalance', address, block],
      ['eth_getTransactionCount', address, block],
      ['eth_getCode', address, block],
      ['eth_getStorageAt', address, '0x0', block],
      ['eth_call', { to: address, data: BALANCE_OF + address.slice(2).padStart(64, '0') }, block],
    ],
  );
}

function ofLogs(blocks: readonly SeenBlock[]): Request[] {
  const head = hex(blocks.length - 1);
  const addresses = addressesOf(blocks);
  return [
    ['eth_getLogs', {}],
    ['eth_getLogs', { fromBlock: '0x0' }],
    ['eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest', topics: [[TRANSFER, UNKNOWN_HASH]] }],
    ['eth_getLogs', { fromBlock: '0x0', toBlock: head, topics: [null, null, null, null] }],
    ['eth_getLogs', { fromBlock: '0x0', toBlock: head, topics: [TRANSFER, null, `0x${'0'.repeat(64)}`] }],
    ['eth_getLogs', { fromBlock: '0x0', toBlock: head, address: addresses.slice(0, 20) }],
    ['eth_getLogs', { fromBlock: head, toBlock: '0x0' }],
    ['eth_getLogs', { blockHash: UNKNOWN_HASH }],
    ['eth_getLogs', { toBlock: '0x1' }],
    ...addresses.map((address): Request => ['eth_getLogs', { fromBlock: '0x0', toBlock: head, address }]),
  ];
}

function ofFees(head: number): Request[] {
  return [
    ['eth_feeHistory', '0x0', 'latest', []],
    ['eth_feeHistory', '0x5', 'latest', [20, 80]],
    ['eth_feeHistory', '0xff', 'latest'],
    ['eth_feeHistory', '0x3', hex(head - 2), [101]],
    ['eth_feeHistory', '0x3', hex(head + 7), []],
    ['eth_maxPriorityFeePerGas'],
    ['web3_sha3', '0x68656c6c6f'],
  ];
}

/** Returns requests whose responses differ from the relay's on purpose, independent of the random requests. */
function ofDifferences(blocks: readonly SeenBlock[]): Request[] {
  const [address = ZERO_ADDRESS] = addressesOf(blocks);
  const call = { to: address };
  return [
    ['eth_getBalance', address],
    ['eth_getBalance', address, UNKNOWN_HASH],
    ['eth_getBalance', address, { blockHash: '0x1' }],
    ['eth_getBalance', [address], 'latest'],
    ['eth_getTransactionCount', address, { blockNumber: '0x1' }],
    ['eth_getCode', address, { blockHash: blocks[1]?.hash }],
    ['eth_getCode', address, blocks[1]?.hash],
    ['eth_getLogs', { address: '0x1' }],
    ['eth_getLogs', { fromBlock: '0x1', address: [] }],
    ['eth_call', call, 'latest', { unknown: 1 }],
    ['eth_estimateGas', call, blocks[1]?.hash],
    ['eth_estimateGas', call, { blockHash: blocks[1]?.hash }],
    ['eth_estimateGas', call, 'x'],
    ['eth_estimateGas', call, 'latest', 'x'],
    ['eth_getTransactionByBlockNumberAndIndex', '0x1', '0xfffffffffffffff'],
    ['eth_newFilter', {}],
    ...[1, 9].flatMap((blocksAfter): Request[] => [
      ['eth_getStorageAt', address, '0x0', hex(blocks.length - 1 + blocksAfter)],
      ['eth_getCode', hexAddress(0x167), hex(blocks.length - 1 + blocksAfter)],
      ['eth_getCode', address, hex(blocks.length - 1 + blocksAfter)],
    ]),
    ['web3_sha3', '0x123'],
    ['txpool_status', 'x'],
  ];
}

/** Returns transactions that differ in type, selector and kind of recipient: at most three of each kind. */
function transactionsOfEachKind(blocks: readonly SeenBlock[]): SeenTransaction[] {
  const counts = new Map<string, number>();
  return blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ type, input, to, from }) => {
      const kind = `${type} ${input.slice(0, 10)} ${to === null} ${from.startsWith('0x000000')}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= 3;
    });
}

function addressesOf(blocks: readonly SeenBlock[]): string[] {
  const all = blocks.flatMap(({ transactions }) => transactions.flatMap(({ from, to }) => [from, to]));
  const known = [...new Set(all)].filter((address): address is string => address !== null);
  return [...known.slice(0, 30), ZERO_ADDRESS, hexAddress(0x167), hexAddress(0x16b), hexAddress(2)];
}

const hexAddress = (id: number): string => `0x${id.toString(16).padStart(40, '0')}`;

const METHODS = [
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getBalance',
  'eth_getCode',
  'eth_getTransactionCount',
  'eth_getStorageAt',
  'eth_call',
  'eth_estimateGas',
  'eth_getLogs',
  'eth_newFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_chainId',
  'eth_blockNumber',
  'net_version',
  'net_listening',
  'net_peerCount',
  'web3_sha3',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getBlockReceipts',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleCountByBlockNumber',
  'debug_traceTransaction',
  'debug_traceBlockByNumber',
  'debug_traceBlockByHash',
  'debug_getBadBlocks',
  'debug_getRawBlock',
  'debug_getRawHeader',
  'debug_getRawReceipts',
  'debug_getRawTransaction',
  'eth_accounts',
  'eth_syncing',
  'eth_mining',
  'eth_hashrate',
  'eth_maxPriorityFeePerGas',
  'eth_blobBaseFee',
  'eth_coinbase',
  'eth_protocolVersion',
  'eth_getWork',
  'eth_submitWork',
  'eth_submitHashrate',
  'eth_sign',
  'eth_fillTransaction',
  'eth_signTypedData',
  'engine_newPayloadV1',
  'debug_unknown',
  'unknown_method',
  'txpool_content',
  'txpool_status',
];

/**
 * Returns `count` requests with random parameters, including wrong ones. The same seed and history give the same
 * requests.
 */
export function randomRequests(blocks: readonly SeenBlock[], seed: number, count: number): Request[] {
  const random = new Random(seed);
  const addresses = addressesOf(blocks);
  const hashes = blocks.map(({ hash }) => hash);
  const transactions = blocks.flatMap((block) => block.transactions.map(({ hash }) => hash));
  const odd = oddValues(hashes[3] ?? UNKNOWN_HASH);
  const value = (): unknown =>
    random.pick([
      () => random.pick(addresses),
      () => random.pick(transactions),
      () => random.pick(hashes),
      () => hex(random.below(blocks.length + 4)),
      () => random.pick(TAGS),
      () => ({ fromBlock: hex(random.below(blocks.length)), address: random.pick(addresses) }),
      () => ({ to: random.pick(addresses), data: random.pick(['0x', BALANCE_OF, '0x18160ddd']) }),
      () => random.pick(odd),
      () => random.pick(odd),
    ])();
  return Array.from({ length: count }, (): Request => {
    const params = Array.from({ length: random.below(4) }, value);
    return [random.pick(METHODS), ...params];
  });
}

/** Returns values that are invalid, or just valid, for some parameter. */
function oddValues(hash: string): unknown[] {
  return [
    null,
    '',
    '0x',
    '0x0',
    '0x01',
    'x',
    5,
    true,
    false,
    {},
    [],
    { blockHash: hash },
    { blockNumber: '0x1' },
    `0x${'f'.repeat(64)}`,
    `0X${'a'.repeat(40)}`,
    '0xffffff',
    '0xfffffffffffffff',
    [null],
    ['0x1'],
    { fromBlock: '0x1' },
    { toBlock: '0x1' },
    { fromBlock: '0x5', toBlock: '0x2' },
    { blockHash: hash, fromBlock: '0x1' },
    { address: [], fromBlock: '0x1' },
    { address: '0x1' },
    { topics: [[]] },
    { topics: ['0x1'] },
    { unknown: 1 },
    { data: '0x60' },
    { to: '0x167', data: '0x1' },
    { tracer: 'x' },
    { tracer: 'callTracer' },
  ];
}
