import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type BlockNodeFault,
  BlockNodeServer,
  type BlockNodeServerOptions,
} from '../../../packages/network-simulator/src/block-node/block-node-server.ts';
import {
  BLOCK_NODE_LIMITS,
  BlockNode,
  type BlockNodeLimits,
} from '../../../src/ingest/block-nodes/block-node.ts';
import type { BlockNodeError } from '../../../src/ingest/block-nodes/block-node-error.ts';
import {
  BlockNodes,
  type BlockNodesOptions,
  type NodeBlock,
} from '../../../src/ingest/block-nodes/block-nodes.ts';
import { MadeBlocks, madeItems, stillness } from './made-blocks.ts';

/** Poll options for a busy machine. */
const POLL = { timeout: 120_000, interval: 5 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(
  source: MadeBlocks,
  options: Partial<BlockNodeServerOptions> = {},
): Promise<BlockNodeServer> {
  const server = await BlockNodeServer.start({ host: '127.0.0.1', port: 0, source, ...options });
  cleanups.push(() => server.stop());
  return server;
}

const addressOf = (server: BlockNodeServer, priority = 0) => ({
  target: `127.0.0.1:${server.port}`,
  tls: false,
  priority,
});

function follow(
  servers: readonly [BlockNodeServer, number][],
  options: BlockNodesOptions = {},
): { nodes: BlockNodes; failures: BlockNodeError[]; switches: [number, bigint][] } {
  const failures: BlockNodeError[] = [];
  const switches: [number, bigint][] = [];
  const nodes = new BlockNodes(
    servers.map(([server, priority]) => addressOf(server, priority)),
    {
      pauseMs: 20,
      suspensionMs: 60_000,
      limits: { ...BLOCK_NODE_LIMITS, messageTimeoutMs: 300, blockTimeoutMs: 1_000, idleTimeoutMs: 300 },
      ...options,
      onFailure: (error) => failures.push(error),
      onSwitch: (node, next) =>
        switches.push([servers.findIndex(([server]) => node.endsWith(`:${server.port}`)), next]),
    },
  );
  cleanups.push(() => nodes.close());
  return { nodes, failures, switches };
}

/** Returns the next `count` blocks. */
async function take(nodes: BlockNodes, start: bigint, count: number): Promise<NodeBlock[]> {
  const blocks: NodeBlock[] = [];
  const ending = new AbortController();
  for await (const block of nodes.blocks(start, ending.signal)) {
    blocks.push(block);
    if (blocks.length === count) break;
  }
  return blocks;
}

/** Returns a digest of many bytes, which are slow to compare. */
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const numbers = (blocks: readonly NodeBlock[]): bigint[] => blocks.map(({ number }) => number);
const upTo = (first: bigint, count: number): bigint[] =>
  Array.from({ length: count }, (_, i) => first + BigInt(i));

describe('one block node', () => {
  function node(server: BlockNodeServer, limits: Partial<BlockNodeLimits> = {}): BlockNode {
    const one = new BlockNode(addressOf(server), { ...BLOCK_NODE_LIMITS, ...limits });
    cleanups.push(() => one.close());
    return one;
  }
  const never = new AbortController().signal;

  test('reports its range of blocks', async () => {
    const source = new MadeBlocks(5n, 9n);
    const one = node(await serve(source));
    expect(await one.range(never)).toEqual({ first: 5n, last: 9n });
    source.grow();
    expect(await one.range(never)).toEqual({ first: 5n, last: 10n });
    expect(await node(await serve(new MadeBlocks(0n, -1n))).range(never)).toBeNull();
  });

  test('returns the exact bytes of items, also of a block far larger than a message of 4 MB', async () => {
    const sizes = [5_000_000, 1, 0, 2_000_000, 6_000_000];
    const source = new MadeBlocks(0n, 1n, (number) => (number === 1n ? sizes : [3]));
    const seen: string[] = [];
    for await (const block of node(await serve(source)).blocks(0n, never)) {
      seen.push(...block.items.map(digest));
      if (block.number === 1n) break;
    }
    expect(seen).toEqual([...madeItems(0n, [3]), ...madeItems(1n, sizes)].map(digest));
  });

  test.each<[string, Partial<BlockNodeLimits>, BlockNodeFault | null, Partial<BlockNodeError>]>([
    ['is too large', { maxBlockBytes: 500 }, null, { code: 'too-large' }],
    ['comes in a message that is too large', { maxMessageBytes: 200 }, null, { code: 'too-large' }],
    ['is truncated', {}, 'cut', { code: 'unavailable' }],
    [
      'stops',
      { messageTimeoutMs: 100 },
      'silence',
      { code: 'timeout', reason: 'did not send the rest of block 3 in time' },
    ],
    [
      'never comes, while messages without items do',
      { idleTimeoutMs: 1_000 },
      'chatter',
      { code: 'idle', reason: 'did not send block 3 in time' },
    ],
    ['is out of order', {}, 'disorder', { code: 'order', reason: 'block 3 does not begin with a header' }],
    ['is repeated', {}, 'duplicate', { code: 'order', reason: 'sent block 3 in place of 4' }],
    ['is the previous one', {}, 'stale', { code: 'order', reason: 'sent block 2 in place of 3' }],
    ['is skipped', {}, 'gap', { code: 'order', reason: 'sent block 4 in place of 3' }],
    ['is reported as missing', {}, 'missing', { code: 'not-available' }],
    ['is not a valid message', {}, 'garbage', { code: 'malformed' }],
  ])(
    'a block that %s ends the subscription, after the blocks before it',
    async (_, limits, fault, expected) => {
      const source = new MadeBlocks(0n, 9n, (number) => (number === 3n ? [300, 300] : [10]));
      const server = await serve(source, { fault: (number) => (number === 3n ? fault : null) });
      const seen: bigint[] = [];
      const reading = (async () => {
        for await (const block of node(server, limits).blocks(0n, never)) seen.push(block.number);
      })();
      await expect(reading).rejects.toMatchObject({ name: 'BlockNodeError', ...expected });
      expect(seen).toEqual(fault === 'duplicate' ? [0n, 1n, 2n, 3n] : [0n, 1n, 2n]);
    },
  );

  test('waits for the next block until the timeout; a signal aborts it', async () => {
    const source = new MadeBlocks(0n, 0n);
    const server = await serve(source);
    const late = node(server, { idleTimeoutMs: 100 }).blocks(1n, never).next();
    await expect(late).rejects.toMatchObject({ code: 'idle', reason: 'did not send block 1 in time' });
    // On a busy machine the late subscription may end before it reaches the source.
    const subscribed = (after: number) => vi.waitFor(() => expect(source.waits).toBeGreaterThan(after), POLL);
    const ending = new AbortController();
    // Longer than any wait of the test, also on a busy machine.
    const patient = { idleTimeoutMs: POLL.timeout };
    const earlier = source.waits;
    const waiting = node(server, patient).blocks(1n, ending.signal).next();
    await Promise.all([
      expect(waiting).rejects.toThrow('stop'),
      subscribed(earlier).then(() => ending.abort(new Error('stop'))),
    ]);
    const aborted = source.waits;
    const live = node(server, patient).blocks(1n, never).next();
    await subscribed(aborted);
    source.grow();
    expect((await live).value?.number).toBe(1n);
  });

  test('fails immediately if it is unreachable', async () => {
    const server = await serve(new MadeBlocks(0n, 0n));
    const one = node(server);
    await server.stop();
    await expect(one.range(never)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(one.blocks(0n, never).next()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a slow reader slows it down', async () => {
    let requested = 0n;
    const source = new MadeBlocks(0n, 999n, () => [1_000_000]);
    const server = await serve(source, {
      fault: (number) => {
        requested = number;
        return null;
      },
    });
    const blocks = node(server).blocks(0n, never);
    await blocks.next();
    await stillness(() => requested);
    expect(requested).toBeLessThan(100n);
    await blocks.return();
  });
});

describe('several block nodes', () => {
  test('the one of the first priority is followed while it works, then the next, without a gap', async () => {
    const source = new MadeBlocks(0n, 19n);
    const first = await serve(source, { fault: (number) => (number === 7n ? 'cut' : null) });
    const second = await serve(source);
    const { nodes, failures, switches } = follow([
      [first, 1],
      [second, 2],
    ]);
    expect(numbers(await take(nodes, 2n, 15))).toEqual(upTo(2n, 15));
    // After three consecutive failures at block 7, the node is not used for a while.
    expect(failures.map(({ code }) => code)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(switches).toEqual([
      [0, 2n],
      [1, 7n],
    ]);
  });

  test('a node with a wrong range, or a lagging one, is replaced by one that has the block', async () => {
    const behind = await serve(new MadeBlocks(0n, 3n), { exaggeration: 10n });
    const stale = await serve(new MadeBlocks(0n, 5n));
    const whole = await serve(new MadeBlocks(0n, 9n));
    const { nodes, switches } = follow([
      [behind, 0],
      [stale, 1],
      [whole, 2],
    ]);
    expect(numbers(await take(nodes, 0n, 10))).toEqual(upTo(0n, 10));
    expect(switches.map(([node]) => node)).toEqual([0, 1, 2]);
  });

  test.each([
    ['sends nothing more', 'silence', 'timeout', 3n],
    ['ends each subscription without it', 'end', 'unavailable', 3n],
    ['sends each one late', 'late', 'timeout', 4n],
  ] as const)(
    'a node that has a block and %s is left at once if another has it',
    async (_, kind, code, from) => {
      const source = new MadeBlocks(0n, 9n);
      const fault = (number: bigint) => (number >= 3n ? kind : null);
      const { nodes, failures, switches } = follow(
        [
          [await serve(source, { fault, exaggeration: 1_000_000n }), 0],
          [await serve(source), 1],
        ],
        kind === 'late' ? { slowMs: 2_000, limits: BLOCK_NODE_LIMITS } : {},
      );
      expect(numbers(await take(nodes, 0n, 10))).toEqual(upTo(0n, 10));
      expect(failures.map((failure) => failure.code)).toEqual([code]);
      expect(switches).toEqual([
        [0, 0n],
        [1, from],
      ]);
    },
  );

  test('nodes that take turns at keeping the stream waiting leave time for the others', async () => {
    const source = new MadeBlocks(0n, 9n);
    const fault = (number: bigint) => (number === 3n ? 'silence' : null);
    const silent = await Promise.all([1, 2, 3].map(() => serve(source, { fault })));
    const honest = await serve(source);
    const servers = silent.map((server): [BlockNodeServer, number] => [server, 0]);
    // Three timeouts of 300 ms take longer than a suspension.
    const { nodes, failures } = follow([...servers, [honest, 1]], { suspensionMs: 600 });
    expect(numbers(await take(nodes, 0n, 8))).toEqual(upTo(0n, 8));
    expect(failures.every(({ code }) => code === 'timeout')).toBe(true);
    expect(failures.length).toBeGreaterThanOrEqual(3);
  });

  test('a node alone may send each block late, or end its subscriptions', async () => {
    const source = new MadeBlocks(0n, 9n);
    let ends = 0;
    const fault = (number: bigint) => {
      if (number !== 3n) return number === 2n ? 'late' : null;
      ends += 1;
      return ends < 4 ? 'end' : null;
    };
    const { nodes, failures } = follow([[await serve(source, { fault }), 0]], {
      slowMs: 2_000,
      limits: BLOCK_NODE_LIMITS,
    });
    expect(numbers(await take(nodes, 0n, 6))).toEqual(upTo(0n, 6));
    // The first end may come after the reader left, because of the late block.
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['unavailable']));
  });

  test('a node whose block was refused is paused, and the block is read from another one', async () => {
    const source = new MadeBlocks(0n, 9n);
    const servers: [BlockNodeServer, number][] = [
      [await serve(source), 0],
      [await serve(source), 1],
    ];
    const { nodes, failures } = follow(servers);
    const [, refused] = await take(nodes, 0n, 2);
    if (refused === undefined) throw new Error('no block');
    nodes.refuse(refused, 'has a wrong proof');
    const again = await take(nodes, 1n, 3);
    expect(numbers(again)).toEqual([1n, 2n, 3n]);
    expect(again.every(({ node }) => node !== refused.node)).toBe(true);
    expect(failures.map(({ message }) => message)).toEqual([
      `block node ${refused.node}: block 1 has a wrong proof`,
    ]);
  });

  test('waits for a block that no node has yet', async () => {
    const source = new MadeBlocks(0n, 2n);
    const { nodes, failures } = follow([
      [await serve(source), 0],
      [await serve(source), 0],
    ]);
    const taking = take(nodes, 0n, 5);
    // The nodes sent nothing in time, and were subscribed to again.
    await vi.waitFor(() => expect(source.waits).toBeGreaterThan(2), POLL);
    source.grow(2n);
    expect(numbers(await taking)).toEqual(upTo(0n, 5));
    expect(failures).toEqual([]);
  });

  test('blocks are read again as soon as any node works', async () => {
    const source = new MadeBlocks(0n, 4n);
    const server = await serve(source);
    const address = addressOf(server);
    await server.stop();
    const nodes = new BlockNodes([address], { pauseMs: 20 });
    cleanups.push(() => nodes.close());
    const attempts = vi.spyOn(BlockNode.prototype, 'range');
    cleanups.push(() => attempts.mockRestore());
    const taking = take(nodes, 0n, 5);
    await vi.waitFor(() => expect(attempts.mock.settledResults.length).toBeGreaterThan(2), POLL);
    await serve(source, { port: server.port });
    expect(numbers(await taking)).toEqual(upTo(0n, 5));
  });

  test('uses discovered nodes', async () => {
    const source = new MadeBlocks(0n, 4n);
    const { nodes } = follow([]);
    const taking = take(nodes, 0n, 5);
    nodes.setAddresses([addressOf(await serve(source))]);
    expect(numbers(await taking)).toEqual(upTo(0n, 5));
  });

  test('returns each block once and in order, whatever faults nodes have', async () => {
    const faults: (BlockNodeFault | null)[] = [
      'cut',
      'silence',
      'disorder',
      'duplicate',
      'stale',
      'gap',
      'missing',
      'garbage',
      null,
      null,
      null,
      null,
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...faults), { minLength: 12, maxLength: 12 }), {
          minLength: 1,
          maxLength: 3,
        }),
        async (plans) => {
          const source = new MadeBlocks(0n, 11n);
          const servers: [BlockNodeServer, number][] = [];
          for (const plan of plans) {
            // Each fault occurs once, then the node has recovered.
            const left = new Map(plan.map((fault, i) => [BigInt(i), fault]));
            const fault = (number: bigint) => {
              const planned =
                number === 0n && left.get(number) === 'stale' ? null : (left.get(number) ?? null);
              left.delete(number);
              return planned;
            };
            servers.push([await serve(source, { fault }), servers.length]);
          }
          const { nodes } = follow(servers, {
            suspensionMs: 30,
            pauseMs: 5,
            limits: { ...BLOCK_NODE_LIMITS, messageTimeoutMs: 60, blockTimeoutMs: 500, idleTimeoutMs: 60 },
          });
          const blocks = await take(nodes, 0n, 12);
          expect(numbers(blocks)).toEqual(upTo(0n, 12));
          for (const { number, items } of blocks) expect(items).toEqual(madeItems(number));
          for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
        },
      ),
      { numRuns: 15 },
    );
  });
});
