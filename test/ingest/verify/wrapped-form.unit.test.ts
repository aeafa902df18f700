import { sign } from 'node:crypto';
import { sha384 } from '@tain/ledger/record-stream';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import type { BlockFile } from '../../../src/ingest/decode/block/block-file.ts';
import type { Block, BlockPosition } from '../../../src/ingest/decode/decoded-block.ts';
import { type FollowBlocksOptions, followBlocks } from '../../../src/ingest/feed/block-stream.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import type { Steps } from '../../../src/kernel/limits/in-slices.ts';
import { makeBlock } from '../block-writer.ts';
import { encodeBook, makeNode, SILENT_LOG, START } from '../stream-writer.ts';

const node = makeNode(0);
const SECOND = 1_000_000_000n;
const long = (number: bigint) => Long.fromString(String(number), true);
const recordHash = (number: bigint) => sha384(Buffer.from(`record ${number}`));
const fileHash = (number: bigint) => sha384(Buffer.from(`file ${number}`));

interface Link {
  readonly number: bigint;
  readonly bytes: Buffer;
  /** Root that the next block names, and the likely form for the version of the record file. */
  readonly root: Buffer;
  readonly likely: Buffer;
}

/** Returns wrapped record blocks of an old version, whose root hashes have sixteen leaves. The last block is empty. */
function wrappedChain(count: number, end: 'wrapped' | 'block'): Link[] {
  const links: Link[] = [];
  for (let number = 0n; number < BigInt(count); number += 1n) {
    const previousRoot = links.at(-1)?.root;
    const base = { number, time: START + number * SECOND, ...(previousRoot && { previousRoot }) };
    if (end === 'block' && number === BigInt(count) - 1n) {
      const { bytes, sixteenLeaves } = makeBlock(base);
      links.push({ number, bytes, root: sixteenLeaves, likely: sixteenLeaves });
      continue;
    }
    const signaturesBytes = sign('RSA-SHA384', fileHash(number), node.privateKey);
    const { bytes, sixteenLeaves, eightLeaves } = makeBlock({
      ...base,
      hapi: [0, 47, 0],
      items: [{ recordFile: {} }],
      proof: {
        block: long(number),
        signedRecordFileProof: {
          version: 6,
          recordFileSignatures: [{ nodeId: Long.fromNumber(node.nodeId), signaturesBytes }],
        },
      },
    });
    links.push({ number, bytes, root: sixteenLeaves, likely: eightLeaves });
  }
  return links;
}

function* decode({ header, footer, name, isWrapped }: BlockFile, hash: Buffer, size: number): Steps<Block> {
  yield;
  const record = {
    hash: recordHash(header.number),
    previousHash: recordHash(header.number - 1n),
    fileHash: fileHash(header.number),
    metadataHash: null,
  };
  return {
    name,
    version: isWrapped ? 6 : 7,
    hapiVersion: header.hapiVersion,
    softwareVersion: header.softwareVersion,
    consensusStart: header.timestamp,
    consensusEnd: header.timestamp,
    hashes: {
      record: isWrapped ? record : null,
      root: { hash, previousHash: footer.previousRoot },
    } as Block['hashes'],
    number: header.number,
    rounds: null,
    size,
    items: [],
    sidecars: [],
    unrecognized: [],
  };
}

async function rootsOf(links: readonly Link[], options: Partial<FollowBlocksOptions> = {}) {
  const held = new Map(links.map(({ number, bytes }) => [number, bytes]));
  const roots: (string | null)[] = [];
  const stream = followBlocks({
    source: {
      name: 'memory',
      first: async () => 0n,
      open: async (number) => {
        const bytes = held.get(number);
        return bytes ? { key: `${number}.blk`, name: `${number}.blk`, bytes } : null;
      },
      changes: 0,
      changed: async () => undefined,
      close: async () => undefined,
    },
    decode,
    addressBooks: bootstrapAddressBooks(encodeBook([node])),
    stakes: new NodeStakes(),
    threshold: {
      propose: () => false,
      verify: async () => undefined,
      confirm: () => [],
      discard: () => undefined,
      noteBlock: () => undefined,
      isReadyAt: () => false,
    },
    trust: 'proof',
    acceptsMocks: true,
    startAfter: null,
    follow: false,
    signal: new AbortController().signal,
    log: SILENT_LOG,
    ...options,
  });
  for await (const { position } of stream) roots.push(position.rootHash);
  return roots;
}

const hex = (bytes: Buffer | undefined) => bytes?.toString('hex') ?? null;

function storedAt(links: readonly Link[], index: number, root: 'root' | 'likely'): BlockPosition {
  const number = BigInt(index);
  return {
    number,
    consensusEnd: START + number * SECOND,
    version: 6,
    hapiVersion: { major: 0, minor: 47, patch: 0 },
    recordHash: hex(recordHash(number)),
    rootHash: hex(links[index]?.[root]),
  };
}

describe('the form of the root hashes of wrapped record blocks', () => {
  const links = wrappedChain(4, 'wrapped');
  const roots = links.map(({ root }) => hex(root));

  it('is determined by the second block, and so is correct from the first one on', async () => {
    expect(await rootsOf(links)).toEqual(roots);
  });

  it('is the likely one if there is only one block', async () => {
    expect(await rootsOf(links.slice(0, 1))).toEqual([hex(links[0]?.likely)]);
  });

  it.each([0, 1, 2])('is detected again after a restart at block %d', async (index) => {
    const startAfter = storedAt(links, index, 'root');
    expect(await rootsOf(links.slice(0, index + 2), { startAfter })).toEqual([roots[index + 1]]);
  });

  it('is corrected after a restart at a block stored with the other form', async () => {
    const startAfter = storedAt(links, 1, 'likely');
    expect(await rootsOf(links, { startAfter })).toEqual(roots.slice(2));
  });

  it('allows the first empty block to follow, also after a restart', async () => {
    const ending = wrappedChain(3, 'block');
    const last = [hex(ending[2]?.root)];
    for (const root of ['root', 'likely'] as const) {
      expect(await rootsOf(ending, { startAfter: storedAt(ending, 1, root) })).toEqual(last);
    }
    expect(await rootsOf(ending)).toEqual(ending.map(({ root }) => hex(root)));
  });

  it('does not accept a block of another chain', async () => {
    const [other] = wrappedChain(1, 'wrapped');
    const startAfter = { ...storedAt(links, 1, 'root'), rootHash: 'ab'.repeat(48) };
    const ending = wrappedChain(3, 'block');
    await expect(rootsOf([...(other ? [other] : []), ...ending.slice(1)], { startAfter })).rejects.toThrow(
      'does not follow the previous block',
    );
  });
});
