import { expect } from 'vitest';
import { bloomBytes, type LogJson } from '../../../src/rpc/values/log.ts';
import { startTestRpc, type TestRpc } from '../../rpc/rpc-fixture.ts';
import type { Item } from './compare.ts';
import { type ContractRun, executionsOf, isWildcard, type Log } from './executions.ts';
import { hex0x } from './texts.ts';
import type { StoredWorld, World } from './world.ts';

/** Agreement of REST and JSON-RPC about Ethereum transactions and logs: each is in one block, wherever it is asked for. */

/** Number of digits of a hash in JSON-RPC, which has 32 of the ledger's 48 bytes. */
const HASH_DIGITS = 66;
const REFUSED: readonly number[] = [11, 312];

const short = (hash: string): string => hash.slice(0, HASH_DIGITS);
const quantity = (value: unknown): string => `0x${Number(value).toString(16)}`;

/** Starts JSON-RPC on the database of a world, and runs a check with it. */
export async function withRpc(
  world: StoredWorld,
  check: (world: World, rpc: TestRpc) => Promise<void>,
): Promise<void> {
  const { database } = world;
  const given = { name: 'world', database, target: database.target, drop: async () => undefined };
  const rpc = await startTestRpc({ given });
  try {
    await rpc.show();
    await check(world, rpc);
    expect(rpc.errors).toEqual([]);
  } finally {
    await rpc.close();
  }
}

/** Returns the numbers of the blocks that contain each transaction hash, once for each occurrence. The index of each is its place. */
async function blocksOfHashes({ blocks }: World, rpc: TestRpc): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const { number } of blocks) {
    const block = await rpc.result('eth_getBlockByNumber', quantity(number), true);
    const { transactions } = block as {
      readonly transactions: readonly { readonly hash: string; readonly transactionIndex: string }[];
    };
    const indexes = transactions.map(({ transactionIndex }) => Number(transactionIndex));
    expect(indexes, `indexes in block ${number}`).toEqual([...indexes.keys()]);
    for (const { hash } of transactions) found.set(hash, [...(found.get(hash) ?? []), number]);
  }
  return found;
}

/** Returns the result of a hash: complete, or of a transaction that ran no contract (206). */
async function resultOf(world: World, hash: string): Promise<Item> {
  const path = `/contracts/results/${hash}`;
  return world.get(path).catch(() => world.get(path, 206));
}

/**
 * An executed Ethereum transaction is in the block of its execution and in no other, and a hash of which each attempt was
 * refused is in none. Receipt, transaction, block and result agree.
 */
export async function checkEthereumTransactions(world: World, rpc: TestRpc): Promise<void> {
  const shown = await blocksOfHashes(world, rpc);
  const attempts = new Map<string, ContractRun[]>();
  for (const run of executionsOf(world).runs) {
    if (run.wallet === null) continue;
    const hash = hex0x(run.hash);
    attempts.set(hash, [...(attempts.get(hash) ?? []), run]);
  }
  const executed: ContractRun[] = [];
  for (const [hash, runs] of attempts) {
    const [run, another] = runs.filter(({ index }) => index !== null);
    expect(another, `${hash} was executed twice`).toBeUndefined();
    const isRefused = runs.every(({ recorded }) => REFUSED.includes(recorded.status));
    if (run !== undefined) executed.push(run);
    if (run !== undefined || isRefused) {
      world.expectSame(`blocks of ${hash}`, shown.get(hash) ?? [], run ? [run.recorded.block] : []);
    }
  }
  for (const { hash: bytes, recorded, index } of world.some(executed, 30)) {
    const hash = hex0x(bytes);
    const result = await resultOf(world, hash);
    const logs = result.logs as Item[];
    const place = {
      blockHash: short(String(result.block_hash)),
      blockNumber: quantity(result.block_number),
      transactionIndex: quantity(result.transaction_index),
    };
    world.expectSame(
      `place of ${hash}`,
      [place.blockNumber, place.transactionIndex],
      [quantity(recorded.block), quantity(index)],
    );
    expect(await rpc.result('eth_getTransactionByHash', hash)).toMatchObject({ hash, ...place });
    expect(await rpc.result('eth_getTransactionReceipt', hash)).toMatchObject({
      transactionHash: hash,
      ...place,
      status: result.status,
      gasUsed: quantity(result.gas_used),
      logs: logs.map((log) => ({ ...place, ...ethereumLog(log), transactionHash: hash })),
    });
    const at = await rpc.result(
      'eth_getTransactionByBlockNumberAndIndex',
      place.blockNumber,
      place.transactionIndex,
    );
    expect(at).toMatchObject({ hash });
  }
}

function ethereumLog({ address, data, index, topics }: Item): object {
  return { address, data, logIndex: quantity(index), topics };
}

/** Each log is a log of the result of its hash, which is in the same block, has the same index and a bloom with the log's; so has the block. */
export async function checkLogsOfResults(world: World, rpc: TestRpc): Promise<void> {
  const logs = executionsOf(world).logs.filter((log) => !isWildcard(log));
  for (const log of world.some(logs, 40)) {
    const hash = hex0x(log.hash);
    const result = await resultOf(world, hash);
    // Transactions of one id may share a hash: the result is that of the first one.
    const [first] = executionsOf(world).logs.filter((other) => hex0x(other.hash) === hash);
    if (first !== undefined && first.recorded.block !== log.recorded.block) continue;
    const block = world.blocks[log.recorded.block];
    const inResult = (result.logs as Item[]).filter(({ index }) => Number(index) === log.index);
    world.expectSame(
      `result of ${hash}`,
      [result.block_number, result.block_hash, inResult.length],
      [log.recorded.block, hex0x(block?.hash), 1],
    );
    world.expectSame(`index of ${hash}`, result.transaction_index, log.transactionIndex);
    expectBits(String(result.bloom), log, hash);
    const blockHash = short(hex0x(block?.hash));
    const ofBlock = (await rpc.result('eth_getLogs', { blockHash })) as LogJson[];
    const same = ofBlock.filter(({ logIndex }) => Number(logIndex) === log.index);
    expect(same, hash).toMatchObject([{ ...ethereumLog(inResult[0] ?? {}), transactionHash: hash }]);
    // Clients skip blocks whose bloom lacks what they look for.
    const { logsBloom } = (await rpc.result('eth_getBlockByHash', blockHash, false)) as { logsBloom: string };
    expectBits(logsBloom, { bloom: bloomBytes(ofBlock) }, blockHash);
  }
}

/** Expects a bloom filter to contain that of a log. */
function expectBits(bloom: string, log: Pick<Log, 'bloom'>, hash: string): void {
  const whole = Buffer.from(bloom.slice(2), 'hex');
  const missing = [...log.bloom].flatMap((byte, at) => (((whole[at] ?? 0) & byte) === byte ? [] : [at]));
  expect(missing, `bloom of ${hash}`).toEqual([]);
}
