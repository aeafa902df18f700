import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type AbiType,
  type AbiValue,
  decodeValues,
  listText,
  parseType,
  selectorOf,
} from '../../packages/explorer/src/words/abi.ts';
import { decodeCall } from '../../packages/explorer/src/words/known-abi.ts';
import { tries } from '../effort.ts';

// Call data is written by anybody: decoding must be bounded by its size.

const word = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');
afterEach(() => void vi.restoreAllMocks());

interface Decoded {
  readonly values: readonly AbiValue[] | null;
  /** Number of characters that were cut from texts, the data above all. */
  readonly read: number;
}

/** Decodes data, and counts what is read. */
function decode(types: readonly AbiType[], data: string): Decoded {
  let read = 0;
  const slice = String.prototype.slice;
  const counting = vi.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, ...args) {
    const part = slice.apply(this, args);
    read += part.length;
    return part;
  });
  try {
    return { values: decodeValues(types, data), read };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { values: null, read };
  } finally {
    counting.mockRestore();
  }
}

/** Maximum number of digits that may be read of some data; addresses and fixed bytes are cut from what was read. */
const limitOf = (data: string): number => 2 * (2 * data.length + 1_000);

/** Returns the data of an array whose `count` items are all the one at `item`. */
const repeated = (count: number, item: string): string => word(count) + word(count * 32).repeat(count) + item;

describe('overlapping values are refused', () => {
  const bytes = word(2_048) + 'ab'.repeat(2_048);
  const aggregate = repeated(200, word(1) + word(1) + word(96) + bytes);

  test('one large call of aggregate3 at 200 offsets', () => {
    const data = word(32) + aggregate;
    const { values, read } = decode([parseType('(address,bool,bytes)[]')], data);
    expect(values).toBeNull();
    expect(read).toBeLessThanOrEqual(limitOf(data));
    expect(decodeCall(`0x${selectorOf('aggregate3((address,bool,bytes)[])')}${data}`)).toBeNull();
  });

  test('nested arrays whose items are one array, and values without digits', () => {
    const nested = word(32) + repeated(30, repeated(30, repeated(30, word(1) + word(7))));
    for (const [type, data] of [
      ['uint256[][][][]', nested],
      ['()[1000][1000][1000]', ''],
      ['uint256[0][1000][1000]', ''],
    ] as const) {
      const { values, read } = decode([parseType(type)], data);
      expect([type, values]).toEqual([type, null]);
      expect(read).toBeLessThanOrEqual(limitOf(data));
    }
  });

  test('any nesting with shared items, and one changed word: what is read and shown is bounded by the data', () => {
    const levels = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
    const change = fc.option(fc.record({ where: fc.nat(), value: fc.nat(400) }));
    let decoded = 0;
    fc.assert(
      fc.property(levels, fc.nat(40), change, (counts, words, changed) => {
        const leaf = word(words * 32) + word(7).repeat(words);
        const body = counts.reduceRight((item, count) => repeated(count, item), leaf);
        const all = (word(32) + body).match(/.{64}/g) ?? [];
        if (changed !== null) all[changed.where % all.length] = word(changed.value);
        const data = all.join('');
        const types = [parseType(`bytes${'[]'.repeat(counts.length)}`)];
        const { values, read } = decode(types, data);
        expect(read).toBeLessThanOrEqual(limitOf(data));
        if (values === null) return;
        decoded += 1;
        expect(listText(values, types).length).toBeLessThanOrEqual(3 * limitOf(data));
      }),
      { numRuns: tries(300) },
    );
    expect(decoded).toBeGreaterThan(0);
  });
});

test('data as encoders write it is decoded to its end', () => {
  const calls = Array.from({ length: 300 }, (_, i) => word(i) + word(1) + word(96) + word(32) + word(i));
  const offsets = calls.map((_, i) => word(300 * 32 + i * 160));
  const data = word(32) + word(300) + offsets.join('') + calls.join('');
  const { values, read } = decode([parseType('(address,bool,bytes)[]')], data);
  const items = values?.[0];
  expect(Array.isArray(items) && items.length).toBe(300);
  expect(Array.isArray(items) && items[299]).toEqual([`0x${word(299).slice(24)}`, true, `0x${word(299)}`]);
  // Addresses are written from numbers.
  expect(read).toBeLessThanOrEqual(data.length + 300 * 64);
  // Two empty texts may share their place.
  expect(decodeValues(['string', 'string'].map(parseType), word(64) + word(64) + word(0))).toEqual(['', '']);
});
