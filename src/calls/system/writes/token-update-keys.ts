import type { Address } from '@tain/evm/execution';
import { proto } from '@tain/protos/hapi';
import type { TokenKeyName } from '../../state/ledger-objects.ts';
import type { Arguments } from '../abi/arguments.ts';
import { DecodeError } from '../abi/decode.ts';
import type { Ledger } from '../ledger.ts';
import { KEY_BITS, TOKEN_KEY_NAMES } from '../views/key-tuple.ts';
import { demand } from './simulate.ts';
import { contractKeyId, ECDSA_LENGTH, ED25519_LENGTH, INVALID_KEY } from './token-create-keys.ts';

type Keys = Readonly<Partial<Record<TokenKeyName, Uint8Array>>>;

/** Number of bits of the key type that the ledger uses. */
const KEY_TYPE_BITS = 32;

/**
 * Returns the keys that `TokenKey[]` of an update replaces. A key to be inherited from the caller is not changed,
 * because the ledger inherits only at creations. Throws `DecodeError` for an entry that is not exactly one kind of key.
 */
export async function replacedKeys(
  ledger: Ledger,
  list: readonly Arguments[],
  withMetadata: boolean,
): Promise<Keys> {
  const keys: Partial<Record<TokenKeyName, Uint8Array>> = {};
  for (const entry of list) {
    const bits = BigInt.asUintN(KEY_TYPE_BITS, entry.integer(0));
    const key = await keyOf(ledger, entry.tuple(1));
    if (key === undefined) continue;
    for (const name of TOKEN_KEY_NAMES) {
      if ((bits & KEY_BITS[name]) !== 0n && (name !== 'metadata' || withMetadata)) keys[name] = key;
    }
  }
  return keys;
}

/** Throws `Refused` for a public key that is not on its curve. */
export function demandValidKeys(keys: Keys): void {
  for (const name of TOKEN_KEY_NAMES) {
    const key = keys[name];
    const ecdsa = key && proto.Key.decode(key).ECDSASecp256k1;
    // A compressed key begins with 2 or 3.
    demand(!ecdsa?.length || ecdsa[0] === 2 || ecdsa[0] === 3, INVALID_KEY[name]);
  }
}

/** Returns the key of an entry; undefined: the caller's. */
async function keyOf(ledger: Ledger, value: Arguments): Promise<Uint8Array | undefined> {
  const [contract, delegatable] = [
    await contractAt(ledger, value.address(1)),
    await contractAt(ledger, value.address(4)),
  ];
  const [ed25519, ecdsa] = [value.bytes(2), value.bytes(3)];
  const kinds: (proto.IKey | undefined | false)[] = [
    value.bool(0) && {},
    contract !== undefined && { contractID: contractKeyId(contract) },
    ed25519.length === ED25519_LENGTH && { ed25519 },
    ecdsa.length === ECDSA_LENGTH && { ECDSASecp256k1: ecdsa },
    delegatable !== undefined && { delegatableContractId: contractKeyId(delegatable) },
  ];
  const [key, ...others] = kinds.filter((kind) => kind !== false && kind !== undefined);
  if (!key || others.length > 0) throw new DecodeError('not exactly one kind of key');
  return value.bool(0) ? undefined : proto.Key.encode(key).finish();
}

/**
 * Returns the contract at an address. Undefined for the zero address, and for the long-zero address of an account with
 * an EVM address. Throws `DecodeError` for an unknown address that is not long-zero.
 */
async function contractAt(ledger: Ledger, address: Address): Promise<bigint | undefined> {
  const id = ledger.longZeroId(address);
  const account = await ledger.accountAt(address);
  if (account !== undefined) return account.id;
  if (id === undefined) throw new DecodeError('no entity has this address');
  if (id === 0n || (await ledger.state.accounts.get(id))?.evmAddress !== undefined) return undefined;
  return id;
}
