import { proto } from '@tain/protos/hapi';
import type { KeySpec, Token } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, duration, long, nanosOf, numOf, timestamp, tokenId } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { relationKey } from '../ledger/ledger.ts';
import {
  autoRenewStatus,
  expiryStatus,
  MAX_CUSTOM_FEES,
  MAX_TEXT,
  memoStatus,
  textStatus,
} from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber } from '../ledger/named.ts';
import { AUTO_RENEW_SECONDS } from '../ledger/new-account.ts';
import { check, must, ruled } from '../ledger/refusal.ts';
import { accountSigns, keySigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { addUnits, associate } from '../ledger/token-moves.ts';
import { isRemoval, keyStatus } from '../ledger/valid-key.ts';
import { randomFees, readFees } from './custom-fee-messages.ts';
import { collectorSigns, feesStatus } from './custom-fee-rules.ts';
import { tokenKeys } from './fee-units.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { TOKEN_KEYS } from './token-status.ts';

const { FUNGIBLE_COMMON, NON_FUNGIBLE_UNIQUE } = proto.TokenType;
const { FINITE, INFINITE } = proto.TokenSupplyType;
/** Maximum of a signed 32-bit integer, because the network reads larger ones as negative. */
const MAX_DECIMALS = 0x7fff_ffff;
const MAX_SUPPLY = (1n << 63n) - 1n;
const NAMES = [
  'Amber',
  'Basalt',
  'Cedar',
  'Dune',
  'Ember',
  'Fjord',
  'Grove',
  'Harbor',
  'Iris',
  'Juniper',
] as const;

/** Optional keys of a token, and their frequency. */
const OPTIONAL_KEYS = [
  ['kycKey', 0.15],
  ['freezeKey', 0.3],
  ['wipeKey', 0.5],
  ['supplyKey', 0.85],
  ['feeScheduleKey', 0.4],
  ['pauseKey', 0.3],
  ['metadataKey', 0.4],
] as const;

export const tokenCreation: KindRules = {
  weight: 1,
  isSchedulable: true,
  fee: {
    of: 'TokenCreate',
    units: ({ tokenCreation: op }) => ({
      keys: tokenKeys(op),
      tokenCreateCustomFee: op?.customFees?.length || op?.feeScheduleKey ? 1 : 0,
    }),
  },

  generate(g) {
    if (!g.mayGrow('tokens')) return null;
    const { random } = g;
    const treasury = g.payer(20_000_000_000n);
    const nonFungible = random.chance(0.4);
    const name = `${random.pick(NAMES)} ${random.pick(NAMES)}`;
    const body: proto.ITokenCreateTransactionBody = {
      name: g.failing() ? '' : name,
      symbol: name
        .split(' ')
        .map((word) => word.slice(0, 3).toUpperCase())
        .join(''),
      treasury: accountId(treasury.num),
      // A token has an auto-renew account or an expiry, not both.
      ...(random.chance(0.85)
        ? { autoRenewAccount: accountId(treasury.num), autoRenewPeriod: duration(AUTO_RENEW_SECONDS) }
        : { expiry: timestamp(g.at + 8_000_000_000_000_000n) }),
      memo: random.chance(0.5) ? `${name} of the demo network` : '',
      ...(random.chance(0.4) ? { metadata: random.bytes(random.between(8, 46)) } : null),
      ...supplyOf(g, nonFungible),
    };
    const signers = [...g.keysOf(treasury.num)];
    if (random.chance(0.8)) {
      const admin = g.keySpec();
      body.adminKey = keyMessage(g.ledger.keys, admin);
      signers.push(...admin.refs);
    }
    for (const [field, share] of OPTIONAL_KEYS) {
      const needed = field === 'supplyKey' && nonFungible;
      if (needed || random.chance(share)) body[field] = keyMessage(g.ledger.keys, g.keySpec());
    }
    if (body.freezeKey && random.chance(0.2)) body.freezeDefault = true;
    if (random.chance(0.35)) body.customFees = randomFees(g, nonFungible, treasury.num, true);
    return { data: { tokenCreation: body }, payer: treasury.num, signers };
  },

  pure({ tokenCreation }) {
    const body = tokenCreation ?? {};
    must(supplyStatus(body));
    check(Boolean(body.treasury), Status.INVALID_TREASURY_ACCOUNT_FOR_TOKEN);
    check(body.tokenType !== NON_FUNGIBLE_UNIQUE || Boolean(body.supplyKey), Status.TOKEN_HAS_NO_SUPPLY_KEY);
    check(!body.freezeDefault || Boolean(body.freezeKey), Status.TOKEN_HAS_NO_FREEZE_KEY);
  },

  apply: ruled((x) => {
    const body = x.body.tokenCreation ?? {};
    const { ledger } = x;
    const keyOf = (key: proto.IKey | null | undefined): KeySpec | null =>
      key && !isRemoval(key) ? specOf(ledger.keys, key) : null;
    checkCreation(x, body);
    const treasury = accountNumber(body.treasury);
    const num = ledger.takeEntity();
    const initialSupply = longToBigInt(body.initialSupply);
    const nonFungible = body.tokenType === NON_FUNGIBLE_UNIQUE;
    const fees = body.customFees ?? [];
    must(feesStatus(x, fees, { num, nonFungible, isNew: true }));
    const token: Token = {
      num,
      nonFungible,
      name: body.name ?? '',
      symbol: body.symbol ?? '',
      decimals: body.decimals ?? 0,
      totalSupply: initialSupply,
      initialSupply,
      maxSupply: longToBigInt(body.maxSupply),
      treasury,
      adminKey: keyOf(body.adminKey),
      kycKey: keyOf(body.kycKey),
      freezeKey: keyOf(body.freezeKey),
      wipeKey: keyOf(body.wipeKey),
      supplyKey: keyOf(body.supplyKey),
      feeScheduleKey: keyOf(body.feeScheduleKey),
      pauseKey: keyOf(body.pauseKey),
      metadataKey: keyOf(body.metadataKey),
      freezeDefault: body.freezeDefault ?? false,
      paused: false,
      ...readFees(fees, num),
      memo: body.memo ?? '',
      autoRenewAccount: accountNumber(body.autoRenewAccount),
      autoRenewPeriod: body.autoRenewPeriod ? numOf(body.autoRenewPeriod.seconds) : null,
      expiration: body.expiry ? nanosOf(body.expiry) : null,
      metadata: ownCopy(body.metadata ?? new Uint8Array()),
      lastSerial: 0,
      deleted: false,
      createdAt: x.at,
    };
    ledger.tokens.put(num, token);
    x.receipt.tokenID = tokenId(num);
    // The treasury, and collectors of fees in the token itself, hold the token from the start.
    const holders = new Set([treasury]);
    for (const fee of token.fixedFees) if (fee.token === num) holders.add(fee.collector);
    for (const fee of token.fractionalFees) holders.add(fee.collector);
    x.record.automaticTokenAssociations = [];
    for (const account of holders) {
      associate(x, account, num, false);
      const relation = ledger.relations.edit(relationKey(account, num));
      if (account === treasury) {
        relation.frozen = false;
        relation.kyc = true;
      }
      x.record.automaticTokenAssociations.push({ tokenId: tokenId(num), accountId: accountId(account) });
    }
    if (initialSupply > 0n) must(addUnits(x, num, treasury, initialSupply));
    return Status.SUCCESS;
  }),
};

/** Ends the transaction unless its signatures, texts, keys and referenced entities allow the token. */
function checkCreation(x: Execution, body: proto.ITokenCreateTransactionBody): void {
  const treasury = accountNumber(body.treasury);
  accountSigns(x, treasury, Status.INVALID_ACCOUNT_ID);
  const renewer = body.autoRenewAccount;
  if (renewer) accountSigns(x, accountNumber(renewer), Status.INVALID_AUTORENEW_ACCOUNT);
  keySigns(x, body.adminKey);
  for (const fee of body.customFees ?? []) collectorSigns(x, fee);

  const isLiving = (num: number): boolean => x.ledger.accounts.get(num)?.deleted === false;
  check(isLiving(treasury), Status.INVALID_TREASURY_ACCOUNT_FOR_TOKEN);
  must(memoStatus(body.memo));
  check(Boolean(body.symbol), Status.MISSING_TOKEN_SYMBOL);
  must(textStatus(body.symbol ?? '', Status.TOKEN_SYMBOL_TOO_LONG));
  check(Boolean(body.name), Status.MISSING_TOKEN_NAME);
  must(textStatus(body.name ?? '', Status.TOKEN_NAME_TOO_LONG));
  for (const [field, invalid] of TOKEN_KEYS) {
    const key = body[field];
    if (key && !isRemoval(key)) must(keyStatus(key, invalid));
  }
  check((body.metadata?.length ?? 0) <= MAX_TEXT, Status.METADATA_TOO_LONG);
  check((body.customFees?.length ?? 0) <= MAX_CUSTOM_FEES, Status.CUSTOM_FEES_LIST_TOO_LONG);
  check(!renewer || isLiving(accountNumber(renewer)), Status.INVALID_AUTORENEW_ACCOUNT);
  if (body.autoRenewPeriod)
    check(autoRenewStatus(body.autoRenewPeriod) === Status.OK, Status.INVALID_RENEWAL_PERIOD);
  if (body.expiry && !(renewer && body.autoRenewPeriod)) must(expiryStatus(x.at, body.expiry));
}

function supplyStatus(body: proto.ITokenCreateTransactionBody): Status {
  const initial = longToBigInt(body.initialSupply);
  const max = longToBigInt(body.maxSupply);
  const decimals = body.decimals ?? 0;
  const nonFungible = body.tokenType === NON_FUNGIBLE_UNIQUE;
  if (!nonFungible && (body.tokenType ?? FUNGIBLE_COMMON) !== FUNGIBLE_COMMON) return Status.NOT_SUPPORTED;
  if (nonFungible ? initial !== 0n : initial < 0n) return Status.INVALID_TOKEN_INITIAL_SUPPLY;
  if (nonFungible ? decimals !== 0 : decimals > MAX_DECIMALS) return Status.INVALID_TOKEN_DECIMALS;
  const finite = body.supplyType === FINITE;
  if (!finite && (body.supplyType ?? INFINITE) !== INFINITE) return Status.NOT_SUPPORTED;
  if (finite ? max <= 0n : max !== 0n) return Status.INVALID_TOKEN_MAX_SUPPLY;
  return finite && initial > max ? Status.INVALID_TOKEN_INITIAL_SUPPLY : Status.OK;
}

function supplyOf(g: Generator, nonFungible: boolean): proto.ITokenCreateTransactionBody {
  const { random } = g;
  const finite = random.chance(0.4);
  if (nonFungible) {
    return {
      tokenType: NON_FUNGIBLE_UNIQUE,
      ...(finite ? { supplyType: FINITE, maxSupply: long(random.between(1_000, 100_000)) } : null),
    };
  }
  // Half the maximum of an int64 in some cases, to detect code that computes with doubles.
  const initial = random.chance(0.1) ? MAX_SUPPLY / 2n : random.amount(1_000_000, 1_000_000_000_000);
  return {
    decimals: random.pick([0, 2, 6, 8]),
    initialSupply: long(initial),
    ...(finite
      ? { supplyType: FINITE, maxSupply: long(initial < MAX_SUPPLY / 4n ? initial * 4n : MAX_SUPPLY) }
      : null),
  };
}
