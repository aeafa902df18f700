import { encodeEntityId } from '@tain/ledger/entity-id';
import { type LongLike, longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';

/** Returns a slot's key without leading zeros, in hex. */
export function slotName(key: Uint8Array): string {
  return trim(key).toString('hex');
}

/** Returns bytes without leading zeros. */
export function trim(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start += 1;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
}

/** Returns text that identifies a pending airdrop: sender, receiver, token, and serial number of an NFT. */
export function airdropName(id: proto.IPendingAirdropId): string {
  const { senderId, receiverId, fungibleTokenType, nonFungibleToken } = id;
  const token = nonFungibleToken ? nonFungibleToken.token_ID : fungibleTokenType;
  const sender = packedIdOf(senderId, senderId?.accountNum);
  const receiver = packedIdOf(receiverId, receiverId?.accountNum);
  const serial = nonFungibleToken ? longToBigInt(nonFungibleToken.serialNumber) : 'fungible';
  return `${sender}/${receiver}/${packedIdOf(token, token?.tokenNum)}/${serial}`;
}

/** Returns text that identifies a hook: its owner and number. */
export function hookName({ entityId, hookId }: proto.IHookId): string {
  const account = entityId?.accountId;
  const contract = entityId?.contractId;
  const owner = account
    ? packedIdOf(account, account.accountNum)
    : packedIdOf(contract, contract?.contractNum);
  return `${owner}/${longToBigInt(hookId)}`;
}

interface Realm {
  readonly shardNum?: LongLike | number | null;
  readonly realmNum?: LongLike | number | null;
}

/** Returns a packed entity id; 0 when it has no number, or one out of range. */
export function packedIdOf(
  realm: Realm | null | undefined,
  number: LongLike | number | null | undefined,
): bigint {
  try {
    return encodeEntityId(longToBigInt(realm?.shardNum), longToBigInt(realm?.realmNum), longToBigInt(number));
  } catch {
    return 0n;
  }
}
