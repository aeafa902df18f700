import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AbiType,
  type AbiValue,
  isDynamic,
  parseTypes,
} from '../../../src/calls/system/abi/abi-type.ts';
import { Arguments } from '../../../src/calls/system/abi/arguments.ts';
import { DecodeError, decodeValues } from '../../../src/calls/system/abi/decode.ts';
import { encodeValues, word } from '../../../src/calls/system/abi/encode.ts';
import { METHODS } from '../../../src/calls/system/methods/methods.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';

const SIGNATURES = [...new Set(METHODS.flatMap(({ signature, returns }) => [signature, returns]))];

/** Draws a value of a type. */
function anyOf(type: AbiType): fc.Arbitrary<AbiValue> {
  switch (type.kind) {
    case 'integer': {
      const [signed, bits] = [type.signed, BigInt(type.bits)];
      const min = signed ? -(1n << (bits - 1n)) : 0n;
      return fc.bigInt({ min, max: signed ? -min - 1n : (1n << bits) - 1n });
    }
    case 'bool':
      return fc.boolean();
    case 'address':
      return fc
        .uint8Array({ minLength: 20, maxLength: 20 })
        .map((bytes) => Buffer.from(bytes).toString('hex'));
    case 'bytes':
      return fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes));
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 40 });
    case 'array':
      return fc.array(anyOf(type.item), { maxLength: 3 });
    case 'tuple':
      return fc.tuple(...type.items.map(anyOf));
  }
}

describe('round trip', () => {
  test('encoded values are decoded again, for the types of every method', () => {
    for (const signature of SIGNATURES) {
      const types = parseTypes(signature);
      fc.assert(
        fc.property(fc.tuple(...types.items.map(anyOf)), (values) => {
          expect(decodeValues(types, encodeValues(types, values))).toEqual(values);
        }),
        { numRuns: 15 },
      );
    }
  });

  // Vectors of the Solidity ABI specification.
  test.each([
    [
      'baz(uint32,bool)',
      'cdcd77c0',
      [69n, true],
      '0000000000000000000000000000000000000000000000000000000000000045' +
        '0000000000000000000000000000000000000000000000000000000000000001',
    ],
    [
      'sam(bytes,bool,uint256[])',
      'a5643bf2',
      [Buffer.from('dave'), true, [1n, 2n, 3n]],
      '0000000000000000000000000000000000000000000000000000000000000060' +
        '0000000000000000000000000000000000000000000000000000000000000001' +
        '00000000000000000000000000000000000000000000000000000000000000a0' +
        '0000000000000000000000000000000000000000000000000000000000000004' +
        '6461766500000000000000000000000000000000000000000000000000000000' +
        '0000000000000000000000000000000000000000000000000000000000000003' +
        '0000000000000000000000000000000000000000000000000000000000000001' +
        '0000000000000000000000000000000000000000000000000000000000000002' +
        '0000000000000000000000000000000000000000000000000000000000000003',
    ],
  ])('%s as in the specification', (signature, selector, values, encoded) => {
    const types = parseTypes(signature);
    expect(selectorOf(signature)).toBe(selector);
    expect(encodeValues(types, values).toString('hex')).toBe(encoded);
    expect(decodeValues(types, Buffer.from(encoded, 'hex'))).toEqual(values);
  });
});

describe('hostile input', () => {
  test('any bytes decode or throw DecodeError', () => {
    const types = SIGNATURES.map((signature) => parseTypes(signature));
    // Draws words that look like offsets and lengths, because these are decoded further than random bytes.
    const bytes = fc
      .array(
        fc.oneof(
          fc.integer({ min: 0, max: 400 }).map((n) => word(BigInt(n))),
          fc.uint8Array({ maxLength: 32 }),
        ),
        {
          maxLength: 30,
        },
      )
      .map((words) => Buffer.concat(words));
    fc.assert(
      fc.property(fc.constantFrom(...types), bytes, (type, data) => {
        try {
          decodeValues(type, data);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  const hex = (...words: (bigint | string)[]) =>
    Buffer.concat(words.map((each) => (typeof each === 'string' ? Buffer.from(each, 'hex') : word(each))));
  test.each([
    ['a missing word', '(uint256)', hex()],
    ['a truncated word', '(uint256)', word(1n).subarray(0, 31)],
    ['a bool of 2', '(bool)', hex(2n)],
    ['an address of 21 bytes', '(address)', hex(1n << 160n)],
    ['an int64 of 64 bits', '(int64)', hex(1n << 63n)],
    ['an int64 below its range', '(int64)', hex(-(1n << 63n) - 1n)],
    ['a uint32 of 33 bits', '(uint32)', hex(1n << 32n)],
    ['an offset beyond the data', '(bytes)', hex(64n, 0n)],
    ['an offset of 256 bits', '(bytes)', hex((1n << 256n) - 32n, 0n)],
    ['bytes longer than the data', '(bytes)', hex(32n, 33n, 0n)],
    ['a length of 2^255', '(int64[])', hex(32n, 1n << 255n)],
    ['a long list without items', '(int64[])', hex(32n, 1_000_000n)],
  ])('%s is refused', (_, types, data) => {
    expect(() => decodeValues(parseTypes(types), data)).toThrow(DecodeError);
  });

  test('nested lists that share their elements take time proportional to the input', () => {
    // 2,000 offsets, all to the same list of 2,000 offsets, all to the same bytes: 4 million items from 130 KB.
    const count = 2000n;
    const offsets = (target: bigint) => Array.from({ length: Number(count) }, () => target);
    const inner = [count, ...offsets(count * 32n), 1n, 0n];
    const data = Buffer.concat([32n, count, ...offsets(count * 32n), ...inner].map(word));
    const started = performance.now();
    expect(() => decodeValues(parseTypes('(bytes[][])'), data)).toThrow(DecodeError);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('bytes after the last value are ignored', () => {
    expect(decodeValues(parseTypes('(uint256)'), hex(7n, 'ffff'))).toEqual([7n]);
  });
});

test('an unknown type of the ABI is refused', () => {
  for (const text of ['(float)', 'f(uint256', 'uint256', '(uint256)x', '(fixed128x18)']) {
    expect(() => parseTypes(text)).toThrow();
  }
});

test('a tuple is dynamic when a part of it is', () => {
  expect(isDynamic(parseTypes('(address,(bool,int64))'))).toBe(false);
  expect(isDynamic(parseTypes('(address,(bool,bytes))'))).toBe(true);
});

test('arguments have the requested type, or the decoder throws', () => {
  const args = new Arguments([1n, true, 'aa', [2n]]);
  expect([args.integer(0), args.bool(1), args.address(2), args.integers(3)]).toEqual([1n, true, 'aa', [2n]]);
  expect(() => args.bool(0)).toThrow(TypeError);
  expect(() => args.bytes(2)).toThrow(TypeError);
  expect(() => args.integer(9)).toThrow(TypeError);
});

test('an amount wider than its declared type keeps its bits, because the ledger has wider fees than it declares', () => {
  expect(encodeValues(parseTypes('(uint32)'), [1n << 40n])).toEqual(word(1n << 40n));
});
