import type { Address } from '@tain/evm/execution';
import { decodeEntityId } from '@tain/ledger/entity-id';
import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { LedgerToken, TokenKeyName } from '../../state/ledger-objects.ts';
import type { Arguments } from '../abi/arguments.ts';
import type { MethodCall } from '../method.ts';
import { KEY_BITS, TOKEN_KEY_NAMES } from '../views/key-tuple.ts';
import { senderOf } from './objects.ts';
import { demand } from './simulate.ts';

/** Status of an invalid key, by the kind of key. */
export const INVALID_KEY: Readonly<Record<TokenKeyName, string>> = {
  admin: 'INVALID_ADMIN_KEY',
  kyc: 'INVALID_KYC_KEY',
  freeze: 'INVALID_FREEZE_KEY',
  wipe: 'INVALID_WIPE_KEY',
  supply: 'INVALID_SUPPLY_KEY',
  feeSchedule: 'INVALID_CUSTOM_FEE_SCHEDULE_KEY',
  pause: 'INVALID_PAUSE_KEY',
  metadata: 'INVALID_METADATA_KEY',
};

/** Bytes of a public key; an ECDSA key is compressed. */
export const ED25519_LENGTH = 32;
export const ECDSA_LENGTH = 33;

/** Returns the keys of `TokenKey[]`: the bits of each entry name its kinds. Throws `Refused` for an invalid key. */
export async function newKeys(call: MethodCall, list: readonly Arguments[]): Promise<LedgerToken['keys']> {
  const keys: Partial<Record<TokenKeyName, Uint8Array>> = {};
  for (const entry of list) {
    const bits = entry.integer(0);
    const key = await keyOf(call, entry.tuple(1));
    for (const name of TOKEN_KEY_NAMES) {
      if ((bits & KEY_BITS[name]) === 0n) continue;
      demand(key !== undefined, INVALID_KEY[name]);
      keys[name] = key;
    }
  }
  return keys;
}

/** Returns the key of an entry, which must have exactly one of: the caller's own key, a contract, a public key. */
async function keyOf(call: MethodCall, value: Arguments): Promise<Uint8Array | undefined> {
  const [inherit, contract, ed25519] = [value.bool(0), value.address(1), value.bytes(2)];
  const [ecdsa, delegatable] = [value.bytes(3), value.address(4)];
  const given = [
    inherit,
    contract !== ZERO_ADDRESS,
    ed25519.length > 0,
    ecdsa.length > 0,
    delegatable !== ZERO_ADDRESS,
  ];
  if (given.filter(Boolean).length !== 1) return undefined;
  if (inherit) return inheritedKey(call);
  if (ed25519.length > 0) return ed25519.length === ED25519_LENGTH ? encode({ ed25519 }) : undefined;
  if (ecdsa.length > 0) return ecdsa.length === ECDSA_LENGTH ? encode({ ECDSASecp256k1: ecdsa }) : undefined;
  if (contract !== ZERO_ADDRESS) return encode({ contractID: await contractId(call, contract) });
  return encode({ delegatableContractId: await contractId(call, delegatable) });
}

/** Returns the caller's key; a contract without a key has itself as key. */
function inheritedKey(call: MethodCall): Uint8Array {
  const sender = senderOf(call);
  return sender.key ?? encode({ contractID: contractKeyId(sender.id) });
}

async function contractId({ ledger }: MethodCall, address: Address): Promise<proto.IContractID> {
  const id = ledger.longZeroId(address) ?? (await ledger.accountAt(address))?.id;
  return id === undefined ? { evmAddress: Buffer.from(address, 'hex') } : contractKeyId(id);
}

/** Returns the id of a contract that is used as a key. */
export function contractKeyId(id: bigint): proto.IContractID {
  const { shard, realm, num } = decodeEntityId(id);
  const long = (value: bigint): Long => Long.fromString(value.toString());
  return { shardNum: long(shard), realmNum: long(realm), contractNum: long(num) };
}

function encode(key: proto.IKey): Uint8Array {
  return proto.Key.encode(key).finish();
}
