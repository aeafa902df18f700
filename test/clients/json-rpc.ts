import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Speaks JSON-RPC to Ethereum's libraries and asks a mirror what a JSON-RPC relay would ask it (clients facts, section
 * 1): the same requests, the same use of fields.
 */
export interface JsonRpc {
  readonly url: string;
  /** The method and the mirror's path of each request, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the mirror are looked at field by field
type Json = any;
type Params = readonly Json[];

/** What the caller is told in place of a result. */
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
/** Ethereum's hashes have 32 bytes. */
const hash32 = (hash: string): string => hash.slice(0, 66);

/** Starts it for a mirror (its address without `/api/v1`). */
export async function startJsonRpc(mirror: string): Promise<JsonRpc> {
  const asked: string[] = [];

  async function request(path: string, init?: RequestInit): Promise<{ status: number; body: Json }> {
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    const response = await fetch(`${mirror}/api/v1/${path}`, init);
    return { status: response.status, body: await response.json() };
  }

  async function get(path: string): Promise<Json> {
    const { status, body } = await request(path);
    if (status === 404) return null;
    if (status !== 200) throw new RpcError(SERVER_ERROR, `${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** All items of a list, page by page; none where there is no such list. */
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
    // What did not run: the result alone.
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
    for (const { hash } of results) {
      try {
        traced.push({ txHash: hash32(hash), result: await traceTransaction([hash, options]) });
      } catch (error) {
        // Results that the mirror makes of other transactions are listed, and not found by their hash.
        if (!(error instanceof RpcError && error.message === NOT_FOUND)) throw error;
      }
    }
    return traced;
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
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The call of a transaction that has no actions: what another kind of transaction did, or one that did not run. */
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
