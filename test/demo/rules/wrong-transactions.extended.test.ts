import { proto } from '@tain/protos/hapi';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  accountId,
  contractId,
  duration,
  fileId,
  long,
  nftId,
  scheduleId,
  tokenId,
  topicId,
} from '../../../packages/network-simulator/src/ledger/ids.ts';
import { Status } from '../../../packages/network-simulator/src/ledger/status.ts';
import { hbarTransfer } from '../../../packages/network-simulator/src/ledger/transfer-hbar.ts';
import { KEY, PERIOD, type Sent, World, type Wrong } from './world.ts';

/** Invalid transactions, each with the code of real networks. None of them changes more than its fee. */

const w = new World();
const MISSING = 9_999_999;
const { FINITE } = proto.TokenSupplyType;
const { NON_FUNGIBLE_UNIQUE } = proto.TokenType;
const LONG_MEMO = 'm'.repeat(101);
const BYTES_101 = new Uint8Array(101);
let alice = 0;
let bob = 0;
let carol = 0;
let strict = 0;
let gone = 0;
let units = 0;
let nfts = 0;
let plain = 0;
let guarded = 0;
let topic = 0;
let paid = 0;
let priced = 0;
let file = 0;
let fixedFile = 0;
let schedule = 0;
let executed = 0;
let contract = 0;

beforeAll(async () => {
  alice = await w.account(KEY.alice);
  bob = await w.account(KEY.bob);
  carol = await w.account(KEY.carol);
  contract = await w.account(KEY.alice);
  Object.assign(w.ledger.accounts.edit(contract), { contract: true, maxAutoAssociations: 3 });
  strict = await w.account(KEY.dave, { receiverSigRequired: true });
  gone = await w.account(KEY.other);
  await w.done({
    cryptoDelete: { deleteAccountID: accountId(gone), transferAccountID: accountId(2) },
    signers: [KEY.other],
  });
  units = await w.token(
    alice,
    { maxSupply: long(2_000_000), supplyType: FINITE, wipeKey: w.key(KEY.admin) },
    [KEY.alice],
  );
  nfts = await w.token(alice, { tokenType: NON_FUNGIBLE_UNIQUE, feeScheduleKey: w.key(KEY.admin) }, [
    KEY.alice,
  ]);
  plain = await w.token(alice, { adminKey: null, supplyKey: null }, [KEY.alice]);
  guarded = await w.token(
    alice,
    { kycKey: w.key(KEY.admin), freezeKey: w.key(KEY.admin), pauseKey: w.key(KEY.admin) },
    [KEY.alice],
  );
  await w.done({
    tokenMint: { token: tokenId(nfts), metadata: [Buffer.of(1), Buffer.of(2)] },
    signers: [KEY.admin],
  });
  const associate = (account: number, key: number): Promise<unknown> =>
    w.done({
      tokenAssociate: {
        account: accountId(account),
        tokens: [tokenId(units), tokenId(nfts), tokenId(guarded)],
      },
      signers: [key],
    });
  await associate(bob, KEY.bob);
  await associate(strict, KEY.dave);
  const topicBody = { adminKey: w.key(KEY.admin), submitKey: w.key(KEY.other), autoRenewPeriod: PERIOD };
  const made = await w.done({ consensusCreateTopic: topicBody, signers: [KEY.admin] });
  topic = Number(made.receipt.topicID?.topicNum);
  const customFees = [{ fixedFee: { amount: long(50) }, feeCollectorAccountId: accountId(alice) }];
  const withFee = await w.done({ consensusCreateTopic: { autoRenewPeriod: PERIOD, customFees } });
  paid = Number(withFee.receipt.topicID?.topicNum);
  const withKey = { autoRenewPeriod: PERIOD, feeScheduleKey: w.key(KEY.admin) };
  priced = Number((await w.done({ consensusCreateTopic: withKey })).receipt.topicID?.topicNum);
  const create = { expirationTime: w.after(7_000_000), contents: Buffer.from('text') };
  const ofAdmin = { fileCreate: { ...create, keys: { keys: [w.key(KEY.admin)] } }, signers: [KEY.admin] };
  file = Number((await w.done(ofAdmin)).receipt.fileID?.fileNum);
  fixedFile = Number((await w.done({ fileCreate: create })).receipt.fileID?.fileNum);
  const fromAlice = scheduled(
    hbarTransfer([
      [alice, -5n],
      [bob, 5n],
    ]),
    'rent',
  );
  schedule = Number((await w.done(fromAlice)).receipt.scheduleID?.scheduleNum);
  const fromTreasury = scheduled(
    hbarTransfer([
      [2, -5n],
      [bob, 5n],
    ]),
    'own',
  );
  executed = Number((await w.done(fromTreasury)).receipt.scheduleID?.scheduleNum);
});

function scheduled(data: proto.ISchedulableTransactionBody, memo = ''): Sent {
  return { scheduleCreate: { scheduledTransactionBody: data, memo } };
}

const transfer = (...moves: readonly (readonly [number, bigint])[]): Sent => ({ ...hbarTransfer(moves) });
const move = (token: number, from: number, to: number, amount = 1): Sent => ({
  cryptoTransfer: {
    tokenTransfers: [
      {
        token: tokenId(token),
        transfers: [
          { accountID: accountId(from), amount: long(-amount) },
          { accountID: accountId(to), amount: long(amount) },
        ],
      },
    ],
  },
});
const moveNft = (serial: number, from: number, to: number): Sent => ({
  cryptoTransfer: {
    tokenTransfers: [
      {
        token: tokenId(nfts),
        nftTransfers: [
          { senderAccountID: accountId(from), receiverAccountID: accountId(to), serialNumber: long(serial) },
        ],
      },
    ],
  },
});
const by = (key: number, sent: Sent): Sent => ({ ...sent, signers: [key] });
const create = (fields: proto.ICryptoCreateTransactionBody): Sent => ({
  cryptoCreateAccount: { key: w.key(KEY.other), autoRenewPeriod: PERIOD, ...fields },
});
const update = (fields: proto.ICryptoUpdateTransactionBody): Sent =>
  by(KEY.alice, { cryptoUpdateAccount: { accountIDToUpdate: accountId(alice), ...fields } });
