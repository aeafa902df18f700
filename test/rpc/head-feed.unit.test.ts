import { expect, it } from 'vitest';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { LoopTurns } from '../../src/kernel/limits/loop-turns.ts';
import type { RpcContext } from '../../src/rpc/method/context.ts';
import { ERRORS } from '../../src/rpc/method/rpc-error.ts';
import type { Connection } from '../../src/rpc/method/services.ts';
import { Subscriptions } from '../../src/rpc/method/subscriptions.ts';
import { HeadFeed } from '../../src/rpc/push/head-feed.ts';
import type { TextRows } from '../../src/store/connections/select.ts';
import { BlockBroadcast } from '../../src/store/reads/visible-blocks.ts';

const LOGS = { kind: 'logs', address: undefined, topics: undefined } as const;
/** Client name of reads for several clients. */
const SHARED = 'push-logs';

/** A read in progress, and the client in whose name it runs. */
interface Read {
  readonly client: string;
  /** Ends it with one log of each of these blocks. */
  readonly end: (...blocks: number[]) => void;
  readonly fail: (error: Error) => void;
}

const rowOf = (block: number): (string | null)[] => {
  const empty = Array<null>(6).fill(null);
  return [`${block}`, '0', '0', ...empty, '\\x00', '0', `${block}`, '00'];
};

/** A feed whose reads the test ends, and whose block N ends at time N. */
function feed() {
  const blocks = new BlockBroadcast();
  const subscriptions = new Subscriptions(new ByteAccount(), new LoopTurns());
  const reads: Read[] = [];
  const contextOf = (client: string) => ({
    settings: { maxLogs: 1_000, shard: 0n, realm: 0n },
    signal: { aborted: false },
    memory: { add: () => undefined, set: () => undefined },
    select: () =>
      new Promise<TextRows>((resolve, reject) => {
        reads.push({ client, end: (...of) => resolve(of.map(rowOf)), fail: reject });
      }),
  });
  new HeadFeed({
    blocks,
    subscriptions,
    begin: (_head, client) => ({
      context: contextOf(client) as unknown as RpcContext,
      release: () => undefined,
    }),
    onFailure: (error) => {
      throw error;
    },
  });
  const subscribe = (client: string, after: number) => {
    const pushed: number[] = [];
    const closed: number[] = [];
    const connection: Connection = {
      client,
      buffered: 0,
      isClosed: false,
      push: (texts) =>
        pushed.push(...texts.map((text) => Number(JSON.parse(text).params.result.blockNumber))),
      close: (code) => void closed.push(code),
      onClose: () => undefined,
    };
    const last = { index: BigInt(after), end: BigInt(after) };
    const id = subscriptions.subscribe(connection, LOGS, last, setImmediate);
    return { pushed, closed, unsubscribe: () => subscriptions.unsubscribe(connection, id) };
  };
  const show = (block: number): void => blocks.show({ index: BigInt(block), end: BigInt(block) });
  /** Resolves with a read once it runs. */
  const read = async (index: number): Promise<Read> => {
    await expect.poll(() => reads.length).toBeGreaterThan(index);
    return reads[index] as Read;
  };
  show(0);
  return { subscribe, show, read };
}

it('reads a filter of one client in its name, and one of several clients in the name of none', async () => {
  const { subscribe, show, read } = feed();
  const a = subscribe('a', 0);
  show(1);
  const own = await read(0);
  own.end(1);
  await expect.poll(() => a.pushed).toEqual([1]);
  const b = subscribe('b', 1);
  show(2);
  const shared = await read(1);
  shared.end(2);
  await expect.poll(() => [a.pushed, b.pushed]).toEqual([[1, 2], [2]]);
  expect([own.client, shared.client]).toEqual(['a', SHARED]);
});

it('replaces a read in the name of one client when another one waits for a block', async () => {
  const { subscribe, show, read } = feed();
  const a = subscribe('a', 0);
  show(1);
  const own = await read(0);
  const b = subscribe('b', 1);
  show(2);
  const shared = await read(1);
  expect([own.client, shared.client]).toEqual(['a', SHARED]);
  shared.end(1, 2);
  await expect.poll(() => [a.pushed, b.pushed]).toEqual([[1, 2], [2]]);
  own.end(1);
  show(3);
  (await read(2)).end(3);
  await expect
    .poll(() => [a.pushed, b.pushed])
    .toEqual([
      [1, 2, 3],
      [2, 3],
    ]);
});

it('closes only the connections of the client in whose name a read failed', async () => {
  const { subscribe, show, read } = feed();
  const a = subscribe('a', 0);
  show(1);
  const first = await read(0);
  // Its request began before the block.
  const b = subscribe('b', 0);
  first.fail(ERRORS.timeout());
  (await read(1)).fail(ERRORS.timeout());
  const shared = await read(2);
  expect([shared.client, a.closed, b.closed]).toEqual([SHARED, [1_013], []]);
  shared.end(1);
  await expect.poll(() => b.pushed).toEqual([1]);
  expect(b.closed).toEqual([]);
});

it('pushes a block that became visible during a read whose client unsubscribed meanwhile', async () => {
  const { subscribe, show, read } = feed();
  const a = subscribe('a', 0);
  const b = subscribe('b', 0);
  show(1);
  const first = await read(0);
  show(2);
  a.unsubscribe();
  first.end(1);
  const second = await read(1);
  expect(second.client).toBe('b');
  second.end(2);
  await expect.poll(() => b.pushed).toEqual([1, 2]);
});
