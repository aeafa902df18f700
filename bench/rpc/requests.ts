import { Random } from '../../packages/network-simulator/src/random.ts';
import { askRelay } from '../../test/clients/relay-process.ts';
import type { SeenBlock } from '../../test/rpc/relay/requests.ts';

/** A request of JSON-RPC. */
type Request = readonly [method: string, ...params: readonly unknown[]];

/** Named requests that are sent in rotation. */
export interface RpcScenario {
  readonly name: string;
  readonly requests: readonly Request[];
}

/** Share of each method in the traffic of a public relay over 90 days, in thousandths (its load test's weights). */
const MIX: readonly (readonly [name: string, thousandths: number])[] = [
  ['eth_getBlockByNumber', 687],
  ['eth_getLogs, a block', 130],
  ['eth_chainId', 59],
  ['eth_blockNumber', 53],
  ['eth_call', 33],
  ['eth_getBlockByHash', 20],
  ['eth_getTransactionReceipt', 8],
];

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const BALANCE_OF = '0x70a08231';
const MAX_REQUESTS = 500;
const hex = (value: number): string => `0x${value.toString(16)}`;

/** Reads a history up to a block over JSON-RPC and makes requests about all of it, the production mix last. */
export async function rpcScenarios(url: string, head: number, seed: number): Promise<RpcScenario[]> {
  const blocks: SeenBlock[] = [];
  for (let number = 0; number <= head; number++) {
    blocks.push((await askRelay(url, 'eth_getBlockByNumber', hex(number), true)).result as SeenBlock);
  }
  const transactions = blocks.flatMap((block) => block.transactions);
  const addresses = [...new Set(transactions.flatMap(({ to }) => to ?? []))];
  const senders = [...new Set(transactions.map(({ from }) => from))];
  const calls = transactions.flatMap(({ from, to, input }) =>
    to === null ? [] : [{ from, to, ...(input !== '0x' && { data: input }) }],
  );
  const tokens = addresses.map((to, at) => ({
    to,
    data: BALANCE_OF + (senders[at % senders.length] ?? '').slice(2).padStart(64, '0'),
  }));
  const whole = { fromBlock: '0x0', toBlock: hex(head) };
  const scenarios: RpcScenario[] = [
    { name: 'eth_chainId', requests: [['eth_chainId']] },
    { name: 'eth_blockNumber', requests: [['eth_blockNumber']] },
    { name: 'eth_gasPrice', requests: [['eth_gasPrice']] },
    of('eth_getBlockByNumber', blocks, ({ number }) => [number, false]),
    { name: 'eth_getBlockByNumber, latest', requests: [['eth_getBlockByNumber', 'latest', false]] },
    of('eth_getBlockByHash', blocks, ({ hash }) => [hash, true]),
    of('eth_getBlockReceipts', blocks, ({ number }) => [number]),
    of('eth_getTransactionByHash', transactions, ({ hash }) => [hash]),
    of('eth_getTransactionReceipt', transactions, ({ hash }) => [hash]),
    of('eth_getLogs, a block', blocks, ({ number }) => [{ fromBlock: number, toBlock: number }]),
    of('eth_getLogs, an address', addresses, (address) => [{ ...whole, address }]),
    { name: 'eth_getLogs, a topic', requests: [['eth_getLogs', { ...whole, topics: [TRANSFER] }]] },
    of('eth_getBalance', senders, (address) => [address, 'latest']),
    of('eth_getTransactionCount', senders, (address) => [address, 'latest']),
    of('eth_getCode', addresses, (address) => [address, 'latest']),
    of('eth_call', tokens, (call) => [call, 'latest']),
    of('eth_estimateGas', calls, (call) => [call, 'latest']),
    { name: 'eth_feeHistory', requests: [['eth_feeHistory', '0xa', 'latest', [20]]] },
  ];
  return [...scenarios, mixed(scenarios, new Random(seed))];
}

/** Returns a method's requests, one per item, or for a sample if there are many. */
function of<T>(name: string, items: readonly T[], params: (item: T) => readonly unknown[]): RpcScenario {
  const [method = ''] = name.split(',');
  const step = Math.max(1, items.length / MAX_REQUESTS);
  const some = items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  return { name, requests: some.map((item): Request => [method, ...params(item)]) };
}

/** Returns a thousand requests by their weights, in random order. */
function mixed(scenarios: readonly RpcScenario[], random: Random): RpcScenario {
  const requests = MIX.flatMap(([name, thousandths]) => {
    const own = scenarios.find((scenario) => scenario.name === name)?.requests ?? [];
    return Array.from({ length: thousandths }, () => random.pick(own));
  });
  const order = requests.map((request) => ({ request, rank: random.word() }));
  return {
    name: 'the production mix',
    requests: order.sort((a, b) => a.rank - b.rank).map(({ request }) => request),
  };
}