const token = (fields: proto.ITokenCreateTransactionBody): Sent =>
  by(KEY.alice, {
    tokenCreation: { name: 'N', symbol: 'S', treasury: accountId(alice), autoRenewPeriod: PERIOD, ...fields },
  });
const fee = (fields: proto.ICustomFee): Sent =>
  token({ customFees: [{ feeCollectorAccountId: accountId(alice), ...fields }] });
const newTopic = (fields: proto.IConsensusCreateTopicTransactionBody): Sent => ({
  consensusCreateTopic: { autoRenewPeriod: PERIOD, ...fields },
});
const topicFee = (collector: number): proto.IFixedCustomFee[] => [
  { feeCollectorAccountId: accountId(collector), fixedFee: { amount: long(1) } },
];
const handOn = (delegatingSpender: proto.IAccountID, more: proto.INftAllowance = {}): Sent => {
  const parties = { owner: accountId(alice), spender: accountId(bob), tokenId: tokenId(nfts) };
  const allowance = { ...parties, serialNumbers: [long(1)], delegatingSpender, ...more };
  return by(KEY.alice, { cryptoApproveAllowance: { nftAllowances: [allowance] } });
};
const message = (fields: proto.IConsensusSubmitMessageTransactionBody): Sent =>
  by(KEY.other, {
    consensusSubmitMessage: { topicID: topicId(topic), message: Buffer.from('hi'), ...fields },
  });
const keys = (count: number): proto.IKey[] => Array.from({ length: count }, (_, i) => w.key(2_000 + i));
const nested = (depth: number): proto.IKey =>
  depth === 0 ? w.key(KEY.other) : { keyList: { keys: [nested(depth - 1)] } };

