import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { signTransaction, type UnsignedTransaction } from '@tain/ledger/ethereum-signing';
import { proto } from '@tain/protos/hapi';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { NodeServer } from '../../../packages/network-simulator/src/grpc/node-server.ts';
import type { RpcServices } from '../../../src/rpc/method/services.ts';
import { ConsensusNodes } from '../../../src/rpc/nodes/consensus-nodes.ts';
import { NetworkSender } from '../../../src/rpc/nodes/network-sender.ts';
import { NodeConnection } from '../../../src/rpc/nodes/node-connection.ts';
import { ed25519Signer } from '../../../src/rpc/nodes/operator-key.ts';
import { SendBudget } from '../../../src/rpc/nodes/send-budget.ts';
import { SendOutcomes } from '../../../src/rpc/nodes/send-outcomes.ts';
import { blockOf, entity } from '../../rest/contracts/contract-rows.ts';
import { transaction } from '../../rest/rows.ts';
import { fillLedger } from '../../rpc/block-rows.ts';
import { startTestRpc, type TestRpc } from '../../rpc/rpc-fixture.ts';

// Sends eth_sendRawTransaction through nodes with gRPC. The test inserts the rows that the ingest would store.

const KEY = Buffer.from(keccak_256(Buffer.from('cow')));
const SENDER = 'cd2a3d9f938e13cd947ec05abc7fe734df8dd826';
const PAYER = 2n;
const NONCE = 7n;
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/**
 * Codes of a node's responses. Null: the node accepts the transaction and does not respond. `cut`: its connections are
 * then closed.
 */
let answers: (number | null | 'cut')[] = [];
/** Proxies in front of the nodes. */
let proxies: CuttingProxy[];
let received: Uint8Array[] = [];
let nodes: NodeServer[];
let rpc: TestRpc;
const services: { sender?: NonNullable<RpcServices['sender']> } = {};

const serve = (): Promise<NodeServer> =>
  NodeServer.start({
    host: '127.0.0.1',
    port: 0,
    onFailure: () => undefined,
    calls: {
      query: async () => null,
      async transaction(bytes) {
        received.push(bytes);
        const code = answers.shift();
        if (code === 'cut') for (const proxy of proxies) proxy.cut();
        if (code === null || code === 'cut') return new Promise<never>(() => undefined);
        return Buffer.of(0x08, code ?? 0);
      },
    },
  });

interface CuttingProxy {
  readonly port: number;
  /** Closes all connections; later connections are accepted. */
  cut(): void;
  close(): void;
}

