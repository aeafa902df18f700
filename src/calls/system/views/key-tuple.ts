import { encodeEntityId } from '@tain/ledger/entity-id';
import { ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { longToBigInt } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';
import type { TokenKeyName } from '../../state/ledger-objects.ts';
import type { AbiValue } from '../abi/abi-type.ts';
import type { Ledger } from '../ledger.ts';

/** Bits of the keys of a token in Solidity, in the order of the results. */
export const KEY_BITS: Readonly<Record<TokenKeyName, bigint>> = {
  admin: 1n,
  kyc: 2n,
  freeze: 4n,
  wipe: 8n,
  supply: 16n,
  feeSchedule: 32n,
  pause: 64n,
  metadata: 128n,
};

export const TOKEN_KEY_NAMES = Object.keys(KEY_BITS) as readonly TokenKeyName[];

const NO_BYTES = new Uint8Array();

/**
 * Returns a key as `(inheritAccountKey, contractId, ed25519, ECDSA_secp256k1, delegatableContractId)`. Key lists and
 * threshold keys cannot be represented: they are returned as no key.
 */
export async function keyTuple(ledger: Ledger, bytes: Uint8Array | undefined): Promise<AbiValue[]> {
  const key = bytes ? proto.Key.decode(bytes) : undefined;
  return [
    false,
    await contractAddress(ledger, key?.contractID),
    key?.ed25519 ?? NO_BYTES,
    key?.ECDSASecp256k1 ?? NO_BYTES,
    await contractAddress(ledger, key?.delegatableContractId),
  ];
}

async function contractAddress(ledger: Ledger, id: proto.IContractID | null | undefined): Promise<string> {
  if (id?.evmAddress?.length) return Buffer.from(id.evmAddress).toString('hex');
  if (!id?.contractNum) return ZERO_ADDRESS;
  const [shard, realm, num] = [id.shardNum, id.realmNum, id.contractNum].map((part) => longToBigInt(part));
  return ledger.addressOf(encodeEntityId(shard ?? 0n, realm ?? 0n, num ?? 0n));
}
