import { beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { DemoNetwork } from '../../packages/network-simulator/src/network.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { type ReadItem, readItem } from './read-stream.ts';

const OPERATOR = 2;
const QUICK = { seed: 7, tps: 1, signInner: false, runCode: demoEngine };
const SMALL = { accounts: 20, tokens: 0, topics: 0, contracts: 1 };

let ledger: Ledger;
let items: ReadItem[];
beforeAll(async () => {
  const network = new DemoNetwork({ ...QUICK, population: SMALL, showcase: true });
  items = [];
  while (network.progress.phase !== 'steady') {
    const { phase } = network.progress;
    const block = await network.nextBlock();
    if (phase === 'showcase') items = block.items.map((item) => readItem(item.transaction, item.record));
  }
  ledger = network.ledger;
});

/** Returns the showcase's tokens by their symbols. */
const tokens = () =>
  new Map(
    [...ledger.tokens.values()]
      .filter(({ treasury }) => treasury === OPERATOR)
      .map((token) => [token.symbol, token] as const),
  );

describe('entities of a live network', () => {
  test('are tokens with every kind of custom fee, each of which was paid', () => {
    const shown = tokens();
    const kinds = [...shown.values()].map(({ symbol, num, fixedFees, fractionalFees, royaltyFees }) => [
      symbol,
      fixedFees.map(({ token }) => (token === 0 ? 'hbar' : token === num ? 'itself' : 'another')),
      fractionalFees.map(({ netOfTransfers }) => netOfTransfers),
      royaltyFees.map(({ fallback }) => fallback),
    ]);
    expect(kinds).toEqual([
      ['SHOW', [], [], []],
      ['FIXHBAR', ['hbar'], [], []],
      ['FIXOTHER', ['another'], [], []],
      ['FIXSELF', ['itself'], [], []],
      ['FRACTION', [], [false], []],
      ['FRACNET', [], [true], []],
      ['SEVERAL', ['hbar', 'another'], [false], []],
      ['ROYALFALL', [], [], [100_000_000n]],
      ['ROYAL', [], [], [0n]],
    ]);
    const paid = new Map<string, number[]>();
    for (const { body, record } of items) {
      const token = body.cryptoTransfer?.tokenTransfers?.[0]?.token?.tokenNum?.toNumber();
      const fees = (record.assessedCustomFees ?? []).map(({ amount }) => Number(amount));
      const symbol = ledger.tokens.get(token ?? 0)?.symbol;
      if (symbol !== undefined && fees.length > 0) paid.set(symbol, [...(paid.get(symbol) ?? []), ...fees]);
    }
    expect([...paid]).toEqual([
      ['FIXHBAR', [50_000_000]],
      ['FIXOTHER', [25]],
      ['FIXSELF', [3]],
      ['FRACTION', [10]],
      ['FRACNET', [10]],
      ['SEVERAL', [50_000_000, 25, 10]],
      ['ROYALFALL', [100_000_000, 100_000_000]],
      ['ROYAL', [100_000_000]],
    ]);
  });

  test('are topics whose messages cost hbar, a token or both', () => {
    const shown = [...ledger.topics.values()].filter(({ memo }) => memo.startsWith('showcase:'));
    const dollar = tokens().get('SHOW')?.num;
    expect(
      shown.map(({ fees, feeExempt, sequenceNumber }) => [
        fees.map(({ token }) => (token === dollar ? 'SHOW' : token)),
        feeExempt.length,
        sequenceNumber,
      ]),
    ).toEqual([
      [[0], 0, 1],
      [['SHOW'], 0, 1],
      [[0, 'SHOW'], 1, 1],
    ]);
    const paid = items.flatMap(({ body, record }) =>
      body.consensusSubmitMessage
        ? [(record.assessedCustomFees ?? []).map(({ amount }) => Number(amount))]
        : [],
    );
    expect(paid).toEqual([[10_000_000], [10], []]);
  });

  test('are schedules in each state', () => {
    const shown = [...ledger.schedules.values()].filter(({ memo }) => memo.startsWith('showcase:'));
    const states = shown.map(({ num, memo, deleted, executedAt, waitForExpiry }) => [
      memo.replace(/0\.0\.\d+/, 'N'),
      deleted
        ? 'deleted'
        : executedAt !== null
          ? 'executed'
          : ledger.openSchedules.has(num)
            ? 'pending'
            : 'expired',
      waitForExpiry,
    ]);
    expect(states).toEqual([
      ['showcase: waits for the signature of N', 'pending', false],
      ['showcase: executed at once', 'executed', false],
      ['showcase: executed when its time came', 'executed', true],
      ['showcase: deleted', 'deleted', false],
      ['showcase: expired', 'expired', false],
    ]);
  });

  test('are created in one block, so that all exist or none', () => {
    expect(items.length).toBeGreaterThan(40);
    expect(items.filter(({ record }) => record.receipt?.status !== 22)).toEqual([]);
  });
});
