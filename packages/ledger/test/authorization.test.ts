import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from '@tain/evm/keccak';
import { expect, test } from 'vitest';
import {
  type AuthorizedNonces,
  authorizedNonces,
  nonceAfterAuthorizations,
  parseAuthorizations,
} from '../src/authorization.ts';
import { evmAddressOfKey } from '../src/evm-address.ts';
import { rlpBytes } from '../src/rlp.ts';

const [OWN, OTHER] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
const AUTHORITY = evmAddressOfKey(secp256k1.getPublicKey(OWN)) ?? new Uint8Array();
const DELEGATE = Buffer.alloc(20, 0xaa);

/** Recovers the authorities of a list, with the number of steps that this took. */
function recovered(list: string | null): { readonly nonces: AuthorizedNonces; readonly steps: number } {
  const work = authorizedNonces(list);
  for (let steps = 0; ; steps += 1) {
    const { done, value } = work.next();
    if (done) return { nonces: value, steps };
  }
}

function signed(nonce: number, secret = OWN, chainId = 298) {
  const bytes = (value: number) => Buffer.from(value === 0 ? '' : value.toString(16).padStart(4, '0'), 'hex');
  const shortest = (value: number) => (bytes(value)[0] === 0 ? bytes(value).subarray(1) : bytes(value));
  const message = Buffer.concat([Buffer.of(5), rlpBytes([shortest(chainId), DELEGATE, shortest(nonce)])]);
  const [recovery = 0, ...rs] = secp256k1.sign(keccak256(message), secret, {
    prehash: false,
    format: 'recovered',
  });
  // Stored words have no leading zeros.
  const word = (from: number) =>
    `0x${Buffer.from(rs.slice(from, from + 32))
      .toString('hex')
      .replace(/^(00)+/, '')}`;
  return {
    address: `0x${DELEGATE.toString('hex')}`,
    chain_id: `0x${chainId.toString(16)}`,
    nonce,
    r: word(0),
    s: word(32),
    y_parity: `0x${recovery}`,
  };
}

const invalid = { ...signed(5), r: '0x00' };

test.each([
  ['one with its nonce', [signed(5)], 5n, 6n],
  ['one that is valid on any chain', [signed(0, OWN, 0)], 0n, 1n],
  ['several in sequence', [signed(5), signed(6, OTHER), signed(6), signed(7)], 5n, 8n],
  ['one that was skipped after it', [signed(5), signed(9)], 5n, 6n],
  ['one that was skipped before it', [signed(3), signed(5)], 5n, 6n],
  ['the same twice', [signed(5), signed(5)], 5n, 6n],
  ['an outdated nonce', [signed(300)], 4n, 301n],
  ['an unknown nonce', [signed(300), signed(301)], undefined, 302n],
  ['none of its own', [signed(5, OTHER)], 5n, undefined],
  ['an invalid signature', [invalid], 5n, undefined],
  ['none', [], 5n, undefined],
])('the nonce of an authority after %s', (_, list, before, after) => {
  expect(nonceAfterAuthorizations(recovered(JSON.stringify(list)).nonces, AUTHORITY, before)).toBe(after);
});

test('a transaction without a list has no authority', () => {
  expect(recovered(null)).toEqual({ nonces: new Map(), steps: 0 });
});

test('each authority is recovered once, in a step of its own, whoever asks for its nonce', () => {
  const list = [signed(1), signed(2, OTHER), signed(3), { ...signed(4), r: '0x00' }];
  const { nonces, steps } = recovered(JSON.stringify(list));
  expect(steps).toBe(4);
  expect([...nonces.values()]).toEqual([[1n, 3n], [2n]]);
});

test('a nonce of 64 bits is exact, and quantities may be written as other mirrors do', () => {
  const text = JSON.stringify([{ ...signed(7), nonce: 7 }]).replace(
    '"nonce":7',
    '"nonce": 18446744073709551615',
  );
  expect(parseAuthorizations(text)).toMatchObject([{ nonce: 18_446_744_073_709_551_615n }]);
  const other = JSON.stringify([
    { ...signed(7, OWN, 0), chain_id: '0x', y_parity: Number(signed(7, OWN, 0).y_parity) },
  ]);
  expect(recovered(other).nonces.get(Buffer.from(AUTHORITY).toString('hex'))).toEqual([7n]);
});
