import { expect, test } from 'vitest';
import { parseAccounts } from '../../src/local-network/local-accounts.ts';

const parse = (value: unknown) => parseAccounts(JSON.stringify(value), 'The file a.json');

/** Anvil's and Hardhat's first account, and the Ed25519 key of RFC 8032, test 1. */
const ECDSA = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const ED25519 = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const ED25519_PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const PUBLIC = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';

test('an account is a private key, a public key or an address, with a balance in hbars', () => {
  const accounts = parse([
    { privateKey: `0x${ECDSA}`, balance: '12.00000001' },
    { privateKey: ED25519, type: 'ED25519' },
    { evmAddress: '0xAbCdef0000000000000000000000000000000001', balance: 5 },
  ]);
  const hex = accounts.map(({ alias, ...rest }) => ({ ...rest, alias: Buffer.from(alias).toString('hex') }));
  expect(hex).toEqual([
    {
      type: 'ECDSA_SECP256K1',
      alias: `3a21${PUBLIC}`,
      privateKey: ECDSA,
      evmAddress: ADDRESS,
      tinybars: 1_200_000_001n,
    },
    {
      type: 'ED25519',
      alias: `1220${ED25519_PUBLIC}`,
      privateKey: ED25519,
      evmAddress: null,
      tinybars: 1_000_000_000_000n,
    },
    {
      type: 'ECDSA_SECP256K1',
      alias: 'abcdef0000000000000000000000000000000001',
      privateKey: null,
      evmAddress: '0xabcdef0000000000000000000000000000000001',
      tinybars: 500_000_000n,
    },
  ]);
});

test.each([
  ['an ECDSA private key in DER', { privateKey: `3030020100300706052b8104000a04220420${ECDSA}` }, ADDRESS],
  ['an Ed25519 private key in DER', { privateKey: `302e020100300506032b657004220420${ED25519}` }, null],
  ['an ECDSA public key', { publicKey: PUBLIC }, ADDRESS],
  [
    'an ECDSA public key in DER',
    { publicKey: `302d300706052b8104000a032200${PUBLIC}`, type: 'ECDSA' },
    ADDRESS,
  ],
  ['an Ed25519 public key', { publicKey: ED25519_PUBLIC, type: 'ED25519' }, null],
  ['an Ed25519 public key in DER', { publicKey: `302a300506032b6570032100${ED25519_PUBLIC}` }, null],
])('%s', (_what, entry, address) => {
  const [account] = parse([entry]);
  expect(account?.evmAddress).toBe(address);
  expect(account?.type).toBe(address === null ? 'ED25519' : 'ECDSA_SECP256K1');
  expect(account?.privateKey).toBe('privateKey' in entry ? (address === null ? ED25519 : ECDSA) : null);
});

const good = { privateKey: ECDSA };
test.each([
  ['is not an object', 'text'],
  ['is not an object', [good]],
  ['has an unknown field key: known are privateKey, publicKey, evmAddress, type, balance', { key: ECDSA }],
  ['must have exactly one of privateKey, publicKey and evmAddress', { balance: 1 }],
  ['must have exactly one of privateKey, publicKey and evmAddress', { ...good, evmAddress: ADDRESS }],
  ['has a privateKey that is not a text', { privateKey: 1 }],
  ['has a privateKey that is none: 64 hex digits', { privateKey: 'ff'.repeat(32) }],
  ['has a privateKey that is none: 64 hex digits', { privateKey: ECDSA.slice(1) }],
  [
    'has a privateKey that is none',
    { privateKey: `302e020100300506032b657004220420${ED25519}`, type: 'ECDSA' },
  ],
  ['has a publicKey that is none: 66 hex digits', { publicKey: ED25519_PUBLIC }],
  ['has a publicKey that is none', { publicKey: `02${'ff'.repeat(32)}` }],
  ['has a evmAddress that is none: 0x and 40 hex digits', { evmAddress: ADDRESS.slice(2) }],
  ['has a evmAddress that is none', { evmAddress: `0x${'0'.repeat(36)}03e9` }],
  ['has a evmAddress that is none', { evmAddress: ADDRESS, type: 'ED25519' }],
  ['has a type that is neither ECDSA nor ED25519', { ...good, type: 'secp256k1' }],
  ['has a balance that is not a positive number of hbars', { ...good, balance: 0 }],
  ['has a balance that is not a positive number of hbars', { ...good, balance: -1 }],
  ['has a balance that is not a positive number of hbars', { ...good, balance: '1.000000001' }],
  ['has a balance that is not a positive number of hbars', { ...good, balance: true }],
  ['raises the sum of all balances above 10000000000 hbars', { ...good, balance: 10_000_000_001 }],
  ['is the account of entry 1', { publicKey: PUBLIC }, good],
  [
    'is the pre-funded account 0.0.1012',
    { privateKey: '105d050185ccb907fba04dd92d8de9e32c18305e097ab41dadda21489a211524' },
  ],
])('an entry that %s is refused, without its key', (words, entry, ...before: unknown[]) => {
  const run = () => parse([...before, entry]);
  expect(run).toThrow(`The file a.json has a faulty entry ${before.length + 1}, which ${words}`);
  expect(run).not.toThrow(/[\da-f]{60}/);
});

test('another content is refused', () => {
  expect(() => parseAccounts('[', 'The file a.json')).toThrow('The file a.json is not JSON.');
  expect(() => parse({})).toThrow('The file a.json must be a JSON list of accounts.');
  const many = Array.from({ length: 1_001 }, () => good);
  expect(() => parse(many)).toThrow('The file a.json has 1001 accounts; at most 1000 are possible.');
});
