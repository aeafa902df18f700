import { keccakHex } from '@tain/evm/keccak';
import { BLOCK_NUMBER, LATEST } from '../method/block-parameter.ts';
import { ANY, arrayOf, BOOLEAN_SCHEMA, HASH, QUANTITY } from '../method/json-schema.ts';
import { method, refusedMethod } from '../method/method.ts';
import { optional, required } from '../method/parameter.ts';
import { BLOCK_HASH, HEX, HEX_BYTES } from '../method/parameter-types.ts';
import { ERRORS } from '../method/rpc-error.ts';
import { hexBytes, quantity } from '../values/hex.ts';

/** Methods whose results need no data: the ledger has no mining, no uncles and no priority fees. */

const chainId = method({
  name: 'eth_chainId',
  summary: 'Returns the chain id of the network (EIP-695).',
  result: QUANTITY,
  answer: (_values, { settings }) => quantity(settings.chainId),
});

const netVersion = method({
  name: 'net_version',
  summary: 'Returns the chain id in decimal.',
  result: { type: 'string', pattern: '^[0-9]+$' },
  answer: (_values, { settings }) => String(settings.chainId),
});

const clientVersion = method({
  name: 'web3_clientVersion',
  summary: 'Returns the name and version of this server.',
  result: { type: 'string' },
  answer: (_values, { settings }) => settings.clientVersion,
});

const sha3 = method({
  name: 'web3_sha3',
  summary: 'Returns the Keccak-256 hash of bytes.',
  parameters: [required('data', HEX_BYTES, 'Bytes in hex.')],
  result: HASH,
  answer: ([data]) => keccakHex(hexBytes(data)),
});

const syncing = method({
  name: 'eth_syncing',
  summary: 'Returns false: only verified blocks are shown.',
  result: BOOLEAN_SCHEMA,
  answer: () => false,
});

const mining = method({
  name: 'eth_mining',
  summary: 'Returns false: blocks come from consensus.',
  result: BOOLEAN_SCHEMA,
  answer: () => false,
});

const submitWork = method({
  name: 'eth_submitWork',
  summary: 'Returns false: blocks come from consensus.',
  result: BOOLEAN_SCHEMA,
  answer: () => false,
});

const hashrate = method({
  name: 'eth_hashrate',
  summary: 'Returns zero: blocks come from consensus.',
  result: QUANTITY,
  answer: () => '0x0',
});

const maxPriorityFee = method({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'Returns zero: there are no priority fees.',
  result: QUANTITY,
  answer: () => '0x0',
});

const listening = method({
  name: 'net_listening',
  summary: 'Returns true.',
  result: BOOLEAN_SCHEMA,
  answer: () => true,
});

const OF_HASH = optional('blockHash', BLOCK_HASH, undefined, 'Hash of a block.');
const OF_NUMBER = optional('block', BLOCK_NUMBER, LATEST, 'Number or tag of a block.');
const UNCLE_INDEX = optional('index', HEX, '0x0', 'Index of the uncle.');
const NO_UNCLE = { type: 'null' } as const;

const uncles = [
  method({
    name: 'eth_getUncleCountByBlockHash',
    summary: 'Returns zero: no block has uncles.',
    parameters: [OF_HASH],
    result: QUANTITY,
    answer: () => '0x0',
  }),
  method({
    name: 'eth_getUncleCountByBlockNumber',
    summary: 'Returns zero: no block has uncles.',
    parameters: [OF_NUMBER],
    result: QUANTITY,
    answer: () => '0x0',
  }),
  method({
    name: 'eth_getUncleByBlockHashAndIndex',
    summary: 'Returns null: no block has uncles.',
    parameters: [OF_HASH, UNCLE_INDEX],
    result: NO_UNCLE,
    answer: () => null,
  }),
  method({
    name: 'eth_getUncleByBlockNumberAndIndex',
    summary: 'Returns null: no block has uncles.',
    parameters: [OF_NUMBER, UNCLE_INDEX],
    result: NO_UNCLE,
    answer: () => null,
  }),
];

const UNSUPPORTED: readonly (readonly [name: string, reason: string])[] = [
  ['eth_blobBaseFee', 'the ledger has no blobs'],
  ['eth_coinbase', 'blocks come from consensus'],
  ['eth_getWork', 'blocks come from consensus'],
  ['eth_protocolVersion', 'there is no Ethereum peer-to-peer network'],
  ['eth_submitHashrate', 'blocks come from consensus'],
  ['net_peerCount', 'there is no Ethereum peer-to-peer network'],
];

const getProof = refusedMethod(
  'eth_getProof',
  'Refused: accounts of the ledger are not in a Merkle Patricia trie.',
  () =>
    ERRORS.unsupportedBecause(
      'accounts of this ledger are not in a Merkle Patricia trie. GET /api/v1/transactions/{id}/proof of the REST API proves a transaction',
    ),
);

const badBlocks = method({
  name: 'debug_getBadBlocks',
  summary: 'Returns an empty list: consensus makes no invalid blocks.',
  result: arrayOf(ANY),
  answer: () => [],
});

/** Methods whose results are the same for every block, and methods without a meaning for the ledger. */
export const FIXED_METHODS = [
  chainId,
  netVersion,
  clientVersion,
  sha3,
  syncing,
  mining,
  submitWork,
  hashrate,
  maxPriorityFee,
  listening,
  ...uncles,
  getProof,
  badBlocks,
  ...UNSUPPORTED.map(([name, reason]) => refusedMethod(name, `Refused: ${reason}.`)),
];
