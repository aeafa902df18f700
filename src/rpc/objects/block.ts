import { MAX_GAS_PER_BLOCK } from '@tain/ledger/gas';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { joinBloom } from '@tain/ledger/log-bloom';
import {
  ADDRESS_SCHEMA,
  arrayOf,
  BLOOM,
  BYTES,
  closedObject,
  HASH,
  type JsonSchema,
  QUANTITY,
} from '../method/json-schema.ts';
import type { RpcBlock } from '../reads/stored-block.ts';
import {
  EMPTY_LIST_HASH,
  EMPTY_TRIE_ROOT,
  hash32,
  hexBytes,
  quantity,
  seconds,
  ZERO_ADDRESS,
  ZERO_WORD,
} from '../values/hex.ts';
import { bloomText } from './receipt.ts';
import { TRANSACTION } from './transaction.ts';

export const BLOCK: JsonSchema = closedObject('block', {
  baseFeePerGas: QUANTITY,
  blobGasUsed: QUANTITY,
  difficulty: QUANTITY,
  excessBlobGas: QUANTITY,
  extraData: BYTES,
  gasLimit: QUANTITY,
  gasUsed: QUANTITY,
  hash: HASH,
  logsBloom: BLOOM,
  miner: ADDRESS_SCHEMA,
  mixHash: HASH,
  nonce: { title: '8 byte hex value', type: 'string', pattern: '^0x[0-9a-f]{16}$' },
  number: QUANTITY,
  parentBeaconBlockRoot: HASH,
  parentHash: HASH,
  receiptsRoot: HASH,
  timestamp: QUANTITY,
  sha3Uncles: HASH,
  size: QUANTITY,
  stateRoot: HASH,
  totalDifficulty: QUANTITY,
  transactions: { anyOf: [arrayOf(HASH), arrayOf(TRANSACTION)] },
  transactionsRoot: HASH,
  uncles: arrayOf(HASH),
  withdrawals: arrayOf({ type: 'object' }),
  withdrawalsRoot: HASH,
});

/** Next block of a local network. */
export const PENDING_BLOCK: JsonSchema = {
  ...BLOCK,
  title: 'pending block',
  properties: { ...BLOCK.properties, hash: { type: 'null' }, nonce: { type: 'null' } },
};

/** Maximum gas of a block before HAPI 0.69. */
const OLDER_GAS_LIMIT = 30_000_000n;
const GAS_LIMIT_SINCE_MINOR = 69;

/** Returns a block in the form for clients. `transactions` are hashes or objects; `bloom` is that of their receipts; `gasPrice` in weibars. */
export function blockJson(
  block: RpcBlock,
  {
    transactions,
    receiptsRoot,
    bloom,
    gasPrice,
  }: {
    readonly transactions: readonly unknown[];
    readonly receiptsRoot: string;
    readonly bloom: Uint8Array;
    readonly gasPrice: bigint;
  },
): Readonly<Record<string, unknown>> & { readonly transactions: readonly unknown[] } {
  const hash = hash32(block.hash);
  const logsBloom = Uint8Array.from(bloom);
  joinBloom(logsBloom, hexBytes(bloomText(block.bloom)));
  return {
    baseFeePerGas: quantity(gasPrice),
    // The ledger has no blobs. Hardhat refuses a call at a Cancun block without these fields (EIP-4844).
    blobGasUsed: '0x0',
    excessBlobGas: '0x0',
    difficulty: '0x0',
    extraData: '0x',
    gasLimit: quantity(gasLimitOf(block)),
    gasUsed: quantity(block.gasUsed),
    hash,
    logsBloom: prefixedHex(logsBloom),
    miner: ZERO_ADDRESS,
    mixHash: ZERO_WORD,
    nonce: '0x0000000000000000',
    number: quantity(block.number),
    parentBeaconBlockRoot: ZERO_WORD,
    parentHash: block.parentHash === '' ? ZERO_WORD : hash32(block.parentHash),
    receiptsRoot,
    timestamp: seconds(block.start),
    sha3Uncles: EMPTY_LIST_HASH,
    size: quantity(block.size),
    stateRoot: EMPTY_TRIE_ROOT,
    totalDifficulty: '0x0',
    transactions,
    transactionsRoot: transactions.length === 0 ? EMPTY_TRIE_ROOT : hash,
    uncles: [],
    withdrawals: [],
    withdrawalsRoot: ZERO_WORD,
  };
}

function gasLimitOf({ hapi }: Pick<RpcBlock, 'hapi'>): bigint {
  if (hapi === null) return OLDER_GAS_LIMIT;
  return hapi.major > 0 || hapi.minor >= GAS_LIMIT_SINCE_MINOR ? MAX_GAS_PER_BLOCK : OLDER_GAS_LIMIT;
}
