import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * A server of JSON-RPC for Ethereum's libraries that sends a mirror the requests of a JSON-RPC relay (clients facts,
 * section 1), and reads the same fields.
 */
export interface JsonRpc {
  readonly url: string;
  /** Method and mirror path of each request, in order. */
  readonly requested: string[];
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the mirror are looked at field by field
type Json = any;
type Params = readonly Json[];

/** An error response. */
class RpcError extends Error {
  readonly code: number;
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const WEIBARS_PER_TINYBAR = 10_000_000_000n;
const SERVER_ERROR = -32_000;
const NOT_FOUND = 'Requested resource not found';
const NO_METHOD = -32_601;
const REVERTED = 3;

const quantity = (value: number | bigint | string | null): string => `0x${BigInt(value ?? 0).toString(16)}`;
/** Shortens a hash to 32 bytes, as in Ethereum. */
const hash32 = (hash: string): string => hash.slice(0, 66);

/** Timeout for the result of a sent transaction. */
const RESULT_TIMEOUT_MS = 120_000;
/** Bloom filter of a block without logs. */
const NO_BLOOM = `0x${'0'.repeat(512)}`;

/**
 * Starts the server for a mirror (its URL without `/api/v1`). `send` submits a signed transaction to the network;
 * without it transactions are refused.
 */
export async function startJsonRpc(
  mirror: string,
  send?: (ethereumData: Uint8Array) => Promise<unknown>,
): Promise<JsonRpc> {
  const requested: string[] = [];

  async function request(path: string, init?: RequestInit): Promise<{ status: number; body: Json }> {
    requested.push(`${init?.method ?? 'GET'} ${path}`);
    const response = await fetch(`${mirror}/api/v1/${path}`, init);
    return { status: response.status, body: await response.json() };
  }

  async function get(path: string): Promise<Json> {
    const { status, body } = await request(path);
    if (status === 404) return null;
    // Status 206 has the known part of a response.
    if (status !== 200 && status !== 206) {
      throw new RpcError(SERVER_ERROR, `${path}: ${status} ${JSON.stringify(body)}`);
    }
    return body;
  }

  /** Returns all items of a list, page by page; none if the list does not exist. */
  async function list(path: string, items: string): Promise<Json[]> {
    const found: Json[] = [];
    for (let next: string | null = path; next !== null; ) {
      const page: Json = await get(next);
      if (page === null) return found;
      found.push(...page[items]);
      next = page.links.next?.replace('/api/v1/', '') ?? null;
    }
    return found;
  }

  async function block(tag: Json): Promise<Json> {
    if (tag === undefined || ['latest', 'pending', 'safe', 'finalized'].includes(tag))
      return (await get('blocks?limit=1&order=desc')).blocks[0];
    return get(`blocks/${tag === 'earliest' ? 0 : /^0x[0-9a-f]{64}$/.test(tag) ? tag : Number(tag)}`);
  }

  async function call(estimate: boolean, [given = {}, at]: Params): Promise<string> {
    const { status, body } = await request('contracts/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        to: given.to ?? null,
        data: given.data ?? given.input ?? null,
        ...(given.from ? { from: given.from } : {}),
        ...(given.gas ? { gas: Number(given.gas) } : {}),
        ...(given.value ? { value: Number(BigInt(given.value) / WEIBARS_PER_TINYBAR) } : {}),
        estimate,
        block: at?.blockHash ?? at?.blockNumber ?? at ?? 'latest',
      }),
    });
    if (status === 200) return estimate ? quantity(body.result) : body.result;
    const [{ message, detail, data }] = body._status.messages;
    if (message !== 'CONTRACT_REVERT_EXECUTED') {
      throw new RpcError(SERVER_ERROR, `${status} ${message} ${detail}`, data === '' ? undefined : data);
    }
    throw new RpcError(REVERTED, `execution reverted${detail === '' ? '' : `: ${detail}`}`, data);
  }

  async function logs([{ address, topics = [], blockHash, fromBlock, toBlock }]: Params): Promise<Json[]> {
    const from = await block(blockHash ?? fromBlock);
    const to = await block(blockHash ?? toBlock);
    const filters = [
      `timestamp=gte:${from.timestamp.from}`,
      `timestamp=lte:${to.timestamp.to}`,
      ...topics.flatMap((topic: Json, at: number) =>
        (Array.isArray(topic) ? topic : topic === null ? [] : [topic]).map(
          (each: string) => `topic${at}=${each.replace(/^0x0*/, '')}`,
        ),
      ),
    ];
    const scope = address === undefined ? 'contracts/results/logs' : `contracts/${address}/results/logs`;
    const found = await list(`${scope}?${filters.join('&')}&limit=100&order=asc`, 'logs');
    return found.map((log) => ({
      address: log.address,
      blockHash: hash32(log.block_hash),
      blockNumber: quantity(log.block_number),
      data: log.data,
      logIndex: quantity(log.index),
      removed: false,
      topics: log.topics,
      transactionHash: hash32(log.transaction_hash),
      transactionIndex: quantity(log.transaction_index),
    }));
  }

  async function traceTransaction([hash, options]: Params): Promise<Json> {
    if (options?.tracer === 'callTracer') {
      const actions = await list(`contracts/results/${hash}/actions`, 'actions');
      const result = await get(`contracts/results/${hash}?hbar=false`);
      if (result === null) throw new RpcError(SERVER_ERROR, NOT_FOUND);
      const [outermost = callOfResult(result), ...calls] = actions.map(callOf);
      const { error_message: message } = result;
      return {
        ...outermost,
        gas: quantity(result.gas_limit),
        gasUsed: quantity(result.gas_used),
        ...(message ? { error: result.result, revertReason: message } : {}),
        calls,
      };
    }
    const path = `contracts/results/${hash}/opcodes?memory=false&stack=true&storage=true`;
    const { status, body: trace } = await request(path);
    // Without an execution the trace has only the result.
    if (status !== 200) {
      const result = await get(`contracts/results/${hash}?hbar=false`);
      if (result === null) throw new RpcError(SERVER_ERROR, NOT_FOUND);
      return { gas: result.gas_used, failed: result.status !== '0x1', returnValue: '', structLogs: [] };
    }
    return {
      gas: trace.gas,
      failed: trace.failed,
      returnValue: trace.return_value.replace(/^0x/, ''),
      structLogs: trace.opcodes.map(({ gas_cost: gasCost, reason, ...step }: Json) => ({
        ...step,
        gasCost,
        ...(reason ? { reason } : {}),
      })),
    };
  }

  async function traceBlock([at, options]: Params): Promise<Json[]> {
    const { timestamp } = await block(at);
    const results = await list(
      `contracts/results?timestamp=gte:${timestamp.from}&timestamp=lte:${timestamp.to}&limit=100&order=asc&hbar=false`,
      'results',
    );
    const traced: Json[] = [];
    for (const { hash, gas_used: used, gas_limit: limit } of results) {
      // Synthetic results, as relays distinguish them from executions, have no trace.
      if (used === null && limit === 0) continue;
      traced.push({ txHash: hash32(hash), result: await traceTransaction([hash, options]) });
    }
    return traced;
  }

  /** Waits for a result. Returns null on timeout. */
  async function awaited(path: string): Promise<Json> {
    for (const until = Date.now() + RESULT_TIMEOUT_MS; Date.now() < until; await sleep(50)) {
      const found = await get(path);
      if (found !== null) return found;
    }
    return null;
  }

  async function sendRaw([raw]: Params): Promise<string> {
    if (send === undefined) throw new RpcError(SERVER_ERROR, 'nothing can be sent');
    const bytes = Buffer.from(raw.slice(2), 'hex');
    const hash = `0x${Buffer.from(keccak_256(bytes)).toString('hex')}`;
    await send(bytes);
    if ((await awaited(`contracts/results/${hash}?hbar=false`)) === null) {
      throw new RpcError(SERVER_ERROR, 'no result in time');
    }
    return hash;
  }

  async function gasPrice(): Promise<string> {
    const { fees } = await get('network/fees');
    const { gas } = fees.find((fee: Json) => fee.transaction_type === 'EthereumTransaction');
    return quantity(BigInt(gas) * WEIBARS_PER_TINYBAR);
  }

  /** Returns the EVM address of an entity that has one. */
  async function resolved(address: string | null): Promise<string | null> {
    if (address === null) return null;
    const contract = await get(`contracts/${address}`);
    return (
      contract?.evm_address ?? (await get(`accounts/${address}?transactions=false`))?.evm_address ?? address
    );
  }

  async function receipt([hash]: Params): Promise<Json> {
    const result = await get(`contracts/results/${hash}?hbar=false`);
    if (result === null) return null;
    const isCreation =
      result.function_parameters !== '0x' && (result.to === null || result.created_contract_ids?.length);
    const where = {
      blockHash: hash32(result.block_hash),
      blockNumber: quantity(result.block_number),
      transactionHash: hash32(result.hash),
      transactionIndex: quantity(result.transaction_index),
    };
    return {
      ...where,
      from: await resolved(result.from),
      to: isCreation ? null : await resolved(result.to),
      contractAddress: isCreation ? result.address : null,
      cumulativeGasUsed: quantity(result.block_gas_used),
      gasUsed: quantity(result.gas_used),
      effectiveGasPrice: await gasPrice(),
      logs: result.logs.map((log: Json) => ({
        ...where,
        address: log.address,
        data: log.data,
        topics: log.topics,
        logIndex: quantity(log.index),
        removed: false,
      })),
      logsBloom: result.bloom === '0x' ? NO_BLOOM : result.bloom,
      status: result.status,
      type: quantity(result.type),
    };
  }

  async function transaction([hash]: Params): Promise<Json> {
    const result = await get(`contracts/results/${hash}?hbar=false`);
    if (result === null) return null;
    const isOld = result.type === 0;
    return {
      blockHash: hash32(result.block_hash),
      blockNumber: quantity(result.block_number),
      hash: hash32(result.hash),
      transactionIndex: quantity(result.transaction_index),
      from: await resolved(result.from),
      to: await resolved(result.to),
      value: quantity(result.amount),
      input: result.function_parameters,
      gas: quantity(result.gas_limit),
      nonce: quantity(result.nonce),
      chainId: result.chain_id,
      type: quantity(result.type),
      gasPrice: await gasPrice(),
      ...(isOld
        ? {}
        : {
            maxFeePerGas: result.max_fee_per_gas,
            maxPriorityFeePerGas: result.max_priority_fee_per_gas,
            accessList: [],
          }),
      v: quantity(result.v),
      r: result.r,
      s: result.s,
    };
  }

  async function ethereumBlock([at]: Params): Promise<Json> {
    const found = await block(at);
    if (found === null) return null;
    return {
      number: quantity(found.number),
      hash: hash32(found.hash),
      parentHash: hash32(found.previous_hash),
      timestamp: quantity(found.timestamp.from.split('.')[0]),
      gasLimit: quantity(30_000_000),
      gasUsed: quantity(found.gas_used),
      baseFeePerGas: await gasPrice(),
      logsBloom: found.logs_bloom === '0x' ? NO_BLOOM : found.logs_bloom,
      miner: `0x${'0'.repeat(40)}`,
      difficulty: '0x0',
      totalDifficulty: '0x0',
      extraData: '0x',
      nonce: '0x0000000000000000',
      mixHash: `0x${'0'.repeat(64)}`,
      sha3Uncles: `0x${'0'.repeat(64)}`,
      receiptsRoot: `0x${'0'.repeat(64)}`,
      stateRoot: `0x${'0'.repeat(64)}`,
      transactionsRoot: `0x${'0'.repeat(64)}`,
      size: quantity(found.size),
      uncles: [],
      transactions: [],
    };
  }

  const methods: Readonly<Record<string, (params: Params) => Promise<Json>>> = {
    eth_chainId: async () => '0x12a',
    eth_blockNumber: async () => quantity((await block('latest')).number),
    eth_call: (params) => call(false, params),
    eth_estimateGas: (params) => call(true, params),
    eth_getLogs: logs,
    eth_getCode: async ([address]) => (await get(`contracts/${address}`))?.runtime_bytecode ?? '0x',
    eth_getBalance: async ([address]) => {
      const account = await get(`accounts/${address}?transactions=false`);
      return quantity(BigInt(account?.balance.balance ?? 0) * WEIBARS_PER_TINYBAR);
    },
    net_version: async () => '298',
    web3_clientVersion: async () => 'relay/test',
    eth_accounts: async () => [],
    eth_gasPrice: gasPrice,
    eth_maxPriorityFeePerGas: async () => '0x0',
    eth_feeHistory: async ([count]) => {
      const blocks = Number(count);
      const price = await gasPrice();
      const prices = Array.from({ length: blocks + 1 }, () => price);
      return { oldestBlock: '0x0', baseFeePerGas: prices, gasUsedRatio: prices.slice(1).map(() => 0.5) };
    },
    eth_getTransactionCount: async ([address]) => {
      const account = await get(`accounts/${address}?transactions=false`);
      return quantity(account?.ethereum_nonce ?? 0);
    },
    eth_sendRawTransaction: sendRaw,
    eth_getTransactionReceipt: receipt,
    eth_getTransactionByHash: transaction,
    eth_getBlockByNumber: ethereumBlock,
    eth_getBlockByHash: ethereumBlock,
    debug_traceTransaction: traceTransaction,
    debug_traceBlockByNumber: traceBlock,
  };

  async function answer({ id, method, params = [] }: Json): Promise<Json> {
    try {
      const run = methods[method];
      if (run === undefined) throw new RpcError(NO_METHOD, `no method ${method}`);
      return { jsonrpc: '2.0', id, result: await run(params) };
    } catch (error) {
      if (error instanceof RpcError) {
        const { code, message, data } = error;
        return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
      }
      return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message: String(error) } };
    }
  }

  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then(async (text) => {
      const given: Json = JSON.parse(text);
      const answered = Array.isArray(given) ? await Promise.all(given.map(answer)) : await answer(given);
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the call of a transaction without actions, because it has another type or was not executed. */
function callOfResult({ from, to, amount, function_parameters: input, call_result: output }: Json): Json {
  return { type: 'CALL', from, to, input, output, value: quantity(amount) };
}

function callOf(action: Json): Json {
  const { call_operation_type: type, from, to, gas, gas_used: gasUsed, input, value } = action;
  const failed = action.result_data_type !== 'OUTPUT';
  return {
    type,
    from,
    to,
    gas: quantity(gas),
    gasUsed: quantity(gasUsed),
    input,
    output: failed ? '0x' : (action.result_data ?? '0x'),
    value: quantity(value),
    ...(failed ? { error: action.result_data_type } : {}),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
