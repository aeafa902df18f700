import { gzipSync } from 'node:zlib';
import { parseStreamInstant, streamInstant } from '@tain/ledger/record-stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FollowRecordsOptions, followRecords } from '../../../src/ingest/feed/record-stream.ts';
import { findNodePrefixes } from '../../../src/ingest/source/record-layout.ts';
import { openRecords } from '../../../src/ingest/source/record-source.ts';
import { openStoredBlocks } from '../../../src/ingest/source/stored-blocks.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { KINDS, type TestStore } from '../store/kinds-of-stores.ts';
import { MemoryStore } from '../store/memory-store.ts';
import {
  dataName,
  encodeBook,
  makeChain,
  makeNode,
  SILENT_LOG,
  START,
  signatureName,
  type TestNode,
  writeSignature,
} from '../stream-writer.ts';

const { signal } = new AbortController();
const A = '2022-07-13T08_46_08.041986003Z';
const B = '2022-07-14T08_46_11Z';

describe.each(KINDS)('layouts in a %s store', (_kind, make) => {
  async function storeOf(keys: readonly string[]): Promise<TestStore> {
    const made = await make(keys);
    onTestFinished(made.remove);
    return made;
  }

  /** Files by the node folder that contains them. */
  const both = { 'record0.0.3': [A, B] };
  it.each([
    [
      'account ids',
      [`recordstreams/record0.0.3/${A}.rcd.gz`, `recordstreams/record0.0.3/${B}.rcd_sig`],
      both,
    ],
    ['account ids without the stream', [`record0.0.3/${A}.rcd.gz`, `record0.0.3/${B}.rcd_sig`], both],
    [
      'days above the nodes',
      [`2022-07-13/record0.0.3/${A}.rcd_sig`, `2022-07-14/recordstreams/record0.0.3/${B}.rcd`],
      both,
    ],
    [
      'days below the nodes',
      [`record0.0.3/2022-07-13/${A}.rcd_sig`, `record0.0.3/2022-07-14/${B}.rcd`],
      both,
    ],
    ['days below some nodes', [`record0.0.3/${A}.rcd_sig`, `record0.0.3/2022-07-14/${B}.rcd`], both],
    [
      'node ids',
      [`demo/0/0/record/${A}.rcd_sig`, `demo/0/7/record/${B}.rcd`],
      { 'demo/0/0/record': [A], 'demo/0/7/record': [B] },
    ],
    [
      'account ids and node ids, next to other streams',
      [
        `recordstreams/record0.0.3/${A}.rcd_sig`,
        `recordstreams/record0.0.3/sidecar/${A}_01.rcd.gz`,
        `0/1/record/${B}.rcd_sig`,
        `accountBalances/balance0.0.3/${A}_Balances.csv`,
        `recordstreams/record0.0.x/${A}.rcd`,
        `mainnet/block/0000/0000/0000/0000/007.blk.zstd`,
      ],
      { '0/1/record': [B], 'record0.0.3': [A] },
    ],
    [
      'hostile names',
      [
        `record0.0.3/${A}.rcd_sig`,
        `record0.0.3/${A}.rcd_sig.gz.gz`,
        `record0.0.3/-${A}.rcd`,
        `record0.0.3/${A}.rcd\n`,
        `record0.0.3/2022-02-30T00_00_00Z.rcd`,
        `record1024.0.3/${A}.rcd`,
        `record0.0.3\n/${A}.rcd`,
      ],
      { 'record0.0.3': [A] },
    ],
  ] as const)('finds %s', async (_what, keys, expected) => {
    const { store } = await storeOf(keys);
    const source = openRecords(store);
    const found: Record<string, string[]> = {};
    for (const folder of await source.nodeFolders(signal)) {
      for (const limit of [1, 10]) {
        const bases: string[] = [];
        for (let after = -1n; ; ) {
          const page = await source.list(folder, after, limit, signal);
          bases.push(...page.map(({ base }) => base));
          if (page.length < limit) break;
          after = page.at(-1)?.instant ?? after;
        }
        found[folder.key] = bases;
      }
    }
    expect(found).toEqual(expected);
  });

  it('uses one layout, or one network, if configured', async () => {
    const { store } = await storeOf([
      `recordstreams/record0.0.3/${A}.rcd`,
      `testnet/0/3/record/${A}.rcd`,
      `other/0/3/record/${A}.rcd`,
    ]);
    const find = async (pathType: 'AUTO' | 'ACCOUNT_ID' | 'NODE_ID') =>
      (await findNodePrefixes(store, { pathType, network: 'testnet' }, new Map(), signal)).map(
        ({ prefix }) => prefix,
      );
    expect(await find('ACCOUNT_ID')).toEqual(['recordstreams/record0.0.3/']);
    expect(await find('NODE_ID')).toEqual(['testnet/0/3/record/']);
    expect((await find('AUTO')).sort()).toEqual(['recordstreams/record0.0.3/', 'testnet/0/3/record/']);
    await expect(openRecords(store).nodeFolders(signal)).rejects.toThrow('several networks (other, testnet)');
  });

  it('lists instants in order of time, for any digits in names and any page size', async () => {
    const names = fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.constantFrom(0, 1, 3, 6, 9)), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 5 }), async (parts, limit) => {
        const bases = new Map<bigint, string>();
        for (const [second, fraction, digits] of parts) {
          const full = streamInstant(
            START + BigInt(second) * 1_000_000_000n + BigInt(fraction) * 250_000_000n,
          );
          const base = digits === 0 ? `${full.slice(0, 19)}Z` : `${full.slice(0, 20 + digits)}Z`;
          const instant = parseStreamInstant(base) ?? 0n;
          if (!bases.has(instant)) bases.set(instant, base);
        }
        const made = await make([...bases.values()].map((base) => `record0.0.3/${base}.rcd_sig`));
        try {
          const source = openRecords(made.store);
          const [folder] = await source.nodeFolders(signal);
          if (!folder) throw new Error('no folder');
          const seen: string[] = [];
          for (let after = -1n; ; ) {
            const page = await source.list(folder, after, limit, signal);
            seen.push(...page.map(({ base }) => base));
            if (page.length < limit) break;
            after = page.at(-1)?.instant ?? after;
          }
          const expected = [...bases].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, base]) => base);
          expect(seen).toEqual(expected);
        } finally {
          await made.remove();
        }
      }),
      { numRuns: 30 },
    );
  });

  it("changes to the network's later folder while it runs, once that has blocks", async () => {
    const made = await storeOf(['testnet-202401010000/block/0000/0000/0000/0000/001.blk.zstd']);
    const source = openStoredBlocks(made.store, 'testnet');
    const read = async (number: bigint) => {
      const found = await source.open(number, 1000, signal);
      return found && Buffer.from(found.bytes).toString();
    };
    expect(await read(1n)).toContain('testnet-202401010000');
    await made.put('testnet-202501010000/block/0000/0000/0000/0000/002.blk.zstd');
    let found: string | null = null;
    for (let attempt = 0; attempt < 400 && found === null; attempt += 1) {
      await source.changed(25, signal, source.changes);
      found = await read(2n);
    }
    expect(found).toContain('testnet-202501010000');
  });
});

