import type { proto } from '@tain/protos/services';
import Long from 'long';
import type { Account } from '../../ledger/entities.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { longToBigInt } from '../../ledger/long.ts';

interface InShard {
  readonly shardNum?: Long | null;
  readonly realmNum?: Long | null;
}

/** Returns the number in an id of shard 0 and realm 0; 0 for a missing id or one of another shard. */
export function numberIn(id: InShard | null | undefined, number: Long | null | undefined): number {
  if (longToBigInt(id?.shardNum) !== 0n || longToBigInt(id?.realmNum) !== 0n) return 0;
  const value = longToBigInt(number);
  return value > 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : 0;
}

/** Returns the account or contract of an id with a number, an alias or an EVM address; deleted ones only by number. */
export function findAccount(
  ledger: Ledger,
  id: proto.IAccountID | null | undefined,
): Readonly<Account> | undefined {
  if (!id?.alias?.length) return ledger.accounts.get(numberIn(id, id?.accountNum));
  return numberIn(id, Long.ONE) === 0 ? undefined : ledger.accounts.get(ledger.resolveAlias(id.alias));
}

/** Returns the contract of an id with a number or an EVM address. */
export function findContract(
  ledger: Ledger,
  id: proto.IContractID | null | undefined,
): Readonly<Account> | undefined {
  const { evmAddress } = id ?? {};
  const found = findAccount(ledger, {
    shardNum: id?.shardNum ?? null,
    realmNum: id?.realmNum ?? null,
    ...(evmAddress?.length ? { alias: evmAddress } : { accountNum: id?.contractNum ?? null }),
  });
  return found?.contract ? found : undefined;
}

/** Returns the subject of a query, whose existence `check` has verified. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a query was answered that should have been refused');
  return value;
}