const WRONG: readonly Wrong[] = [
  ['creates an account without a key', () => create({ key: null }), 'KEY_REQUIRED'],
  ['… with an empty list of keys', () => create({ key: { keyList: {} } }), 'KEY_REQUIRED'],
  ['… with half a key', () => create({ key: { ed25519: new Uint8Array(16) } }), 'INVALID_ADMIN_KEY'],
  [
    '… with a threshold above the number of keys',
    () => create({ key: { thresholdKey: { threshold: 3, keys: { keys: keys(2) } } } }),
    'INVALID_ADMIN_KEY',
  ],
  [
    '… with a threshold of 0',
    () => create({ key: { thresholdKey: { threshold: 0, keys: { keys: keys(2) } } } }),
    'INVALID_ADMIN_KEY',
  ],
  ['… with keys nested too deeply', () => create({ key: nested(16) }), 'INVALID_ADMIN_KEY'],
  ['… with a negative balance', () => create({ initialBalance: long(-1) }), 'INVALID_INITIAL_BALANCE'],
  [
    '… with more than the payer has',
    () => ({ ...create({ initialBalance: long(1n << 62n) }), payer: alice }),
    'INSUFFICIENT_PAYER_BALANCE',
  ],
  ['… with a long memo', () => create({ memo: LONG_MEMO }), 'MEMO_TOO_LONG'],
  ['… with a zero byte in its memo', () => create({ memo: 'a\0b' }), 'INVALID_ZERO_BYTE_IN_STRING'],
  ['… without an auto-renew period', () => create({ autoRenewPeriod: null }), 'INVALID_RENEWAL_PERIOD'],
  [
    '… with a short auto-renew period',
    () => create({ autoRenewPeriod: duration(2_591_999) }),
    'AUTORENEW_DURATION_NOT_IN_RANGE',
  ],
  [
    '… with a long auto-renew period',
    () => create({ autoRenewPeriod: duration(8_000_002) }),
    'AUTORENEW_DURATION_NOT_IN_RANGE',
  ],
  [
    '… with too many automatic associations',
    () => create({ maxAutomaticTokenAssociations: 5_001 }),
    'INVALID_MAX_AUTO_ASSOCIATIONS',
  ],
  [
    '… with a negative number of automatic associations',
    () => create({ maxAutomaticTokenAssociations: -2 }),
    'INVALID_MAX_AUTO_ASSOCIATIONS',
  ],
  ['… staked to a missing node', () => create({ stakedNodeId: long(77) }), 'INVALID_STAKING_ID'],
  [
    '… staked to a missing account',
    () => create({ stakedAccountId: accountId(MISSING) }),
    'INVALID_STAKING_ID',
  ],
  ['… with an invalid alias', () => create({ alias: new Uint8Array(7) }), 'INVALID_ALIAS_KEY'],
  [
    '… with an address whose key did not sign',
    () => create({ alias: new Uint8Array(20).fill(7) }),
    'INVALID_SIGNATURE',
  ],
  ['… whose receiver signature is missing', () => create({ receiverSigRequired: true }), 'INVALID_SIGNATURE'],
  ['updates an account without naming it', () => ({ cryptoUpdateAccount: {} }), 'ACCOUNT_ID_DOES_NOT_EXIST'],
  [
    'updates an account that does not exist',
    () => ({ cryptoUpdateAccount: { accountIDToUpdate: accountId(MISSING) } }),
    'INVALID_ACCOUNT_ID',
  ],
  [
    'updates an account of another realm',
    () => ({ cryptoUpdateAccount: { accountIDToUpdate: { realmNum: long(1), accountNum: long(alice) } } }),
    'INVALID_ACCOUNT_ID',
  ],
  [
    'updates an account without its signature',
    () => ({ ...update({ memo: { value: 'x' } }), signers: [] }),
    'INVALID_SIGNATURE',
  ],
  ['… to a key that did not sign', () => update({ key: w.key(KEY.other) }), 'INVALID_SIGNATURE'],
  ['… to an empty list of keys', () => update({ key: { keyList: {} } }), 'INVALID_ADMIN_KEY'],
  [
    '… to an expiration in the past',
    () => update({ expirationTime: w.after(-100) }),
    'INVALID_EXPIRATION_TIME',
  ],
  [
    '… to an expiration too far in the future',
    () => update({ expirationTime: w.after(9_000_000) }),
    'INVALID_EXPIRATION_TIME',
  ],
  [
    '… to an earlier expiration',
    () => update({ expirationTime: w.after(60) }),
    'EXPIRATION_REDUCTION_NOT_ALLOWED',
  ],
  [
    '… to too many automatic associations',
    () => update({ maxAutomaticTokenAssociations: { value: 5_001 } }),
    'REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT',
  ],
  [
    'deletes an account in favour of itself',
    () =>
      by(KEY.alice, {
        cryptoDelete: { deleteAccountID: accountId(alice), transferAccountID: accountId(alice) },
      }),
    'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT',
  ],
  [
    'deletes a treasury',
    () =>
      by(KEY.alice, {
        cryptoDelete: { deleteAccountID: accountId(alice), transferAccountID: accountId(bob) },
      }),
    'ACCOUNT_IS_TREASURY',
  ],
  [
    'deletes a system account',
    () => ({ cryptoDelete: { deleteAccountID: accountId(98), transferAccountID: accountId(bob) } }),
    'ENTITY_NOT_ALLOWED_TO_DELETE',
  ],
  [
    'deletes an account in favour of a missing one',
    () =>
      by(KEY.bob, {
        cryptoDelete: { deleteAccountID: accountId(bob), transferAccountID: accountId(MISSING) },
      }),
    'INVALID_TRANSFER_ACCOUNT_ID',
  ],
  ['transfers amounts whose sum is not 0', () => transfer([2, -5n], [bob, 6n]), 'INVALID_ACCOUNT_AMOUNTS'],
  [
    'transfers with an account listed twice',
    () => transfer([2, -5n], [bob, 2n], [bob, 3n]),
    'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
  ],
  ['transfers to a missing account', () => transfer([2, -5n], [MISSING, 5n]), 'INVALID_ACCOUNT_ID'],
  [
    'transfers from an account that did not sign',
    () => transfer([alice, -5n], [bob, 5n]),
    'INVALID_SIGNATURE',
  ],
  [
    'transfers more than the balance',
    () => by(KEY.alice, transfer([alice, -(1n << 60n)], [bob, 1n << 60n])),
    'INSUFFICIENT_ACCOUNT_BALANCE',
  ],
  [
    'transfers to an account that requires its signature',
    () => transfer([2, -5n], [strict, 5n]),
    'INVALID_SIGNATURE',
  ],
  ['transfers from the reward account', () => transfer([800, -5n], [bob, 5n]), 'INVALID_ACCOUNT_ID'],
  [
    'transfers to too many accounts',
    () => transfer([2, -10n], ...Array.from({ length: 10 }, (_, i): [number, bigint] => [10 + i, 1n])),
    'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
  ],
  [
    'spends without an allowance',
    () => ({
      cryptoTransfer: {
        transfers: {
          accountAmounts: [
            { accountID: accountId(alice), amount: long(-5), isApproval: true },
            { accountID: accountId(bob), amount: long(5) },
          ],
        },
      },
    }),
    'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
  ],
  ['transfers a missing token', () => move(MISSING, alice, bob), 'INVALID_TOKEN_ID'],
  [
    'transfers units to an account that is not associated',
    () => by(KEY.alice, move(units, alice, carol)),
    'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
  ],
  [
    'transfers more units than the balance',
    () => by(KEY.bob, move(units, bob, alice, 7)),
    'INSUFFICIENT_TOKEN_BALANCE',
  ],
  [
    'transfers units without KYC',
    () => by(KEY.alice, move(guarded, alice, bob)),
    'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
  ],
  [
    'transfers units to an account that requires its signature',
    () => by(KEY.alice, move(units, alice, strict)),
    'INVALID_SIGNATURE',
  ],
  [
    'transfers with unexpected decimals',
    () => {
      const sent = by(KEY.alice, move(units, alice, bob));
      const list = sent.cryptoTransfer?.tokenTransfers?.[0];
      if (list) list.expectedDecimals = { value: 3 };
      return sent;
    },
    'UNEXPECTED_TOKEN_DECIMALS',
  ],
  ['transfers an NFT that does not exist', () => by(KEY.alice, moveNft(99, alice, bob)), 'INVALID_NFT_ID'],
  [
    'transfers an NFT of another account',
    () => by(KEY.bob, moveNft(1, bob, alice)),
    'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
  ],
  [
    'transfers serial number 0',
    () => by(KEY.alice, moveNft(0, alice, bob)),
    'INVALID_TOKEN_NFT_SERIAL_NUMBER',
  ],
  [
    'transfers with a token listed twice',
    () => {
      const list = move(units, alice, bob).cryptoTransfer?.tokenTransfers?.[0] ?? {};
      return by(KEY.alice, { cryptoTransfer: { tokenTransfers: [list, list] } });
    },
    'TOKEN_ID_REPEATED_IN_TOKEN_LIST',
  ],
  ['approves no allowance', () => ({ cryptoApproveAllowance: {} }), 'EMPTY_ALLOWANCES'],
  [
    'approves a negative amount',
    () => ({ cryptoApproveAllowance: { cryptoAllowances: [{ spender: accountId(bob), amount: long(-1) }] } }),
    'NEGATIVE_ALLOWANCE_AMOUNT',
  ],
  [
    'approves an allowance for the owner',
    () => ({ cryptoApproveAllowance: { cryptoAllowances: [{ spender: accountId(2), amount: long(1) }] } }),
    'SPENDER_ACCOUNT_SAME_AS_OWNER',
  ],
  [
    'approves too many allowances in one transaction',
    () => ({
      cryptoApproveAllowance: {
        cryptoAllowances: Array.from({ length: 21 }, () => ({ spender: accountId(bob), amount: long(1) })),
      },
    }),
    'MAX_ALLOWANCES_EXCEEDED',
  ],
  [
    'approves more than the maximum supply',
    () =>
      by(KEY.alice, {
        cryptoApproveAllowance: {
          tokenAllowances: [
            {
              owner: accountId(alice),
              spender: accountId(bob),
              tokenId: tokenId(units),
              amount: long(3_000_000),
            },
          ],
        },
      }),
    'AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY',
  ],
  [
    'revokes approvals without serial numbers',
    () => ({ cryptoDeleteAllowance: { nftAllowances: [{ tokenId: tokenId(nfts) }] } }),
    'EMPTY_ALLOWANCES',
  ],
  ['creates a token without a name', () => token({ name: '' }), 'MISSING_TOKEN_NAME'],
  ['… without a symbol', () => token({ symbol: '' }), 'MISSING_TOKEN_SYMBOL'],
  ['… with a long symbol', () => token({ symbol: LONG_MEMO }), 'TOKEN_SYMBOL_TOO_LONG'],
  ['… with a long name', () => token({ name: LONG_MEMO }), 'TOKEN_NAME_TOO_LONG'],
  ['… with long metadata', () => token({ metadata: BYTES_101 }), 'METADATA_TOO_LONG'],
  ['… without a treasury', () => token({ treasury: null }), 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN'],
  ['… with a negative supply', () => token({ initialSupply: long(-1) }), 'INVALID_TOKEN_INITIAL_SUPPLY'],
  ['… finite without a maximum', () => token({ supplyType: FINITE }), 'INVALID_TOKEN_MAX_SUPPLY'],
  ['… infinite with a maximum', () => token({ maxSupply: long(5) }), 'INVALID_TOKEN_MAX_SUPPLY'],
  [
    '… of NFTs without a supply key',
    () => token({ tokenType: NON_FUNGIBLE_UNIQUE }),
    'TOKEN_HAS_NO_SUPPLY_KEY',
  ],
  [
    '… of NFTs with decimals',
    () => token({ tokenType: NON_FUNGIBLE_UNIQUE, supplyKey: w.key(8), decimals: 2 }),
    'INVALID_TOKEN_DECIMALS',
  ],
  [
    '… frozen by default without a freeze key',
    () => token({ freezeDefault: true }),
    'TOKEN_HAS_NO_FREEZE_KEY',
  ],
  ['… with half a wipe key', () => token({ wipeKey: { ed25519: new Uint8Array(3) } }), 'INVALID_WIPE_KEY'],
  [
    '… with an expiration in the past',
    () => token({ autoRenewPeriod: null, expiry: w.after(-5) }),
    'INVALID_EXPIRATION_TIME',
  ],
  ['… with a short period', () => token({ autoRenewPeriod: duration(5) }), 'INVALID_RENEWAL_PERIOD'],
  [
    '… whose auto-renew account did not sign',
    () => token({ autoRenewAccount: accountId(bob) }),
    'INVALID_SIGNATURE',
  ],
  ['… with a fee of 0', () => fee({ fixedFee: { amount: long(0) } }), 'CUSTOM_FEE_MUST_BE_POSITIVE'],
  ['… with an empty fee', () => fee({}), 'CUSTOM_FEE_NOT_FULLY_SPECIFIED'],
  [
    '… with a fee whose collector is missing',
    () => fee({ feeCollectorAccountId: accountId(MISSING), fixedFee: { amount: long(1) } }),
    'INVALID_CUSTOM_FEE_COLLECTOR',
  ],
  [
    '… with a fee whose collector is deleted',
    () => fee({ feeCollectorAccountId: accountId(gone), fixedFee: { amount: long(1) } }),
    'INVALID_CUSTOM_FEE_COLLECTOR',
  ],
  [
    '… with a fractional fee whose denominator is 0',
    () => fee({ fractionalFee: { fractionalAmount: { numerator: long(1), denominator: long(0) } } }),
    'FRACTION_DIVIDES_BY_ZERO',
  ],
  [
    '… with a fee whose maximum is less than its minimum',
    () =>
      fee({
        fractionalFee: {
          fractionalAmount: { numerator: long(1), denominator: long(2) },
          minimumAmount: long(9),
          maximumAmount: long(8),
        },
      }),
    'FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT',
  ],
  [
    '… with a royalty on units',
    () => fee({ royaltyFee: { exchangeValueFraction: { numerator: long(1), denominator: long(2) } } }),
    'CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE',
  ],
  [
    '… with too many fees',
    () =>
      token({
        customFees: Array.from({ length: 11 }, () => ({
          feeCollectorAccountId: accountId(alice),
          fixedFee: { amount: long(1) },
        })),
      }),
    'CUSTOM_FEES_LIST_TOO_LONG',
  ],
  ['updates a token without naming it', () => ({ tokenUpdate: {} }), 'INVALID_TOKEN_ID'],
  [
    'updates an immutable token',
    () => ({ tokenUpdate: { token: tokenId(plain), name: 'x' } }),
    'TOKEN_IS_IMMUTABLE',
  ],
  [
    'updates a token without a signature',
    () => ({ tokenUpdate: { token: tokenId(units), name: 'x' } }),
    'INVALID_SIGNATURE',
  ],
  [
    'gives a token a key that it never had',
    () => by(KEY.admin, { tokenUpdate: { token: tokenId(units), kycKey: w.key(8) } }),
    'TOKEN_HAS_NO_KYC_KEY',
  ],
  [
    'makes an account the treasury without its signature',
    () => by(KEY.admin, { tokenUpdate: { token: tokenId(units), treasury: accountId(bob) } }),
    'INVALID_SIGNATURE',
  ],
  [
    'hands on an NFT by an operator of another shard',
    () => handOn({ shardNum: long(123), realmNum: long(456), accountNum: long(789) }),
    'INVALID_DELEGATING_SPENDER',
  ],
  ['… by a missing operator', () => handOn(accountId(MISSING)), 'INVALID_DELEGATING_SPENDER'],
  [
    '… by an account that is not an operator',
    () => ({ ...handOn(accountId(bob)), payer: bob }),
    'DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL',
  ],
  [
    "hands on an operator's role",
    () => handOn({ shardNum: long(123), accountNum: long(789) }, { approvedForAll: { value: true } }),
    'DELEGATING_SPENDER_CANNOT_GRANT_APPROVE_FOR_ALL',
  ],
  ['deletes an immutable token', () => ({ tokenDeletion: { token: tokenId(plain) } }), 'TOKEN_IS_IMMUTABLE'],
  [
    'removes the fees of a token without fees',
    () => by(KEY.admin, { tokenFeeScheduleUpdate: { tokenId: tokenId(nfts) } }),
    'CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES',
  ],
  [
    'sets fees of a token without a fee schedule key',
    () => ({ tokenFeeScheduleUpdate: { tokenId: tokenId(units) } }),
    'TOKEN_HAS_NO_FEE_SCHEDULE_KEY',
  ],
  [
    'pauses a token without a pause key',
    () => ({ tokenPause: { token: tokenId(units) } }),
    'TOKEN_HAS_NO_PAUSE_KEY',
  ],
  [
    'freezes a token without a freeze key',
    () => ({ tokenFreeze: { token: tokenId(units), account: accountId(bob) } }),
    'TOKEN_HAS_NO_FREEZE_KEY',
  ],
  [
    'grants KYC without a signature',
    () => ({ tokenGrantKyc: { token: tokenId(guarded), account: accountId(bob) } }),
    'INVALID_SIGNATURE',
  ],
  [
    'grants KYC to an account that is not associated',
    () => by(KEY.admin, { tokenGrantKyc: { token: tokenId(guarded), account: accountId(carol) } }),
    'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
  ],
  [
    'mints units of a token without a supply key',
    () => ({ tokenMint: { token: tokenId(plain), amount: long(1) } }),
    'TOKEN_HAS_NO_SUPPLY_KEY',
  ],
  [
    'mints a negative amount',
    () => by(KEY.admin, { tokenMint: { token: tokenId(units), amount: long(-1) } }),
    'INVALID_TOKEN_MINT_AMOUNT',
  ],
  [
    'mints more than the maximum supply',
    () => by(KEY.admin, { tokenMint: { token: tokenId(units), amount: long(1_500_000) } }),
    'TOKEN_MAX_SUPPLY_REACHED',
  ],
  [
    'mints NFTs without metadata',
    () => by(KEY.admin, { tokenMint: { token: tokenId(nfts) } }),
    'INVALID_TOKEN_MINT_METADATA',
  ],
  [
    'mints too many NFTs',
    () => by(KEY.admin, { tokenMint: { token: tokenId(nfts), metadata: Array(11).fill(Buffer.of(1)) } }),
    'BATCH_SIZE_LIMIT_EXCEEDED',
  ],
  [
    'mints an NFT with long metadata',
    () => by(KEY.admin, { tokenMint: { token: tokenId(nfts), metadata: [BYTES_101] } }),
    'METADATA_TOO_LONG',
  ],
  [
    'burns more than the supply',
    () => by(KEY.admin, { tokenBurn: { token: tokenId(units), amount: long(9_000_000) } }),
    'INVALID_TOKEN_BURN_AMOUNT',
  ],
  [
    'burns NFTs without serial numbers',
    () => by(KEY.admin, { tokenBurn: { token: tokenId(nfts) } }),
    'INVALID_TOKEN_BURN_METADATA',
  ],
  [
    'wipes the treasury',
    () => by(KEY.admin, { tokenWipe: { token: tokenId(units), account: accountId(alice), amount: long(1) } }),
    'CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT',
  ],
  [
    'wipes more than the balance',
    () => by(KEY.admin, { tokenWipe: { token: tokenId(units), account: accountId(bob), amount: long(1) } }),
    'INVALID_WIPING_AMOUNT',
  ],
  [
    'associates a token that is associated already',
    () => by(KEY.bob, { tokenAssociate: { account: accountId(bob), tokens: [tokenId(units)] } }),
    'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT',
  ],
  [
    'associates with a token listed twice',
    () =>
      by(KEY.carol, {
        tokenAssociate: { account: accountId(carol), tokens: [tokenId(units), tokenId(units)] },
      }),
    'TOKEN_ID_REPEATED_IN_TOKEN_LIST',
  ],
  [
    'dissociates a treasury from its token',
    () => by(KEY.alice, { tokenDissociate: { account: accountId(alice), tokens: [tokenId(units)] } }),
    'ACCOUNT_IS_TREASURY',
  ],
  ['airdrops nothing', () => ({ tokenAirdrop: {} }), 'EMPTY_TOKEN_TRANSFER_BODY'],
  [
    'airdrops to a system account',
    () => by(KEY.alice, { tokenAirdrop: move(units, alice, 98).cryptoTransfer ?? {} }),
    'INVALID_RECEIVING_NODE_ACCOUNT',
  ],
  [
    'claims an airdrop that is not pending',
    () =>
      by(KEY.bob, {
        tokenClaimAirdrop: {
          pendingAirdrops: [
            { senderId: accountId(alice), receiverId: accountId(bob), fungibleTokenType: tokenId(units) },
          ],
        },
      }),
    'INVALID_PENDING_AIRDROP_ID',
  ],
  ['cancels no airdrop', () => ({ tokenCancelAirdrop: {} }), 'EMPTY_PENDING_AIRDROP_ID_LIST'],
  ['rejects no token', () => ({ tokenReject: {} }), 'EMPTY_TOKEN_REFERENCE_LIST'],
  [
    'rejects an NFT of another account',
    () => by(KEY.bob, { tokenReject: { owner: accountId(bob), rejections: [{ nft: nftId(nfts, 1) }] } }),
    'INVALID_OWNER_ID',
  ],
  [
    'updates NFTs without serial numbers',
    () => ({ tokenUpdateNfts: { token: tokenId(nfts) } }),
    'MISSING_SERIAL_NUMBERS',
  ],
  ['creates a topic with a long memo', () => newTopic({ memo: LONG_MEMO }), 'MEMO_TOO_LONG'],
  ['… without a period', () => newTopic({ autoRenewPeriod: null }), 'AUTORENEW_DURATION_NOT_IN_RANGE'],
  ['… whose admin key did not sign', () => newTopic({ adminKey: w.key(KEY.admin) }), 'INVALID_SIGNATURE'],
  ['… with half a submit key', () => newTopic({ submitKey: { ed25519: new Uint8Array(5) } }), 'BAD_ENCODING'],
  [
    '… with an exempt key listed twice',
    () => newTopic({ feeExemptKeyList: [w.key(8), w.key(8)] }),
    'FEE_EXEMPT_KEY_LIST_CONTAINS_DUPLICATED_KEYS',
  ],
  [
    '… with too many exempt keys',
    () => newTopic({ feeExemptKeyList: keys(11) }),
    'MAX_ENTRIES_FOR_FEE_EXEMPT_KEY_LIST_EXCEEDED',
  ],
  [
    '… with a fee whose collector is missing',
    () => newTopic({ customFees: topicFee(MISSING) }),
    'INVALID_CUSTOM_FEE_COLLECTOR',
  ],
  [
    '… with a fee whose collector is deleted',
    () => newTopic({ customFees: topicFee(gone) }),
    'ACCOUNT_DELETED',
  ],
  [
    'sets a fee of a topic whose collector is deleted',
    () =>
      by(KEY.admin, {
        consensusUpdateTopic: { topicID: topicId(priced), customFees: { fees: topicFee(gone) } },
      }),
    'ACCOUNT_DELETED',
  ],
  [
    'updates a topic without an admin key',
    () => ({ consensusUpdateTopic: { topicID: topicId(paid), memo: {} } }),
    'UNAUTHORIZED',
  ],
  [
    'sets fees of a topic without a fee schedule key',
    () => by(KEY.admin, { consensusUpdateTopic: { topicID: topicId(topic), customFees: {} } }),
    'FEE_SCHEDULE_KEY_NOT_SET',
  ],
  [
    'adds a fee schedule key to a topic',
    () => by(KEY.admin, { consensusUpdateTopic: { topicID: topicId(topic), feeScheduleKey: w.key(8) } }),
    'FEE_SCHEDULE_KEY_CANNOT_BE_UPDATED',
  ],
  ['deletes a topic without naming it', () => ({ consensusDeleteTopic: {} }), 'INVALID_TOPIC_ID'],
  ['sends an empty message', () => message({ message: new Uint8Array() }), 'INVALID_TOPIC_MESSAGE'],
  [
    'sends a message that is too long',
    () => message({ message: new Uint8Array(1025) }),
    'MESSAGE_SIZE_TOO_LARGE',
  ],
  ['sends a message to a missing topic', () => message({ topicID: topicId(MISSING) }), 'INVALID_TOPIC_ID'],
  ['sends a message without the submit key', () => ({ ...message({}), signers: [] }), 'INVALID_SIGNATURE'],
  ['sends chunk 5 of 3', () => message({ chunkInfo: { number: 5, total: 3 } }), 'INVALID_CHUNK_NUMBER'],
  [
    "sends a chunk of another account's message",
    () =>
      message({ chunkInfo: { number: 2, total: 3, initialTransactionID: { accountID: accountId(bob) } } }),
    'INVALID_CHUNK_TRANSACTION_ID',
  ],
  [
    "limits fees below the topic's fee",
    () => ({
      ...message({ topicID: topicId(paid) }),
      extra: { maxCustomFees: [{ accountId: accountId(2), fees: [{ amount: long(49) }] }] },
    }),
    'MAX_CUSTOM_FEE_LIMIT_EXCEEDED',
  ],
  [
    'limits fees in another token only',
    () => ({
      ...message({ topicID: topicId(paid) }),
      extra: {
        maxCustomFees: [
          { accountId: accountId(2), fees: [{ amount: long(99), denominatingTokenId: tokenId(units) }] },
        ],
      },
    }),
    'NO_VALID_MAX_CUSTOM_FEE',
  ],
  ['creates a file without an expiration', () => ({ fileCreate: {} }), 'INVALID_EXPIRATION_TIME'],
  [
    '… with an expiration in the past',
    () => ({ fileCreate: { expirationTime: w.after(-100) } }),
    'AUTORENEW_DURATION_NOT_IN_RANGE',
  ],
  [
    '… whose keys did not sign',
    () => ({ fileCreate: { expirationTime: w.after(7_000_000), keys: { keys: [w.key(KEY.admin)] } } }),
    'INVALID_SIGNATURE',
  ],
  ['appends to a missing file', () => ({ fileAppend: { fileID: fileId(MISSING) } }), 'INVALID_FILE_ID'],
  [
    'appends to an immutable file',
    () => ({ fileAppend: { fileID: fileId(fixedFile), contents: Buffer.of(1) } }),
    'UNAUTHORIZED',
  ],
  [
    'appends beyond the maximum size of a file',
    () => by(KEY.admin, { fileAppend: { fileID: fileId(file), contents: new Uint8Array(1_048_576) } }),
    'MAX_FILE_SIZE_EXCEEDED',
  ],
  [
    'changes the exchange rates by an unprivileged account',
    () => ({ fileUpdate: { fileID: fileId(112), contents: Buffer.of(1) }, payer: alice }),
    'AUTHORIZATION_FAILED',
  ],
  [
    'changes the exchange rates to invalid bytes',
    () => ({ fileUpdate: { fileID: fileId(112), contents: Buffer.of(255) } }),
    'INVALID_EXCHANGE_RATE_FILE',
  ],
  [
    'writes an address book',
    () => ({ fileUpdate: { fileID: fileId(102), contents: Buffer.of(1) } }),
    'NOT_SUPPORTED',
  ],
  ['deletes a system file', () => ({ fileDelete: { fileID: fileId(111) } }), 'ENTITY_NOT_ALLOWED_TO_DELETE'],
  ['schedules no transaction', () => ({ scheduleCreate: {} }), 'INVALID_TRANSACTION'],
  [
    'schedules a transaction of a type that cannot be scheduled',
    () => scheduled({ tokenPause: { token: tokenId(units) } }),
    'SCHEDULED_TRANSACTION_NOT_IN_WHITELIST',
  ],
  [
    'schedules a transfer from a missing account',
    () =>
      scheduled(
        hbarTransfer([
          [MISSING, -1n],
          [bob, 1n],
        ]),
      ),
    'UNRESOLVABLE_REQUIRED_SIGNERS',
  ],
  [
    'schedules a transaction with a missing payer',
    () => ({
      scheduleCreate: {
        scheduledTransactionBody: {
          ...hbarTransfer([
            [alice, -1n],
            [bob, 1n],
          ]),
        },
        payerAccountID: accountId(MISSING),
      },
    }),
    'ACCOUNT_ID_DOES_NOT_EXIST',
  ],
  [
    'schedules for an expiration that is not set',
    () => ({
      scheduleCreate: {
        scheduledTransactionBody: {
          ...hbarTransfer([
            [alice, -1n],
            [bob, 1n],
          ]),
        },
        waitForExpiry: true,
      },
    }),
    'MISSING_EXPIRY_TIME',
  ],
  [
    'schedules for an expiration too far in the future',
    () => ({
      scheduleCreate: {
        scheduledTransactionBody: {
          ...hbarTransfer([
            [alice, -1n],
            [bob, 1n],
          ]),
        },
        expirationTime: w.after(31_536_000),
      },
    }),
    'SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE',
  ],
  [
    'schedules an identical transaction',
    () =>
      scheduled(
        hbarTransfer([
          [alice, -5n],
          [bob, 5n],
        ]),
        'rent',
      ),
    'IDENTICAL_SCHEDULE_ALREADY_CREATED',
  ],
  [
    'schedules an identical transaction for another payer',
    () => {
      const { scheduleCreate } = scheduled(
        hbarTransfer([
          [alice, -5n],
          [bob, 5n],
        ]),
        'rent',
      );
      return { scheduleCreate: { ...scheduleCreate, payerAccountID: accountId(bob) } };
    },
    'IDENTICAL_SCHEDULE_ALREADY_CREATED',
  ],
  [
    'schedules what a schedule that has not expired has executed',
    () =>
      scheduled(
        hbarTransfer([
          [2, -5n],
          [bob, 5n],
        ]),
        'own',
      ),
    'IDENTICAL_SCHEDULE_ALREADY_CREATED',
  ],
  [
    'signs a missing schedule',
    () => ({ scheduleSign: { scheduleID: scheduleId(MISSING) } }),
    'INVALID_SCHEDULE_ID',
  ],
  [
    'signs an executed schedule',
    () => ({ scheduleSign: { scheduleID: scheduleId(executed) } }),
    'SCHEDULE_ALREADY_EXECUTED',
  ],
  [
    'signs a schedule with a key that it does not require',
    () => by(KEY.other, { scheduleSign: { scheduleID: scheduleId(schedule) } }),
    'NO_NEW_VALID_SIGNATURES',
  ],
  [
    'deletes an immutable schedule',
    () => ({ scheduleDelete: { scheduleID: scheduleId(schedule) } }),
    'SCHEDULE_IS_IMMUTABLE',
  ],
  ['sends an empty batch', () => ({ atomicBatch: {} }), 'BATCH_LIST_EMPTY'],
  [
    'sends a batch with invalid bytes',
    () => ({ atomicBatch: { transactions: [Buffer.of(255)] } }),
    'INVALID_TRANSACTION',
  ],
  [
    'requests a random number from a negative range',
    () => ({ utilPrng: { range: -5 } }),
    'INVALID_PRNG_RANGE',
  ],
  [
    'creates a node by an unprivileged account',
    () => ({
      nodeCreate: {
        accountId: accountId(20),
        gossipEndpoint: [{ port: 1 }],
        serviceEndpoint: [{ port: 1 }],
        gossipCaCertificate: Buffer.of(1),
        adminKey: w.key(KEY.admin),
      },
      payer: alice,
    }),
    'AUTHORIZATION_FAILED',
  ],
  ['updates a missing node', () => ({ nodeUpdate: { nodeId: long(77) } }), 'INVALID_NODE_ID'],
  ['deletes an active node', () => ({ nodeDelete: { nodeId: long(0) } }), 'NOT_SUPPORTED'],
  [
    'registers a node without a key',
    () => ({ registeredNodeCreate: { serviceEndpoint: [{ port: 1 }] } }),
    'KEY_REQUIRED',
  ],
  [
    'freezes the network by an unprivileged account',
    () => ({ freeze: { freezeType: 4 }, payer: alice }),
    'AUTHORIZATION_FAILED',
  ],
  [
    'sends SystemDelete by an unprivileged account',
    () => ({ systemDelete: { fileID: fileId(file) }, payer: alice }),
    'AUTHORIZATION_FAILED',
  ],
  [
    'sends UncheckedSubmit by an unprivileged account',
    () => ({ uncheckedSubmit: { transactionBytes: Buffer.of(1) }, payer: alice }),
    'AUTHORIZATION_FAILED',
  ],
  [
    'publishes a ledger id as a client',
    () => ({ ledgerIdPublication: { ledgerId: Buffer.of(1) }, payer: alice }),
    'NOT_SUPPORTED',
  ],
  [
    'publishes a CRS as a client',
    () => ({ crsPublication: { newCrs: Buffer.of(1) }, payer: alice }),
    'NOT_SUPPORTED',
  ],
  ['writes hook storage without naming a hook', () => ({ hookStore: {} }), 'INVALID_HOOK_ID'],
  ...(
    [
      ['for no time', { autoRenewPeriod: {} }, 'INVALID_RENEWAL_PERIOD'],
      ['for a minute', { autoRenewPeriod: duration(60) }, 'AUTORENEW_DURATION_NOT_IN_RANGE'],
      [
        'with -2 automatic associations',
        { maxAutomaticTokenAssociations: -2 },
        'INVALID_MAX_AUTO_ASSOCIATIONS',
      ],
      [
        'with 5,001 automatic associations',
        { maxAutomaticTokenAssociations: 5_001 },
        'REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT',
      ],
      ['with a negative balance', { initialBalance: long(-1) }, 'CONTRACT_NEGATIVE_VALUE'],
      ['with a stake to a missing node', { stakedNodeId: long(99) }, 'INVALID_STAKING_ID'],
      ['with a stake to a missing account', { stakedAccountId: accountId(MISSING) }, 'INVALID_STAKING_ID'],
      ['with a long memo', { memo: 'm'.repeat(101) }, 'MEMO_TOO_LONG'],
      ['with a zero in its memo', { memo: 'a\0b' }, 'INVALID_ZERO_BYTE_IN_STRING'],
      ['with empty init code', { initcode: new Uint8Array() }, 'CONTRACT_BYTECODE_EMPTY'],
      ['from a file of the network', { initcode: null, fileID: fileId(112) }, 'INVALID_FILE_ID'],
      ['without code', { initcode: null }, 'INVALID_FILE_ID'],
    ] as const
  ).map(
    ([what, fields, status]): Wrong => [
      `creates a contract ${what}`,
      () => ({
        contractCreateInstance: {
          initcode: Buffer.of(0),
          gas: long(100_000),
          autoRenewPeriod: PERIOD,
          ...fields,
        },
      }),
      status,
    ],
  ),
  ...(
    [
      ['its period to no time', { autoRenewPeriod: {} }, 'INVALID_RENEWAL_PERIOD'],
      ['its period to a minute', { autoRenewPeriod: duration(60) }, 'AUTORENEW_DURATION_NOT_IN_RANGE'],
      ['its expiration to the past', { expirationTime: { seconds: long(1) } }, 'INVALID_EXPIRATION_TIME'],
      [
        'its associations to -2',
        { maxAutomaticTokenAssociations: { value: -2 } },
        'INVALID_MAX_AUTO_ASSOCIATIONS',
      ],
      [
        'its associations to 5,001',
        { maxAutomaticTokenAssociations: { value: 5_001 } },
        'REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT',
      ],
      [
        'its associations to fewer than before',
        { maxAutomaticTokenAssociations: { value: 2 } },
        'EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT',
      ],
      ['its stake to a missing node', { stakedNodeId: long(99) }, 'INVALID_STAKING_ID'],
      ['its stake to node -2', { stakedNodeId: long(-2) }, 'INVALID_STAKING_ID'],
      ['its stake to a missing account', { stakedAccountId: accountId(MISSING) }, 'INVALID_STAKING_ID'],
      ['its memo to a long one', { memoWrapper: { value: LONG_MEMO } }, 'MEMO_TOO_LONG'],
      ['its memo to one with a zero', { memoWrapper: { value: 'a\0b' } }, 'INVALID_ZERO_BYTE_IN_STRING'],
    ] as const
  ).map(
    ([what, fields, status]): Wrong => [
      `changes a contract, ${what}`,
      () => ({
        contractUpdateInstance: { contractID: contractId(contract), ...fields },
        signers: [KEY.alice],
      }),
      status,
    ],
  ),
  [
    'changes a contract without its key',
    () => ({ contractUpdateInstance: { contractID: contractId(contract), memoWrapper: { value: 'a' } } }),
    'INVALID_SIGNATURE',
  ],
  [
    'creates a hook without a contract',
    () => create({ hookCreationDetails: [{ hookId: long(1), evmHook: {} }] }),
    'INVALID_HOOK_CREATION_SPEC',
  ],
  [
    'creates two hooks with the same id',
    () => {
      const hook = { hookId: long(1), evmHook: { spec: { contractId: contractId(1) } } };
      return create({ hookCreationDetails: [hook, hook] });
    },
    'HOOK_ID_REPEATED_IN_CREATION_DETAILS',
  ],
];

describe("a wrong transaction has its code, and changes only the fee's accounts", () => {
  test.each(WRONG)('%s', async (_name, sent, code) => {
    const { status } = await w.tried(sent(w));
    expect(Status[status]).toBe(code);
  });

  test('covers more than eighty response codes', () => {
    expect(new Set(WRONG.map(([, , code]) => code)).size).toBeGreaterThan(80);
  });
});

test('an existing schedule is named in the receipt of its duplicate', async () => {
  const again = scheduled(
    hbarTransfer([
      [alice, -5n],
      [bob, 5n],
    ]),
    'rent',
  );
  const { receipt } = await w.tried(again);
  expect(Number(receipt.scheduleID?.scheduleNum)).toBe(schedule);
  expect(receipt.scheduledTransactionID?.scheduled).toBe(true);
});
