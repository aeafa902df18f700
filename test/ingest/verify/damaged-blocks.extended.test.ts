import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeBlock } from '../../../src/ingest/decode/block/block.ts';
import { readBlockFile } from '../../../src/ingest/decode/block/block-file.ts';
import type { Block } from '../../../src/ingest/decode/decoded-block.ts';
import { inflateFile, MAX_INFLATED_BYTES } from '../../../src/ingest/decode/inflate.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { followBlocks } from '../../../src/ingest/feed/block-stream.ts';
import { bootstrapAddressBooks } from '../../../src/ingest/verify/address-books.ts';
import type { ThresholdTrust, Trust } from '../../../src/ingest/verify/block-proofs.ts';
import { NetworkTrust } from '../../../src/ingest/verify/network-trust.ts';
import { NodeStakes } from '../../../src/ingest/verify/node-stakes.ts';
import { LedgerHistory, type LedgerInForce } from '../../../src/ingest/verify/tss/ledger-history.ts';
import { ThresholdPool } from '../../../src/ingest/verify/tss/threshold-pool.ts';
import { FIXTURES, MAINNET_FIXTURES } from '../../fixtures.ts';
import { sharedDir } from '../../shared.ts';
import { encodeBook, makeNode, SILENT_LOG } from '../stream-writer.ts';
import { damagedForms, flipped } from './damage.ts';

/** Real blocks, damaged in many ways. No setting may store a row that the network did not write. */

const streams = `${sharedDir}/streams`;
const TRUSTS: readonly Trust[] = ['proof', 'chain'];

const pool = new ThresholdPool({ threads: 2, maxWaiting: 64, profiles: new Map() });
afterAll(() => pool.close());

interface Context {
  readonly known: readonly LedgerInForce[];
  readonly book: Buffer;
  /** Whether the network signs with mocks. */
  readonly acceptsMocks: boolean;
  /** Outcomes of signatures, which do not depend on the setting. */
  readonly seen: Map<string, Promise<void>>;
}

interface Stored {
  readonly block: Block;
  readonly kind: string;
  readonly ledgers: readonly LedgerInForce[];
}

/** Returns the stored rows of a file with this number; null if it is refused. */
async function store(
  name: string,
  bytes: Buffer,
  number: bigint,
  trust: Trust,
  context: Context,
): Promise<Stored | null> {
  const network = new NetworkTrust(
    new LedgerHistory({ pinned: null, given: null, allowsFirstUse: true }, context.known),
    pool,
    SILENT_LOG,
  );
  const threshold: ThresholdTrust = {
    propose: (block) => network.propose(block),
    verify: (root, signature, start, file) => {
      const key = [root, signature].map((each) => Buffer.from(each).toString('base64')).join(' ');
      const known = context.seen.get(key) ?? network.verify(root, signature, start, file);
      context.seen.set(key, known);
      return known;
    },
    confirm: (proof) => network.confirm(proof),
    discard: () => network.discard(),
    noteBlock: () => network.noteBlock(),
    isReadyAt: (start) => network.isReadyAt(start),
  };
  const blocks = followBlocks({
    source: {
      name: 'memory',
      first: async () => number,
      open: async (requested) => (requested === number ? { key: name, name, bytes } : null),
      changes: 0,
      changed: async () => undefined,
      close: async () => undefined,
    },
    decode: (file, root, size, proven) =>
      decodeBlock(file, root, size, { acceptsUnsigned: trust === 'chain', ...proven }),
    addressBooks: bootstrapAddressBooks(context.book),
    stakes: new NodeStakes(),
    threshold,
    trust,
    acceptsMocks: context.acceptsMocks,
    startAfter: null,
    follow: false,
    signal: new AbortController().signal,
    log: SILENT_LOG,
  });
  try {
    for await (const { block, proof, ledgers } of blocks) return { block, kind: proof.kind, ledgers };
  } catch (error) {
    if (error instanceof StreamFileError) return null;
    throw error;
  }
  return null;
}

/** Returns the parts of a block that become rows. */
function rowsOf({ block }: Stored, isWrapped: boolean) {
  const { initialState: _, isUndecided: __, hashes, size: ___, ...rest } = block;
  // Nodes sign the record file in a wrapped record block, but nothing around it.
  return { ...rest, hashes: isWrapped ? hashes.record : hashes };
}

/** Returns the names of differing fields, because whole blocks are too large to be printed. */
function differences(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) {
  return Object.keys(other).filter((key) => !isDeepStrictEqual(one[key], other[key]));
}

interface Real {
  readonly file: string;
  readonly number: bigint;
  /** Number of damaged items, besides header, footer and proof. */
  readonly damagedItems: number;
}

/**
 * Checks that every damaged form of a block is refused, or stored like the undamaged block. Returns the kinds of damage
 * of the latter.
 */
async function acceptedDamage(real: Real, context: Context, trust: Trust): Promise<string[]> {
  const bytes = await inflateFile(real.file, readFileSync(real.file), MAX_INFLATED_BYTES);
  const whole = await store('whole.blk', bytes, real.number, trust, context);
  if (whole === null) throw new Error(`${real.file} is not stored as it is`);
  const isWrapped = whole.block.hashes.record !== null;
  const found: string[] = [];
  for (const form of damagedForms(bytes, real.damagedItems)) {
    const stored = await store('whole.blk', form.bytes, real.number, trust, context);
    if (stored === null) continue;
    found.push(form.how);
    expect(differences(rowsOf(stored, isWrapped), rowsOf(whole, isWrapped)), form.how).toEqual([]);
    expect(stored.kind, form.how).toBe(whole.kind);
    if (trust === 'proof') expect(stored.block.initialState ?? null, form.how).toBeNull();
  }
  return found;
}

