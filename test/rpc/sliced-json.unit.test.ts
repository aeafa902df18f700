import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestSignal } from '../../src/kernel/abort-signal.ts';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import type { Steps } from '../../src/kernel/limits/in-slices.ts';
import { AnswerMemory, bytesOfRows } from '../../src/rpc/method/answer-memory.ts';
import { inTurns, joinedTexts, LIST, OBJECT, writeSliced } from '../../src/rpc/method/sliced-json.ts';
import { callTraceTexts } from '../../src/rpc/objects/call-trace.ts';
import { flatTraces } from '../../src/rpc/objects/flat-trace.ts';
import type { StoredAction } from '../../src/rpc/reads/actions.ts';
import { Addresses } from '../../src/rpc/reads/addresses.ts';
import type { StoredResult } from '../../src/rpc/reads/stored-results.ts';

const bytes = new ByteAccount();

/** Context of an answer that may have so many bytes. `turns`: number of turns that it took. */
function contextOf(max: number, onTurn: () => void = () => undefined) {
  const counted = { turns: 0 };
  const signal = new RequestSignal();
  const hold = bytes.open('a', () => signal.abort());
  const turn = async (): Promise<void> => {
    counted.turns += 1;
    onTurn();
  };
  return { counted, signal, hold, turn, memory: new AnswerMemory(hold, max).part() };
}

/** Takes as long as a text of which 100 outlast a slice. */
function wait(): void {
  for (const end = performance.now() + 0.1; performance.now() < end; );
}

it('counts rows with the memory of their values, of which short texts are a small part', () => {
  expect(bytesOfRows([])).toBe(0);
  expect(bytesOfRows([['12', null, 'a'], []])).toBe(3 * 40 + 3);
});

describe('an answer in slices', () => {
  it('has a turn after each 100 texts that take long, and counts its bytes', async () => {
    const context = contextOf(1_000_000);
    const items = Array.from({ length: 450 }, (_, index) => (index % 10 === 0 ? undefined : index));
    const elements = function* () {
      for (const id of items) {
        wait();
        yield id === undefined ? undefined : [JSON.stringify({ id })];
      }
    };
    const written = await writeSliced(context, joinedTexts(LIST, elements()));
    expect(JSON.parse(written.text)).toEqual(items.flatMap((id) => (id === undefined ? [] : { id })));
    expect([context.counted.turns, context.hold.bytes]).toEqual([4, written.length]);
  });

  it('makes no text after its end: too many bytes, or a client that has gone', async () => {
    let made = 0;
    const texts = function* (): Generator<string> {
      for (;;) {
        made += 1;
        wait();
        yield 'x'.repeat(10);
      }
    };
    await expect(writeSliced(contextOf(2_500), texts())).rejects.toMatchObject({ code: -32_005 });
    expect(made).toBe(300);
    const left = contextOf(1_000_000, () => left.signal.abort());
    await expect(writeSliced(left, texts())).rejects.toThrow();
    expect(made).toBe(400);
  });

  it.each([
    ['an empty list', LIST, [undefined], '[]'],
    ['an empty object', OBJECT, [], '{}'],
    ['an object of members in several parts', OBJECT, [['"a":', '1'], undefined, ['"b":2']], '{"a":1,"b":2}'],
  ])('is %s', async (_what, brackets, elements, json) => {
    expect((await writeSliced(contextOf(100), joinedTexts(brackets, elements))).text).toBe(json);
  });
});

describe('work in turns', () => {
  /** Work of `count` steps, each of which takes a millisecond. */
  const work = function* (count: number): Steps<number> {
    for (let step = 0; step < count; step++) {
      const until = performance.now() + 1;
      while (performance.now() < until);
      yield;
    }
    return count;
  };

  it('ends in its first slice if it is short, and has turns otherwise', async () => {
    const short = contextOf(0);
    expect([await inTurns(short, work(0)), short.counted.turns]).toEqual([0, 0]);
    const long = contextOf(0);
    expect(await inTurns(long, work(60))).toBe(60);
    expect(long.counted.turns).toBeGreaterThan(9);
  });

  it('ends when the client has gone', async () => {
    const context = contextOf(0, () => context.signal.abort());
    await expect(inTurns(context, work(1_000))).rejects.toThrow();
    expect(context.counted.turns).toBe(1);
  });
});

describe('the calls of an execution', () => {
  const addresses = new Addresses(new Map(), { shard: 0n, realm: 0n });
  const actionOf = (depth: number, index: number): StoredAction => ({
    time: 1n,
    index: BigInt(index),
    depth,
    operation: 'CALL',
    caller: 1n,
    recipient: 2n,
    recipientAddress: null,
    gas: BigInt(index),
    gasUsed: 0n,
    input: null,
    output: null,
    outcome: 'output',
    value: 0n,
    initCode: null,
    code: null,
  });
  /** A call with those directly within it: the later ones that are deeper, up to one that is not. */
  interface Tree {
    readonly gas: string;
    readonly calls: readonly Tree[];
  }
  const treesOf = (actions: readonly StoredAction[]): Tree[] => {
    const [first, ...rest] = actions;
    if (first === undefined) return [];
    const end = rest.findIndex(({ depth }) => depth <= first.depth);
    const within = end < 0 ? rest : rest.slice(0, end);
    return [
      { gas: `0x${first.gas.toString(16)}`, calls: treesOf(within) },
      ...treesOf(rest.slice(within.length)),
    ];
  };
  const depths = fc.array(fc.nat({ max: 5 }), { maxLength: 30 });

  it('are nested by their depths, whatever these are', () => {
    const result: StoredResult = {
      time: 1n,
      hash: '',
      index: 0n,
      gasLimit: '0',
      gasUsed: 0n,
      amount: null,
      bloom: null,
      outputEnd: null,
      contract: 1n,
      created: [],
      error: null,
      input: null,
      sender: 1n,
      senderAddress: null,
      status: 22,
      ethereum: null,
    };
    const treeOf = ({ gas, calls = [] }: { gas: string; calls?: readonly Tree[] }): Tree => ({
      gas,
      calls: calls.map(treeOf),
    });
    fc.assert(
      fc.property(depths, (inner) => {
        const actions = [0, ...inner].map(actionOf);
        const calls = { actions: new Map([[1n, actions]]), outputs: new Map(), addresses };
        const { calls: found } = JSON.parse([...callTraceTexts(result, calls, false)].join(''));
        expect(found.map(treeOf)).toEqual(treesOf(actions.slice(1)));
        expect(JSON.parse([...callTraceTexts(result, calls, true)].join('')).calls).toEqual([]);
      }),
    );
  });

  it('have their positions in a list, with the number of those directly within them', () => {
    const transaction = { hash: '', index: 0n, blockNumber: 0n, blockHash: '' };
    const listed = (
      trees: readonly Tree[],
      parents: readonly number[],
      depthOf: (gas: string) => number,
    ): object[] =>
      trees.flatMap(({ gas, calls }, index) => {
        const traceAddress = depthOf(gas) === 0 ? [] : [...parents, index];
        return [{ gas, traceAddress, subtraces: calls.length }, ...listed(calls, traceAddress, depthOf)];
      });
    fc.assert(
      fc.property(depths, (all) => {
        const actions = all.map(actionOf);
        const found = [...flatTraces(actions, transaction, addresses)].map(({ json }) => ({
          gas: (json.action as { gas: string }).gas,
          traceAddress: json.traceAddress,
          subtraces: json.subtraces,
        }));
        expect(found).toEqual(listed(treesOf(actions), [], (gas) => all[Number(gas)] ?? 0));
      }),
    );
  });
});
