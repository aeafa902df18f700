import { longZero } from '../../rest/contracts/contract-rows.ts';

// Calls with the highest server time for their gas. Run them after each change of the engine.

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const to = (id: number) => `0x${longZero(id)}`;

/** A loop of operations that leave the stack unchanged: JUMPDEST … PUSH1 0 JUMP. */
const loop = (operations: string) => `5b${operations}600056`;
/** Code that copies the call data to memory, and calls a precompiled contract with it until the gas is used up. */
const precompile = (address: string, outputSize = '40') =>
  `365f5f375b60${outputSize}5f365f60${address}5afa50600556`;

/** Runtime code of contracts, in hex, by number. */
export const CODES: Readonly<Record<number, string>> = {
  2001: '600760005260206000f3',
  2002: '5b600056',
  // Code that counts to 200,000.
  2003: '5f5b600101806203 0d40 11600157 5f5260205ff3'.replaceAll(' ', ''),
  2010: precompile('05'),
  2011: precompile('07'),
  2012: precompile('08', '20'),
  2013: precompile('09'),
  2014: precompile('0a'),
  2015: precompile('01', '20'),
  2016: precompile('02', '20'),
  // KECCAK256 of 0 bytes, of 4 kB and of a megabyte.
  2020: loop('5f5f2050'),
  2021: loop('6110005f2050'),
  2022: loop('620ffff05f2050'),
  // CODECOPY and MCOPY of 32 kB.
  2023: loop('6180005f5f39'),
  2024: loop('6180005f60205e'),
  // Code that reads a new cold slot each time, and transient storage. The counter is on the stack.
  2025: '5f5b80545060010180600157',
  2026: '5f5b8080 5d60010180600157'.replaceAll(' ', ''),
  // LOG0 of 32 kB, EXP of a large exponent, creations with the largest init code.
  2027: loop('6180005fa0'),
  2028: loop('7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff800a50'),
  2029: loop('61c0005f5ff050'),
  2030: loop('5f5f5f5f5f305af150'),
  // Code that reads the balance of another address each time.
  2031: '5f5b8031506001018060015700',
};

const size = 130_000;
/** Input of MODEXP: 3 to the power of a number of 130,000 bytes. */
const power = (modulus: string) =>
  `${word(1)}${word(size)}${word(modulus.length / 2)}03${'ff'.repeat(size)}${modulus}`;
/** The generators of BN254. */
const G1 = word(1) + word(2);
const G2 =
  '198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2' +
  '1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed' +
  '090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b' +
  '12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa';

/** Bodies of calls with the maximum gas. */
export const ATTACKS: Readonly<Record<string, { readonly to: string; readonly data?: string }>> = {
  'MODEXP of a byte': { to: to(2010), data: power('fb') },
  'MODEXP of 8 bytes': { to: to(2010), data: power('ffffffffffffffc5') },
  'scalar multiplications': { to: to(2011), data: `${G1}${'ff'.repeat(32)}` },
  'a pairing of 400': { to: to(2012), data: (G1 + G2).repeat(400) },
  'cold slots': { to: to(2025) },
  'hashes of nothing': { to: to(2020) },
  'transient storage': { to: to(2026) },
};

/** Further calls for the bench. */
export const MORE_ATTACKS: typeof ATTACKS = {
  'MODEXP of 16 bytes': { to: to(2010), data: power('ff'.repeat(16)) },
  BLAKE2F: { to: to(2013), data: `00d59f80${'00'.repeat(208)}01` },
  ecrecover: {
    to: to(2015),
    data: word(5) + word(27) + word(0x1234567n) + word(0x7654321n),
  },
  'SHA-256 of 100 kB': { to: to(2016), data: 'ab'.repeat(100_000) },
  'KECCAK256 of 4 kB': { to: to(2021) },
  'KECCAK256 of 1 MB': { to: to(2022) },
  'CODECOPY of 32 kB': { to: to(2023) },
  'MCOPY of 32 kB': { to: to(2024) },
  'LOG0 of 32 kB': { to: to(2027) },
  EXP: { to: to(2028) },
  creations: { to: to(2029) },
  'calls of itself': { to: to(2030) },
  'cold accounts': { to: to(2031) },
};
