import { readFileSync } from 'node:fs';
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { getActivePrecompiles, NobleBLS, paramsEVM } from '@ethereumjs/evm';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { sharedDir } from '../../../test/shared.ts';
import { hasPrecompile, PRECOMPILES } from '../src/precompiles/table.ts';
import { profileOf } from '../src/profiles.ts';
import { runThrough } from './run-through.ts';

// Checks precompiles 0x0b to 0x11 with the vectors of EIP-2537, and with @ethereumjs/evm by the rules of Prague.

interface Vector {
  readonly Name: string;
  readonly Input: string;
  readonly Expected?: string;
  readonly Gas?: number;
  readonly ExpectedError?: string;
}

interface Ran {
  readonly gas: bigint | undefined;
  /** Output in hex; undefined if the input is refused. */
  readonly output: string | undefined;
}

const GAS = 10n ** 12n;
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

async function ours(address: number, data: Uint8Array): Promise<Ran> {
  const entry = PRECOMPILES.find((one) => Number(`0x${one.address}`) === address);
  if (entry === undefined) throw new Error('no such contract');
  await entry.implementation.prepare?.();
  const gas = entry.implementation.gas(data);
  const output = gas === undefined ? undefined : runThrough(entry.implementation.run(data));
  return output === undefined ? { gas: GAS, output } : { gas, output: Buffer.from(output).toString('hex') };
}

/** Files of vectors by address. A single multiplication is a multi-scalar one of length one. */
const FILES: readonly (readonly [number, readonly string[]])[] = [
  [0x0b, ['add_G1_bls']],
  [0x0c, ['mul_G1_bls', 'msm_G1_bls']],
  [0x0d, ['add_G2_bls']],
  [0x0e, ['mul_G2_bls', 'msm_G2_bls']],
  [0x0f, ['pairing_check_bls']],
  [0x10, ['map_fp_to_G1_bls']],
  [0x11, ['map_fp2_to_G2_bls']],
];

function vectors(file: string): Vector[] {
  try {
    return JSON.parse(readFileSync(`${sharedDir}/evm/eip-2537/${file}.json`, 'utf8')) as Vector[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

describe.skipIf(sharedDir === null)('the vectors of EIP-2537', () => {
  test.each(FILES)('precompile 0x%s', async (address, files) => {
    let [right, refused] = [0, 0];
    for (const file of files) {
      for (const { Name, Input, Expected, Gas } of vectors(file)) {
        const expected = { gas: BigInt(Gas ?? 0), output: Expected };
        expect(await ours(address, bytes(Input)), Name).toEqual(expected);
        right += 1;
      }
      for (const { Name, Input, ExpectedError } of vectors(`fail-${file}`)) {
        expect(ExpectedError).toBeDefined();
        expect((await ours(address, bytes(Input))).output, Name).toBeUndefined();
        refused += 1;
      }
    }
    expect(right).toBeGreaterThan(3);
    expect(refused).toBeGreaterThan(3);
  });
});

describe('@ethereumjs/evm', () => {
  const common = createCustomCommon({}, Mainnet, { hardfork: Hardfork.Prague });
  common.updateParams(paramsEVM);
  const active = getActivePrecompiles(common);
  const _bls = new NobleBLS();

  async function library(address: number, data: Uint8Array): Promise<Ran> {
    const run = active.get(address.toString(16).padStart(40, '0'));
    const input = { data, gasLimit: GAS, common, _EVM: { _bls } };
    const result = await run?.(input as unknown as Parameters<NonNullable<typeof run>>[0]);
    if (result === undefined) throw new Error('no such contract');
    if (result.exceptionError !== undefined) return { gas: GAS, output: undefined };
    return { gas: result.executionGasUsed, output: Buffer.from(result.returnValue).toString('hex') };
  }

  const { G1, G2 } = { G1: bls12_381.G1.Point, G2: bls12_381.G2.Point };
  const { Fr } = bls12_381.fields;
  const { ORDER } = bls12_381.fields.Fp;
  const field = (value: bigint) => value.toString(16).padStart(128, '0');
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const multiple = fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(1n, Fr.ORDER - 1n));
  const g1 = multiple.map((by) => {
    if (by === 0n) return field(0n).repeat(2);
    const { x, y } = G1.BASE.multiply(by).toAffine();
    return field(x) + field(y);
  });
  const g2 = multiple.map((by) => {
    if (by === 0n) return field(0n).repeat(4);
    const { x, y } = G2.BASE.multiply(by).toAffine();
    return [x.c0, x.c1, y.c0, y.c1].map(field).join('');
  });
  const number = fc.oneof(fc.bigInt(0n, (1n << 256n) - 1n), fc.constantFrom(0n, 1n, Fr.ORDER, Fr.ORDER + 1n));
  const element = fc.oneof(fc.bigInt(0n, ORDER - 1n), fc.constantFrom(0n, 1n, ORDER - 1n, ORDER, ORDER + 1n));
  const list = (pair: fc.Arbitrary<string>) => fc.array(pair, { maxLength: 4 }).map((all) => all.join(''));
  const pairOf = (a: fc.Arbitrary<string>, b: fc.Arbitrary<string>) =>
    fc.tuple(a, b).map((pair) => pair.join(''));
  const INPUTS: readonly (readonly [number, fc.Arbitrary<string>])[] = [
    [0x0b, pairOf(g1, g1)],
    [0x0c, list(pairOf(g1, number.map(word)))],
    [0x0d, pairOf(g2, g2)],
    [0x0e, list(pairOf(g2, number.map(word)))],
    [0x0f, list(pairOf(g1, g2))],
    [0x10, element.map(field)],
    [0x11, pairOf(element.map(field), element.map(field))],
  ];
  /** Most inputs are unchanged. Others lose or gain bytes, or have one changed. */
  const damage = fc.option(
    fc.record({ at: fc.nat(1_200), byte: fc.nat(255), length: fc.integer({ min: -2, max: 2 }) }),
    {
      freq: 3,
      nil: undefined,
    },
  );

  it.each(INPUTS)('returns and charges the same as ours: contract %i', async (address, input) => {
    await fc.assert(
      fc.asyncProperty(input, damage, async (hex, change) => {
        const data = bytes(hex);
        if (change !== undefined && data.length > 0) data[change.at % data.length] = change.byte;
        const given = new Uint8Array(Math.max(0, data.length + (change?.length ?? 0)));
        given.set(data.subarray(0, given.length));
        const [own, theirs] = [await ours(address, given), await library(address, given)];
        expect(own.output).toBe(theirs.output);
        if (own.output !== undefined) expect(own.gas).toBe(theirs.gas);
      }),
      { numRuns: tries(30) },
    );
  });
});

test('the precompiles exist from v0.70 on', () => {
  const numbers = (name: Parameters<typeof profileOf>[0]) =>
    PRECOMPILES.filter((entry) => hasPrecompile(profileOf(name), entry)).length;
  expect([numbers('v0.67'), numbers('ethereum'), numbers('v0.70')]).toEqual([10, 10, 17]);
});
