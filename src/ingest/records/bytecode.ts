import { publicKeyHex } from '@tain/ledger/key-json';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../decode/item.ts';
import { rawMessage } from '../decode/raw-field.ts';
import { initcodeFileOf } from './call-data-files.ts';
import type { Context } from './context.ts';
import { type EntityFields, ifSet, keyFields, stakingOfCreation } from './entity-change.ts';
import { accountIdOf, contractIdOf, idOrNull, secondsOf } from './ids.ts';

/** Returns the code that a contract was created with, from an item's sidecars; null when they lack it. */
export function bytecodeOf(item: Item, contractId: bigint): proto.IContractBytecode | null {
  for (const sidecar of item.sidecars) {
    if (sidecar.migration || !sidecar.bytecode) continue;
    if (contractIdOf(sidecar.bytecode.contractId) === contractId) return sidecar.bytecode;
  }
  return null;
}

/**
 * Returns the initcode of a contract that was created from a file, in a block: the file's contents and the parameters
 * of its constructor. Null when the initcode is from elsewhere, or the file's contents are unknown. Source:
 * https://github.com/hiero-ledger/hiero-mirror-node/issues/12308 (the sidecars of record files contain the same).
 */
export function initcodeInFile(item: Item, context: Context): Uint8Array | null {
  const file = initcodeFileOf(item);
  const code = file === 0n ? null : callDataToStore(file, context);
  if (!code?.length) return null;
  return Buffer.concat([code, item.body.contractCreateInstance?.constructorParameters ?? Buffer.alloc(0)]);
}

/** Returns the call data or initcode in a file, to be stored. Null when there is none, or it is not stored, which is counted. */
export function callDataToStore(file: bigint, context: Context): Uint8Array | null {
  const data = context.files.callDataToStore(file);
  if (data === undefined) context.unknown('file_content');
  return data ?? null;
}

/** Returns the initcode in an item's sidecars, for a creation that may have failed and then has no contract id. */
export function initcodeOf(item: Item): Uint8Array | null {
  for (const { migration, bytecode } of item.sidecars) {
    if (!migration && bytecode?.initcode?.length) return bytecode.initcode;
  }
  return null;
}

const CREATE_BODY = 8;

/** Returns the entity fields that a create's body sets for its contract. */
export function contractFields(
  item: Item,
  body: proto.IContractCreateTransactionBody,
  bodyBytes: Uint8Array,
  context: Context,
): EntityFields {
  return {
    ...ifSet({
      auto_renew_account_id: idOrNull(context.accountId(item, body.autoRenewAccountId)),
      auto_renew_period: secondsOf(body.autoRenewPeriod),
      proxy_account_id: idOrNull(accountIdOf(body.proxyAccountID)),
    }),
    ...(body.adminKey && keyFields(rawMessage(bodyBytes, CREATE_BODY, 3), publicKeyHex(body.adminKey))),
    balance: 0n,
    balance_timestamp: item.consensusTimestamp,
    max_automatic_token_associations: body.maxAutomaticTokenAssociations ?? 0,
    memo: body.memo ?? '',
    ...stakingOfCreation(item, body),
  };
}
