import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { type AbiType, type AbiValue, decodeValues, parseType, selectorOf } from '../src/words/abi.ts';
import { encodeValues } from '../src/words/abi-encode.ts';
import { withPoint } from '../src/words/format.ts';
import { proxyOf } from '../src/words/proxies.ts';
import { standardsIn } from '../src/words/token-standards.ts';

const refuseIds = (id: string): never => {
  throw new Error(`${id} is resolved`);
};

const encode = (types: readonly string[], ...texts: readonly string[]) =>
  (encodeValues(types.map(parseType), texts, refuseIds).match(/.{64}/g) ?? []).map((word) =>
    word.replace(/^0+(?=.)/, ''),
  );

// Examples of Solidity's "Contract ABI Specification".
describe('the examples of the specification', () => {
  const text = (words: string) => Buffer.from(words).toString('hex').padEnd(64, '0');
  test.each([
    [
      ['uint32', 'bool'],
      ['69', 'true'],
      ['45', '1'],
    ],
    [['bytes3[2]'], ['[0x616263, 0x646566]'], [text('abc'), text('def')]],
    [
      ['bytes', 'bool', 'uint256[]'],
      ['0x64617665', 'true', '[1,2,3]'],
      ['60', '1', 'a0', '4', text('dave'), '3', '1', '2', '3'],
    ],
    [
      ['uint256', 'uint32[]', 'bytes10', 'string'],
      ['0x123', '[0x456, 0x789]', '0x31323334353637383930', 'Hello, world!'],
      ['123', '80', text('1234567890'), 'e0', '2', '456', '789', 'd', text('Hello, world!')],
    ],
    [
      ['uint256[][]', 'string[]'],
      ['[[1, 2], [3]]', '["one", two, "three"]'],
      '40 140 2 40 a0 2 1 2 1 3 3 60 a0 e0 3 one 3 two 5 three'
        .split(' ')
        .map((word) => (/^[a-z]{3,}$/.test(word) ? text(word) : word)),
    ],
  ] as const)('%j', (types, texts, words) => {
    expect(encode(types, ...texts)).toEqual(words);
  });
});

test('tuples, addresses and negative integers', () => {
  expect(encode(['(address,int8,string)[]'], `[(0x${'0'.repeat(37)}3ea, -1, "a, b")]`)).toEqual([
    '20',
    '1',
    '20',
    '3ea',
    'f'.repeat(64),
    '60',
    '4',
    '612c2062'.padEnd(64, '0'),
  ]);
});

test.each([
  ['uint8', '256'],
  ['uint8', '-1'],
  ['int8', '128'],
  ['uint256', '1.5'],
  ['address', '0x12'],
  ['bool', 'yes'],
  ['bytes', '0x123'],
  ['bytes2', '0x123456'],
  ['uint8[]', '1, 2'],
  ['uint8[2]', '[1]'],
  ['(uint8,bool)', '(1)'],
  ['string[]', '["a]'],
])('a text that is no %s is refused: %s', (type, text) => {
  expect(() => encodeValues([parseType(type)], [text], refuseIds)).toThrow(TypeError);
});

test('what is encoded is decoded to the same values', () => {
  const quoted = (value: AbiValue): string =>
    Array.isArray(value)
      ? `[${value.map(quoted).join(', ')}]`
      : typeof value === 'string' && !value.startsWith('0x')
        ? JSON.stringify(value)
        : String(value);
  const leaf = fc.oneof(
    fc.tuple(fc.constant('uint256'), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })),
    fc.tuple(fc.constant('int64'), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    fc.tuple(fc.constant('bool'), fc.boolean()),
    fc.tuple(
      fc.constant('bytes'),
      fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    ),
    fc.tuple(
      fc.constant('string'),
      fc.string({ maxLength: 40 }).filter((text) => !/^0x/.test(text)),
    ),
  );
  const { value: pair } = fc.letrec<{ value: [string, AbiValue] }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .array(tie('value'), { maxLength: 3 })
        .map((items): [string, AbiValue] => [
          `(${items.map(([type]) => type).join(',')})`,
          items.map(([, each]) => each),
        ]),
      fc
        .tuple(tie('value'), fc.nat(3), fc.boolean())
        .map(([[type, each], count, isFixed]): [string, AbiValue] => [
          `${type}[${isFixed ? count : ''}]`,
          Array<AbiValue>(count).fill(each),
        ]),
    ),
  }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 3 }), (pairs) => {
      const types: readonly AbiType[] = pairs.map(([type]) => parseType(type));
      // A list avoids that the text of a parameter, which is taken as it is, would be in quotes.
      const texts = [quoted(pairs.map(([, value]) => value))];
      const data = encodeValues([{ kind: 'tuple', of: types }], texts, refuseIds);
      expect(decodeValues([{ kind: 'tuple', of: types }], data)).toEqual([pairs.map(([, value]) => value)]);
    }),
    { numRuns: tries(200) },
  );
});

describe('token standards', () => {
  const code = (...signatures: readonly string[]) =>
    `0x6080${signatures.map((each) => `63${selectorOf(each)}146100`).join('')}`;
  const erc20 = [
    'totalSupply()',
    'balanceOf(address)',
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'approve(address,uint256)',
    'allowance(address,address)',
  ];
  test('are recognized by all their methods', () => {
    expect(standardsIn(code(...erc20)).map(({ name }) => name)).toEqual(['ERC-20']);
    expect(standardsIn(code(...erc20.slice(1)))).toEqual([]);
    expect(standardsIn('0x')).toEqual([]);
  });
  test('a selector that begins with a zero byte is pushed without it', () => {
    const erc1155 = '62fdd58e 634e1273f4 63a22cb465 63e985e9c5 63f242432a 632eb2c2d6'.replaceAll(' ', '14');
    expect(standardsIn(`0x${erc1155}`).map(({ name }) => name)).toEqual(['ERC-1155']);
  });
});

test('an amount of a contract that claims billions of decimals has a bounded length', () => {
  expect(withPoint(12_345n, 2_000_000_000)).toBe('12,345e-2000000000');
});

// Values of ERC-1967 and ERC-1167.
test('proxies are recognized by their code', () => {
  const slotOf = (name: string) => {
    const hash = BigInt(`0x${Buffer.from(keccak_256(Buffer.from(name))).toString('hex')}`);
    return `0x${(hash - 1n).toString(16)}`;
  };
  const [implementation, beacon] = [slotOf('eip1967.proxy.implementation'), slotOf('eip1967.proxy.beacon')];
  expect(proxyOf(`0x60807f${implementation.slice(2)}54`)).toEqual({ slot: implementation });
  // Without an optimizer, the compiler subtracts when the code runs.
  const above = `0x${(BigInt(implementation) + 1n).toString(16)}`;
  expect(proxyOf(`0x60807f${above.slice(2)}0354`)).toEqual({ slot: implementation });
  expect(proxyOf(`0x60807f${beacon.slice(2)}54`)).toEqual({ beaconSlot: beacon });
  const target = 'ab'.repeat(20);
  const minimal = `0x363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`;
  expect(proxyOf(minimal)).toEqual({ implementation: `0x${target}` });
  expect([proxyOf('0x'), proxyOf('0x6080')]).toEqual([null, null]);
});
