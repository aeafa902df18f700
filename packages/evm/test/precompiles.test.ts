import { createHash } from 'node:crypto';
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { getActivePrecompiles, NobleBN254, paramsEVM } from '@ethereumjs/evm';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { tries } from '../../../test/effort.ts';
import { blake2f } from '../src/precompiles/blake2f.ts';
import { bn254Add, bn254Mul, bn254Pairing } from '../src/precompiles/bn254.ts';
import { ecrecover } from '../src/precompiles/ecrecover.ts';
import { modexp } from '../src/precompiles/modexp.ts';
import { pointEvaluation } from '../src/precompiles/point-evaluation.ts';
import type { Precompile } from '../src/precompiles/precompile.ts';
import { runThrough } from './run-through.ts';

// Compares our precompiles with the library's, which are not used any more, and with arithmetic.

const common = createCustomCommon({}, Mainnet, { hardfork: Hardfork.Cancun });
common.updateParams(paramsEVM);
const active = getActivePrecompiles(common);

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');

interface Ran {
  readonly gas: bigint;
  /** Output in hex; undefined if the input is refused. */
  readonly output: string | undefined;
}

const GAS = 10n ** 12n;

async function library(address: number, data: Uint8Array): Promise<Ran> {
  const run = active.get(address.toString(16).padStart(40, '0'));
  const input = { data, gasLimit: GAS, common, _EVM: { _bn254: new NobleBN254() } };
  const result = await run?.(input as unknown as Parameters<NonNullable<typeof run>>[0]);
  if (result === undefined) throw new Error('no such contract');
  const hex = Buffer.from(result.returnValue).toString('hex');
  return { gas: result.executionGasUsed, output: result.exceptionError === undefined ? hex : undefined };
}

async function ours(precompile: Precompile, data: Uint8Array): Promise<Ran> {
  await precompile.prepare?.();
  const gas = precompile.gas(data);
  const output = gas === undefined ? undefined : runThrough(precompile.run(data));
  return output === undefined || gas === undefined
    ? { gas: GAS, output: undefined }
    : { gas, output: Buffer.from(output).toString('hex') };
}

describe('ECRECOVER', () => {
  const { n: ORDER } = secp256k1.Point.CURVE();
  const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const edge = fc.constantFrom(0n, 1n, 2n, ORDER - 1n, ORDER, ORDER + 1n, (1n << 256n) - 1n);
  const number = fc.oneof(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), edge);
  const v = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(27n, 28n) },
    fc.constantFrom(0n, 1n, 26n, 29n, 283n),
  );

  it('recovers the signer, also if s is in the upper half', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: ORDER - 1n }),
        digest,
        fc.boolean(),
        async (key, hash, isHigh) => {
          const secret = bytes(word(key));
          const signed = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
          const { r, s, recovery = 0 } = secp256k1.Signature.fromBytes(signed, 'recovered');
          const data = Buffer.concat([
            hash,
            bytes(word(27 + (isHigh ? 1 - recovery : recovery)) + word(r) + word(isHigh ? ORDER - s : s)),
          ]);
          const ran = await ours(ecrecover, data);
          expect(ran).toEqual(await library(1, data));
          expect(ran.output).toBe(`${'0'.repeat(24)}${addressOfKey(secret)}`);
          found += 1;
        },
      ),
      { numRuns: tries(12) },
    );
    expect(found).toBeGreaterThan(0);
  });

  it('recovers no signer exactly if the library does not, for any input', async () => {
    await fc.assert(
      fc.asyncProperty(digest, v, number, number, fc.nat(160), async (hash, recovery, r, s, cut) => {
        const whole = Buffer.concat([hash, bytes(word(recovery) + word(r) + word(s)), Buffer.alloc(32, 1)]);
        const data = new Uint8Array(whole.subarray(0, cut > 100 ? 160 : cut));
        expect(await ours(ecrecover, data)).toEqual(await library(1, data));
      }),
      { numRuns: tries(60) },
    );
    const zeros = new Uint8Array(32);
    for (const r of [1n, 2n, 3n, 4n, 5n, 6n]) {
      const data = Buffer.concat([zeros, bytes(word(27) + word(r) + word(1))]);
      expect(await ours(ecrecover, data)).toEqual(await library(1, data));
    }
  });

  function addressOfKey(secret: Uint8Array): string {
    const key = secp256k1.getPublicKey(secret, false).subarray(1);
    return Buffer.from(keccak_256(key).subarray(-20)).toString('hex');
  }
});

