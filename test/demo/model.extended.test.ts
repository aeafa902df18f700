import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ledger, TOTAL_TINYBARS } from '../../packages/network-simulator/src/ledger/ledger.ts';
import type { DemoBlock } from '../../packages/network-simulator/src/network.ts';
import { planOf } from '../../packages/network-simulator/src/options.ts';
import { simulate } from '../../packages/network-simulator/src/simulate.ts';
import { KINDS } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { tries } from '../effort.ts';
import { readItem } from './read-stream.ts';

const TYPE_NAMES = KINDS.map(({ name }) => name);
/** A mix in which rare types are as frequent as common ones. */
const EVERYTHING = Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 20)]));

/** Checks the sums of tinybars and tokens, which must hold at the end of every block. */
function checkSums(ledger: Ledger): void {
  expect(ledger.totalTinybars()).toBe(TOTAL_TINYBARS);
  const held = new Map<number, bigint>();
  const owned = new Map<string, bigint>();
  for (const relation of ledger.relations.values()) {
    expect(relation.balance).toBeGreaterThanOrEqual(0n);
    held.set(relation.token, (held.get(relation.token) ?? 0n) + relation.balance);
  }
  for (const nft of ledger.nfts.values()) {
    if (nft.deleted) continue;
    const key = `${nft.owner}:${nft.token}`;
    owned.set(key, (owned.get(key) ?? 0n) + 1n);
  }
  for (const token of ledger.tokens.values()) {
    if (token.nonFungible) {
      // An account that dissociates from a deleted collection loses NFTs, and no record changes the supply.
      if (!token.deleted)
        expect([token.num, held.get(token.num) ?? 0n]).toEqual([token.num, token.totalSupply]);
    } else expect([token.num, held.get(token.num) ?? 0n]).toEqual([token.num, token.totalSupply]);
    // `isTreasury` reads the relations of an account only.
    if (!token.deleted) expect(ledger.isTreasury(token.treasury)).toBe(true);
  }
  for (const relation of ledger.relations.values()) {
    if (!ledger.tokens.need(relation.token).nonFungible) continue;
    const key = `${relation.account}:${relation.token}`;
    expect([key, owned.get(key) ?? 0n]).toEqual([key, relation.balance]);
  }
}

/**
 * Checks every record of a block after genesis: its transfers sum to zero, and records are in order of consensus time.
 */
function checkRecords(block: DemoBlock): void {
  let last = 0n;
  for (const { transaction, record, at } of block.items) {
    expect(at).toBeGreaterThan(last);
    last = at;
    const item = readItem(transaction, record);
    expect(item.at).toBe(at);
    if (block.number === 0n) continue;
    // The fee is at most the offered one, and the network's own transactions are free.
    expect(BigInt(String(item.record.transactionFee))).toBeLessThanOrEqual(
      BigInt(String(item.body.transactionFee)),
    );
    let sum = 0n;
    for (const entry of item.record.transferList?.accountAmounts ?? []) sum += BigInt(String(entry.amount));
    expect(sum).toBe(0n);
  }
}

