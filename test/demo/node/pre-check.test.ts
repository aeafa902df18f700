import { proto } from '@tain/protos/hapi';
import { Writer } from '@tain/protos/wire';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNDED_ACCOUNTS } from '../../../packages/network-simulator/src/ledger/well-known.ts';
import type { KindRules } from '../../../packages/network-simulator/src/transactions/kind.ts';
import { TYPES } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import {
  account,
  type ClientKey,
  ecdsaKey,
  ed25519Key,
  hbar,
  nameOf,
  OPERATOR,
  signed,
  TestClient,
  transfer,
} from './client.ts';
import { hashOf, MAX_WAITING, type StillNetwork, stillNetwork } from './still-network.ts';

let still: StillNetwork;
let operator: TestClient;
let client: TestClient;
const stranger = ed25519Key('11'.repeat(32));
const key = ecdsaKey(FUNDED_ACCOUNTS[0]?.privateKey ?? '');
beforeAll(async () => {
  still = await stillNetwork();
  operator = new TestClient(still.node, 2, ed25519Key(OPERATOR), () => still.block());
  client = new TestClient(still.node, 1002, key, () => still.block());
});
afterAll(() => still.remove());

const nanos = (offset: bigint): proto.ITimestamp => {
  const at = still.node.now() + offset;
  return { seconds: Long.fromString(String(at / 1_000_000_000n)), nanos: Number(at % 1_000_000_000n) };
};
const SECOND = 1_000_000_000n;
const to = (num: number): proto.ITransactionBody => transfer(1002, num, 1);
const idOf = (num: number, more: proto.ITransactionID = {}): proto.ITransactionBody => ({
  transactionID: { ...client.id(num), ...more },
});
const LIMIT: proto.ICustomFeeLimit = { accountId: account(1002), fees: [{ amount: Long.fromInt(0) }] };
const message: proto.ITransactionBody = {
  consensusSubmitMessage: { topicID: { topicNum: Long.fromInt(999_999) }, message: Buffer.from('a') },
};
const seconds = (count: number): proto.ITransactionBody => ({
  transactionValidDuration: { seconds: Long.fromNumber(count) },
});

/** Returns a field with bytes. */
const field = (number: number, bytes: Uint8Array): Buffer =>
  Buffer.from(
    new Writer()
      .uint32((number << 3) | 2)
      .bytes(bytes)
      .finish(),
  );

/** Errors of clients, by response code before consensus. */
const WRONG: Readonly<Record<string, () => Promise<string>>> = {
  OK: () => client.code(to(1003)),
  INVALID_TRANSACTION_BODY: () => client.code({ cryptoTransfer: null }),
  INVALID_TRANSACTION_ID: () => client.code(to(1003), { body: { transactionID: null } }),
  TRANSACTION_ID_FIELD_NOT_ALLOWED: () => client.code(to(1003), { body: idOf(1002, { scheduled: true }) }),
  PAYER_ACCOUNT_NOT_FOUND: () => client.code(to(1003), { body: idOf(999_999) }),
  INVALID_NODE_ACCOUNT: () => client.code(to(1003), { body: { nodeAccountID: account(2) } }),
  INVALID_TRANSACTION_DURATION: () => client.code(to(1003), { body: seconds(181) }),
  INVALID_TRANSACTION_START: () =>
    client.code(to(1003), { body: idOf(1002, { transactionValidStart: nanos(SECOND) }) }),
  TRANSACTION_EXPIRED: () =>
    client.code(to(1003), { body: idOf(1002, { transactionValidStart: nanos(-121n * SECOND) }) }),
  MEMO_TOO_LONG: () => client.code(to(1003), { body: { memo: 'ü'.repeat(51) } }),
  INVALID_ZERO_BYTE_IN_STRING: () => client.code(to(1003), { body: { memo: 'a\0b' } }),
  MAX_CUSTOM_FEES_IS_NOT_SUPPORTED: () => client.code(to(1003), { body: { maxCustomFees: [LIMIT] } }),
  INVALID_MAX_CUSTOM_FEES: () =>
    client.code(message, {
      body: { maxCustomFees: [LIMIT, { ...LIMIT, fees: [{ amount: Long.fromInt(-1) }] }] },
    }),
  INVALID_SIGNATURE: () => client.code(to(1003), { keys: [stranger] }),
  KEY_PREFIX_MISMATCH: () => client.code(to(1003), { keys: [key, key] }),
  INSUFFICIENT_TX_FEE: () => client.code(to(1003), { body: { transactionFee: Long.fromNumber(1) } }),
  NOT_SUPPORTED: () => client.code({ cryptoAddLiveHash: {} }),
  TRANSACTION_OVERSIZE: () =>
    client.code({ fileCreate: { contents: new Uint8Array(6200), keys: { keys: [key.message] } } }),
  INVALID_ETHEREUM_TRANSACTION: () =>
    client.code({ ethereumTransaction: { ethereumData: Buffer.from('02', 'hex') } }),
};