describe('following a bucket', () => {
  const chain = makeChain(30);

  function fill(store: MemoryStore, nodes: readonly TestNode[], from: number, to: number): void {
    for (const { file, instant } of chain.slice(from, to)) {
      for (const node of nodes) {
        const folder = `recordstreams/record0.0.${node.account}`;
        store.put(`${folder}/${dataName(file, instant)}`, gzipSync(file.bytes));
        store.put(`${folder}/${signatureName(instant)}`, writeSignature(file, node.privateKey));
      }
    }
  }

  const optionsFor = (store: MemoryStore, nodes: readonly TestNode[]): FollowRecordsOptions => ({
    source: openRecords(store),
    addressBooks: bootstrapAddressBooks(encodeBook([...nodes])),
    stakes: new NodeStakes(),
    startAfter: null,
    follow: false,
    signal,
    log: SILENT_LOG,
  });

  it('is not slowed by the latency of requests while it catches up', async () => {
    const nodes = Array.from({ length: 7 }, (_, index) => makeNode(index));
    const store = new MemoryStore('bucket', 50);
    fill(store, nodes, 0, 30);
    const began = performance.now();
    let files = 0;
    for await (const _ of followRecords(optionsFor(store, nodes))) files += 1;
    expect(files).toBe(30);
    // More than fourteen files are read concurrently. One after another, signatures and data of 30 files take 3 s.
    expect(store.requests.max).toBeGreaterThan(100);
    expect(performance.now() - began).toBeLessThan(2_500);
    expect(store.requests.get).toBe(30 * 8);
    expect(store.requests.list).toBeLessThan(2 * nodes.length + 10);
  });

  it('lists few nodes while there is no new file, and every node once when there is one', async () => {
    const nodes = Array.from({ length: 12 }, (_, index) => makeNode(index));
    const store = new MemoryStore('bucket', 5);
    fill(store, nodes, 0, 3);
    const controller = new AbortController();
    const lists: number[] = [];
    const numbers: bigint[] = [];
    const files = followRecords({
      ...optionsFor(store, nodes),
      follow: true,
      pollIntervalMs: 50,
      listedNodes: 3,
      settleMs: 500,
      signal: controller.signal,
      onEnd: () => {
        lists.push(store.requests.list);
        if (lists.length === 8) fill(store, nodes, 3, 4);
        if (lists.length > 8 && numbers.length < 4) expect(lists.length).toBeLessThan(20);
      },
    });
    for await (const { number, signatures } of files) {
      numbers.push(number);
      expect(signatures.every(({ outcome }) => outcome === 'verified')).toBe(true);
      if (numbers.length === 4) controller.abort();
    }
    expect(numbers).toEqual([100n, 101n, 102n, 103n]);
    const each = lists.slice(3, 8).map((count, index) => count - (lists[index + 2] ?? 0));
    // Minimum of three lists, one per node. Sometimes the prefixes above them are listed, too, and once a day whether a
    // node has a folder.
    expect(Math.min(...each)).toBe(3);
    expect(each.filter((count) => count <= 6).length).toBeGreaterThanOrEqual(3);
  });

  it('finds files that one node hides, by listing others alternately', async () => {
    const nodes = Array.from({ length: 4 }, (_, index) => makeNode(index));
    const [hiding, ...others] = nodes;
    const store = new MemoryStore();
    fill(store, nodes, 0, 2);
    if (!hiding) throw new Error('no node');
    const controller = new AbortController();
    let ends = 0;
    const numbers: bigint[] = [];
    for await (const { number } of followRecords({
      ...optionsFor(store, nodes),
      follow: true,
      pollIntervalMs: 20,
      listedNodes: 1,
      settleMs: 50,
      signal: controller.signal,
      onEnd: () => {
        ends += 1;
        if (ends === 3) fill(store, others, 2, 30);
      },
    })) {
      numbers.push(number);
      if (numbers.length === 30) controller.abort();
    }
    expect(numbers).toHaveLength(30);
  });

  it("continues in a node's other folder when its layout changes", async () => {
    const nodes = Array.from({ length: 4 }, (_, index) => makeNode(index));
    const store = new MemoryStore();
    fill(store, nodes, 0, 3);
    const move = (): void => {
      for (const { file, instant } of chain.slice(3, 6)) {
        for (const node of nodes) {
          const folder = `demo/0/${node.nodeId}/record`;
          store.put(`${folder}/${dataName(file, instant)}`, gzipSync(file.bytes));
          store.put(`${folder}/${signatureName(instant)}`, writeSignature(file, node.privateKey));
        }
      }
    };
    const controller = new AbortController();
    let ends = 0;
    const numbers: bigint[] = [];
    for await (const { number } of followRecords({
      ...optionsFor(store, nodes),
      follow: true,
      pollIntervalMs: 20,
      listedNodes: 2,
      settleMs: 50,
      signal: controller.signal,
      onEnd: () => {
        ends += 1;
        if (ends === 2) move();
      },
    })) {
      numbers.push(number);
      if (numbers.length === 6) controller.abort();
    }
    expect(numbers).toEqual([100n, 101n, 102n, 103n, 104n, 105n]);
  });
});
