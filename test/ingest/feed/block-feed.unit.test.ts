import type { HapiVersion } from '@tain/ledger/hapi-version';
import { sha384 } from '@tain/ledger/record-stream';
import { stream } from '@tain/protos/block-stream';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import type { BlockFile } from '../../../src/ingest/decode/block/block-file.ts';
import type { Block, BlockPosition } from '../../../src/ingest/decode/decoded-block.ts';
import type { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { type FollowBlocksOptions, followBlocks, gapAfter } from '../../../src/ingest/feed/block-stream.ts';
import type { BlockSource } from '../../../src/ingest/source/block-source.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import { ProofRefusal, type ThresholdTrust } from '../../../src/ingest/verify/block-proofs.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import type { StreamProblem } from '../../../src/ingest/verify/problems.ts';
import type { Proof } from '../../../src/ingest/verify/proof.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import type { LedgerInForce } from '../../../src/ingest/verify/tss/ledger-history.ts';
import type { Steps } from '../../../src/kernel/limits/in-slices.ts';
import { makeBlock } from '../block-writer.ts';
import { encodeBook, makeNode, SILENT_LOG, START } from '../stream-writer.ts';

const node = makeNode(0);
const SECOND = 1_000_000_000n;
const long = (number: bigint) => Long.fromString(String(number), true);

/** Returns the fake network's signature of a root hash. */
const signed = (root: Buffer): Buffer => Buffer.concat([Buffer.from('signed '), root]);

interface Link {
  readonly number: bigint;
  readonly bytes: Buffer;
  readonly root: Buffer;
}

type Sign = (root: Buffer) => Buffer;

/** Returns a chain of blocks. `sign` returns the signature of a block. The root covers everything except the proof. */
function chainOf(
  count: number,
  options: {
    from?: bigint;
    previousRoot?: Buffer;
    sign?: (number: bigint) => Sign;
    items?: (number: bigint) => readonly stream.IBlockItem[];
  } = {},
): Link[] {
  const links: Link[] = [];
  for (let number = options.from ?? 0n; links.length < count; number += 1n) {
    const previousRoot = links.at(-1)?.root ?? options.previousRoot;
    const items = options.items?.(number) ?? [];
    const base = { number, time: START + number * SECOND, items, ...(previousRoot && { previousRoot }) };
    const root = makeBlock(base).sixteenLeaves;
    const sign = options.sign?.(number) ?? signed;
    const proof = { block: long(number), signedBlockProof: { blockSignature: sign(root) } };
    links.push({ number, bytes: makeBlock({ ...base, proof }).bytes, root });
  }
  return links;
}

/** Decodes blocks without content. */
function* decode(file: BlockFile, root: Buffer, size: number): Steps<Block> {
  yield;
  const { header, footer, name } = file;
  return {
    name,
    version: 7,
    hapiVersion: header.hapiVersion,
    softwareVersion: header.softwareVersion,
    consensusStart: header.timestamp,
    consensusEnd: header.timestamp,
    hashes: { record: null, root: { hash: root, previousHash: footer.previousRoot } },
    number: header.number,
    rounds: null,
    size,
    items: [],
    sidecars: [],
    unrecognized: [],
  };
}

function sourceOf(links: Iterable<Link>): BlockSource & { readonly links: Map<bigint, Buffer> } {
  const held = new Map([...links].map(({ number, bytes }) => [number, bytes]));
  return {
    name: 'memory',
    links: held,
    first: async (_, from = 0n) =>
      [...held.keys()].filter((number) => number >= from).sort((a, b) => (a < b ? -1 : 1))[0] ?? null,
    open: async (number) => {
      const bytes = held.get(number);
      return bytes ? { key: `block/${number}.blk`, name: `${number}.blk`, bytes } : null;
    },
    changes: 0,
    changed: () => new Promise((resolve) => setTimeout(resolve, 1)),
    close: async () => undefined,
  };
}

const PUBLICATION = { ledgerId: Buffer.alloc(32, 1), wrapsKey: Buffer.alloc(0), nodes: [] };

/** Fake verifier that records verified signatures and publications. */
class FakeThreshold implements ThresholdTrust {
  readonly checked: string[] = [];
  readonly events: string[] = [];
  readonly publishing: ReadonlySet<bigint>;

  constructor(publishing: readonly bigint[] = []) {
    this.publishing = new Set(publishing);
  }

  propose(block: Block): boolean {
    const publishes = block.number !== null && this.publishing.has(block.number);
    if (publishes) this.events.push(`propose ${block.number}`);
    return publishes;
  }

  async verify(root: Uint8Array, signature: Uint8Array): Promise<void> {
    const hex = Buffer.from(root).toString('hex');
    this.checked.push(hex);
    if (signature.length === 48) throw new ProofRefusal(false, 'It is a mock.');
    if (!signed(Buffer.from(root)).equals(signature)) throw new ProofRefusal(true, 'It is wrong.');
  }

  confirm(proof: Proof): LedgerInForce[] {
    this.events.push('confirm');
    if (proof.kind !== 'threshold-signature') return [];
    return [{ publication: PUBLICATION, from: 0n, grounds: proof.kind }];
  }

  discard(): void {
    this.events.push('discard');
  }

  noteBlock(): void {}

  isReadyAt(): boolean {
    return false;
  }
}

interface Verified {
  readonly blocks: ProvenBlock[];
  readonly error: StreamFileError | null;
  readonly threshold: FakeThreshold;
}

async function verify(links: Iterable<Link>, options: Partial<FollowBlocksOptions> = {}): Promise<Verified> {
  const threshold = (options.threshold as FakeThreshold | undefined) ?? new FakeThreshold();
  const blocks: ProvenBlock[] = [];
  try {
    for await (const proven of followBlocks({
      source: sourceOf(links),
      decode,
      addressBooks: bootstrapAddressBooks(encodeBook([node])),
      stakes: new NodeStakes(),
      trust: 'proof',
      acceptsMocks: false,
      startAfter: null,
      follow: false,
      signal: new AbortController().signal,
      log: SILENT_LOG,
      ...options,
      threshold,
    })) {
      blocks.push(proven);
    }
  } catch (error) {
    return { blocks, error: error as StreamFileError, threshold };
  }
  return { blocks, error: null, threshold };
}

const kinds = ({ blocks }: Verified) => blocks.map(({ number, proof }) => [Number(number), proof.kind]);
const numbers = ({ blocks }: Verified) => blocks.map(({ number }) => Number(number));
const mock: Sign = (root) => sha384(root);
const wrong: Sign = (root) => signed(sha384(root));

describe('blocks of a block stream', () => {
  it('are proven by the newest signature and the chain of root hashes back from it', async () => {
    const links = chainOf(4);
    const outcome = await verify(links);
    expect(outcome.error).toBeNull();
    expect(kinds(outcome)).toEqual([
      [0, 'later-block'],
      [1, 'later-block'],
      [2, 'later-block'],
      [3, 'threshold-signature'],
    ]);
    expect(outcome.threshold.checked).toEqual([links[3]?.root.toString('hex')]);
    expect(outcome.blocks[1]?.position).toMatchObject({
      number: 1n,
      version: 7,
      recordHash: null,
      rootHash: links[1]?.root.toString('hex'),
    });
  });

  it('are proven 64 at a time', async () => {
    const outcome = await verify(chainOf(130));
    expect(outcome.threshold.checked).toHaveLength(3);
    const own = outcome.blocks.filter(({ proof }) => proof.kind === 'threshold-signature');
    expect(own.map(({ number }) => number)).toEqual([63n, 127n, 129n]);
  });

  it('are proven before any later block if they publish a ledger', async () => {
    const threshold = new FakeThreshold([0n, 3n]);
    const outcome = await verify(chainOf(6), { threshold });
    const own = outcome.blocks.filter(({ proof }) => proof.kind === 'threshold-signature');
    expect(own.map(({ number }) => number)).toEqual([0n, 3n, 5n]);
    expect(threshold.events).toEqual([
      'propose 0',
      'confirm',
      'discard',
      'propose 3',
      'confirm',
      'discard',
      'discard',
    ]);
  });

  it('are stored up to the first one that is not proven', async () => {
    const links = chainOf(6, { sign: (number) => (number >= 3n ? wrong : signed) });
    const outcome = await verify(links);
    expect(numbers(outcome)).toEqual([0, 1, 2]);
    expect(outcome.error).toMatchObject({ code: 'not-proven', file: '3.blk' });
    expect(outcome.error?.message).not.toContain('TAIN_TRUST');
  });

  it('are proven by a later signature if their own is wrong', async () => {
    const links = chainOf(4, { sign: (number) => (number === 1n ? wrong : signed) });
    expect(numbers(await verify(links))).toEqual([0, 1, 2, 3]);
  });

  describe('above the size that is decoded unproven', () => {
    class KnownLedger extends FakeThreshold {
      override isReadyAt(): boolean {
        return true;
      }
    }
    /** Returns blocks of which the second is large, and the numbers of the blocks that were decoded. */
    async function read(items: readonly stream.IBlockItem[], sign: Sign, threshold: FakeThreshold) {
      const decoded = new Set<number>();
      const outcome = await verify(
        chainOf(4, {
          items: (number) => (number === 1n ? items : []),
          sign: (number) => (number === 1n ? sign : signed),
        }),
        {
          threshold,
          decode: (file, root, size) => {
            decoded.add(Number(file.header.number));
            return decode(file, root, size);
          },
        },
      );
      return { ...outcome, decoded: [...decoded] };
    }
    const large: [string, readonly stream.IBlockItem[]][] = [
      ['by their bytes', [{ eventHeader: Buffer.alloc(2 * 1024 * 1024 + 1) }]],
      ['by their items', Array.from({ length: 25_001 }, () => ({ eventHeader: Buffer.alloc(0) }))],
    ];

    it.each(large)('%s are decoded once their own proof holds', async (_, items) => {
      const outcome = await read(items, signed, new KnownLedger());
      expect(outcome.error).toBeNull();
      expect([numbers(outcome), outcome.decoded]).toEqual([
        [0, 1, 2, 3],
        [0, 1, 2, 3],
      ]);
      const [own, , , last] = kinds(outcome);
      expect([own, last]).toEqual([
        [0, 'threshold-signature'],
        [3, 'threshold-signature'],
      ]);
    });

    it.each(large)('%s are refused without being decoded if it does not hold', async (_, items) => {
      const outcome = await read(items, items.length > 1 ? wrong : mock, new KnownLedger());
      expect(outcome.error).toMatchObject({ code: 'not-proven', file: '1.blk' });
      expect([numbers(outcome), outcome.decoded]).toEqual([[0], [0]]);
    });

    it('are not decoded before the first ledger is known, although they may contain it', async () => {
      const [[, items]] = large as [(typeof large)[number]];
      const outcome = await read(items, wrong, new FakeThreshold());
      expect(outcome.error).toMatchObject({ code: 'not-proven', file: '1.blk' });
      expect(outcome.error?.reason).toContain('TAIN_LEDGER_FILE may name the block itself');
      expect([numbers(outcome), outcome.decoded]).toEqual([[0], [0]]);
    });

    it.each(large)('%s are verified once', async (_, items) => {
      const threshold = new KnownLedger();
      await read(items, signed, threshold);
      expect(new Set(threshold.checked).size).toBe(threshold.checked.length);
    });
  });

  it('without a valid proof wait for a later block, or for a valid proof of their own', async () => {
    const [first, unsigned, third] = chainOf(3, { sign: (number) => (number === 1n ? mock : signed) }) as [
      Link,
      Link,
      Link,
    ];
    const head = await verify([first, unsigned]);
    expect(kinds(head)).toEqual([[0, 'threshold-signature']]);
    expect(head.error).toMatchObject({ code: 'not-proven', file: '1.blk' });
    expect(kinds(await verify([first, unsigned, third]))).toEqual([
      [0, 'later-block'],
      [1, 'later-block'],
      [2, 'threshold-signature'],
    ]);
    // Returns blocks that are published again, with a proof.
    const withProof = (sign: Sign) =>
      chainOf(2, { sign: (number) => (number === 1n ? sign : signed) })[1] as Link;
    const own = await verify([first, withProof(signed)]);
    expect(kinds(own).at(-1)).toEqual([1, 'threshold-signature']);
    for (const trust of ['proof', 'chain'] as const) {
      const refused = await verify([first, withProof(wrong)], { trust });
      expect([numbers(refused), refused.error?.code]).toEqual([[0], 'not-proven']);
      // An audit verifies each proof, and does not accept a later one instead.
      const audited = await verify([first, withProof(wrong), third], { trust, provesEach: true });
      expect([numbers(audited), audited.error?.code]).toEqual([[0], 'not-proven']);
    }
  });

  it('without a verifiable signature are stored only if the operator trusts the chain', async () => {
    const links = chainOf(4, { sign: (number) => (number === 2n ? signed : mock) });
    const refused = await verify(links);
    expect(numbers(refused)).toEqual([]);
    expect(refused.error?.message).toContain('It is a mock. (TAIN_TRUST=chain');
    const accepted = await verify(links, { trust: 'chain' });
    expect(kinds(accepted)).toEqual([
      [0, 'chain'],
      [1, 'chain'],
      [2, 'threshold-signature'],
      [3, 'chain'],
    ]);
  });

  it('with a wrong signature are refused under any setting', async () => {
    const { blocks, error } = await verify(chainOf(2, { sign: () => wrong }), { trust: 'chain' });
    expect([blocks.length, error?.code]).toEqual([0, 'not-proven']);
  });

  it('must carry their root hash in a network that signs with mocks', async () => {
    const outcome = await verify(chainOf(2, { sign: () => mock }), { acceptsMocks: true });
    expect(kinds(outcome)).toEqual([
      [0, 'chain'],
      [1, 'chain'],
    ]);
    const other = chainOf(1, { sign: () => () => sha384(Buffer.from('other')) });
    expect((await verify(other, { acceptsMocks: true })).error?.code).toBe('not-proven');
  });

  it('must contain the root hash of the previous block, also across restarts', async () => {
    const links = chainOf(4);
    const stop = (await verify(links)).blocks[1]?.position as BlockPosition;
    expect(numbers(await verify(links, { startAfter: stop }))).toEqual([2, 3]);
    const startAfter = { ...stop, rootHash: '00'.repeat(48) };
    const { blocks, error } = await verify(links, { startAfter });
    expect([blocks.length, error?.code]).toEqual([0, 'chain']);
    expect(error?.message).toContain(`instead of ${'00'.repeat(48)}`);
  });

  it('follow a record file whose block root hash is unknown', async () => {
    const startAfter: BlockPosition = {
      number: 4n,
      consensusEnd: START + 4n * SECOND,
      version: 6,
      hapiVersion: null,
      recordHash: 'ab'.repeat(48),
      rootHash: null,
    };
    const links = chainOf(2, { from: 5n, previousRoot: sha384(Buffer.from('wrapped')) });
    expect(numbers(await verify(links, { startAfter }))).toEqual([5, 6]);
    const late = { ...startAfter, consensusEnd: START + 5n * SECOND };
    expect((await verify(links, { startAfter: late })).error?.code).toBe('chain');
    const known = { ...startAfter, rootHash: 'cd'.repeat(48) };
    expect((await verify(links, { startAfter: known })).error?.code).toBe('chain');
  });

  it("end at a gap, and are refused under another number's name", async () => {
    const links = chainOf(4);
    const [first, second, , fourth] = links as [Link, Link, Link, Link];
    expect(numbers(await verify([first, second, fourth]))).toEqual([0, 1]);
    const { blocks, error } = await verify([first, { ...fourth, number: 1n }]);
    expect(blocks).toHaveLength(1);
    expect(error?.message).toContain('is block 3, not 1 as its name says');
  });

  it('are refused if they belong to another chain, after the earlier ones were stored', async () => {
    const [first, second] = chainOf(2) as [Link, Link];
    const [, other] = chainOf(2, { previousRoot: sha384(Buffer.from('fork')) }) as [Link, Link];
    expect(numbers(await verify([first, second]))).toEqual([0, 1]);
    const { blocks, error } = await verify([first, other]);
    expect([blocks.length, error?.code]).toEqual([1, 'chain']);
  });

  it('begin at the instant that the operator configured', async () => {
    expect(numbers(await verify(chainOf(5), { startFrom: START + 3n * SECOND }))).toEqual([3, 4]);
  });

  it('begin there without reading all before it, if no earlier ledger proves them', async () => {
    const count = 300;
    const startFrom = START + 290n * SECOND;
    const opensOf = async (links: Link[], options: Partial<FollowBlocksOptions>) => {
      const source = sourceOf(links);
      const opened: bigint[] = [];
      const open: BlockSource['open'] = (number, ...rest) => {
        opened.push(number);
        return source.open(number, ...rest);
      };
      const outcome = await verify([], { ...options, startFrom, source: { ...source, open } });
      expect(numbers(outcome)).toEqual([290, 291, 292, 293, 294, 295, 296, 297, 298, 299]);
      return opened.length;
    };
    const mocks = chainOf(count, { sign: () => mock });
    expect(await opensOf(mocks, { acceptsMocks: true })).toBeLessThan(50);
    expect(await opensOf(mocks, { trust: 'chain' })).toBeLessThan(50);
    // The signing ledger may be published in any earlier block, unless a ledger is known.
    expect(await opensOf(chainOf(count), {})).toBeGreaterThan(count);
    const knowing = new FakeThreshold();
    knowing.isReadyAt = () => true;
    expect(await opensOf(chainOf(count), { threshold: knowing })).toBeLessThan(50);
  });

  it('begin there with the ledger of an earlier block', async () => {
    const threshold = new FakeThreshold([1n]);
    const { blocks } = await verify(chainOf(5), { startFrom: START + 3n * SECOND, threshold });
    expect(blocks.map(({ number, ledgers }) => [number, ledgers.length])).toEqual([
      [3n, 1],
      [4n, 0],
    ]);
  });

  it('with any bit flipped are refused, or stored as they were', async () => {
    const [block] = chainOf(1) as [Link];
    for (let bit = 0; bit < block.bytes.length * 8; bit += 7) {
      const bytes = Buffer.from(block.bytes);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const { blocks } = await verify([{ ...block, bytes }]);
      for (const { position } of blocks) expect(position.rootHash).toBe(block.root.toString('hex'));
    }
  });

  it('are waited for, one by one, and a refused one is reported and read again', async () => {
    const links = chainOf(3);
    const source = sourceOf(links.slice(0, 1));
    const controller = new AbortController();
    const problems: (StreamProblem | null)[] = [];
    const threshold = new FakeThreshold();
    const stream = followBlocks({
      source,
      decode,
      addressBooks: bootstrapAddressBooks(encodeBook([node])),
      stakes: new NodeStakes(),
      trust: 'proof',
      acceptsMocks: false,
      startAfter: null,
      follow: true,
      pollIntervalMs: 1,
      signal: controller.signal,
      log: SILENT_LOG,
      threshold,
      onProblem: (problem) => problems.push(problem),
    });
    expect((await stream.next()).value).toMatchObject({ number: 0n });
    const [, second, third] = links as [Link, Link, Link];
    source.links.set(1n, second.bytes.subarray(0, 40));
    const waiting = stream.next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(problems).toMatchObject([{ code: 'malformed', file: '1.blk' }]);
    source.links.set(1n, second.bytes);
    expect((await waiting).value).toMatchObject({ number: 1n, proof: { kind: 'threshold-signature' } });
    expect(problems.at(-1)).toBeNull();
    source.links.set(2n, third.bytes);
    expect((await stream.next()).value).toMatchObject({ number: 2n });
    const last = stream.next();
    controller.abort();
    expect(await last).toMatchObject({ done: true });
  });
});

it('the writer of blocks writes readable blocks', () => {
  expect(stream.Block.decode(chainOf(1)[0]?.bytes as Buffer).items?.length).toBe(3);
});

it('a stream ends before a gap if its source has a later block, except for a preview', async () => {
  const { signal } = new AbortController();
  const source = sourceOf(chainOf(2, { from: 5n }));
  const gap = async (number: bigint, version: number, since: HapiVersion | null) =>
    (await gapAfter({ number, version }, source, since, signal))?.message ?? null;
  // Versions of record files and of blocks; the blocks are of HAPI 0.78.
  const [record, block, older, newer] = [
    6,
    7,
    { major: 0, minor: 78, patch: 0 },
    { major: 0, minor: 80, patch: 0 },
  ];
  const ofRecords =
    'Block 4: is missing: there is neither a record file nor a block of that number, but memory has block 5';
  expect(await gap(3n, record, null)).toBe(ofRecords);
  expect(await gap(3n, record, older)).toBe(ofRecords);
  expect(await gap(3n, record, newer)).toBeNull();
  expect(await gap(3n, block, newer)).toBe(
    'Block 4: is missing: there is no block of that number, but memory has block 5',
  );
  expect(await gap(4n, block, null)).toBeNull();
  expect(await gap(6n, block, null)).toBeNull();
});