describe('the simulated ledger', () => {
  test('preserves the sums of tinybars and tokens for any seed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 40 }), async (seed) => {
        await simulate({
          runCode: demoEngine,
          seed,
          tps: 60,
          blocks: 9,
          signInner: false,
          mix: EVERYTHING,
          failures: 0.1,
          population: { accounts: 60, tokens: 10, contracts: 6, topics: 5 },
          onBlock: (block, ledger) => {
            checkSums(ledger);
            checkRecords(block);
          },
        });
      }),
      { numRuns: tries(2) },
    );
  });

  test('makes every type of transaction, and each also fails', async () => {
    const ledger = await simulate({
      runCode: demoEngine,
      seed: 4,
      tps: 700,
      blocks: 16,
      signInner: false,
      mix: { ...EVERYTHING, CRYPTOTRANSFER: 150 },
      failures: 0.2,
    });
    const statuses = new Map<string, string[]>();
    for (const key of ledger.counts.keys()) {
      const [name = '', status = ''] = key.split(' ');
      statuses.set(name, [...(statuses.get(name) ?? []), status]);
    }
    const missing = TYPE_NAMES.filter((name) => !statuses.has(name));
    const neverSucceeded = TYPE_NAMES.filter((name) => !statuses.get(name)?.includes('SUCCESS'));
    const neverFailed = TYPE_NAMES.filter((name) =>
      statuses.get(name)?.every((status) => status === 'SUCCESS'),
    );
    expect(missing).toEqual([]);
    expect(neverSucceeded).toEqual([]);
    expect(neverFailed).toEqual([]);
    for (const status of [
      'CONTRACT_REVERT_EXECUTED',
      'WRONG_NONCE',
      'INSUFFICIENT_GAS',
      'INSUFFICIENT_ACCOUNT_BALANCE',
      'INNER_TRANSACTION_FAILED',
      'REVERTED_SUCCESS',
      'DUPLICATE_TRANSACTION',
      'FEE_SCHEDULE_FILE_PART_UPLOADED',
      'INSUFFICIENT_TX_FEE',
      'REJECTED_BY_ACCOUNT_ALLOWANCE_HOOK',
    ]) {
      expect([...ledger.counts.keys()].some((key) => key.endsWith(` ${status}`))).toBe(true);
    }
  });

  test('makes the same history for the same seed, and a different one for another', async () => {
    const digest = async (seed: number): Promise<string> => {
      const hash = createHash('sha256');
      const onBlock = (block: DemoBlock): void => {
        for (const item of block.items) hash.update(item.transaction).update(item.record);
      };
      await simulate({ runCode: demoEngine, seed, tps: 30, blocks: 6, onBlock });
      return hash.digest('hex');
    };
    expect(await digest(11)).toBe(await digest(11));
    expect(await digest(11)).not.toBe(await digest(12));
  });

  test('retains the state at the end of past blocks', async () => {
    const ends: { at: bigint; balances: Map<number, bigint> }[] = [];
    const ledger = await simulate({
      runCode: demoEngine,
      seed: 5,
      tps: 50,
      blocks: 8,
      signInner: false,
      history: true,
      onBlock: (_, { lastConsensus, accounts }) => {
        ends.push({
          at: lastConsensus,
          balances: new Map([...accounts.entries()].map(([num, row]) => [num, row.balance])),
        });
      },
    });
    for (const { at, balances } of ends) {
      for (const [num, balance] of balances) expect(ledger.accounts.at(num, at)?.balance).toBe(balance);
    }
    expect(ledger.topicMessages.length).toBeGreaterThan(20);
  });

  test('pays staking rewards once two days of staking are over', async () => {
    const ledger = await simulate({ runCode: demoEngine, seed: 7, tps: 100, blocks: 12, signInner: false });
    const rates = [...ledger.nodes.values()].map((node) => node.rewardRate);
    expect(rates.filter((rate) => rate > 0n).length).toBeGreaterThanOrEqual(4);
    expect(ledger.accounts.need(1001).stakePeriodStart).toBeGreaterThan(0);
  });

  test('refuses impossible options by name', () => {
    const good = { seed: 1, tps: 1 };
    expect(() => planOf({ ...good, seed: -1 })).toThrow('seed');
    expect(() => planOf({ ...good, tps: 0 })).toThrow('tps');
    expect(() => planOf({ ...good, start: 5n })).toThrow('start');
    expect(() => planOf({ ...good, failures: 2 })).toThrow('failures');
    expect(() => planOf({ ...good, mix: { NOSUCH: 1 } })).toThrow('NOSUCH');
    expect(() => planOf({ ...good, population: { accounts: 3 } })).toThrow('accounts');
  });
});