const feesOf = (fee: proto.IFixedFee): proto.ICustomFeeLimit => ({ ...LIMIT, fees: [fee] });
const amount = Long.fromInt(1);

/** Limits of custom fees that a node refuses (`PreCheckValidator.checkMaxCustomFees`), whether their entities exist or not. */
const WRONG_LIMITS: Readonly<Record<string, proto.ICustomFeeLimit>> = {
  'no account': { fees: [{ amount }] },
  'account 0': { ...LIMIT, accountId: account(0) },
  'an account of another shard': { ...LIMIT, accountId: { ...account(1002), shardNum: Long.ONE } },
  'no fees': { ...LIMIT, fees: [] },
  'a negative amount': feesOf({ amount: Long.fromInt(-1) }),
  'token 0': feesOf({ amount, denominatingTokenId: {} }),
  'a token of another realm': feesOf({
    amount,
    denominatingTokenId: { tokenNum: Long.ONE, realmNum: Long.ONE },
  }),
};

test.each(Object.entries(WRONG_LIMITS))('a limit of fees with %s is refused', async (_, limit) => {
  expect(await client.code(message, { body: { maxCustomFees: [LIMIT, limit] } })).toBe(
    'INVALID_MAX_CUSTOM_FEES',
  );
});

test('limits of fees are accepted by the node although their entities do not exist', async () => {
  const token = { tokenNum: Long.fromInt(999_998) };
  const maxCustomFees = [
    LIMIT,
    { accountId: account(999_999), fees: [{ amount, denominatingTokenId: token }] },
  ];
  expect(await client.code(message, { body: { maxCustomFees } })).toBe('OK');
});

const some = Long.fromNumber(1);
const token: proto.ITokenID = { tokenNum: Long.fromNumber(5005) };
const nft: proto.INftID = { token_ID: token, serialNumber: some };
const pendingId = { senderId: account(1002), receiverId: account(1003), fungibleTokenType: token };
const moved = (num: number, amount: number) => ({ accountID: account(num), amount: Long.fromNumber(amount) });
const endpoint = { domainName: 'node.invalid', port: 50211 };
const hookOf = (contractId: proto.IContractID | null) => ({
  hookId: some,
  evmHook: { spec: { contractId } },
});
const HOOK_CALL = { hookId: some, evmHookCall: { gasLimit: Long.fromNumber(100_000) } };
const HOOKED = [{ ...moved(1002, -1), isApproval: true, prePostTxAllowanceHook: HOOK_CALL }, moved(1003, 1)];

/**
 * Bodies that are faulty in any state, with the status of the consensus node's handler (`pureChecks`). Numbers that do
 * not exist show that no state is read.
 */