const NO_BOOK = Buffer.from(encodeBook([makeNode(0)]));
const contextOf = (options: Partial<Context> = {}): Context => ({
  known: [],
  book: NO_BOOK,
  acceptsMocks: false,
  seen: new Map(),
  ...options,
});

/** Another encoding of the same content may pass, but a change of a proof, a header or a footer changes the content. */
const withoutItems = (found: readonly string[]) => found.filter((how) => !how.startsWith('item '));

const numberOf = async (file: string): Promise<bigint> => {
  const bytes = await inflateFile(file, readFileSync(file), MAX_INFLATED_BYTES);
  return readBlockFile(file, bytes).header.number;
};

describe('blocks with mocks instead of signatures', () => {
  const folder = `${FIXTURES}/blocks`;
  it.each([7, 8])('block %i is stored unchanged, and in no damaged form', async (number) => {
    const real = { file: `${folder}/00${number}.blk.zstd`, number: BigInt(number), damagedItems: 6 };
    for (const acceptsMocks of [false, true]) {
      expect(withoutItems(await acceptedDamage(real, contextOf({ acceptsMocks }), 'chain'))).toEqual([]);
    }
    const bytes = await inflateFile(real.file, readFileSync(real.file), MAX_INFLATED_BYTES);
    expect(await store('7.blk', bytes, real.number, 'proof', contextOf())).toBeNull();
  });

  it('block 8 is stored from no damaged file', async () => {
    const number = 8;
    const file = `${folder}/00${number}.blk.zstd`;
    const bytes = readFileSync(file);
    const name = 'whole.blk.zstd';
    const whole = await store(name, bytes, BigInt(number), 'chain', contextOf());
    if (whole === null) throw new Error('is not stored as it is');
    for (let byte = 0; byte < bytes.length; byte += 13) {
      const damaged = flipped(bytes, byte * 8 + (byte % 8));
      const stored = await store(name, damaged, BigInt(number), 'chain', contextOf());
      if (stored) expect(differences(rowsOf(stored, false), rowsOf(whole, false))).toEqual([]);
      const cut = bytes.subarray(0, byte);
      expect(await store(name, cut, BigInt(number), 'chain', contextOf())).toBeNull();
    }
  });
});

describe.skipIf(sharedDir === null)('real blocks of ../shared', () => {
  const MOCKS = [
    ...[1, 21].map((number) => `blocks/hapi-0.72/${number}.blk.gz`),
    // 007 and 008 are also fixtures, see above.
    'blockstreams-0.73/0000/0000/0000/0000/016.blk.zstd',
  ];
  it.each(MOCKS)('%s, with a mock', { timeout: 120_000 }, async (name) => {
    const file = `${streams}/${name}`;
    const real = { file, number: await numberOf(file), damagedItems: 6 };
    expect(withoutItems(await acceptedDamage(real, contextOf(), 'chain'))).toEqual([]);
  });

  const SIGNED = [
    { chain: 'hapi-0.73-tss-wraps', numbers: [1] },
    { chain: 'hapi-0.78-tss-schnorr', numbers: [2] },
  ].flatMap(({ chain, numbers }) => numbers.map((number) => ({ chain, number })));
  it.each(SIGNED)('$chain/$number, signed by its ledger', async ({ chain, number }) => {
    const open = (at: number) => `${streams}/blocks/${chain}/${at}.blk.gz`;
    const genesis = gunzipSync(readFileSync(open(0)));
    const first = await store('0.blk', genesis, 0n, 'proof', contextOf());
    const known = number === 0 ? [] : (first?.ledgers ?? []);
    expect(first?.ledgers).toHaveLength(1);
    const context = contextOf({ known });
    for (const trust of TRUSTS) {
      const real = { file: open(number), number: BigInt(number), damagedItems: 1 };
      expect(withoutItems(await acceptedDamage(real, context, trust))).toEqual([]);
    }
  });

  const mainnet = (day: string) => `${MAINNET_FIXTURES}/${day}/address_book.bin`;
  const WRAPPED = [
    ...[1, 3].map((number) => ({
      name: `SOLO_4N/${number}.blk.gz`,
      book: `${streams}/addressbook/fixtures/test-v6-4n.bin`,
    })),
    { name: 'samples/v2-block.blk.gz', book: `${streams}/addressbook/network/mainnet` },
    { name: 'samples/v5-block.blk.gz', book: mainnet('2022-01-01') },
    { name: 'samples/v6-block.blk.gz', book: mainnet('2025-07-23') },
    {
      name: 'testnet/genesis/0000000000000000000.blk.zstd',
      book: `${streams}/addressbook/network/testnet`,
    },
  ];
  it.each(WRAPPED)('$name, a wrapped record block', async ({ name, book }) => {
    const file = `${streams}/wrapped-record-blocks/${name}`;
    const real = { file, number: await numberOf(file), damagedItems: 1 };
    for (const trust of TRUSTS) {
      const found = await acceptedDamage(real, contextOf({ book: readFileSync(book) }), trust);
      expect(found.filter((how) => how.startsWith('proof'))).toEqual([]);
    }
  });
});