describe('MODEXP', () => {
  const input = (base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array) =>
    Buffer.concat([
      bytes(word(base.length) + word(exponent.length) + word(modulus.length)),
      base,
      exponent,
      modulus,
    ]);
  const numberOf = (of: Uint8Array) => BigInt(`0x0${Buffer.from(of).toString('hex')}`);
  const power = (base: bigint, exponent: bigint, modulus: bigint) => {
    if (modulus <= 1n) return 0n;
    let result = 1n;
    let square = base % modulus;
    for (let left = exponent; left > 0n; left >>= 1n) {
      if ((left & 1n) === 1n) result = (result * square) % modulus;
      square = (square * square) % modulus;
    }
    return result;
  };
  /** Draws numbers of every size, including the limits of bytes and words. */
  const number = (max: number) =>
    fc.oneof(
      fc.uint8Array({ maxLength: max }),
      fc.uint8Array({ maxLength: 9 }),
      fc.tuple(fc.nat(8 * Math.min(max, 17)), fc.integer({ min: -2, max: 2 })).map(([bits, more]) => {
        const value = (1n << BigInt(bits)) + BigInt(more);
        const hex = (value < 0n ? 0n : value).toString(16);
        return bytes(hex.length % 2 === 0 ? hex : `0${hex}`);
      }),
      fc
        .tuple(fc.nat(20), fc.uint8Array({ maxLength: 8 }))
        .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest])),
    );

  it('equals bigint arithmetic, at the price of EIP-2565', async () => {
    await fc.assert(
      fc.asyncProperty(number(40), number(40), number(40), async (base, exponent, modulus) => {
        const data = input(base, exponent, modulus);
        const ran = await ours(modexp, data);
        expect(ran).toEqual(await library(5, data));
        const value = power(numberOf(base), numberOf(exponent), numberOf(modulus));
        const size = 2 * modulus.length;
        expect(ran.output).toBe(size === 0 ? '' : value.toString(16).padStart(size, '0'));
      }),
      { numRuns: 600 },
    );
  });

  it('reads zeros after the input, and accepts any lengths', async () => {
    const length = fc.oneof(fc.nat(70), fc.constantFrom(2 ** 20, 2 ** 31, 2 ** 40)).map(BigInt);
    const huge = fc.constantFrom((1n << 256n) - 1n, 1n << 255n, 1n << 64n);
    const lengths = fc.tuple(
      fc.oneof({ weight: 8, arbitrary: length }, huge),
      fc.oneof({ weight: 8, arbitrary: length }, huge),
      fc.oneof({ weight: 8, arbitrary: length }, huge),
    );
    await fc.assert(
      fc.asyncProperty(lengths, fc.uint8Array({ maxLength: 200 }), fc.nat(300), async (given, rest, cut) => {
        const data = Buffer.concat([bytes(given.map(word).join('')), rest]).subarray(0, cut);
        const gas = modexp.gas(data) ?? 0n;
        // Cases that no call can pay for are skipped.
        if (gas > 1_000_000n) return;
        expect(await ours(modexp, data)).toEqual(await library(5, data));
      }),
      { numRuns: 600 },
    );
  });

  it('takes time proportional to its gas, and can be interrupted', () => {
    // An exponent of 130,000 bytes: 0.35 million gas.
    const exponent = new Uint8Array(130_000).fill(0xff);
    const steps = (modulus: Uint8Array) => {
      const run = modexp.run(input(Uint8Array.of(3), exponent, modulus));
      let count = 0;
      while (run.next().done !== true) count += 1;
      return count;
    };
    for (const modulus of ['07', 'ffffffffffffffc5', '8000000000000000', 'ff'.repeat(16)]) {
      expect(steps(bytes(modulus))).toBeGreaterThan(20);
    }
    // Trivial cases are not computed.
    for (const modulus of ['', '00', '01', '0001']) expect(steps(bytes(modulus))).toBe(0);
  });
});

