import { proto } from '@tain/protos/hapi';
import { afterEach, expect, it, vi } from 'vitest';
import { decodeBlock } from '../../../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../../src/ingest/decode/block/block-file.ts';
import type { Block } from '../../../src/ingest/decode/decoded-block.ts';
import { decodeRecordFile, readRecordFile } from '../../../src/ingest/decode/record-file.ts';
import { inSlices } from '../../../src/kernel/limits/in-slices.ts';
import { makeBlock } from '../block-writer.ts';
import { makeItem, START, writeV6, ZERO_HASH } from '../stream-writer.ts';
import { account, itemsOf, long, read } from './block/given.ts';

afterEach(() => void vi.restoreAllMocks());

const accountAmounts = [
  { accountID: account(1001), amount: long(-5) },
  { accountID: account(1002), amount: long(5) },
];
const body = { cryptoTransfer: { transfers: { accountAmounts } } };
/** Field 2000, of which this program knows nothing. */
const UNKNOWN_FIELD = [0x80, 0x7d, 0x01];
const bodyBytes = Buffer.concat([proto.TransactionBody.encode(body).finish(), Buffer.from(UNKNOWN_FIELD)]);
const unknown = { signedTransaction: proto.SignedTransaction.encode({ bodyBytes }).finish() };

/** Items of transfers. `unknowns`: number of the last ones that have an unknown field. */
const itemsOfBlock = (count: number, unknowns: number) =>
  Array.from({ length: count }, (_, at) => {
    const [signed, ...results] = itemsOf({ at, body });
    return [at < count - unknowns ? (signed ?? {}) : unknown, ...results];
  }).flat();

function stepsOf(count: number, unknowns: number) {
  const { bytes } = makeBlock({ number: 7n, time: START - 1n, items: itemsOfBlock(count, unknowns) });
  const file = readBlockFile('0000/0000/0000/0000/007.blk', bytes);
  return decodeBlock(file, possibleRoots(file)[0] ?? Buffer.alloc(0), bytes.length);
}

const facts = ({ items, unrecognized }: Block) => ({
  types: items.map(({ type, consensusTimestamp, index }) => [type, consensusTimestamp, index]),
  unrecognized,
});

it('decodes large blocks in slices, several concurrently, to what each is at once', async () => {
  let now = 0;
  // Each reading is a millisecond after the one before, so that each step takes as long.
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const blocks = [
    [400, 3],
    [240, 2],
  ] as const;
  const turns = [0, 0];
  const decoded = await Promise.all(
    blocks.map(([count, unknowns], index) =>
      inSlices(stepsOf(count, unknowns), async () => {
        turns[index] = (turns[index] ?? 0) + 1;
      }),
    ),
  );
  // Items are grouped, translated and decoded, each some at a time.
  expect(Math.min(...turns)).toBeGreaterThan(10);
  expect(decoded.map(facts)).toEqual(
    blocks.map(([count, unknowns]) => facts(read(itemsOfBlock(count, unknowns)))),
  );
  expect(decoded.map(({ unrecognized }) => unrecognized.map(({ count }) => count))).toEqual([[3], [2]]);
});

it('decodes large record files in slices, to what each is at once', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const items = Array.from({ length: 400 }, (_, at) => makeItem({ time: START + BigInt(at) }));
  const file = [
    '2023-11-14T22_13_20.000000000Z.rcd',
    writeV6(items, ZERO_HASH, { number: 7n }).bytes,
  ] as const;
  let turns = 0;
  const decoded = await inSlices(decodeRecordFile(...file), async () => {
    turns += 1;
  });
  // Items are hashed and decoded.
  expect(turns).toBeGreaterThan(8);
  expect(facts(decoded)).toEqual(facts(readRecordFile(...file)));
});
