import { proto } from '@tain/protos/hapi';
import type { KeySpec, Token } from '../ledger/entities.ts';
import { accountId, duration, long, nanosOf, numOf, timestamp, tokenId } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { longToBigInt } from '../ledger/long.ts';
import { AUTO_RENEW_PERIOD } from '../ledger/new-account.ts';
import { Status } from '../ledger/status.ts';
import { keep } from '../ledger/table.ts';
import { addUnits, associate } from '../ledger/token-moves.ts';
import { randomFees, readFees } from './custom-fee-messages.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';

const { NON_FUNGIBLE_UNIQUE } = proto.TokenType;
const { FINITE } = proto.TokenSupplyType;
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

/** The optional keys of a token, and how often it has them. */
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
      // Either it renews itself, or it says when it ends.
      ...(random.chance(0.85)
        ? { autoRenewAccount: accountId(treasury.num), autoRenewPeriod: duration(AUTO_RENEW_PERIOD) }
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

  apply(x) {
    const body = x.body.tokenCreation ?? {};
    const ring = x.ledger.keys;
    const keyOf = (key: proto.IKey | null | undefined): KeySpec | null => (key ? specOf(ring, key) : null);
    if (!body.name) return Status.MISSING_TOKEN_NAME;
    if (!body.symbol) return Status.MISSING_TOKEN_SYMBOL;
    const treasury = numOf(body.treasury?.accountNum);
    if (x.ledger.accounts.get(treasury)?.deleted !== false) return Status.INVALID_TREASURY_ACCOUNT_FOR_TOKEN;
    const adminKey = keyOf(body.adminKey);
    if (!x.signedByAccount(treasury) || (adminKey !== null && !x.signedBy(adminKey)))
      return Status.INVALID_SIGNATURE;
    const num = x.ledger.takeEntity();
    const nonFungible = body.tokenType === NON_FUNGIBLE_UNIQUE;
    const initialSupply = longToBigInt(body.initialSupply);
    const token: Token = {
      num,
      nonFungible,
      name: body.name,
      symbol: body.symbol,
      decimals: body.decimals ?? 0,
      totalSupply: initialSupply,
      initialSupply,
      maxSupply: longToBigInt(body.maxSupply),
      treasury,
      adminKey,
      kycKey: keyOf(body.kycKey),
      freezeKey: keyOf(body.freezeKey),
      wipeKey: keyOf(body.wipeKey),
      supplyKey: keyOf(body.supplyKey),
      feeScheduleKey: keyOf(body.feeScheduleKey),
      pauseKey: keyOf(body.pauseKey),
      metadataKey: keyOf(body.metadataKey),
      freezeDefault: body.freezeDefault ?? false,
      paused: false,
      ...readFees(body.customFees ?? [], num),
      memo: body.memo ?? '',
      autoRenewAccount: numOf(body.autoRenewAccount?.accountNum),
      autoRenewPeriod: body.autoRenewPeriod ? numOf(body.autoRenewPeriod.seconds) : null,
      expiration: body.expiry ? nanosOf(body.expiry) : null,
      metadata: keep(body.metadata ?? new Uint8Array()),
      lastSerial: 0,
      deleted: false,
      createdAt: x.at,
    };
    x.ledger.tokens.put(num, token);
    x.receipt.tokenID = tokenId(num);
    // The treasury, and collectors of fees in the token itself, hold it from the start.
    const holders = new Set([treasury]);
    for (const fee of token.fixedFees) if (fee.token === num) holders.add(fee.collector);
    for (const fee of token.fractionalFees) holders.add(fee.collector);
    x.record.automaticTokenAssociations = [];
    for (const account of holders) {
      associate(x, account, num, false);
      const relation = x.ledger.relations.edit(account * 0x400_0000 + num);
      relation.frozen = false;
      relation.kyc = true;
      x.record.automaticTokenAssociations.push({ tokenId: tokenId(num), accountId: accountId(account) });
    }
    if (initialSupply > 0n) addUnits(x, num, treasury, initialSupply);
    return Status.SUCCESS;
  },
};

function supplyOf(g: Generator, nonFungible: boolean): proto.ITokenCreateTransactionBody {
  const { random } = g;
  const finite = random.chance(0.4);
  if (nonFungible) {
    return {
      tokenType: NON_FUNGIBLE_UNIQUE,
      ...(finite ? { supplyType: FINITE, maxSupply: long(random.between(1_000, 100_000)) } : null),
    };
  }
  // From time to time the largest int64, to catch code that counts in doubles.
  const initial = random.chance(0.1) ? MAX_SUPPLY / 2n : random.amount(1_000_000, 1_000_000_000_000);
  return {
    decimals: random.pick([0, 2, 6, 8]),
    initialSupply: long(initial),
    ...(finite
      ? { supplyType: FINITE, maxSupply: long(initial < MAX_SUPPLY / 4n ? initial * 4n : MAX_SUPPLY) }
      : null),
  };
}
