import { publicKeyHex } from '@tain/ledger/keys';
import type { proto } from '@tain/protos/hapi';
import type { Item } from '../decode/item.ts';
import { rawMessage } from '../decode/raw-field.ts';
import type { Context } from './context.ts';
import { type EntityFields, ifSet, keyFields, stakingOfCreation } from './entity-change.ts';
import { accountIdOf, idOrNull, secondsOf } from './ids.ts';

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
