import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { selectorOf } from '../src/words/abi.ts';
import { callText, decodeCall, decodeError, decodeLog, registerAbi } from '../src/words/known-abi.ts';
import { revertText } from '../src/words/revert.ts';

const word = (value: bigint | number): string =>
  BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');
const words = (...values: readonly (bigint | number)[]): string => values.map(word).join('');

// Selectors as in ERC-6093 and OpenZeppelin's documentation.
test.each([
  [`e450d38c${words(5, 3, 9)}`, 'ERC20InsufficientBalance(sender 0.0.5, balance 3, needed 9)'],
  [`fb8f41b2${words(5, 3, 9)}`, 'ERC20InsufficientAllowance(spender 0.0.5, allowance 3, needed 9)'],
  [`7e273289${words(7)}`, 'ERC721NonexistentToken(tokenId 7)'],
  [`118cdaa7${words(1002)}`, 'OwnableUnauthorizedAccount(account 0.0.1002)'],
  [`e2517d3f${words(5, 1)}`, `AccessControlUnauthorizedAccount(account 0.0.5, neededRole 0x${word(1)})`],
  ['d93c0665', 'EnforcedPause()'],
])('a custom error of the standards: %s', (data, text) => {
  expect(decodeError(data)).toBe(text);
  expect(revertText(`0x${data}`)).toBe(text);
});

test('an error of an added ABI has its name and arguments, with a tuple and a text', () => {
  const data = `${words(96, 7, 224, 32, 2, 3, 4)}${word(2)}${'6e6f'.padEnd(64, '0')}`;
  const selector = selectorOf('Refused((uint256[]),uint8,string)');
  const unknown = `an error of its own: 0x${selector}`;
  expect(revertText(`0x${selector}${data}`)).toBe(unknown);
  registerAbi([
    {
      type: 'error',
      name: 'Refused',
      inputs: [
        { name: 'amounts', type: 'tuple', components: [{ type: 'uint256[]' }] },
        { name: '', type: 'uint8' },
        { name: 'why', type: 'string' },
      ],
    },
  ]);
  expect(revertText(`0x${selector}${data}`)).toBe('Refused(amounts [[3, 4]], 7, why "no")');
  expect(revertText(`0x${selector}${data.slice(0, -192)}`)).toBe(unknown);
});

describe('an event of usual contracts', () => {
  test.each([
    // Uniswap v2
    [
      'd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
      [5, 6],
      [1, 2, 3, 4],
      'Swap sender 0.0.5 amount0In 1 amount1In 2 amount0Out 3 amount1Out 4 to 0.0.6',
    ],
    [
      '1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1',
      [],
      [8, 9],
      'Sync reserve0 8 reserve1 9',
    ],
    [
      '4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f',
      [5],
      [1, 2],
      'Mint sender 0.0.5 amount0 1 amount1 2',
    ],
    [
      'dccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496',
      [5, 6],
      [1, 2],
      'Burn sender 0.0.5 amount0 1 amount1 2 to 0.0.6',
    ],
    [
      '0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9',
      [5, 6],
      [7, 1],
      'PairCreated token0 0.0.5 token1 0.0.6 pair 0.0.7 pairs 1',
    ],
    // Uniswap v3
    [
      'c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
      [5, 6],
      [-1, 2, 3, 4, -5],
      'Swap sender 0.0.5 recipient 0.0.6 amount0 -1 amount1 2 sqrtPriceX96 3 liquidity 4 tick -5',
    ],
    [
      '7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
      [5, -60, 60],
      [6, 1, 2, 3],
      'Mint sender 0.0.6 owner 0.0.5 tickLower -60 tickUpper 60 amount 1 amount0 2 amount1 3',
    ],
    // ERC-4626, AccessControl
    [
      'dcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d7',
      [5, 6],
      [1, 2],
      'Deposit sender 0.0.5 owner 0.0.6 assets 1 shares 2',
    ],
    [
      '2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d',
      [1, 5, 6],
      [],
      `RoleGranted role 0x${word(1)} account 0.0.5 sender 0.0.6`,
    ],
  ] as const)('%s', (topic, topics, data, text) => {
    const log = decodeLog(
      [topic, ...topics.map(word)].map((each) => `0x${each}`),
      `0x${words(...data)}`,
    );
    expect(log && [log.name, ...log.parameters.map((each) => `${each.name} ${each.text}`)].join(' ')).toBe(
      text,
    );
  });
});

test('a call in a list has words and a bounded length', () => {
  expect(callText(`0xa9059cbb${words(5, 6)}`, false)).toBe('transfer(0.0.5, 6)');
  expect(callText('0xdeadbeef00', false)).toBe('0xdeadbeef');
  expect(callText('0x', false)).toBe('no input');
  expect(callText('0x6080604052', true)).toBe('constructor');
  expect(callText(`0xac9650d8${words(32, 1, 32, 900)}${'ab'.repeat(900)}`, false)).toHaveLength(301);
});

test('data of any contract never throws, and a reason has a bounded length', () => {
  const selector = fc.constantFrom(
    'e450d38c',
    '118cdaa7',
    '08c379a0',
    '4e487b71',
    'a9059cbb',
    '82ad56cb',
    '00000000',
    '',
  );
  const size = fc.oneof(
    fc.integer({ min: 0, max: 300 }).map(BigInt),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  );
  fc.assert(
    fc.property(selector, fc.array(size, { maxLength: 40 }), fc.nat(64), (start, values, cut) => {
      const data = `${start}${words(...values)}`;
      const given = `0x${data.slice(0, Math.max(0, data.length - cut))}`;
      expect(typeof (decodeCall(given) ?? '')).toBe('string');
      expect(revertText(given).length).toBeLessThanOrEqual(301);
    }),
    { numRuns: tries(300) },
  );
  expect(revertText(`0x08c379a0${words(32, 5000)}${'61'.repeat(5000)}`)).toBe(`"${'a'.repeat(299)}…`);
});
