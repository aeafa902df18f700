import { decodeEntityId } from '@tain/ledger/entity-id';
import { decodeEthereum } from '@tain/ledger/ethereum-transaction';
import { publicKeyHex } from '@tain/ledger/key-json';
import { longToBigInt } from '@tain/ledger/long';
import { TYPE } from '@tain/ledger/transaction-type';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import type { Item } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import { bytecodeOf, contractFields, initcodeInFile } from '../bytecode.ts';
import type { Context, TransactionType } from '../context.ts';
import {
  createEntity,
  deleteEntity,
  ifSet,
  keyFields,
  stakingOfUpdate,
  updateEntity,
} from '../entity-change.ts';
import { applyHookCreations, applyHookDeletions } from '../hooks.ts';
import { accountIdOf, contractIdOf, fileIdOf, idOrNull, secondsOf, timestampOf } from '../ids.ts';

/** Returns the key of a contract without an administrator: a `Key` with the contract's own id. */
function contractKey(id: bigint): Uint8Array {
  const { shard, realm, num } = decodeEntityId(id);
  const long = (value: bigint): Long => Long.fromString(value.toString());
  const contractID = {
    ...(shard !== 0n && { shardNum: long(shard) }),
    ...(realm !== 0n && { realmNum: long(realm) }),
    contractNum: long(num),
  };
  return proto.Key.encode({ contractID }).finish();
}

const CREATE_BODY = 8;
const UPDATE_BODY = 9;

export const contractCreate: TransactionType = {
  entityId: (item, context) => context.contractId(item, item.record.receipt?.contractID),

  transaction(item, row) {
    row.initial_balance = longToBigInt(item.body.contractCreateInstance?.initialBalance);
  },

  apply(item, id, context) {
    const body = item.body.contractCreateInstance;
    if (!body || id === 0n) return;
    const evmAddress = item.record.contractCreateResult?.evmAddress?.value ?? null;
    const fields = contractFields(item, body, item.bodyBytes, context);
    // The key of a contract without an admin key is the contract itself.
    const key = body.adminKey ? {} : { key: contractKey(id), public_key: null };
    createEntity(item, id, 'CONTRACT', { ...fields, ...key, ...ifSet({ evm_address: evmAddress }) }, context);
    const address = evmAddress ?? context.lookup.evmAddress(id);
    if (address === null && item.blockFacts?.lacksAddress) context.unknown('contract_address');
    context.lookup.remember({ id, alias: null, evmAddress: address });
    addContract(item, id, body, context);
    applyHookCreations(item, id, body.hookCreationDetails, [CREATE_BODY, 20], context);
  },
};

/** Adds the source of the contract's code, and its runtime code. */
function addContract(
  item: Item,
  id: bigint,
  body: proto.IContractCreateTransactionBody,
  context: Context,
): void {
  const bytecode = bytecodeOf(item, id);
  const initcode = body.initcode?.length
    ? body.initcode
    : (initcodeInFile(item, context) ?? bytecode?.initcode);
  const source = { file_id: idOrNull(fileIdOf(body.fileID)), initcode: initcode?.length ? initcode : null };
  context.state.contract.version(item.consensusTimestamp, {
    id,
    ...(source.file_id === null && source.initcode === null ? sourceOfParent(item) : source),
    runtime_bytecode: bytecode?.runtimeBytecode?.length ? bytecode.runtimeBytecode : null,
  });
}

/** Returns the source of a contract created inside an execution, which is that of the submitted transaction. */
function sourceOfParent(item: Item): { file_id: bigint | null; initcode: Uint8Array | null } {
  const { parent } = item;
  const create = parent?.body.contractCreateInstance;
  if (create) {
    return {
      file_id: idOrNull(fileIdOf(create.fileID)),
      initcode: create.initcode?.length ? create.initcode : null,
    };
  }
  const ethereum = parent?.type === TYPE.ethereumTransaction ? parent.body.ethereumTransaction : null;
  if (!ethereum) return { file_id: null, initcode: null };
  const callData = idOrNull(fileIdOf(ethereum.callData));
  if (callData !== null) return { file_id: callData, initcode: null };
  return {
    file_id: null,
    initcode: decodeEthereum(ethereum.ethereumData ?? new Uint8Array())?.callData ?? null,
  };
}

export const contractUpdate: TransactionType = {
  entityId: (item, context) =>
    contractIdOf(item.record.receipt?.contractID) ||
    context.contractId(item, item.body.contractUpdateInstance?.contractID),

  apply(item, id, context) {
    const body = item.body.contractUpdateInstance;
    if (!body) return;
    const fields = {
      ...ifSet({
        auto_renew_account_id: body.autoRenewAccountId && context.accountId(item, body.autoRenewAccountId),
        auto_renew_period: secondsOf(body.autoRenewPeriod),
        expiration_timestamp: timestampOf(body.expirationTime),
        max_automatic_token_associations:
          body.maxAutomaticTokenAssociations && (body.maxAutomaticTokenAssociations.value ?? 0),
        memo: body.memoWrapper ? (body.memoWrapper.value ?? '') : body.memo || null,
        proxy_account_id: idOrNull(accountIdOf(body.proxyAccountID)),
      }),
      ...(body.adminKey &&
        keyFields(rawMessage(item.bodyBytes, UPDATE_BODY, 3), publicKeyHex(body.adminKey))),
      ...stakingOfUpdate(item, body),
    };
    updateEntity(item, id, 'CONTRACT', fields, context);
    applyHookDeletions(item, id, body.hookIdsToDelete, context);
    applyHookCreations(item, id, body.hookCreationDetails, [UPDATE_BODY, 17], context);
  },
};

export const contractDelete: TransactionType = {
  entityId: (item, context) =>
    contractIdOf(item.record.receipt?.contractID) ||
    context.contractId(item, item.body.contractDeleteInstance?.contractID),

  apply(item, id, context) {
    const body = item.body.contractDeleteInstance;
    if (!body) return;
    const obtainer = body.transferContractID
      ? context.contractId(item, body.transferContractID)
      : context.accountId(item, body.transferAccountID);
    const fields = {
      ...ifSet({ obtainer_id: idOrNull(obtainer) }),
      permanent_removal: body.permanentRemoval ?? false,
    };
    deleteEntity(item, id, 'CONTRACT', fields, context);
  },
};

export const contractCall: TransactionType = {
  entityId: (item, context) =>
    contractIdOf(item.record.receipt?.contractID) ||
    context.contractId(item, item.body.contractCall?.contractID),
};
