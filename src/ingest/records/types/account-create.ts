import { evmAddressOfAlias } from '@tain/ledger/evm-address';
import { publicKeyHex } from '@tain/ledger/key-json';
import { longToBigInt } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';
import type { Item } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import type { Context, TransactionType } from '../context.ts';
import { createEntity, type EntityFields, ifSet, keyFields, stakingOfCreation } from '../entity-change.ts';
import { setsDelegation } from '../evm-block.ts';
import { applyHookCreations } from '../hooks.ts';
import { accountIdOf, idOrNull, secondsOf } from '../ids.ts';

const BODY = 11;
const KEY = 1;
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
    applyHookCreations(item, id, body.hookCreationDetails, [BODY, 19], context);
  },
};

function keyOf(item: Item, body: proto.ICryptoCreateTransactionBody, alias: Uint8Array | null): EntityFields {
  if (body.key) return keyFields(rawMessage(item.bodyBytes, BODY, KEY), publicKeyHex(body.key));
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
