import { decodeEntityId } from '@tain/ledger/entity-id';
import { proto } from '@tain/protos/hapi';
import Long from 'long';

/** Returns the key of a contract without an administrator: a `Key` with the contract's own id. */
export function contractKey(id: bigint): Uint8Array {
  const { shard, realm, num } = decodeEntityId(id);
  const long = (value: bigint): Long => Long.fromString(value.toString());
  const contractID = {
    ...(shard !== 0n && { shardNum: long(shard) }),
    ...(realm !== 0n && { realmNum: long(realm) }),
    contractNum: long(num),
  };
  return proto.Key.encode({ contractID }).finish();
}
