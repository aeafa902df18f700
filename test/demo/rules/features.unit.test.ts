import { proto } from '@tain/protos/hapi';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  accountId,
  aliasId,
  contractId,
  long,
  scheduleId,
  tokenId,
  topicId,
} from '../../../packages/network-simulator/src/ledger/ids.ts';
import { nftKey } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import { Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { hbarTransfer } from '../../../packages/network-simulator/src/ledger/transfer-hbar.ts';
import { KEY, PERIOD, type Sent, World } from './world.ts';

/** Client transactions that generated traffic never contains, and their outcomes. */

const w = new World();
const { NON_FUNGIBLE_UNIQUE } = proto.TokenType;
let alice = 0;
let bob = 0;
let carol = 0;
let collector = 0;

beforeAll(async () => {
  alice = await w.account(KEY.alice);
  bob = await w.account(KEY.bob, { maxAutomaticTokenAssociations: -1 });
  carol = await w.account(KEY.carol, { maxAutomaticTokenAssociations: -1 });
  collector = await w.account(KEY.dave, { maxAutomaticTokenAssociations: -1 });
});

type Moves = readonly (readonly [account: number, amount: number])[];

const units = (token: number, ...moves: Moves): proto.ITokenTransferList => ({
  token: tokenId(token),
  transfers: moves.map(([num, amount]) => ({ accountID: accountId(num), amount: long(amount) })),
});
const nft = (token: number, serial: number, from: number, to: number): proto.ITokenTransferList => ({
  token: tokenId(token),
  nftTransfers: [
    { senderAccountID: accountId(from), receiverAccountID: accountId(to), serialNumber: long(serial) },
  ],
});
const transfer = (...tokenTransfers: proto.ITokenTransferList[]): Sent => ({
  cryptoTransfer: { tokenTransfers },
});
const signed = (sent: Sent, ...signers: number[]): Sent => ({ ...sent, signers });
const fraction = (numerator: number | bigint, denominator: number | bigint): proto.IFraction => ({
  numerator: long(numerator),
  denominator: long(denominator),
});

/** Creates a token of Alice with custom fees for the collector, of which Bob and Carol hold 1,000 each. */
async function feeToken(...customFees: proto.ICustomFee[]): Promise<number> {
  const fees = customFees.map((fee) => ({ feeCollectorAccountId: accountId(collector), ...fee }));
  const token = await w.token(alice, { customFees: fees }, [KEY.alice, KEY.dave]);
  await w.done(signed(transfer(units(token, [alice, -2_000], [bob, 1_000], [carol, 1_000])), KEY.alice));
  return token;
}

describe('custom fees', () => {
  test('a fractional fee is taken from all receivers in proportion', async () => {
    const token = await feeToken({ fractionalFee: { fractionalAmount: fraction(1, 10) } });
    await w.done(signed(transfer(units(token, [bob, -300], [carol, 200], [alice, 100])), KEY.bob));
    // Alice is exempt as the treasury, so the fee is a tenth of Carol's 200.
    expect([bob, carol, collector].map((num) => w.balance(num, token))).toEqual([700n, 1_180n, 20n]);
  });

  test.each([(1n << 63n) - 2n, (1n << 63n) - 1n])('a fraction keeps all digits of %d', async (most) => {
    const to = { feeCollectorAccountId: accountId(collector) };
    const units = await w.token(
      alice,
      { customFees: [{ ...to, fractionalFee: { fractionalAmount: fraction(most, most - 1n) } }] },
      [KEY.alice, KEY.dave],
    );
    const customFees = [{ ...to, royaltyFee: { exchangeValueFraction: fraction(most - 1n, most) } }];
    const nfts = await w.token(alice, { tokenType: NON_FUNGIBLE_UNIQUE, customFees }, [KEY.alice]);
    expect(w.ledger.tokens.need(units).fractionalFees).toMatchObject([
      { numerator: most, denominator: most - 1n },
    ]);
    expect(w.ledger.tokens.need(nfts).royaltyFees).toMatchObject([
      { numerator: most - 1n, denominator: most },
    ]);
  });

  test('net of transfers, the sender pays on top', async () => {
    const fee = { fractionalAmount: fraction(1, 10), netOfTransfers: true };
    const token = await feeToken({ fractionalFee: fee });
    const { record } = await w.done(signed(transfer(units(token, [bob, -300], [carol, 300])), KEY.bob));
    expect([bob, carol, collector].map((num) => w.balance(num, token))).toEqual([670n, 1_300n, 30n]);
    expect(record.assessedCustomFees.map(({ amount }) => Number(amount))).toEqual([30]);
    const all = await w.tried(signed(transfer(units(token, [bob, -670], [carol, 670])), KEY.bob));
    expect(Status[all.status]).toBe('INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE');
  });

  test('a fractional fee has a minimum and a maximum', async () => {
    const limits = { fractionalAmount: fraction(1, 10), minimumAmount: long(5), maximumAmount: long(40) };
    const token = await feeToken({ fractionalFee: limits });
    await w.done(signed(transfer(units(token, [bob, -10], [carol, 10])), KEY.bob));
    expect(w.balance(collector, token)).toBe(5n);
    await w.done(signed(transfer(units(token, [bob, -900], [carol, 900])), KEY.bob));
    expect(w.balance(collector, token)).toBe(45n);
  });

  test('a fee in another token incurs that token’s own fees', async () => {
    const currency = await feeToken({ fixedFee: { amount: long(7) } });
    const holder = { account: accountId(collector), tokens: [tokenId(currency)] };
    await w.done(signed({ tokenAssociate: holder }, KEY.dave));
    const token = await feeToken({ fixedFee: { amount: long(50), denominatingTokenId: tokenId(currency) } });
    const before = w.balance(bob);
    await w.done(signed(transfer(units(token, [bob, -1], [carol, 1])), KEY.bob));
    expect(w.balance(bob, currency)).toBe(950n);
    expect(w.balance(bob)).toBe(before - 7n);
  });

  test('a royalty is a share of the price, or the receiver’s fallback', async () => {
    const royaltyFee = { exchangeValueFraction: fraction(1, 4), fallbackFee: { amount: long(11) } };
    const customFees = [{ royaltyFee, feeCollectorAccountId: accountId(collector) }];
    const token = await w.token(alice, { tokenType: NON_FUNGIBLE_UNIQUE, customFees }, [KEY.alice, KEY.dave]);
    await w.done(signed({ tokenMint: { token: tokenId(token), metadata: [Buffer.of(1)] } }, KEY.admin));
    await w.done(signed(transfer(nft(token, 1, alice, bob)), KEY.alice));
    const income = w.balance(collector);
    const { cryptoTransfer } = hbarTransfer([
      [carol, -1_000n],
      [bob, 1_000n],
    ]);
    const sale = { cryptoTransfer: { ...cryptoTransfer, tokenTransfers: [nft(token, 1, bob, carol)] } };
    await w.done(signed(sale, KEY.bob, KEY.carol));
    expect(w.balance(collector)).toBe(income + 250n);
    const gift = transfer(nft(token, 1, carol, bob));
    expect(Status[(await w.tried(signed(gift, KEY.carol))).status]).toBe('INVALID_SIGNATURE');
    await w.done(signed(gift, KEY.carol, KEY.bob));
    expect(w.balance(collector)).toBe(income + 261n);
    expect(w.ledger.nfts.need(nftKey(token, 1)).owner).toBe(bob);
  });
});

describe('schedules', () => {
  const later = (
    body: proto.ISchedulableTransactionBody,
    fields: proto.IScheduleCreateTransactionBody = {},
  ): Sent => ({
    scheduleCreate: { scheduledTransactionBody: body, ...fields },
  });

  test('require every signature of the inner transaction, including outside keys', async () => {
    const creation = {
      tokenCreation: { name: 'N', symbol: 'S', treasury: accountId(alice), autoRenewPeriod: PERIOD },
    };
    const foreign = { ed25519: Buffer.alloc(32, 9) };
    const { receipt } = await w.done(
      later({ tokenCreation: { ...creation.tokenCreation, adminKey: foreign } }),
    );
    const row = w.ledger.schedules.need(Number(receipt.scheduleID?.scheduleNum));
    const requested = row.needs.flatMap(({ refs }) => refs).map((ref) => w.ledger.keys.get(ref).message);
    expect(requested).toContainEqual(w.key(KEY.alice));
    expect(requested.map(({ ed25519 }) => Buffer.from(ed25519 ?? []).toString('hex'))).toContain(
      '09'.repeat(32),
    );
  });

  test('are executed by the signature that completes them', async () => {
    const { cryptoTransfer } = hbarTransfer([
      [alice, -5n],
      [bob, 5n],
    ]);
    const { receipt } = await w.done(
      later({ transactionFee: long(100_000_000), cryptoTransfer: cryptoTransfer ?? null }, { memo: 'once' }),
    );
    const num = Number(receipt.scheduleID?.scheduleNum);
    const before = w.balance(bob);
    const { items } = await w.done(signed({ scheduleSign: { scheduleID: scheduleId(num) } }, KEY.alice));
    expect(items).toHaveLength(2);
    expect(w.balance(bob)).toBe(before + 5n);
    expect(w.ledger.schedules.need(num).executedAt).not.toBeNull();
  });
});

describe('tokens', () => {
  test('the key of a role changes itself; with no validation, the new one need not sign', async () => {
    const token = await w.token(alice, { wipeKey: w.key(KEY.other) }, [KEY.alice]);
    const update = { token: tokenId(token), wipeKey: w.key(KEY.carol) };
    const alone = signed({ tokenUpdate: update }, KEY.other);
    expect(Status[(await w.tried(alone)).status]).toBe('INVALID_SIGNATURE');
    expect(Status[(await w.tried(signed({ tokenUpdate: update }, KEY.other, KEY.carol))).status]).toBe(
      'SUCCESS',
    );
    await w.done(signed({ tokenUpdate: { ...update, keyVerificationMode: 1 } }, KEY.other));
    expect(w.ledger.tokens.need(token).wipeKey?.refs).toEqual([KEY.carol]);
    await w.done(signed({ tokenUpdate: { token: tokenId(token), wipeKey: { keyList: {} } } }, KEY.admin));
    expect(w.ledger.tokens.need(token).wipeKey).toBeNull();
  });

  test('serial numbers named twice are burnt once', async () => {
    const token = await w.token(alice, { tokenType: NON_FUNGIBLE_UNIQUE }, [KEY.alice]);
    const metadata = [1, 2, 3].map((n) => Buffer.of(n));
    await w.done(signed({ tokenMint: { token: tokenId(token), metadata } }, KEY.admin));
    const serialNumbers = [1, 2, 2].map((serial) => long(serial));
    const { receipt } = await w.done(
      signed({ tokenBurn: { token: tokenId(token), serialNumbers } }, KEY.admin),
    );
    expect(Number(receipt.newTotalSupply)).toBe(1);
    expect(w.balance(alice, token)).toBe(1n);
  });

  test('an airdrop waits for its receivers, and is claimed', async () => {
    const strict = await w.account(KEY.dave, {
      receiverSigRequired: true,
      maxAutomaticTokenAssociations: -1,
    });
    const token = await w.token(alice, {}, [KEY.alice]);
    const drop = {
      tokenAirdrop: transfer(units(token, [alice, -9], [strict, 4], [bob, 5])).cryptoTransfer ?? {},
    };
    const { record } = await w.done(signed(drop, KEY.alice));
    expect(w.balance(bob, token)).toBe(5n);
    const ids = record.newPendingAirdrops.map(({ pendingAirdropId }) => pendingAirdropId ?? {});
    expect(ids).toHaveLength(1);
    await w.done(signed({ tokenClaimAirdrop: { pendingAirdrops: ids } }, KEY.dave));
    expect(w.balance(strict, token)).toBe(4n);
  });
});

test('a topic’s fees are paid within limits; an exempt key pays none', async () => {
  const customFees = [{ fixedFee: { amount: long(50) }, feeCollectorAccountId: accountId(collector) }];
  const fields = { autoRenewPeriod: PERIOD, customFees, feeExemptKeyList: [w.key(KEY.other)] };
  const { receipt } = await w.done({ consensusCreateTopic: fields });
  const topicID = topicId(Number(receipt.topicID?.topicNum));
  const message = { consensusSubmitMessage: { topicID, message: Buffer.from('hi') } };
  const before = w.balance(collector);
  const maxCustomFees = [{ accountId: accountId(2), fees: [{ amount: long(50) }] }];
  const { record } = await w.done({ ...message, extra: { maxCustomFees } });
  expect(record.assessedCustomFees.map(({ amount }) => Number(amount))).toEqual([50]);
  await w.done(signed(message, KEY.other));
  expect(w.balance(collector)).toBe(before + 50n);
});

test('a transfer to a new address creates its account first, which is found by its alias', async () => {
  const alias = Buffer.alloc(20, 0xab);
  const accountAmounts = [
    { accountID: accountId(2), amount: long(-8) },
    { accountID: aliasId(alias), amount: long(8) },
  ];
  const { items } = await w.done({ cryptoTransfer: { transfers: { accountAmounts } } });
  expect(items.map(({ type }) => type)).toEqual(['cryptoCreateAccount', 'cryptoTransfer']);
  expect(w.balance(w.ledger.resolveAlias(alias))).toBe(8n);
});

test('anyone extends the expiration of a contract, which ends no sooner than before', async () => {
  const num = await w.account(KEY.alice);
  w.ledger.accounts.edit(num).contract = true;
  const contractID = contractId(num);
  const extend = (seconds: number): Sent => {
    const expirationTime = { seconds: long(Number(w.at / 1_000_000_000n) + seconds) };
    return { contractUpdateInstance: { contractID, expirationTime }, payer: bob, signers: [KEY.bob] };
  };
  await w.done({ contractUpdateInstance: { contractID }, payer: bob, signers: [KEY.bob] });
  await w.done(extend(8_000_000));
  expect(Status[(await w.tried(extend(7_990_000))).status]).toBe('EXPIRATION_REDUCTION_NOT_ALLOWED');
  expect(Status[(await w.tried(extend(8_000_100))).status]).toBe('INVALID_EXPIRATION_TIME');
});

test("an account that holds a client's token is not deleted", async () => {
  const { journal } = w.ledger;
  journal.isSent = true;
  const token = await w.token(alice, {}, [KEY.alice]).finally(() => {
    journal.isSent = false;
  });
  const holder = await w.account(KEY.other, { maxAutomaticTokenAssociations: 1 });
  await w.done(signed(transfer(units(token, [alice, -1], [holder, 1])), KEY.alice));
  const { status } = await w.send(
    signed(
      { cryptoDelete: { deleteAccountID: accountId(holder), transferAccountID: accountId(bob) } },
      KEY.other,
      KEY.bob,
    ),
  );
  expect(Status[status]).toBe('TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES');
});