describe('BN254', () => {
  const { G1, G2 } = { G1: bn254.G1.Point, G2: bn254.G2.Point };
  const g1 = (point: InstanceType<typeof G1>) => {
    if (point.is0()) return '0'.repeat(128);
    const { x, y } = point.toAffine();
    return word(x) + word(y);
  };
  const g2 = (point: InstanceType<typeof G2>) => {
    if (point.is0()) return '0'.repeat(256);
    const { x, y } = point.toAffine();
    return word(x.c1) + word(x.c0) + word(y.c1) + word(y.c0);
  };
  const { Fp, Fr } = bn254.fields;
  const scalar = fc.bigInt({ min: 1n, max: Fr.ORDER - 1n });
  const point = fc.oneof(
    { weight: 4, arbitrary: scalar.map((by) => g1(G1.BASE.multiply(by))) },
    fc.constantFrom('0'.repeat(128), word(1) + word(2), word(Fp.ORDER + 1n) + word(2), word(1) + word(3)),
  );
  const anyWord = fc.oneof(
    fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    fc.constantFrom(0n, 1n, Fr.ORDER - 1n, Fr.ORDER, Fr.ORDER + 1n, (1n << 256n) - 1n),
  );

  it('adds and multiplies like the library, for valid and invalid points', async () => {
    await fc.assert(
      fc.asyncProperty(point, point, anyWord, fc.nat(200), async (first, second, by, size) => {
        for (const add of [first + second, first + first, first + second + '01'.repeat(9), first]) {
          expect(await ours(bn254Add, bytes(add))).toEqual(await library(6, bytes(add)));
        }
        const mul = bytes(first + word(by));
        expect(await ours(bn254Mul, mul)).toEqual(await library(7, mul));
        const short = bytes(first + second).subarray(0, size);
        expect(await ours(bn254Mul, short)).toEqual(await library(7, short));
      }),
      { numRuns: 40 },
    );
  });

  it('adds a point and its opposite', async () => {
    const { x, y } = G1.BASE.toAffine();
    const data = bytes(word(x) + word(y) + word(x) + word(Fp.ORDER - y));
    expect(await ours(bn254Add, data)).toEqual({ gas: 150n, output: '0'.repeat(128) });
  });

  it('pairs like the library', async () => {
    const outside = outsideOfGroup();
    const cases: readonly (readonly [string, string, 'one' | 'not' | 'refused'])[] = [
      ['nothing', '', 'one'],
      ['points at infinity', g1(G1.ZERO) + g2(G2.ZERO), 'one'],
      ['a point and infinity', g1(G1.BASE) + g2(G2.ZERO), 'one'],
      ['infinity and a point', g1(G1.ZERO) + g2(G2.BASE), 'one'],
      ['one pair', g1(G1.BASE) + g2(G2.BASE), 'not'],
      [
        'a pair and its opposite',
        g1(G1.BASE.multiply(6n)) + g2(G2.BASE) + g1(G1.BASE.multiply(2n).negate()) + g2(G2.BASE.multiply(3n)),
        'one',
      ],
      ['a point that is not on the curve', word(1) + word(3) + g2(G2.BASE), 'refused'],
      [
        'a point that is not on the twisted curve',
        g1(G1.BASE) + word(1) + word(2) + word(3) + word(4),
        'refused',
      ],
      ['a point outside of the group', g1(G1.BASE) + outside, 'refused'],
      ['infinity and a point outside of the group', g1(G1.ZERO) + outside, 'refused'],
      [
        'a coordinate above the order of the field',
        g1(G1.BASE) + word(Fp.ORDER) + g2(G2.BASE).slice(64),
        'refused',
      ],
      ['half a pair', g1(G1.BASE), 'refused'],
    ];
    for (const [name, hex, result] of cases) {
      const data = bytes(hex);
      const ran = await ours(bn254Pairing, data);
      expect(ran, name).toEqual(await library(8, data));
      const output = { one: word(1), not: word(0), refused: undefined }[result];
      expect(ran.output, name).toBe(output);
    }
  });

  it('pairs bilinearly', async () => {
    await fc.assert(
      fc.asyncProperty(scalar, scalar, async (a, b) => {
        const product = Fr.mul(a, b);
        const pairs =
          g1(G1.BASE.multiply(a)) +
          g2(G2.BASE.multiply(b)) +
          g1(G1.BASE.multiply(product).negate()) +
          g2(G2.BASE);
        expect((await ours(bn254Pairing, bytes(pairs))).output).toBe(word(1));
        const next = Fr.add(b, 1n);
        const other = next === 0n ? G2.ZERO : G2.BASE.multiply(next);
        const wrong = pairs.slice(0, 128) + g2(other) + pairs.slice(384);
        expect((await ours(bn254Pairing, bytes(wrong))).output).toBe(word(0));
      }),
      { numRuns: tries(3), examples: [[1n, Fr.ORDER - 1n]] },
    );
  });

  /** Returns a point of the twisted curve that is not in the group of prime order. */
  function outsideOfGroup(): string {
    const { Fp2 } = bn254.fields;
    const b = Fp2.div(Fp2.create({ c0: 3n, c1: 0n }), Fp2.create({ c0: 9n, c1: 1n }));
    for (let first = 1n; ; first += 1n) {
      const x = Fp2.create({ c0: first, c1: 0n });
      const right = Fp2.add(Fp2.mul(Fp2.sqr(x), x), b);
      try {
        const y = Fp2.sqrt(right);
        return word(x.c1) + word(x.c0) + word(y.c1) + word(y.c0);
      } catch {
        // No point has this coordinate.
      }
    }
  }
});

