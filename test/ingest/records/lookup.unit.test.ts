import { secp256k1 } from '@noble/curves/secp256k1.js';
import { evmAddressOfAlias } from '@tain/ledger/evm-address';
import { expect, test } from 'vitest';
import { EntityLookup, noNames } from '../../../src/ingest/records/lookup.ts';

test('an account known only by the address of its key is looked up by an alias with the key', () => {
  const key = secp256k1.getPublicKey(Buffer.alloc(32, 7), true);
  const alias = Buffer.concat([Buffer.from([0x3a, 0x21]), key]);
  const address = evmAddressOfAlias(alias) as Uint8Array;
  const lookup = new EntityLookup(0n, 0n);
  const missing = lookup.unresolved({ ...noNames(), aliases: [alias] });
  expect(missing.aliases).toEqual([alias]);
  expect(missing.evmAddresses.map((bytes) => Buffer.from(bytes))).toEqual([Buffer.from(address)]);
  lookup.remember({ id: 1001n, alias: address, evmAddress: address });
  expect(lookup.accountByAlias(alias)).toBe(1001n);
  expect(lookup.unresolved({ ...noNames(), aliases: [alias] }).evmAddresses).toEqual([]);
});