const FAULTY: readonly (readonly [field: string, data: object, status: string])[] = [
  ['cryptoTransfer', { transfers: { accountAmounts: [moved(1002, 1)] } }, 'INVALID_ACCOUNT_AMOUNTS'],
  [
    'cryptoTransfer',
    { transfers: { accountAmounts: [moved(1002, 1), moved(1002, -1)] } },
    'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
  ],
  ['cryptoTransfer', { tokenTransfers: [{ token }] }, 'EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS'],
  ...[
    { transfers: { accountAmounts: HOOKED } },
    { tokenTransfers: [{ token, transfers: HOOKED }] },
    {
      tokenTransfers: [
        {
          token,
          nftTransfers: [
            {
              senderAccountID: account(1002),
              receiverAccountID: account(1003),
              serialNumber: some,
              isApproval: true,
              preTxSenderAllowanceHook: HOOK_CALL,
            },
          ],
        },
      ],
    },
  ].map((body): readonly [string, object, string] => [
    'cryptoTransfer',
    body,
    'CANNOT_SET_HOOKS_AND_APPROVAL',
  ]),
  ['cryptoCreateAccount', { autoRenewPeriod: { seconds: some } }, 'KEY_REQUIRED'],
  [
    'cryptoCreateAccount',
    { key: key.message, autoRenewPeriod: { seconds: some }, initialBalance: Long.fromNumber(-1) },
    'INVALID_INITIAL_BALANCE',
  ],
  ['cryptoCreateAccount', { key: key.message }, 'INVALID_RENEWAL_PERIOD'],
  [
    'cryptoCreateAccount',
    { key: key.message, autoRenewPeriod: { seconds: some }, hookCreationDetails: [hookOf(null)] },
    'INVALID_HOOK_CREATION_SPEC',
  ],
  ['cryptoUpdateAccount', {}, 'ACCOUNT_ID_DOES_NOT_EXIST'],
  [
    'cryptoUpdateAccount',
    {
      accountIDToUpdate: account(5005),
      hookCreationDetails: [hookOf({ contractNum: some }), hookOf({ contractNum: some })],
    },
    'HOOK_ID_REPEATED_IN_CREATION_DETAILS',
  ],
  ['cryptoDelete', { deleteAccountID: account(1003) }, 'ACCOUNT_ID_DOES_NOT_EXIST'],
  [
    'cryptoDelete',
    { deleteAccountID: account(1003), transferAccountID: account(1003) },
    'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT',
  ],
  ['cryptoApproveAllowance', {}, 'EMPTY_ALLOWANCES'],
  [
    'cryptoApproveAllowance',
    { cryptoAllowances: [{ spender: account(1003), amount: Long.fromNumber(-1) }] },
    'NEGATIVE_ALLOWANCE_AMOUNT',
  ],
  ['cryptoDeleteAllowance', {}, 'EMPTY_ALLOWANCES'],
  ['contractCall', { gas: Long.fromNumber(100_000) }, 'INVALID_CONTRACT_ID'],
  ['contractCall', { contractID: { contractNum: some }, gas: Long.fromNumber(20_999) }, 'INSUFFICIENT_GAS'],
  ['contractCreateInstance', { gas: Long.fromNumber(52_999) }, 'INSUFFICIENT_GAS'],
  [
    'contractCreateInstance',
    { gas: Long.fromNumber(100_000), hookCreationDetails: [hookOf(null)] },
    'INVALID_HOOK_CREATION_SPEC',
  ],
  ['contractUpdateInstance', {}, 'INVALID_CONTRACT_ID'],
  [
    'contractDeleteInstance',
    { contractID: { contractNum: some }, permanentRemoval: true },
    'PERMANENT_REMOVAL_REQUIRES_SYSTEM_INITIATION',
  ],
  ['contractDeleteInstance', { contractID: { contractNum: some } }, 'OBTAINER_REQUIRED'],
  [
    'consensusCreateTopic',
    { feeExemptKeyList: [key.message, key.message] },
    'FEE_EXEMPT_KEY_LIST_CONTAINS_DUPLICATED_KEYS',
  ],
  ['consensusUpdateTopic', {}, 'INVALID_TOPIC_ID'],
  ['consensusDeleteTopic', {}, 'INVALID_TOPIC_ID'],
  ['consensusSubmitMessage', { message: Buffer.of(1) }, 'INVALID_TOPIC_ID'],
  ['consensusSubmitMessage', { topicID: { topicNum: some } }, 'INVALID_TOPIC_MESSAGE'],
  ['tokenCreation', { name: 'a', symbol: 'b' }, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN'],
  ['tokenCreation', { initialSupply: Long.fromNumber(-1) }, 'INVALID_TOKEN_INITIAL_SUPPLY'],
  ['tokenCreation', { treasury: account(1002), tokenType: 1 }, 'TOKEN_HAS_NO_SUPPLY_KEY'],
  ['tokenCreation', { treasury: account(1002), freezeDefault: true }, 'TOKEN_HAS_NO_FREEZE_KEY'],
  ['tokenUpdate', {}, 'INVALID_TOKEN_ID'],
  ['tokenUpdate', { token, adminKey: { ed25519: Buffer.of(1) } }, 'INVALID_ADMIN_KEY'],
  ['tokenDeletion', {}, 'INVALID_TOKEN_ID'],
  ['tokenFeeScheduleUpdate', {}, 'INVALID_TOKEN_ID'],
  ['tokenPause', {}, 'INVALID_TOKEN_ID'],
  ['tokenUnpause', {}, 'INVALID_TOKEN_ID'],
  ['tokenUpdateNfts', { token }, 'MISSING_SERIAL_NUMBERS'],
  ['tokenMint', { token, amount: Long.fromNumber(-1) }, 'INVALID_TOKEN_MINT_AMOUNT'],
  ['tokenMint', { token, amount: some, metadata: [Buffer.of(1)] }, 'INVALID_TRANSACTION_BODY'],
  ['tokenBurn', { token, amount: Long.fromNumber(-1) }, 'INVALID_TOKEN_BURN_AMOUNT'],
  ['tokenWipe', { token, amount: some }, 'INVALID_ACCOUNT_ID'],
  ['tokenAssociate', { tokens: [token] }, 'INVALID_ACCOUNT_ID'],
  ['tokenAssociate', { account: account(1002), tokens: [token, token] }, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST'],
  ['tokenDissociate', { account: account(1002), tokens: [token, token] }, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST'],
  ['tokenFreeze', { account: account(1002) }, 'INVALID_TOKEN_ID'],
  ['tokenUnfreeze', { token }, 'INVALID_ACCOUNT_ID'],
  ['tokenGrantKyc', {}, 'INVALID_TOKEN_ID'],
  ['tokenRevokeKyc', {}, 'INVALID_TOKEN_ID'],
  ['tokenAirdrop', {}, 'EMPTY_TOKEN_TRANSFER_BODY'],
  ['tokenClaimAirdrop', { pendingAirdrops: [pendingId, pendingId] }, 'PENDING_AIRDROP_ID_REPEATED'],
  ['tokenCancelAirdrop', {}, 'EMPTY_PENDING_AIRDROP_ID_LIST'],
  ['tokenReject', {}, 'EMPTY_TOKEN_REFERENCE_LIST'],
  ['tokenReject', { rejections: [{ nft }, { nft }] }, 'TOKEN_REFERENCE_REPEATED'],
  ['fileCreate', { contents: Buffer.of(1) }, 'INVALID_EXPIRATION_TIME'],
  ['fileAppend', {}, 'INVALID_FILE_ID'],
  ['fileUpdate', {}, 'INVALID_FILE_ID'],
  ['fileDelete', {}, 'INVALID_FILE_ID'],
  ['scheduleCreate', {}, 'INVALID_TRANSACTION'],
  ['scheduleCreate', { scheduledTransactionBody: {}, waitForExpiry: true }, 'MISSING_EXPIRY_TIME'],
  ['scheduleSign', {}, 'INVALID_SCHEDULE_ID'],
  ['scheduleDelete', {}, 'INVALID_SCHEDULE_ID'],
  ['atomicBatch', {}, 'BATCH_LIST_EMPTY'],
  ['hookStore', {}, 'INVALID_HOOK_ID'],
  ['utilPrng', { range: -1 }, 'INVALID_PRNG_RANGE'],
  ['nodeCreate', { accountId: account(5005), gossipEndpoint: [endpoint] }, 'INVALID_SERVICE_ENDPOINT'],
  [
    'nodeCreate',
    {
      accountId: account(5005),
      gossipEndpoint: [endpoint],
      serviceEndpoint: [endpoint],
      gossipCaCertificate: Buffer.from('no certificate'),
      adminKey: key.message,
    },
    'INVALID_GOSSIP_CA_CERTIFICATE',
  ],
  ['nodeUpdate', { nodeId: some, adminKey: { keyList: {} } }, 'KEY_REQUIRED'],
  [
    'nodeUpdate',
    { nodeId: some, gossipCaCertificate: { value: Buffer.from('no certificate') } },
    'INVALID_GOSSIP_CA_CERTIFICATE',
  ],
  ['registeredNodeCreate', {}, 'INVALID_REGISTERED_ENDPOINT'],
  ['registeredNodeUpdate', { adminKey: { keyList: {} } }, 'KEY_REQUIRED'],
  ['freeze', {}, 'INVALID_FREEZE_TRANSACTION_BODY'],
  ['systemDelete', {}, 'INVALID_FILE_ID'],
  ['systemUndelete', {}, 'INVALID_FILE_ID'],
];

test('every type with a pure check has a faulty body', () => {
  const checked = Object.entries<readonly [number, KindRules]>(TYPES).filter(
    ([, [, { pure }]]) => pure !== undefined,
  );
  expect(new Set(FAULTY.map(([field]) => field))).toEqual(new Set(checked.map(([field]) => field)));
});

describe('a node refuses before consensus', () => {
  test.each(Object.entries(WRONG))('%s', async (name, request) => {
    const before = hashOf(still.network);
    expect(await request()).toBe(name);
    expect(hashOf(still.network)).toBe(before);
  });

  test.each(FAULTY)('a faulty body: %s', async (field, data, status) => {
    const before = hashOf(still.network);
    expect([field, await client.code({ [field]: data })]).toEqual([field, status]);
    expect(hashOf(still.network)).toBe(before);
  });

  test('a batch with a faulty transaction in it', async () => {
    const inner = (data: proto.ITransactionBody) => {
      const body = { nodeAccountID: account(0), batchKey: key.message };
      const { signedTransactionBytes } = proto.Transaction.decode(client.make(data, { body }).bytes);
      return { atomicBatch: { transactions: [signedTransactionBytes] } };
    };
    expect(await client.code(inner({ tokenReject: {} }))).toBe('EMPTY_TOKEN_REFERENCE_LIST');
    expect(await client.code(inner(to(1003)))).toBe('OK');
    await still.block();
  });

  test('a transaction above 6 kB, except of governance accounts, which may have 130 kB', async () => {
    const file = (size: number) => ({
      fileCreate: { contents: new Uint8Array(size), expirationTime: nanos(7_000_000n * SECOND) },
    });
    expect(await operator.code(file(6_200))).toBe('OK');
    expect(await operator.code(file(132_000))).toBe('OK');
    expect(await operator.code(file(133_100))).toBe('TRANSACTION_OVERSIZE');
    expect(await client.code(file(6_200))).toBe('TRANSACTION_OVERSIZE');
    await still.block();
  });

  test('every type that only nodes send', async () => {
    const codes = [
      await client.code({ nodeStakeUpdate: {} }),
      await client.code({ stateSignatureTransaction: {} }),
      await client.code({ uncheckedSubmit: {} }),
    ];
    expect(codes).toEqual(['NOT_SUPPORTED', 'NOT_SUPPORTED', 'NOT_SUPPORTED']);
  });

  test('a duplicate transaction, also of the pending block', async () => {
    const { bytes } = client.make(to(1003));
    expect(nameOf((await client.submit(bytes)).code)).toBe('OK');
    expect(nameOf((await client.submit(bytes)).code)).toBe('DUPLICATE_TRANSACTION');
    await still.block();
    expect(nameOf((await client.submit(bytes)).code)).toBe('DUPLICATE_TRANSACTION');
  });

  test('a transaction without its signatures, unless only optional ones of its payer are missing', async () => {
    const unsigned = client.make(to(1003), { keys: [] });
    expect(nameOf((await client.submit(unsigned.bytes)).code)).toBe('INVALID_SIGNATURE');
    const others = client.make(transfer(1004, 1003, 1), { keys: [] });
    // A contract, whose unsigned transactions `local-network.system` executes.
    const contract = still.network.ledger.contracts.keys[0] ?? 0;
    await operator.run(transfer(2, contract, 1_000_000_000));
    const byContract = client.make(to(1003), { payer: contract, keys: [] });
    expect(nameOf((await client.submit(byContract.bytes)).code)).toBe('PAYER_ACCOUNT_NOT_FOUND');
    // A hollow account, whose key is unknown.
    const created = await operator.run(transfer(2, Buffer.alloc(20, 0x57), 1_000_000_000));
    const hollow = Number(
      created.record.transferList?.accountAmounts?.find(({ amount }) => Number(amount) === 1_000_000_000)
        ?.accountID?.accountNum,
    );
    const byHollow = client.make(transfer(hollow, 1003, 1), { payer: hollow, keys: [] });
    const codes = [unsigned, others, byHollow, byContract].map(({ bytes }) =>
      still.node.submitPrivileged(bytes, { kind: 'unsigned' }),
    );
    expect((await Promise.all(codes)).map(({ code }) => nameOf(code))).toEqual(['OK', 'OK', 'OK', 'OK']);
    await still.block();
    const statuses = [unsigned, others, byHollow].map(({ id }) => {
      const record = still.node.recent.find(id)?.record ?? new Uint8Array();
      return nameOf(proto.TransactionRecord.decode(record).receipt?.status ?? 0);
    });
    expect(statuses).toEqual(['SUCCESS', 'INVALID_SIGNATURE', 'SUCCESS']);
    expect(still.network.ledger.accounts.need(hollow).hollow).toBe(true);
  });

  test('a fee that is too small, with the required fee', async () => {
    const { bytes } = client.make(to(1003), { body: { transactionFee: Long.fromNumber(1) } });
    const { code, cost } = await client.submit(bytes);
    expect(nameOf(code)).toBe('INSUFFICIENT_TX_FEE');
    const enough = client.make(to(1003), { body: { transactionFee: Long.fromString(String(cost)) } });
    // The transaction has two more bytes, which it pays for.
    expect((await client.submit(enough.bytes)).cost - cost).toBeLessThan(100n);
    const { status } = await client.run(to(1003), {
      body: { transactionFee: Long.fromString(String(cost + 100n)) },
    });
    expect(status).toBe('SUCCESS');
  });

  test('a payer with too low a balance, or a deleted one', async () => {
    const poor = ed25519Key('22'.repeat(32));
    const { receipt } = await operator.run({
      cryptoCreateAccount: {
        key: poor.message,
        initialBalance: Long.fromNumber(500),
        autoRenewPeriod: { seconds: Long.fromNumber(7_776_000) },
      },
    });
    const num = Number(receipt.accountID?.accountNum);
    const own = new TestClient(still.node, num, poor, () => still.block());
    expect(await own.code(transfer(num, 2, 1))).toBe('INSUFFICIENT_PAYER_BALANCE');
    const { status } = await operator.run(
      { cryptoDelete: { deleteAccountID: account(num), transferAccountID: account(2) } },
      { keys: [operator.key, poor] },
    );
    expect(status).toBe('SUCCESS');
    expect(await own.code(transfer(num, 2, 1))).toBe('PAYER_ACCOUNT_DELETED');
  });

  test('bytes of the older form are accepted, those without signed bytes are not', async () => {
    const { bytes } = client.make(to(1003));
    const whole = proto.Transaction.decode(bytes).signedTransactionBytes ?? new Uint8Array();
    const { bodyBytes, sigMap } = proto.SignedTransaction.decode(whole);
    const old = proto.Transaction.encode({ bodyBytes, sigMap: sigMap ?? null }).finish();
    expect(nameOf((await client.submit(old)).code)).toBe('OK');
    const both = proto.Transaction.encode({ signedTransactionBytes: whole, bodyBytes }).finish();
    expect(nameOf((await client.submit(both)).code)).toBe('INVALID_TRANSACTION');
    expect(nameOf((await client.submit(new Uint8Array())).code)).toBe('INVALID_TRANSACTION_BODY');
  });

  test('keys that are nested too deeply to be read are refused', async () => {
    let nested = field(2, Buffer.alloc(32));
    for (let depth = 0; depth < 1_000; depth++) nested = field(6, field(1, nested));
    const id = proto.TransactionBody.encode({ transactionID: client.id() }).finish();
    // Field 11 is cryptoCreateAccount, whose field 1 is the key.
    const body = Buffer.concat([id, field(11, field(1, nested))]);
    expect(nameOf((await client.submit(signed(body, [key]))).code)).toBe('INVALID_TRANSACTION_BODY');
    expect(await client.code(to(1003))).toBe('OK');
  });

  test('fields that the network does not know', async () => {
    const { bytes } = client.make(to(1003));
    const unknown = Buffer.concat([
      bytes,
      Buffer.from('f2ffff01', 'hex').subarray(0, 2),
      Buffer.of(0x7f, 1, 7),
    ]);
    expect(nameOf((await client.submit(unknown)).code)).toMatch(
      /^(TRANSACTION_HAS_UNKNOWN_FIELDS|INVALID_TRANSACTION)$/,
    );
    const body = Buffer.concat([
      proto.TransactionBody.encode({ ...to(1003), transactionID: client.id() }).finish(),
      // Unknown field 200 with a number.
      Buffer.from('c00c01', 'hex'),
    ]);
    expect(nameOf((await client.submit(signed(body, [key]))).code)).toBe('TRANSACTION_HAS_UNKNOWN_FIELDS');
  });

  test('… also if a shorter preceding number compensates for their length', async () => {
    const varint = (value: number): Buffer => Buffer.from([value]);
    const field = (number: number, content: Uint8Array): Buffer =>
      Buffer.concat([varint((number << 3) | 2), varint(content.length), content]);
    const { accountID, transactionValidStart } = client.id();
    const seconds = proto.Timestamp.encode({ seconds: transactionValidStart?.seconds ?? null }).finish();
    // Nanoseconds of -1 in five bytes, which are ten bytes when they are encoded again.
    const start = Buffer.concat([seconds, Buffer.from('10ffffffff0f', 'hex')]);
    // Unknown field 200, in five bytes.
    const unknown = Buffer.from('c00c808001', 'hex');
    const body = (inId: Uint8Array, inStart: Uint8Array, inBody: Uint8Array): Buffer => {
      const id = Buffer.concat([
        field(1, Buffer.concat([start, inStart])),
        field(2, proto.AccountID.encode(accountID ?? {}).finish()),
        inId,
      ]);
      const rest = proto.TransactionBody.encode({
        ...to(1003),
        nodeAccountID: account(3),
        transactionFee: hbar(1),
        transactionValidDuration: { seconds: hbar(120 / 100_000_000) },
      }).finish();
      return Buffer.concat([field(1, id), rest, inBody]);
    };
    const code = async (bytes: Uint8Array) => nameOf((await client.submit(signed(bytes, [key]))).code);
    const none = Buffer.alloc(0);
    for (const parts of [
      [unknown, none, none],
      [none, unknown, none],
      [none, none, unknown],
    ] as const)
      expect(await code(body(...parts))).toBe('TRANSACTION_HAS_UNKNOWN_FIELDS');
    // A number may be encoded in more bytes than necessary.
    expect(await code(body(none, none, none))).toBe('OK');
  });

  test('signatures by a point of small order, valid for any key', async () => {
    // With the neutral element as key and first half, and 0 as second half, every message verifies.
    const neutral = Buffer.concat([Buffer.of(1), Buffer.alloc(31)]);
    const forged = Buffer.concat([neutral, Buffer.alloc(32)]);
    const { receipt } = await operator.run({
      cryptoCreateAccount: {
        key: { ed25519: neutral },
        initialBalance: hbar(10),
        autoRenewPeriod: { seconds: hbar(0.0777) },
      },
    });
    const weak: ClientKey = {
      message: { ed25519: neutral },
      pair: () => ({ pubKeyPrefix: neutral, ed25519: forged }),
    };
    const payer = Number(receipt.accountID?.accountNum);
    expect(await client.code(transfer(payer, 1003, 1), { payer, keys: [weak] })).toBe('INVALID_SIGNATURE');
  });

  test('no ECDSA signature in the greater of its two forms', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const ecdsa = ecdsaKey(FUNDED_ACCOUNTS.find(({ num }) => num === 1002)?.privateKey ?? '');
    const high: ClientKey = {
      message: ecdsa.message,
      pair: (bytes) => {
        const pair = ecdsa.pair(bytes);
        const signature = Buffer.from(pair.ECDSASecp256k1 ?? []);
        const s = order - BigInt(`0x${signature.subarray(32).toString('hex')}`);
        signature.write(s.toString(16).padStart(64, '0'), 32, 'hex');
        return { ...pair, ECDSASecp256k1: signature };
      },
    };
    expect(await client.code(transfer(1002, 1003, 1), { payer: 1002, keys: [high] })).toBe('OK');
  });

  test('a query whose payment goes to another node, or whose payer lacks the balance', async () => {
    const pay = async (data: proto.ITransactionBody) =>
      nameOf((await still.node.pay(client.make(data).bytes, 100n)).code);
    // The body is for node 3.
    expect(await pay(transfer(1002, 4, 100))).toBe('INVALID_RECEIVING_NODE_ACCOUNT');
    expect(await pay(transfer(1003, 3, Number.MAX_SAFE_INTEGER))).toBe('INSUFFICIENT_PAYER_BALANCE');
    expect(await pay(transfer(999_999, 3, 100))).toBe('ACCOUNT_ID_DOES_NOT_EXIST');
    // The signature of another paying account is checked only at consensus; the payer pays for the attempt.
    await still.block();
    const before = still.network.ledger.accounts.need(1003).balance;
    expect(await pay(transfer(1003, 3, 100))).toBe('OK');
    await still.block();
    expect(still.network.ledger.accounts.need(1003).balance).toBe(before);
  });

  test('a query whose payment is too small, or has no receiver', async () => {
    const pay = async (num: number, amount: number) =>
      still.node.pay(client.make(transfer(1002, num, amount)).bytes, 100n);
    expect(nameOf((await pay(1003, 100)).code)).toBe('INVALID_RECEIVING_NODE_ACCOUNT');
    expect(await pay(3, 99)).toEqual({ code: proto.ResponseCodeEnum.INSUFFICIENT_TX_FEE, cost: 100n });
    expect(nameOf((await pay(3, 100)).code)).toBe('OK');
    expect(nameOf((await still.node.pay(client.make({ utilPrng: {} }).bytes, 1n)).code)).toBe(
      'INVALID_QUERY_HEADER',
    );
  });

  test('transactions beyond the limit are refused, and accepted again after a block', async () => {
    await still.block();
    const codes: string[] = [];
    for (let i = 0; i <= MAX_WAITING; i++) codes.push(await operator.code(transfer(2, 1003, 1)));
    expect(codes).toEqual([...Array<string>(MAX_WAITING).fill('OK'), 'BUSY']);
    await still.block();
    expect(await client.code(to(1003))).toBe('OK');
  });
});

test('the last of alternatives in a body counts', async () => {
  // The SDK sends both if both are set.
  const created = await operator.run({
    cryptoCreateAccount: {
      key: key.message,
      autoRenewPeriod: { seconds: Long.fromInt(7_776_000) },
      stakedAccountId: account(1002),
      stakedNodeId: Long.fromInt(2),
    },
  });
  const { ledger } = still.network;
  expect(ledger.accounts.need(Number(created.receipt.accountID?.accountNum))).toMatchObject({
    stakedNodeId: 2,
    stakedAccountId: 0,
  });
});
