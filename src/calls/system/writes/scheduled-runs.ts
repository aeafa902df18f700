import { encodeEntityId } from '@tain/ledger/entity-id';
import { DEFAULT_AUTO_RENEW_SECONDS } from '@tain/ledger/expiry';
import { longToBigInt } from '@tain/ledger/long';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import type { LedgerSchedule, LedgerToken, TokenFees, TokenKeyName } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import { KEY_FIELDS, tokenOfBody } from '../views/schedules.ts';
import { accountOf } from './schedule-keys.ts';
import { demand } from './simulate.ts';
import { openRelation } from './token-create.ts';
import { applyUpdate, type TokenUpdate } from './token-update.ts';

/**
 * Executes a schedule that creates or changes a token: all transactions that contracts schedule for immediate
 * execution, except calls of contracts. Other schedules do nothing within the call. Throws `Refused`.
 */
export async function runScheduled(ledger: Ledger, { body }: LedgerSchedule): Promise<void> {
  const { tokenCreation, tokenUpdate } = proto.SchedulableTransactionBody.decode(body);
  if (tokenCreation) await create(ledger, tokenCreation);
  if (tokenUpdate) await update(ledger, tokenUpdate);
}

async function create(ledger: Ledger, body: proto.ITokenCreateTransactionBody): Promise<void> {
  const { now } = ledger.environment;
  const treasury = await accountOf(ledger, body.treasury);
  demand(treasury !== undefined, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN');
  const id = await ledger.state.nextId();
  const described = tokenOfBody(body);
  const { token, holders } = withOwnFees({ ...described, id }, body);
  const { autoRenewPeriod = 0n, expiration = 0n } = described;
  const period = autoRenewPeriod === 0n ? DEFAULT_AUTO_RENEW_SECONDS : autoRenewPeriod;
  ledger.state.tokens.set(id, {
    ...token,
    autoRenewPeriod: period,
    expiration: expiration === 0n ? now + period * NANOS_PER_SECOND : expiration,
  });
  openRelation(ledger, token, treasury.id, token.totalSupply);
  for (const holder of holders) if (holder !== treasury.id) openRelation(ledger, token, holder, 0n);
}

/**
 * Adds fees in the token that is created, which have token id 0. Their collectors, and those of fractional fees, are
 * associated.
 */
function withOwnFees(token: LedgerToken, { customFees }: proto.ITokenCreateTransactionBody) {
  const none = encodeEntityId(0n, 0n, 0n);
  const own = (customFees ?? []).some((fee) => fee.fixedFee?.denominatingTokenId);
  const fixed: TokenFees['fixed'] = token.fees.fixed.map((fee) =>
    own && fee.denominatingToken === none ? { ...fee, denominatingToken: token.id } : fee,
  );
  const collectors = [
    ...fixed.filter(({ denominatingToken }) => denominatingToken === token.id),
    ...token.fees.fractional,
  ].map(({ collector }) => collector);
  return { token: { ...token, fees: { ...token.fees, fixed } }, holders: new Set(collectors) };
}

async function update(ledger: Ledger, body: proto.ITokenUpdateTransactionBody): Promise<void> {
  const keys = Object.entries(KEY_FIELDS).flatMap(([name, field]) => {
    const key = body[field];
    return key ? [[name as TokenKeyName, proto.Key.encode(key).finish()] as const] : [];
  });
  const change: TokenUpdate = {
    name: body.name ?? '',
    symbol: body.symbol ?? '',
    memo: body.memo ? (body.memo.value ?? '') : undefined,
    clearsMemo: true,
    treasury: body.treasury ? { account: await accountOf(ledger, body.treasury) } : undefined,
    metadata: body.metadata ? (body.metadata.value ?? new Uint8Array()) : undefined,
    keys: Object.fromEntries(keys),
    expiry: {
      second: longToBigInt(body.expiry?.seconds),
      renewer: body.autoRenewAccount
        ? { account: await accountOf(ledger, body.autoRenewAccount) }
        : undefined,
      period: longToBigInt(body.autoRenewPeriod?.seconds),
    },
  };
  const { token } = body;
  const id = encodeEntityId(
    longToBigInt(token?.shardNum),
    longToBigInt(token?.realmNum),
    longToBigInt(token?.tokenNum),
  );
  await applyUpdate(ledger, id, change);
}