test('BLAKE2F equals the library for any rounds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 208, maxLength: 208 }),
      fc.oneof(fc.nat(30), fc.integer({ min: 8_190, max: 8_195 })),
      fc.constantFrom(0, 1, 2, 255),
      fc.constantFrom(212, 213, 213, 213, 214),
      async (rest, rounds, last, size) => {
        const data = Buffer.concat([
          bytes(rounds.toString(16).padStart(8, '0')),
          rest,
          Uint8Array.of(last, 0),
        ]);
        const given = new Uint8Array(data.subarray(0, size));
        expect(await ours(blake2f, given)).toEqual(await library(9, given));
      },
    ),
    { numRuns: 100 },
  );
  const many = blake2f.run(bytes(`00${'ff'.repeat(3)}${'00'.repeat(209)}`));
  let steps = 0;
  while (many.next().done !== true && steps < 10) steps += 1;
  expect(steps).toBe(10);
});

describe('point evaluation', () => {
  const { G1 } = { G1: bls12_381.G1.Point };
  const { Fr } = bls12_381.fields;
  /** [τ]G1 of the ceremony: the commitment to the polynomial x. */
  const TAU =
    'ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81';
  const INFINITY = `c0${'00'.repeat(47)}`;
  const hashed = (commitment: string) =>
    `01${createHash('sha256').update(bytes(commitment)).digest('hex').slice(2)}`;
  const input = (commitment: string, z: bigint, y: bigint, proof: string, hash = hashed(commitment)) =>
    bytes(hash + word(z) + word(y) + commitment + proof);
  const RIGHT = `${word(4096)}${word(Fr.ORDER)}`;
  const element = fc.oneof(
    fc.bigInt({ min: 0n, max: Fr.ORDER - 1n }),
    fc.constantFrom(0n, 1n, Fr.ORDER - 1n),
  );
  const multiple = (of: InstanceType<typeof G1>, by: bigint) => (by === 0n ? G1.ZERO : of.multiply(by));
  const hexOf = (point: InstanceType<typeof G1>) => (point.is0() ? INFINITY : point.toHex());

  it('holds for every straight line, and for no other value', async () => {
    const tau = G1.fromHex(TAU);
    await fc.assert(
      fc.asyncProperty(element, element, element, async (a, b, z) => {
        // p(x) = a + bx: its quotient by (x - z) is b.
        const commitment = hexOf(multiple(G1.BASE, a).add(multiple(tau, b)));
        const proof = hexOf(multiple(G1.BASE, b));
        const y = Fr.add(a, Fr.mul(b, z));
        expect((await ours(pointEvaluation, input(commitment, z, y, proof))).output).toBe(RIGHT);
        const other = input(commitment, z, Fr.add(y, 1n), proof);
        expect((await ours(pointEvaluation, other)).output).toBeUndefined();
      }),
      { numRuns: tries(4) },
    );
  });

  it.each([
    ['a value above the order of the field', input(TAU, 5n, 5n + Fr.ORDER, G1.BASE.toHex())],
    ['an argument above the order of the field', input(TAU, 5n + Fr.ORDER, 5n, G1.BASE.toHex())],
    ['another version of the hash', input(TAU, 5n, 5n, G1.BASE.toHex(), `02${hashed(TAU).slice(2)}`)],
    ['another hash', input(TAU, 5n, 5n, G1.BASE.toHex(), `01${'ab'.repeat(31)}`)],
    ['a proof that is not a point', input(TAU, 5n, 5n, `8f${'ff'.repeat(47)}`)],
    // x³ + 4 is a square at 4, but the point is not in the group.
    ['a proof outside of the group', input(TAU, 5n, 5n, `80${'00'.repeat(46)}04`)],
    ['an infinity with further bits', input(TAU, 5n, 5n, `c0${'00'.repeat(46)}01`)],
    ['a point without the flag of compression', input(TAU, 5n, 5n, `17${G1.BASE.toHex().slice(2)}`)],
    ['a missing byte', input(TAU, 5n, 5n, G1.BASE.toHex()).subarray(1)],
    ['an extra byte', Buffer.concat([input(TAU, 5n, 5n, G1.BASE.toHex()), Uint8Array.of(0)])],
  ])('refuses %s', async (_name, data) => {
    expect((await ours(pointEvaluation, input(TAU, 5n, 5n, G1.BASE.toHex()))).output).toBe(RIGHT);
    expect(await ours(pointEvaluation, data)).toEqual({ gas: GAS, output: undefined });
  });
});
