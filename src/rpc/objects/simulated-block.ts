import { keccakHex } from '@tain/evm/keccak';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { shortestBytes } from '@tain/ledger/integer-bytes';
import { BLOOM_BYTES, joinBloom } from '@tain/ledger/log-bloom';
import { rlpBytes } from '@tain/ledger/rlp';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { SimulatedCall } from '../../calls/simulation.ts';
import { atOnce } from '../../kernel/limits/in-slices.ts';
import { arrayOf, BYTES, closedObject, type JsonSchema, QUANTITY } from '../method/json-schema.ts';
import { isObject } from '../method/parameter-types.ts';
import { REVERTED } from '../method/rpc-error.ts';
import { quantity } from '../values/hex.ts';
import { bloomBytes, LOG, type LogJson } from '../values/log.ts';
import { BLOCK, blockJson } from './block.ts';
import { type EncodedReceipt, rootOfReceipts } from './receipts-root.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Error code of an execution that failed without reverting (geth, `internal/ethapi/errors.go`). */
const VM_ERROR = -32_015;

const CALL_RESULT: JsonSchema = closedObject(
  'Result of a simulated call',
  {
    status: QUANTITY,
    returnData: BYTES,
    gasUsed: QUANTITY,
    maxUsedGas: QUANTITY,
    logs: arrayOf(LOG),
    error: closedObject(
      'Error of a simulated call',
      { code: { type: 'integer' }, message: { type: 'string' }, data: BYTES },
      ['data'],
    ),
  },
  ['error'],
);

export const SIMULATED_BLOCKS: JsonSchema = arrayOf(
  closedObject('simulated block', { ...BLOCK.properties, calls: arrayOf(CALL_RESULT) }),
);

/** A block of role `evm`'s response, with the calls of the request that it executed. */
interface Source {
  readonly block: Fields;
  readonly calls: readonly SimulatedCall[];
  readonly chainId: number;
  readonly fullTransactions: boolean;
}

/** Returns a simulated block in the form of execution-apis: a block's own fields, with the result of each call. */
export function simulatedBlockJson({ block, calls, chainId, fullTransactions }: Source): object {
  const blockHash = hex(block.hash);
  const blockNumber = quantity(String(block.number));
  const position = { blockHash, blockNumber, blockTimestamp: quantity(String(block.time)) };
  const receipts: EncodedReceipt[] = [];
  const allLogs: LogJson[] = [];
  const hashes: string[] = [];
  const transactions: object[] = [];
  const bloom = Buffer.alloc(BLOOM_BYTES);
  let gasUsed = 0n;
  const results = objectsOf(block.calls).map((result, index) => {
    const call = calls[index];
    const transaction = transactionOf(result, call, chainId);
    const transactionHash = hashOf(transaction);
    const transactionIndex = quantity(index);
    const logs = objectsOf(result.logs).map(
      ({ address, topics, data }, at): LogJson => ({
        address: hex(address),
        topics: Array.isArray(topics) ? topics.map(hex) : [],
        data: hex(data),
        ...position,
        transactionHash,
        transactionIndex,
        logIndex: quantity(allLogs.length + at),
        removed: false,
      }),
    );
    allLogs.push(...logs);
    gasUsed += BigInt(String(result.gasUsed));
    const isSuccess = result.failure === undefined;
    const receiptBloom = bloomBytes(logs);
    joinBloom(bloom, receiptBloom);
    receipts.push({
      index: BigInt(index),
      isSuccess,
      cumulativeGas: gasUsed,
      bloom: receiptBloom,
      logs,
      type: 2,
    });
    hashes.push(transactionHash);
    transactions.push(
      transactionJson(transaction, { blockHash, blockNumber, transactionHash, transactionIndex }),
    );
    return resultJson(result, logs);
  });
  const header = blockJson(
    {
      number: BigInt(String(block.number)),
      hash: String(block.hash),
      parentHash: String(block.parentHash),
      start: BigInt(String(block.time)) * NANOS_PER_SECOND,
      end: 0n,
      count: BigInt(results.length),
      gasUsed,
      size: 0n,
      bloom: null,
      hapi: null,
    },
    {
      transactions: fullTransactions ? transactions : hashes,
      receiptsRoot: atOnce(rootOfReceipts(receipts)),
      bloom,
      gasPrice: BigInt(String(block.baseFee)),
    },
  );
  return {
    ...header,
    gasLimit: quantity(String(block.gasLimit)),
    miner: hex(block.coinbase),
    mixHash: hex(block.prevRandao),
    calls: results,
  };
}

function resultJson(
  { failure, isRevert, output, gasUsed, maxGasUsed }: Fields,
  logs: readonly LogJson[],
): object {
  const returnData = hex(output);
  return {
    status: failure === undefined ? '0x1' : '0x0',
    returnData,
    gasUsed: quantity(String(gasUsed)),
    maxUsedGas: quantity(String(maxGasUsed)),
    logs,
    ...(failure !== undefined && {
      error:
        isRevert === true
          ? { code: REVERTED, message: String(failure), data: returnData }
          : { code: VM_ERROR, message: String(failure) },
    }),
  };
}

/** A call in the form of an unsigned transaction. */
interface Unsigned {
  readonly chainId: bigint;
  readonly from: string;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly to: string | undefined;
  readonly value: bigint;
  readonly data: string;
}

function transactionOf(
  { from, nonce, gas }: Fields,
  call: SimulatedCall | undefined,
  chainId: number,
): Unsigned {
  return {
    chainId: BigInt(chainId),
    from: hex(from),
    nonce: BigInt(String(nonce)),
    gas: BigInt(String(gas)),
    to: call?.to,
    value: (call?.value ?? 0n) * WEIBARS_PER_TINYBAR,
    data: call?.data ?? '',
  };
}

/**
 * Returns the hash of a transaction of type 2 without fees and with a signature of zeros, into which geth converts a
 * call.
 */
function hashOf({ chainId, nonce, gas, to = '', value, data }: Unsigned): string {
  const none = new Uint8Array();
  const fields = [
    shortestBytes(chainId),
    shortestBytes(nonce),
    none,
    none,
    shortestBytes(gas),
    Buffer.from(to, 'hex'),
    shortestBytes(value),
    Buffer.from(data, 'hex'),
    [],
    none,
    none,
    none,
  ];
  const bytes = Buffer.concat([Uint8Array.of(2), rlpBytes(fields)]);
  return keccakHex(bytes);
}

function transactionJson(
  { chainId, from, nonce, gas, to, value, data }: Unsigned,
  position: {
    readonly blockHash: string;
    readonly blockNumber: string;
    readonly transactionHash: string;
    readonly transactionIndex: string;
  },
): object {
  const { blockHash, blockNumber, transactionHash: hash, transactionIndex } = position;
  return {
    blockHash,
    blockNumber,
    chainId: quantity(chainId),
    from,
    gas: quantity(gas),
    gasPrice: '0x0',
    hash,
    input: `0x${data}`,
    nonce: quantity(nonce),
    r: '0x0',
    s: '0x0',
    to: to === undefined ? null : `0x${to}`,
    transactionIndex,
    type: '0x2',
    v: '0x0',
    value: quantity(value),
    accessList: [],
    yParity: '0x0',
    maxFeePerGas: '0x0',
    maxPriorityFeePerGas: '0x0',
  };
}

/** Returns the objects of a list. */
export function objectsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function hex(digits: unknown): string {
  return `0x${String(digits)}`;
}
