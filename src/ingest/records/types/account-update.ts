import { publicKeyHex } from '@tain/ledger/key-json';
import type { proto } from '@tain/protos/hapi';
import { rawMessage } from '../../decode/raw-field.ts';
import type { TransactionType } from '../context.ts';
import { deleteEntity, ifSet, keyFields, stakingOfUpdate, updateEntity } from '../entity-change.ts';
import { setsDelegation } from '../evm-block.ts';
import { applyHookCreations, applyHookDeletions } from '../hooks.ts';
import { accountIdOf, idOrNull, secondsOf, timestampOf } from '../ids.ts';

const BODY = 15;
const KEY = 3;

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
        ...(body.key && keyFields(rawMessage(item.bodyBytes, BODY, KEY), publicKeyHex(body.key))),
        ...stakingOfUpdate(item, body),
      },
      context,
    );
    if (setsDelegation(item)) context.evm.addAuthority(item, id);
    applyHookDeletions(item, id, body.hookIdsToDelete, context);
    applyHookCreations(item, id, body.hookCreationDetails, [BODY, 20], context);
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
