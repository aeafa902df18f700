import type { Address } from '@tain/evm/execution';
import { DEFAULT_AUTO_RENEW_SECONDS } from '@tain/ledger/expiry';
import { usableKey } from '@tain/ledger/key-json';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { LedgerAccount, LedgerToken, TokenKeyName } from '../../state/ledger-objects.ts';
import { usableKeys } from '../../state/token-rows.ts';
import type { Arguments } from '../abi/arguments.ts';
import type { MethodResult } from '../answer.ts';
import type { Ledger } from '../ledger.ts';
import type { MethodCall } from '../method.ts';
import { TOKEN_KEY_NAMES } from '../views/key-tuple.ts';
import { automaticRelation } from './associations.ts';
import {
  addUnits,
  demandKey,
  demandOwnKey,
  demandUnfrozen,
  relationOf,
  setRelation,
  usableToken,
} from './objects.ts';
import { answersCode, demand } from './simulate.ts';
import {
  demandMemo,
  demandMetadata,
  demandName,
  demandSymbol,
  MAX_RENEWAL_SECONDS,
  MIN_RENEWAL_SECONDS,
} from './token-texts.ts';
import { demandValidKeys, replacedKeys } from './token-update-keys.ts';

/**
 * Updates of tokens. Empty and zero fields of a call stay unchanged, because a call cannot omit a field. So texts
 * cannot be emptied.
 */

/** Maximum lifetime that an update may set. */
const MAX_LIFETIME_SECONDS = 8_000_001n;

/** Fields of an update. Undefined ones stay unchanged. */
export interface TokenUpdate {
  readonly name: string;
  readonly symbol: string;
  readonly memo: string | undefined;
  /** Whether an empty memo replaces the present one. False for calls, which cannot omit it. */
  readonly clearsMemo?: boolean;
  readonly treasury: Party | undefined;
  readonly metadata: Uint8Array | undefined;
  readonly keys: Readonly<Partial<Record<TokenKeyName, Uint8Array>>>;
  readonly expiry: Expiry;
}

interface Expiry {
  /** Expiry in seconds since 1970; 0: unchanged. */
  readonly second: bigint;
  readonly renewer: Party | undefined;
  /** Renewal period in seconds; 0: unchanged. */
  readonly period: bigint;
}

/** Account that an update names. `account` is undefined if it does not exist. */
interface Party {
  readonly account: LedgerAccount | undefined;
}

const NOTHING: Omit<TokenUpdate, 'keys' | 'expiry'> = {
  name: '',
  symbol: '',
  memo: undefined,
  treasury: undefined,
  metadata: undefined,
};
const NO_EXPIRY: Expiry = { second: 0n, renewer: undefined, period: 0n };

/** `(token, HederaToken)`: updates all fields but supply and default freeze; metadata only if the structure has it. */
export async function updateTokenInfo(call: MethodCall): Promise<MethodResult> {
  const fields = call.args.tuple(1);
  const metadata = fields.length > 9 ? fields.bytes(9) : undefined;
  return update(call, {
    name: fields.string(0),
    symbol: fields.string(1),
    memo: fields.string(3),
    treasury: await partyAt(call.ledger, fields.address(2)),
    metadata: metadata?.length ? metadata : undefined,
    keys: await replacedKeys(call.ledger, fields.tuples(7), metadata !== undefined),
    expiry: await expiryOf(call.ledger, fields.tuple(8)),
  });
}

/** `(token, Expiry)` → code. */
export async function updateExpiry(call: MethodCall): Promise<MethodResult> {
  const expiry = await expiryOf(call.ledger, call.args.tuple(1));
  return update(call, { ...NOTHING, keys: {}, expiry });
}

/** `(token, TokenKey[])`; at the newer address with the metadata key. */
export function updateKeys(withMetadata: boolean) {
  return async (call: MethodCall): Promise<MethodResult> => {
    const keys = await replacedKeys(call.ledger, call.args.tuples(1), withMetadata);
    return update(call, { ...NOTHING, keys, expiry: NO_EXPIRY });
  };
}

async function expiryOf(ledger: Ledger, expiry: Arguments): Promise<Expiry> {
  const renewer = await partyAt(ledger, expiry.address(1));
  // The address of a missing account counts as none.
  const isNamed = renewer?.account !== undefined || ledger.longZeroId(expiry.address(1)) !== undefined;
  return { second: expiry.integer(0), renewer: isNamed ? renewer : undefined, period: expiry.integer(2) };
}

/**
 * Returns the account at an address. Undefined for the zero address, and for the long-zero address of an account with
 * an EVM address.
 */
async function partyAt(ledger: Ledger, address: Address): Promise<Party | undefined> {
  const account = await ledger.accountAt(address);
  if (account !== undefined) return { account };
  const id = ledger.longZeroId(address);
  if (id === undefined) return { account: undefined };
  const isElsewhere = id === 0n || (await ledger.state.accounts.get(id))?.evmAddress !== undefined;
  return isElsewhere ? undefined : { account: undefined };
}

function update(call: MethodCall, change: TokenUpdate): Promise<MethodResult> {
  return answersCode(({ ledger, args }) => applyUpdate(ledger, ledger.longZeroId(args.address(0)), change))(
    call,
  );
}

