import { evmAddressOfAlias } from '@tain/ledger/evm-address';
import { publicKeyHex } from '@tain/ledger/key-json';
import { longToBigInt } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import type { Context, TransactionType } from '../context.ts';
import {
  createEntity,
  deleteEntity,
  type EntityFields,
  ifSet,
  keyFields,
  stakingOfCreation,
  stakingOfUpdate,
  updateEntity,
} from '../entity-change.ts';
import { setsDelegation } from '../evm-block.ts';
import { applyHookCreations, applyHookDeletions, applyHookStorage } from '../hooks.ts';
import { accountIdOf, idOrNull, secondsOf, timestampOf } from '../ids.ts';

/** Field numbers of the body and of its key. */
const CREATE_BODY = 11;
const CREATE_KEY = 1;
/** Bytes of an EVM address. An alias of another length is a serialized key. */
const EVM_ADDRESS_LENGTH = 20;

export const accountCreate: TransactionType = {
  entityId: (item) => accountIdOf(item.record.receipt?.accountID),

  transaction(item, row) {
    row.initial_balance = longToBigInt(item.body.cryptoCreateAccount?.initialBalance);
  },

  apply(item, id, context) {
    const body = item.body.cryptoCreateAccount;
    if (!body) return;
    const alias = nonEmpty(item.record.alias) ?? nonEmpty(body.alias);
    const evmAddress = nonEmpty(item.record.evmAddress) ?? (alias ? evmAddressOfAlias(alias) : null);
    createEntity(
      item,
      id,
      'ACCOUNT',
      {
        ...ifSet({
          alias,
          evm_address: evmAddress,
          auto_renew_period: secondsOf(body.autoRenewPeriod),
          proxy_account_id: idOrNull(accountIdOf(body.proxyAccountID)),
          delegation_address: nonEmpty(body.delegationAddress),
          ethereum_nonce: item.blockFacts?.delegationNonce ?? null,
        }),
        ...keyOf(item, body, alias),
        balance: 0n,
        balance_timestamp: item.consensusTimestamp,
        max_automatic_token_associations: body.maxAutomaticTokenAssociations ?? 0,
        memo: body.memo ?? '',
        receiver_sig_required: body.receiverSigRequired ?? false,
        ...stakingOfCreation(item, body),
      },
      context,
    );
    if (setsDelegation(item)) context.evm.addAuthority(item, id);
    rememberAccount(id, alias, evmAddress, context);
    applyHookCreations(item, id, body.hookCreationDetails, [CREATE_BODY, 19], context);
  },
};

function keyOf(item: Item, body: proto.ICryptoCreateTransactionBody, alias: Uint8Array | null): EntityFields {
  if (body.key) return keyFields(rawMessage(item.bodyBytes, CREATE_BODY, CREATE_KEY), publicKeyHex(body.key));
  if (!alias || alias.length <= EVM_ADDRESS_LENGTH) return {};
  return keyFields(alias, publicKeyHex(decodeKey(alias)));
}

/** Decodes the key in an alias; null when there is none. */
function decodeKey(bytes: Uint8Array): proto.IKey | null {
  try {
    return proto.Key.decode(bytes);
  } catch {
    return null;
  }
}

function rememberAccount(
  id: bigint,
  alias: Uint8Array | null,
  evmAddress: Uint8Array | null,
  { lookup }: Context,
): void {
  if (id !== 0n) lookup.remember({ id, alias, evmAddress });
}

function nonEmpty(bytes: Uint8Array | null | undefined): Uint8Array | null {
  return bytes && bytes.length > 0 ? bytes : null;
}

const UPDATE_BODY = 15;
const UPDATE_KEY = 3;

export const accountUpdate: TransactionType = {
  entityId: (item, context) => context.accountId(item, item.body.cryptoUpdateAccount?.accountIDToUpdate),

  apply(item, id, context) {
    const body = item.body.cryptoUpdateAccount;
    if (!body) return;
    updateEntity(
      item,
      id,
      'ACCOUNT',
      {
        ...ifSet({
          auto_renew_period: secondsOf(body.autoRenewPeriod),
          expiration_timestamp: timestampOf(body.expirationTime),
          max_automatic_token_associations:
            body.maxAutomaticTokenAssociations && (body.maxAutomaticTokenAssociations.value ?? 0),
          memo: body.memo && (body.memo.value ?? ''),
          proxy_account_id: idOrNull(accountIdOf(body.proxyAccountID)),
          receiver_sig_required: receiverSignature(body),
          delegation_address: body.delegationAddress?.length ? body.delegationAddress : null,
        }),
        ...(body.key &&
          keyFields(rawMessage(item.bodyBytes, UPDATE_BODY, UPDATE_KEY), publicKeyHex(body.key))),
        ...stakingOfUpdate(item, body),
      },
      context,
    );
    if (setsDelegation(item)) context.evm.addAuthority(item, id);
    applyHookDeletions(item, id, body.hookIdsToDelete, context);
    applyHookCreations(item, id, body.hookCreationDetails, [UPDATE_BODY, 20], context);
  },
};

/** Returns the requirement that an update sets. The old field could only enable it. */
function receiverSignature(body: proto.ICryptoUpdateTransactionBody): boolean | null {
  if (body.receiverSigRequiredWrapper) return body.receiverSigRequiredWrapper.value ?? false;
  return body.receiverSigRequired ? true : null;
}

export const accountDelete: TransactionType = {
  entityId: (item, context) => context.accountId(item, item.body.cryptoDelete?.deleteAccountID),

  apply(item, id, context) {
    const obtainer = context.accountId(item, item.body.cryptoDelete?.transferAccountID);
    deleteEntity(item, id, 'ACCOUNT', ifSet({ obtainer_id: idOrNull(obtainer) }), context);
  },
};

/** Returns the account or contract that owns the hook. */
function ownerOf(item: Item, context: Context): bigint {
  const entity = item.body.hookStore?.hookId?.entityId;
  return entity?.contractId
    ? context.contractId(item, entity.contractId)
    : context.accountId(item, entity?.accountId);
}

export const hookStore: TransactionType = {
  entityId: ownerOf,

  apply(item, ownerId, context) {
    const body = item.body.hookStore;
    if (!body || ownerId === 0n) return;
    applyHookStorage(item, ownerId, longToBigInt(body.hookId?.hookId), body.storageUpdates ?? [], context);
  },
};

/** Live hashes were never in use; public mirrors store only the transaction. */
export const liveHashAdd: TransactionType = {
  entityId: (item) => accountIdOf(item.body.cryptoAddLiveHash?.liveHash?.accountId),
};

export const liveHashDelete: TransactionType = {
  entityId: (item) => accountIdOf(item.body.cryptoDeleteLiveHash?.accountOfLiveHash),
};
