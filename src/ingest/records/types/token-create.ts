import { publicKeyHex } from '@tain/ledger/key-json';
import { longToBigInt } from '@tain/ledger/long';
import type { proto } from '@tain/protos/hapi';
import { hapiAtLeast, type Item } from '../../decode/item.ts';
import { rawMessage } from '../../decode/raw-field.ts';
import type { Context, TransactionType } from '../context.ts';
import { collectorsInToken, tokenFeeColumns } from '../custom-fees.ts';
import { createEntity, ifSet, keyFields } from '../entity-change.ts';
import { accountIdOf, idOrNull, secondsOf, timestampOf, tokenIdOf } from '../ids.ts';
import { FREEZE, KYC } from './token-status.ts';

const BODY = 29;

export const tokenCreate: TransactionType = {
  entityId: (item) => tokenIdOf(item.record.receipt?.tokenID),

  apply(item, id, context) {
    const body = item.body.tokenCreation;
    if (!body || id === 0n) return;
    addEntity(item, id, body, context);
    addToken(item, id, body, context);
    const fees = tokenFeeColumns(body.customFees ?? [], id);
    if (fees) context.state.custom_fee.version(item.consensusTimestamp, { entity_id: id, ...fees });
    addAssociations(item, id, body, context);
  },
};

function addEntity(item: Item, id: bigint, body: proto.ITokenCreateTransactionBody, context: Context): void {
  const fields = {
    ...ifSet({
      auto_renew_account_id: idOrNull(context.accountId(item, body.autoRenewAccount)),
      auto_renew_period: secondsOf(body.autoRenewPeriod),
      expiration_timestamp: timestampOf(body.expiry),
    }),
    ...(body.adminKey && keyFields(rawMessage(item.bodyBytes, BODY, 6), publicKeyHex(body.adminKey))),
    memo: body.memo ?? '',
  };
  createEntity(item, id, 'TOKEN', fields, context);
}

function addToken(item: Item, id: bigint, body: proto.ITokenCreateTransactionBody, context: Context): void {
  const key = (decoded: unknown, field: number) => (decoded ? rawMessage(item.bodyBytes, BODY, field) : null);
  const hasMetadata = hapiAtLeast(item, 0, 49);
  const supply = longToBigInt(body.initialSupply);
  context.state.token.version(item.consensusTimestamp, {
    token_id: id,
    created_timestamp: item.consensusTimestamp,
    decimals: BigInt(body.decimals ?? 0),
    freeze_default: body.freezeDefault ?? false,
    freeze_key: key(body.freezeKey, 8),
    freeze_status: !body.freezeKey
      ? FREEZE.notApplicable
      : body.freezeDefault
        ? FREEZE.frozen
        : FREEZE.unfrozen,
    initial_supply: supply,
    kyc_key: key(body.kycKey, 7),
    kyc_status: body.kycKey ? KYC.revoked : KYC.notApplicable,
    max_supply: longToBigInt(body.maxSupply),
    metadata: hasMetadata ? (body.metadata ?? Buffer.alloc(0)) : null,
    metadata_key: hasMetadata ? key(body.metadataKey, 24) : null,
    name: body.name ?? '',
    fee_schedule_key: key(body.feeScheduleKey, 20),
    pause_key: key(body.pauseKey, 22),
    pause_status: body.pauseKey ? 'UNPAUSED' : 'NOT_APPLICABLE',
    supply_key: key(body.supplyKey, 10),
    supply_type: body.supplyType === 1 ? 'FINITE' : 'INFINITE',
    symbol: body.symbol ?? '',
    total_supply: supply,
    treasury_account_id: context.accountId(item, body.treasury),
    type: body.tokenType === 1 ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    wipe_key: key(body.wipeKey, 9),
  });
}

/** Associates the treasury and collectors of fees in the token from the start. */
function addAssociations(
  item: Item,
  id: bigint,
  body: proto.ITokenCreateTransactionBody,
  context: Context,
): void {
  const named = item.record.automaticTokenAssociations ?? [];
  const accounts =
    named.length > 0
      ? named.map((association) => accountIdOf(association.accountId))
      : [context.accountId(item, body.treasury), ...collectorsInToken(body.customFees ?? [])];
  for (const accountId of new Set(accounts)) {
    if (accountId === 0n) continue;
    context.state.token_account.version(item.consensusTimestamp, {
      account_id: accountId,
      token_id: id,
      associated: true,
      automatic_association: false,
      balance: 0n,
      balance_timestamp: item.consensusTimestamp,
      created_timestamp: item.consensusTimestamp,
      freeze_status: body.freezeKey ? FREEZE.unfrozen : FREEZE.notApplicable,
      kyc_status: body.kycKey ? KYC.granted : KYC.notApplicable,
    });
  }
}
