import type { Address } from '@tain/evm/execution';
import { decodeEntityId } from '@tain/ledger/entity-id';
import type { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { Ledger } from '../ledger.ts';

/** Converts ids in transactions that are created from calls. */

function long(value: bigint): Long {
  return Long.fromString(value.toString());
}

export function accountMessage(id: bigint): proto.IAccountID {
  const { shard, realm, num } = decodeEntityId(id);
  return { shardNum: long(shard), realmNum: long(realm), accountNum: long(num) };
}

export function tokenMessage(id: bigint): proto.ITokenID {
  const { shard, realm, num } = decodeEntityId(id);
  return { shardNum: long(shard), realmNum: long(realm), tokenNum: long(num) };
}

/** Resolves an address: an account, an unused number, 0, or an unknown alias. */
export async function accountMessageAt(ledger: Ledger, address: Address): Promise<proto.IAccountID> {
  const account = await ledger.accountAt(address);
  if (account !== undefined) return accountMessage(account.id);
  const id = ledger.longZeroId(address);
  if (id === undefined) return { alias: Buffer.from(address, 'hex') };
  const isElsewhere = (await ledger.state.accounts.get(id))?.evmAddress !== undefined;
  return accountMessage(isElsewhere ? 0n : id);
}

/** Returns whether a message names no account. */
export function namesNoAccount({ accountNum, alias }: proto.IAccountID): boolean {
  return !alias?.length && Number(accountNum ?? 0) === 0;
}