/** Changes a token as the ledger's transaction of that name does. Throws `Refused`. */
export async function applyUpdate(
  ledger: Ledger,
  id: bigint | undefined,
  change: TokenUpdate,
): Promise<void> {
  const { keys, treasury, expiry } = change;
  demandValidKeys(keys);
  const known = id === undefined ? undefined : await ledger.state.tokens.get(id);
  demand(known !== undefined, 'INVALID_TOKEN_ID');
  demandSigners(known, change);
  const token = await usableToken(ledger, known.id);
  demandTexts(change);
  const lifetime = resolved(ledger, token, expiry);
  if (expiry.renewer !== undefined && token.autoRenewAccount !== undefined) {
    const former = await ledger.state.accounts.get(token.autoRenewAccount);
    demand(former !== undefined && !former.deleted, 'INVALID_AUTORENEW_ACCOUNT');
  }
  if (treasury?.account) await moveTreasury(ledger, token, treasury.account);
  ledger.state.tokens.set(token.id, {
    ...token,
    ...lifetime,
    name: change.name || token.name,
    symbol: change.symbol || token.symbol,
    memo: change.clearsMemo || change.memo?.trim() ? (change.memo ?? token.memo) : token.memo,
    metadata: change.metadata ?? token.metadata,
    treasury: treasury?.account?.id ?? token.treasury,
    keys: usableKeys(TOKEN_KEY_NAMES.map((name) => [name, keys[name] ?? token.keys[name]])),
  });
}

/** Requires the keys that must sign an update: the admin key for most fields. A role without a key cannot get one. */
function demandSigners(
  token: LedgerToken,
  { name, symbol, memo, treasury, metadata, keys, expiry }: TokenUpdate,
) {
  const byAdmin = () => demandKey(token, 'admin');
  if (metadata !== undefined && !token.keys.metadata) byAdmin();
  if (treasury !== undefined) {
    byAdmin();
    demand(treasury.account !== undefined, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN');
    demandOwnKey(treasury.account, 'INVALID_ACCOUNT_ID');
  }
  if (expiry.renewer !== undefined) {
    byAdmin();
    demandOwnKey(expiry.renewer.account, 'INVALID_AUTORENEW_ACCOUNT');
  }
  const removes = TOKEN_KEY_NAMES.some(
    (role) => keys[role] !== undefined && usableKey(keys[role]) === undefined,
  );
  if (keys.admin !== undefined || removes) byAdmin();
  if (name !== '' || symbol !== '' || memo !== undefined || expiry.period !== 0n) byAdmin();
  for (const role of TOKEN_KEY_NAMES) {
    if (role === 'admin' || keys[role] === undefined || token.keys[role] !== undefined) continue;
    byAdmin();
    demandKey(token, role);
  }
}

function demandTexts({ name, symbol, memo, metadata }: TokenUpdate): void {
  demandMemo(memo ?? '');
  demandMetadata(metadata ?? new Uint8Array());
  if (symbol !== '') demandSymbol(symbol);
  if (name !== '') demandName(name);
}

type Lifetime = Pick<LedgerToken, 'expiration' | 'autoRenewAccount' | 'autoRenewPeriod'>;

/** Returns expiry and renewal of a token after an update. */
function resolved(ledger: Ledger, token: LedgerToken, { second, renewer, period }: Expiry): Lifetime {
  const now = ledger.environment.now / NANOS_PER_SECOND;
  if (second !== 0n) {
    demand(second > now && second <= now + MAX_LIFETIME_SECONDS, 'INVALID_EXPIRATION_TIME');
    const before = (token.expiration ?? 0n) / NANOS_PER_SECOND;
    demand(second >= before, 'EXPIRATION_REDUCTION_NOT_ALLOWED');
  }
  if (period !== 0n) demandRenewal(period);
  const autoRenewPeriod = period === 0n ? token.autoRenewPeriod : period;
  if (renewer !== undefined && token.autoRenewAccount === undefined) {
    demandRenewal(autoRenewPeriod ?? DEFAULT_AUTO_RENEW_SECONDS);
  }
  return {
    expiration: second === 0n ? token.expiration : second * NANOS_PER_SECOND,
    autoRenewAccount: renewer?.account?.id ?? token.autoRenewAccount,
    autoRenewPeriod,
  };
}

function demandRenewal(period: bigint): void {
  demand(period > 0n, 'INVALID_RENEWAL_PERIOD');
  demand(period >= MIN_RENEWAL_SECONDS && period <= MAX_RENEWAL_SECONDS, 'AUTORENEW_DURATION_NOT_IN_RANGE');
}

/**
 * Gives a token another treasury. The new treasury is associated if it has a free slot, and gets all units and NFTs of
 * the former one. It must not own NFTs of the token before. The caller writes the token itself. Throws `Refused`.
 */
async function moveTreasury(ledger: Ledger, token: LedgerToken, next: LedgerAccount): Promise<void> {
  const { state } = ledger;
  const existing = await state.relations.get([next.id, token.id]);
  const relation = existing?.associated ? existing : await automaticRelation(ledger, next, token);
  if (next.id === token.treasury) return;
  setRelation(ledger, {
    ...relation,
    freeze: token.keys.freeze ? 'UNFROZEN' : relation.freeze,
    kyc: token.keys.kyc ? 'GRANTED' : relation.kyc,
  });
  const former = await relationOf(ledger, token.treasury, token.id);
  demandUnfrozen(former);
  demandUnfrozen(await relationOf(ledger, next.id, token.id));
  if (former.balance === 0n) return;
  demand(former.kyc !== 'REVOKED', 'TOKEN_HAS_NO_KYC_KEY');
  if (token.type === 'NON_FUNGIBLE_UNIQUE') {
    demand(relation.balance === 0n, 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES');
    state.handOver(token.id, token.treasury, next.id);
  }
  await addUnits(ledger, token.treasury, token.id, -former.balance);
  await addUnits(ledger, next.id, token.id, former.balance);
}
