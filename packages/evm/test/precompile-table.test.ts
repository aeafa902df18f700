import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hasPrecompile, PRECOMPILES } from '../src/precompiles/table.ts';
import { profileOf } from '../src/profiles.ts';
import { runThrough } from './run-through.ts';

/** An input, with its gas and output by the contract's specification; hex. */
interface Known {
  readonly input: string;
  readonly gas: bigint;
  readonly output: string;
}

const word = (value: number): string => value.toString(16).padStart(64, '0');
const ABC = '616263';
/** Coordinates of twice the point (1, 2). */
const TWICE =
  '030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3' +
  '15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4';
/** The point at infinity: the commitment to the polynomial 0, and the proof of its value anywhere. */
const INFINITY = `c0${'00'.repeat(47)}`;
const commitmentHash = createHash('sha256').update(Buffer.from(INFINITY, 'hex')).digest('hex');

/** Known results of each contract, by its name in the table. `precompiles.test.ts` checks the others. */
const KNOWN: Readonly<Record<string, Known>> = {
  ecrecover: {
    input:
      `456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3${word(28)}` +
      '9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608' +
      '4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada',
    gas: 3_000n,
    output: '0000000000000000000000007156526fbd7a3c72969b54f64e42c10fbb768c8a',
  },
  sha256: {
    input: ABC,
    gas: 72n,
    output: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  },
  ripemd160: {
    input: ABC,
    gas: 720n,
    output: '0000000000000000000000008eb208f7e05d987a9b044a8e98c6b087f15a0bfc',
  },
  identity: { input: ABC, gas: 18n, output: ABC },
  // 3⁵ modulo 7.
  modexp: { input: `${word(1)}${word(1)}${word(1)}030507`, gas: 200n, output: '05' },
  'bn254 add': { input: `${word(1)}${word(2)}`.repeat(2), gas: 150n, output: TWICE },
  'bn254 multiply': { input: `${word(1)}${word(2)}${word(2)}`, gas: 6_000n, output: TWICE },
  'bn254 pairing': { input: '', gas: 45_000n, output: word(1) },
  // One round: EIP-152, vector 6.
  blake2f: {
    input:
      '0000000148c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b' +
      `6bbd41fbabd9831f79217e1319cde05b${ABC.padEnd(256, '0')}03${'00'.repeat(15)}01`,
    gas: 1n,
    output:
      'b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fb' +
      'a551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421',
  },
  'point evaluation': {
    input: `01${commitmentHash.slice(2)}${word(5)}${word(0)}${INFINITY.repeat(2)}`,
    gas: 50_000n,
    output: `${word(4096)}73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`,
  },
  // Points at infinity. Vectors of EIP-2537 are in `bls12-381.unit.test.ts`.
  'BLS12-381 G1 add': { input: '00'.repeat(256), gas: 375n, output: '00'.repeat(128) },
  'BLS12-381 G1 multiply': { input: '00'.repeat(160), gas: 12_000n, output: '00'.repeat(128) },
  'BLS12-381 G2 add': { input: '00'.repeat(512), gas: 600n, output: '00'.repeat(256) },
  'BLS12-381 G2 multiply': { input: '00'.repeat(288), gas: 22_500n, output: '00'.repeat(256) },
  'BLS12-381 pairing': { input: '00'.repeat(384), gas: 70_300n, output: word(1) },
  // Maps of 0, computed with another library.
  'BLS12-381 map to G1': {
    input: '00'.repeat(64),
    gas: 5_500n,
    output:
      '0000000000000000000000000000000011a9a0372b8f332d5c30de9ad14e50372a73fa4c45d5f2fa5097f2d6fb93bcac' +
      '592f2e1711ac43db0519870c7d0ea41500000000000000000000000000000000092c0f994164a0719f51c24ba3788de2' +
      '40ff926b55f58c445116e8bc6a47cd63392fd4e8e22bdf9feaa96ee773222133',
  },
  'BLS12-381 map to G2': {
    input: '00'.repeat(128),
    gas: 23_800n,
    output:
      '00000000000000000000000000000000018320896ec9eef9d5e619848dc29ce266f413d02dd31d9b9d44ec0c79cd61f1' +
      '8b075ddba6d7bd20b7ff27a4b324bfce000000000000000000000000000000000a67d12118b5a35bb02d2e86b3ebfa7e' +
      '23410db93de39fb06d7025fa95e96ffa428a7a27c3ae4dd4b40bd251ac65889200000000000000000000000000000000' +
      '0260e03644d1a2c321256b3246bad2b895cad13890cbe6f85df55106a0d334604fb143c7a042d878006271865bc35941' +
      '0000000000000000000000000000000004c69777a43f0bda07679d5805e63f18cf4e0e7c6112ac7f70266d199b4f76ae' +
      '27c6269a3ceebdae30806e9a76aadf5c',
  },
};

test.each(PRECOMPILES)('$name returns the outputs of its specification', async ({ name, implementation }) => {
  const known = KNOWN[name];
  if (known === undefined)
    throw new Error(`KNOWN in this file has no line for ${name}: an input, its gas and its output`);
  const input = new Uint8Array(Buffer.from(known.input, 'hex'));
  expect(implementation.gas(input)).toBe(known.gas);
  await implementation.prepare?.();
  const output = runThrough(implementation.run(input));
  expect(output && Buffer.from(output).toString('hex')).toBe(known.output);
});

test('every line is for a contract in the table', () => {
  expect(Object.keys(KNOWN)).toEqual(PRECOMPILES.map(({ name }) => name));
});

test('Ethereum (Cancun) has ten: a later one must be excluded from them in `hasPrecompile`', () => {
  const ethereum = PRECOMPILES.filter((entry) => hasPrecompile(profileOf('ethereum'), entry));
  expect(ethereum.map(({ address }) => Number(`0x${address}`))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