/** Starts a proxy that forwards bytes to a port. */
async function cuttingProxy(port: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

beforeAll(async () => {
  nodes = [await serve(), await serve()];
  proxies = await Promise.all(nodes.map(({ port }) => cuttingProxy(port)));
  rpc = await startTestRpc({ services });
  await fillLedger(rpc);
  await rpc.insert('entity', [
    entity(3000, {
      type: 'ACCOUNT',
      evm_address: Buffer.from(SENDER, 'hex'),
      ethereum_nonce: NONCE,
      balance: 100n * 10n ** 8n,
    }),
  ]);
  await rpc.show();
});
afterAll(async () => {
  for (const proxy of proxies ?? []) proxy.close();
  for (const node of nodes ?? []) await node.stop();
  await rpc?.close();
});

let close: () => Promise<void>;
beforeEach(async () => {
  answers = [];
  received = [];
  await rpc.database.pool.query('truncate tain.rpc_send, tain.rpc_spent');
  start();
});
afterEach(() => close());

/** Starts a sender, as a process does. */
function start(total = 100n * 10n ** 8n, outcomeTimeoutMs?: number): void {
  const { database } = rpc;
  const log = { warn: () => undefined };
  const budget = new SendBudget(database, PAYER, { total, perClient: total });
  const outcomes = new SendOutcomes({ database, budget, payer: PAYER, blocks: rpc.servers.blocks, log });
  const consensusNodes = new ConsensusNodes({
    endpoints: async () =>
      proxies.map(({ port }, i) => ({
        account: { shard: 0n, realm: 0n, num: BigInt(3 + i) },
        host: '127.0.0.1',
        port,
        certificateHash: null,
      })),
    connect: (endpoint) => new NodeConnection(endpoint, { connectMs: 2_000, responseMs: 500 }),
    log,
  });
  const operator = { account: { shard: 0n, realm: 0n, num: PAYER }, sign: ed25519Signer('11'.repeat(32)) };
  services.sender = new NetworkSender({
    operator,
    budget,
    nodes: consensusNodes,
    outcomes,
    log,
    ...(outcomeTimeoutMs !== undefined && { outcomeTimeoutMs }),
  });
  close = async () => {
    await outcomes.close();
    consensusNodes.close();
  };
}

const BASE: UnsignedTransaction = {
  type: 2,
  chainId: 296n,
  nonce: NONCE,
  gasPrice: 10n ** 12n,
  priorityFee: 0n,
  gasLimit: 21_000n,
  to: Buffer.alloc(20, 0x22),
  value: 0n,
  data: new Uint8Array(),
  accessList: [],
};
let last = 0n;
/** Returns a signed transaction that no other test sends. */
const signed = (change: Partial<UnsignedTransaction> = {}): string => {
  last += 1n;
  return hex(signTransaction({ ...BASE, value: last * 10n ** 10n, ...change }, KEY));
};
const hashOf = (raw: string): string => hex(keccak_256(Buffer.from(raw.slice(2), 'hex')));

/** Returns the bodies of the transactions that the nodes received. */
const bodies = (): proto.TransactionBody[] =>
  received.map((bytes) => {
    const { signedTransactionBytes } = proto.Transaction.decode(bytes);
    return proto.TransactionBody.decode(proto.SignedTransaction.decode(signedTransactionBytes).bodyBytes);
  });
const startOf = ({ transactionID }: proto.TransactionBody): bigint => {
  const { seconds, nanos } = transactionID?.transactionValidStart ?? {};
  return BigInt(String(seconds)) * 1_000_000_000n + BigInt(nanos ?? 0);
};

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

let block = 2;
/** Stores the block of the transactions that the nodes received, as the ingest does. */
async function storeBlock(charged: number, result = 22, [body] = bodies()): Promise<void> {
  if (body === undefined) throw new Error('no node received anything');
  const start = startOf(body);
  const time = start + 1_000_000_000n;
  await rpc.insert('transaction', [
    transaction(time, Number(PAYER), { valid_start_ns: start, result, type: 50 }),
  ]);
  await rpc.insert('crypto_transfer', [
    { consensus_timestamp: time, entity_id: PAYER, amount: -charged, payer_account_id: PAYER },
    { consensus_timestamp: time, entity_id: 3, amount: charged, payer_account_id: PAYER },
  ]);
  await rpc.insert('record_file', [blockOf(block++, time, time + 1n, {})]);
  await rpc.show();
}

async function spent(): Promise<number> {
  const { rows } = await rpc.database.pool.query<{ n: number }>(
    "select tinybars::int as n from tain.rpc_spent where client = ''",
  );
  return rows[0]?.n ?? 0;
}

it("returns the hash once the block is visible, and counts the payer's expense", async () => {
  const raw = signed();
  const sent = rpc.result('eth_sendRawTransaction', raw);
  await until(() => received.length > 0);
  const [body] = bodies();
  expect(hex(body?.ethereumTransaction?.ethereumData ?? new Uint8Array())).toBe(raw);
  expect(String(body?.transactionID?.accountID?.accountNum)).toBe('2');
  expect(Number(body?.transactionFee)).toBe(await spent());
  // The node responds shortly after the request.
  const pending = () => rpc.result('eth_getTransactionCount', `0x${SENDER}`, 'pending');
  await expect.poll(pending).toBe('0x8');
  await storeBlock(1_234);
  expect(await sent).toBe(hashOf(raw));
  expect(await spent()).toBe(1_234);
  expect(received.length).toBe(1);
  expect(await pending()).toBe('0x7');
});

it('submits nothing again after a node did not respond, and finds the outcome by its id', async () => {
  answers = [null];
  const raw = signed();
  const sent = rpc.result('eth_sendRawTransaction', raw);
  await until(() => received.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  // The sender does not know whether the node accepted the transaction.
  expect(await rpc.result('eth_getTransactionCount', `0x${SENDER}`, 'pending')).toBe('0x7');
  // The process exits. The next process receives the same bytes on another connection.
  await close();
  await expect(sent).rejects.toThrow('Consensus node error: UNKNOWN');
  start();
  const again = rpc.result('eth_sendRawTransaction', raw);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await storeBlock(5);
  expect(await again).toBe(hashOf(raw));
  expect(received.length).toBe(1);
  expect(await spent()).toBe(5);
});

it('finds each outcome by its id although connections are cut, and submits nothing twice', async () => {
  answers = ['cut', 0, 'cut', 'cut', 0, 'cut'];
  const raws = answers.map(() => signed());
  for (const [index, raw] of raws.entries()) {
    const sent = rpc.result('eth_sendRawTransaction', raw);
    await until(() => received.length > index);
    // Waits for a time in which the transaction could be submitted again.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await storeBlock(5, 22, bodies().slice(index));
    expect(await sent).toBe(hashOf(raw));
  }
  const data = bodies().map(
    ({ ethereumTransaction }) => ethereumTransaction?.ethereumData ?? new Uint8Array(),
  );
  expect(data.map(hex)).toEqual(raws);
  expect(await spent()).toBe(30);
});

const { BUSY, INVALID_SIGNATURE, OK } = proto.ResponseCodeEnum;

it('answers when the block is late: the hash if a node accepted the transaction, else -32010', async () => {
  await close();
  start(undefined, 50);
  const raw = signed();
  expect(await rpc.result('eth_sendRawTransaction', raw)).toBe(hashOf(raw));
  answers = [null];
  expect(await rpc.error('eth_sendRawTransaction', signed())).toBe(
    '-32010 Request timeout. Please try again.',
  );
});

it('submits to another node, with the same id, if one is busy', async () => {
  answers = [BUSY];
  const raw = signed();
  const sent = rpc.result('eth_sendRawTransaction', raw);
  await until(() => received.length === 2);
  const [first, second] = bodies();
  if (first === undefined || second === undefined) throw new Error('two nodes received it');
  expect(startOf(first)).toBe(startOf(second));
  expect(first.nodeAccountID).not.toEqual(second.nodeAccountID);
  await storeBlock(5);
  expect(await sent).toBe(hashOf(raw));
});

it.each<[string, number, string | undefined]>([
  ['CONTRACT_REVERT_EXECUTED', 33, undefined],
  ['WRONG_NONCE', 312, '-32000 Nonce too high. Provided nonce: 9, current nonce: 7'],
  ['INVALID_ETHEREUM_TRANSACTION', 310, '-32003 Transaction rejected: INVALID_ETHEREUM_TRANSACTION'],
])('ends by the status %s of consensus', async (_name, status, error) => {
  const raw = signed({ nonce: 9n });
  const sent = rpc.call('eth_sendRawTransaction', raw);
  await until(() => received.length > 0);
  await storeBlock(5, status);
  const { result, error: found } = await sent;
  if (error === undefined) expect(result).toBe(hashOf(raw));
  else expect(`${found?.code} ${found?.message}`).toBe(error);
});

it('spends nothing on refused transactions', async () => {
  answers = [INVALID_SIGNATURE];
  expect(await rpc.error('eth_sendRawTransaction', signed())).toMatch(
    /^-32000 Consensus node error: INVALID_SIGNATURE \(7\): /,
  );
  expect(await spent()).toBe(0);
  expect(received.length).toBe(1);
});

it('offers the fee of its bytes for a transaction near the maximum size', async () => {
  answers = [INVALID_SIGNATURE, INVALID_SIGNATURE];
  const jumbo = signed({ data: Buffer.alloc(131_072), gasLimit: 15_000_000n });
  for (const raw of [signed(), jumbo]) await rpc.error('eth_sendRawTransaction', raw);
  const [ofGas = 0n, ofBytes = 0n] = bodies().map(({ transactionFee }) => BigInt(String(transactionFee)));
  expect(ofBytes * 15_000_000n).toBe(ofGas * 125n * BigInt(jumbo.length / 2 - 1));
  expect(ofBytes).toBeGreaterThan(ofGas);
});

it('refuses transactions beyond the budget, and those too large for any node', async () => {
  await close();
  start(10n ** 8n);
  expect(await rpc.error('eth_sendRawTransaction', signed())).toBe('-32606 HBAR Rate limit exceeded');
  await close();
  start();
  // The transaction itself is within the limit, but not its envelope.
  const raw = signed({
    data: Buffer.alloc(131_072),
    gasLimit: 15_000_000n,
    accessList: Array.from({ length: 80 }, () => ({ address: Buffer.alloc(20, 1), storageKeys: [] })),
  });
  expect(raw.length / 2 - 1).toBeLessThan(133_120);
  expect(await rpc.error('eth_sendRawTransaction', raw)).toMatch(
    /^-32201 Oversized data: transaction size 1331\d\d, transaction limit 133120$/,
  );
  expect(received).toEqual([]);
});

// This test is last, because its blocks are ahead of those of the other tests.
it.each<[string, number | null]>([
  ['accepted', OK],
  ['may have accepted', null],
])('reports a transaction as lost that a node %s and no block has 180 seconds later', async (_name, code) => {
  answers = [code];
  const sent = rpc.error('eth_sendRawTransaction', signed());
  await until(() => received.length > 0);
  const reserved = await spent();
  const [body] = bodies();
  if (body === undefined) throw new Error('no node received anything');
  const lost = startOf(body) + 180n * 1_000_000_000n;
  const showBlock = async (time: bigint) => {
    await rpc.insert('record_file', [blockOf(block++, time, time + 1n, {})]);
    await rpc.show();
  };
  let isOver = false;
  void sent.then(() => {
    isOver = true;
  });
  // Consensus time has passed the end of the transaction, but the clock has not, so the transaction may still arrive.
  await showBlock(lost + 1n);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOver).toBe(false);
  vi.useFakeTimers({ toFake: ['Date'], now: Number(lost / 1_000_000n) + 1 });
  try {
    await showBlock(lost + 1_000_000_000n);
    expect(await sent).toMatch(
      /^-32000 Consensus node error: UNKNOWN \(21\): the outcome of the transaction is not known/,
    );
  } finally {
    vi.useRealTimers();
  }
  // The transaction may have cost the whole reserved amount.
  expect(await spent()).toBe(reserved);
});
