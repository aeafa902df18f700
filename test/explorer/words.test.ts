import { TRANSACTION_TYPES as TYPES_BY_NUMBER } from '@tain/ledger/transaction-type';
import { proto } from '@tain/protos/hapi';
import fc from 'fast-check';
import Long from 'long';
import { describe, expect, test } from 'vitest';
import {
  decodeValues,
  listText,
  namesEntity,
  parseType,
  selectorOf,
  topicOf,
  valueText,
} from '../../packages/explorer/src/words/abi.ts';
import { checksumOf } from '../../packages/explorer/src/words/checksum.ts';
import { feeTexts } from '../../packages/explorer/src/words/fees.ts';
import { apiValue, shownValue } from '../../packages/explorer/src/words/filters.ts';
import {
  agoText,
  centsOf,
  dollarText,
  hbars,
  memoText,
  sdkTransactionId,
  timeText,
  withPoint,
} from '../../packages/explorer/src/words/format.ts';
import { hasSigned, keyTree, unsignedKeys } from '../../packages/explorer/src/words/keys.ts';
import { decodeCall, decodeLog, type Unit } from '../../packages/explorer/src/words/known-abi.ts';
import {
  contentText,
  joinChunks,
  missingChunks,
  withNeighbors,
} from '../../packages/explorer/src/words/messages.ts';
import { revertText } from '../../packages/explorer/src/words/revert.ts';
import { SAMPLES } from '../../packages/explorer/src/words/sample-transactions.ts';
import { mayRun, scheduledBody } from '../../packages/explorer/src/words/scheduled-body.ts';
import { lookupsOf } from '../../packages/explorer/src/words/search.ts';
import { plainText, sentenceOf, supplyText } from '../../packages/explorer/src/words/sentence.ts';
import { SYSTEM_FUNCTIONS } from '../../packages/explorer/src/words/system-abi.ts';
import { TRANSACTION_TYPES } from '../../packages/explorer/src/words/transaction-names.ts';
import { METHODS } from '../../src/calls/system/methods/methods.ts';
import { tries } from '../effort.ts';

const word = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');

test('numbers, times and ids', () => {
  expect(withPoint(123_456_700n, 5)).toBe('1,234.567');
  expect(withPoint(-5n, 2)).toBe('−0.05');
  expect(withPoint(9_223_372_036_854_775_807n, 0)).toBe('9,223,372,036,854,775,807');
  expect(hbars(500_000_000n)).toBe('5 ℏ');
  expect(timeText('1700000000.123456789')).toBe('14 Nov 2023, 22:13:20 UTC');
  expect(timeText('-100000000000.0')).toBe('15 Feb -1199, 14:13:20 UTC');
  expect(timeText('9223372036854775807.0')).toBe('9223372036854775807.0');
  expect(agoText('1700000000.0', 1_700_000_003_000)).toBe('3 seconds ago');
  expect(agoText('1700000000.0', 1_699_827_200_000)).toBe('in 2 days');
  expect(memoText('aGVsbG8=')).toBe('hello');
  expect(memoText('AAE=')).toBe('0x0001');
  expect(sdkTransactionId('0.0.2-1700000000-000000001')).toBe('0.0.2@1700000000.000000001');
});

// Example of HIP-15.
test.each([
  [0, 'vfmkw'],
  [1, 'esxsf'],
  [2, 'ogizo'],
])('the checksum of 0.0.123 on ledger %i', (ledger, letters) => {
  expect(checksumOf('0.0.123', Uint8Array.of(ledger))).toBe(letters);
});

const TRANSFER = {
  name: 'CRYPTOTRANSFER',
  transaction_id: '0.0.1012-1700000000-000000001',
  result: 'SUCCESS',
  entity_id: null,
  node: '0.0.3',
  charged_tx_fee: 120_000,
  transfers: [
    { account: '0.0.3', amount: 20_000 },
    { account: '0.0.98', amount: 100_000 },
    { account: '0.0.1012', amount: -500_120_000 },
    { account: '0.0.1034', amount: 500_000_000 },
  ],
  token_transfers: [],
  nft_transfers: [],
};

describe('a sentence', () => {
  test.each([
    [TRANSFER, '0.0.1012 sent 5 ℏ to 0.0.1034'],
    [
      { ...TRANSFER, result: 'INVALID_SIGNATURE' },
      '0.0.1012 made a transfer, but it failed: invalid signature',
    ],
    [{ ...TRANSFER, name: 'TOKENMINT', entity_id: '0.0.77' }, '0.0.1012 minted token 0.0.77'],
    [
      {
        ...TRANSFER,
        token_transfers: [
          { token_id: '0.0.77', account: '0.0.5', amount: -1234 },
          { token_id: '0.0.77', account: '0.0.6', amount: 1234 },
        ],
      },
      '0.0.5 sent 12.34 ABC of 0.0.77 to 0.0.6',
    ],
    [
      {
        ...TRANSFER,
        nft_transfers: [
          { token_id: '0.0.78', serial_number: 4, sender_account_id: '0.0.5', receiver_account_id: '0.0.6' },
        ],
      },
      '0.0.5 sent NFT #4 of 0.0.78 to 0.0.6',
    ],
    [
      { ...TRANSFER, name: 'ETHEREUMTRANSACTION', entity_id: '0.0.77' },
      '0.0.1012 submitted an Ethereum transaction to 0.0.77',
    ],
    [
      { ...TRANSFER, name: 'ETHEREUMTRANSACTION', result: 'WRONG_NONCE' },
      '0.0.1012 submitted an Ethereum transaction, but it failed: wrong nonce',
    ],
  ])('%#', (words, text) => {
    expect(plainText(sentenceOf(words, new Map([['0.0.77', { symbol: 'ABC', decimals: 2 }]])))).toBe(text);
  });

  test('names the signer of an Ethereum transaction as its sender', () => {
    const words = { ...TRANSFER, name: 'ETHEREUMTRANSACTION', entity_id: '0.0.77' };
    const text = plainText(sentenceOf(words, new Map(), '0.0.1015'));
    expect(text).toBe('0.0.1015 sent an Ethereum transaction to 0.0.77');
  });
});

test.each([
  ['0.0.1001', [{ kind: 'entity', id: '0.0.1001' }]],
  ['0.0.123-vfmkw', [{ kind: 'entity', id: '0.0.123' }]],
  ['0.0.2@1700000000.000000001', [{ kind: 'transaction', id: '0.0.2-1700000000-000000001' }]],
  ['0.0.2-1700000000-000000001', [{ kind: 'transaction', id: '0.0.2-1700000000-000000001' }]],
  [`0x${'0'.repeat(37)}3e9`, [{ kind: 'entity', id: '0.0.1001' }]],
  [`0x${'ab'.repeat(20)}`, [{ kind: 'account', name: `0x${'ab'.repeat(20)}` }]],
  ['1700000000.5', [{ kind: 'time', timestamp: '1700000000.500000000' }]],
  ['2023-11-14 22:13:20', [{ kind: 'time', timestamp: '1700000000.000000000' }]],
  ['', []],
  ['Coin', [{ kind: 'tokenName', name: 'Coin' }]],
  // No URL can have half of a surrogate pair.
  [`${'x'.repeat(99)}🙂🙂`, [{ kind: 'tokenName', name: `${'x'.repeat(99)}🙂` }]],
])('a search for %s', (text, lookups) => {
  expect(lookupsOf(text)).toEqual(lookups);
});

test.each([
  ['time', '2023-11-14 22:13:20', 'lte:1700000000', 'lte:2023-11-14 22:13:20'],
  ['time', 'gte:2023-11-14', 'gte:1699920000', 'gte:2023-11-14 00:00:00'],
  ['time', 'lt:1700000000.000000001', 'lt:1700000000.000000001', 'lt:1700000000.000000001'],
  ['hbars', 'gte:1.5', 'gte:150000000', 'gte:1.5'],
  ['hbars', '20', '2000000000', '20'],
  ['hbars', 'gt:x', 'gt:x', 'gt:x'],
  [undefined, ' gte:0.0.1001 ', 'gte:0.0.1001', 'gte:0.0.1001'],
] as const)('a filter of %s takes %s', (kind, given, value, shown) => {
  expect(apiValue(kind, given)).toBe(value);
  expect(shownValue(kind, value)).toBe(shown);
});

test('a search for hashes of 48 and 32 bytes', () => {
  expect(lookupsOf('ab'.repeat(48)).map(({ kind }) => kind)).toEqual(['transaction', 'block']);
  expect(lookupsOf('ab'.repeat(32)).map(({ kind }) => kind)).toEqual(['ethereum', 'block', 'publicKey']);
});

test('calls and logs of known functions', () => {
  expect(selectorOf('transfer(address,uint256)')).toBe('a9059cbb');
  expect(decodeCall(`0xa9059cbb${word(1002)}${word(5)}`)).toBe('transfer(0.0.1002, 5)');
  expect(decodeCall('0xdeadbeef')).toBe(null);
  expect(decodeCall(`0xa9059cbb${word(1002)}`)).toBe(null);
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const logOf = (topics: readonly string[], data: string, unit?: Unit) => {
    const log = decodeLog([topic, ...topics.map((each) => `0x${each}`)], data, unit);
    return log && `${log.name} ${log.parameters.map(({ name, text }) => `${name} ${text}`).join(' ')}`;
  };
  const [five, six, seven] = [word(5), word(6), word(7)];
  const unit = { symbol: 'COIN', decimals: 2 };
  expect(logOf([five, six], `0x${seven}`)).toBe('Transfer from 0.0.5 to 0.0.6 value 7');
  expect(logOf([five, six], `0x${word(123_456)}`, unit)).toBe(
    'Transfer from 0.0.5 to 0.0.6 value 1,234.56 COIN',
  );
  expect(logOf([five, six, seven], '0x', unit)).toBe('Transfer from 0.0.5 to 0.0.6 tokenId 7');
});

test.each(METHODS.map(({ signature }) => signature))('the system contracts’ %s is known', (signature) => {
  expect(SYSTEM_FUNCTIONS).toContain(signature);
});

test('the transactions whose fees are estimated are those of their operations', () => {
  const operations = SAMPLES.map(([, bytes]) => {
    const { signedTransactionBytes } = proto.Transaction.decode(bytes);
    return proto.TransactionBody.decode(proto.SignedTransaction.decode(signedTransactionBytes).bodyBytes);
  });
  expect(operations.map(({ data }) => data)).toEqual([
    ...[
      'cryptoTransfer',
      'cryptoTransfer',
      'cryptoCreateAccount',
      'consensusCreateTopic',
      'consensusSubmitMessage',
    ],
    ...[
      'tokenCreation',
      'tokenMint',
      'tokenMint',
      'tokenAssociate',
      'scheduleCreate',
      'contractCreateInstance',
    ],
  ]);
  expect(operations[1]?.cryptoTransfer?.tokenTransfers?.[0]?.transfers).toHaveLength(2);
  expect(operations[7]?.tokenMint?.metadata).toHaveLength(1);
  expect(operations[8]?.tokenAssociate?.tokens).toHaveLength(1);
});

test('every type of transaction has a name', () => {
  const named = new Set(TRANSACTION_TYPES.map(([type]) => type));
  const types = Object.values(TYPES_BY_NUMBER).filter((name) => name !== 'UNKNOWN');
  expect(types.filter((name) => !named.has(name))).toEqual([]);
});

test.each([
  [102_255n, 10, '$0.00010'],
  [103_402_643_417n, 10, '$103.40'],
  [-500_000_000n, 10, '−$0.50'],
  [0n, 10, '$0'],
])('%s tinybars at %s cents are %s', (tinybars, cents, text) => {
  expect(dollarText(tinybars, cents)).toBe(text);
});

test('dynamic values, and data with a wrong length', () => {
  const types = ['string', 'uint8[]', '(bool,int64)'].map(parseType);
  const data = [96 + 32, 192, 1, BigInt.asUintN(256, -2n), 2].map(word).join('');
  const text = `${'6869'.padEnd(64, '0')}${word(2)}${word(3)}${word(4)}`;
  expect(listText(decodeValues(types, data + text), types)).toBe('"hi", [3, 4], [true, -2]');
  expect(() => decodeValues([parseType('bytes')], word(32) + word(1n << 200n))).toThrow(RangeError);
});

test('reasons of reverts', () => {
  expect(revertText('CONTRACT_REVERT_EXECUTED')).toBe('contract revert executed');
  expect(revertText(`0x08c379a0${word(32)}${word(3)}${'6e6f21'.padEnd(64, '0')}`)).toBe('"no!"');
  expect(revertText(`0x4e487b71${word(17)}`)).toBe('an arithmetic operation overflowed');
  expect(revertText('0x')).toBe('the contract reverted without a reason');
  expect(revertText('0x12345678')).toBe('an error of its own: 0x12345678');
});

test.each([
  // A text that contains what looks like further values, or like an address.
  ['string', 'x", 0.0.5, "y', '"x\\", 0.0.5, \\"y"'],
  ['string', `0x${'0'.repeat(39)}2`, `"0x${'0'.repeat(39)}2"`],
  ['string', '0x, 0.0.5', '"0x, 0.0.5"'],
  ['address', `0x${'0'.repeat(39)}2`, '0.0.2'],
  ['address', `0x${'0'.repeat(40)}`, `0x${'0'.repeat(40)}`],
  ['bytes20', `0x${'0'.repeat(39)}2`, `0x${'0'.repeat(39)}2`],
  ['(string,address)[1]', [['0.0.5', `0x${'0'.repeat(39)}2`]], '[["0.0.5", 0.0.2]]'],
] as const)('a value of type %s: %s is shown as %s', (type, value, text) => {
  expect(valueText(value, parseType(type))).toBe(text);
});

test('ids and addresses have a page, but not the zero address of mints and burns', () => {
  const names = [
    '0.0.2',
    `0x${'0'.repeat(39)}2`,
    `0x${'ab'.repeat(20)}`,
    `0x${'0'.repeat(40)}`,
    '"0.0.2"',
    '5',
  ];
  expect(names.map(namesEntity)).toEqual([true, true, true, false, false, false]);
  const transfer = topicOf('Transfer(address,address,uint256)');
  const minted = decodeLog([`0x${transfer}`, `0x${word(0)}`, `0x${word(2)}`], `0x${word(5)}`);
  expect(minted?.parameters.map(({ text }) => text)).toEqual([`0x${'0'.repeat(40)}`, '0.0.2', '5']);
});

test('the reason that a contract chose is in quotes, which it cannot end', () => {
  const reason = 'no". 0.0.5 received 5 ℏ';
  const hex = Buffer.from(reason).toString('hex');
  const data = `${word(32)}${word(hex.length / 2)}${hex.padEnd(64, '0')}`;
  expect(revertText(`0x08c379a0${data}`)).toBe('"no\\". 0.0.5 received 5 ℏ"');
});

test.each([
  [{ cent_equivalent: 12, hbar_equivalent: 1 }, 12],
  [{ cent_equivalent: 0, hbar_equivalent: 1 }, null],
  [{ cent_equivalent: 12, hbar_equivalent: 0 }, null],
  [{ cent_equivalent: -12, hbar_equivalent: 1 }, null],
  [{ cent_equivalent: Number.NaN, hbar_equivalent: 1 }, null],
  [null, null],
  [undefined, null],
])('the price of an hbar at %j is %s cents', (rate, cents) => {
  expect(centsOf(rate)).toBe(cents);
});

test.each([
  [5_000_000_000_000_000_000n, 1200, '$600,000,000,000.00'],
  [-1n, 12, '−$0.0000000012'],
])('%s tinybars at %s cents are %s', (tinybars, cents, text) => {
  expect(dollarText(tinybars, cents)).toBe(text);
});

test('a threshold key as a tree', () => {
  const leaf = `1220${'aa'.repeat(32)}`;
  const list = `0a22${leaf}0a22${leaf}`;
  const hex = `2a4c0801${'1248'}${list}`;
  const key = { kind: 'Ed25519', text: 'aa'.repeat(32) };
  expect(keyTree('ProtobufEncoded', hex)).toEqual({ threshold: 1, keys: [key, key] });
  expect(keyTree('ProtobufEncoded', 'ff')).toEqual({ kind: 'unknown', text: 'ff' });
});

test('custom fees in words', () => {
  const amount = { numerator: 1, denominator: 40 };
  expect(
    feeTexts(
      {
        fixed_fees: [{ amount: 100_000_000, denominating_token_id: null, collector_account_id: '0.0.5' }],
        fractional_fees: [{ amount, minimum: 100, maximum: null, collector_account_id: '0.0.6' }],
        royalty_fees: [{ amount, collector_account_id: '0.0.7' }],
      },
      2,
    ),
  ).toEqual([
    '1 ℏ to 0.0.5 for each transfer',
    '2.5 % of the amount to 0.0.6, at least 1',
    'royalty of 2.5 % of the price to 0.0.7',
  ]);
});

test('the supply of a token has its symbol in quotes if that could be read as another unit', () => {
  const token = {
    type: 'FUNGIBLE_COMMON',
    decimals: '2',
    total_supply: '1234',
    supply_type: 'INFINITE',
    max_supply: '0',
  };
  expect(supplyText({ ...token, symbol: 'USDC' })).toBe('12.34 USDC exist, without a limit.');
  expect(supplyText({ ...token, symbol: 'ℏ' })).toBe('12.34 “ℏ” exist, without a limit.');
  const nft = {
    ...token,
    type: 'NON_FUNGIBLE_UNIQUE',
    decimals: '0',
    supply_type: 'FINITE',
    max_supply: '5000',
  };
  expect(supplyText({ ...nft, symbol: 'ℏ' })).toBe('1,234 NFTs exist, at most 5,000 may.');
});

test('chunks are joined in their order', () => {
  const initial_transaction_id = { account_id: '0.0.5', transaction_valid_start: '1.000000000' };
  const chunk = (number: number, text: string) => ({
    message: btoa(text),
    sequence_number: number,
    chunk_info: { number, total: 2, initial_transaction_id },
  });
  const [joined, ...others] = joinChunks([chunk(2, '"b"}'), chunk(1, '{"a":')]);
  expect([others.length, joined?.have, contentText(joined?.bytes ?? new Uint8Array(), 'json')]).toEqual([
    0,
    2,
    '{\n  "a": "b"\n}',
  ]);
});

test('deep JSON is not indented, because its text would have the square of its depth', () => {
  const indented = (text: string) => contentText(Buffer.from(text), 'json');
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(indented(nested(4_500))).toBe(nested(4_500));
  expect(indented(nested(33))).toBe(nested(33));
  expect(indented(nested(32)).split('\n').length).toBe(63);
  const text = `{"a[[": ${JSON.stringify('\\"[{'.repeat(50))}, "b": [1]}`;
  expect(indented(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(indented('no JSON [')).toBe('no JSON [');
});

test('messages are joined across the edges of a page', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 }),
      fc.infiniteStream(fc.nat({ max: 2 })),
      fc.nat({ max: 60 }),
      fc.integer({ min: 1, max: 12 }),
      (totals, picks, start, size) => {
        // Up to three senders at a time, each with a message of so many chunks.
        const waiting = totals.map((total, sender) => ({ total, sender, sent: 0 }));
        const topic = [];
        while (waiting.length > 0) {
          const at = (picks.next().value ?? 0) % Math.min(3, waiting.length);
          const one = waiting[at];
          if (one === undefined) continue;
          one.sent += 1;
          topic.push({
            message: btoa(`${one.sender}.${one.sent} `),
            sequence_number: topic.length + 1,
            chunk_info: {
              number: one.sent,
              total: one.total,
              initial_transaction_id: { account_id: `0.0.${one.sender}`, transaction_valid_start: '1.0' },
            },
          });
          if (one.sent === one.total) waiting.splice(at, 1);
        }
        const from = start % topic.length;
        const page = topic.slice(from, from + size);
        const { before, after } = missingChunks(page);
        const neighbors = [
          ...(before ? topic.slice(0, from) : []),
          ...(after ? topic.slice(from + size) : []),
        ];
        const shown = joinChunks(withNeighbors(page, neighbors)).map(({ bytes }) =>
          Buffer.from(bytes).toString(),
        );
        const senders = new Set(
          page.map(({ chunk_info }) => Number(chunk_info.initial_transaction_id.account_id.slice(4))),
        );
        const whole = (sender: number) =>
          Array.from({ length: totals[sender] ?? 0 }, (_, index) => `${sender}.${index + 1} `).join('');
        expect(shown).toEqual([...senders].map(whole));
      },
    ),
    { numRuns: tries(300) },
  );
});

describe('the body of a schedule', () => {
  const long = (value: number) => Long.fromNumber(value);
  const id = (num: number) => ({ accountNum: long(num) });
  const encoded = (body: proto.ISchedulableTransactionBody) =>
    scheduledBody(proto.SchedulableTransactionBody.encode(body).finish());

  test('a transfer, with the accounts that must sign', () => {
    const body = encoded({
      memo: 'rent',
      cryptoTransfer: {
        transfers: {
          accountAmounts: [
            { accountID: id(1001), amount: long(-500_000_000) },
            { accountID: id(1003), amount: long(-1), isApproval: true },
            { accountID: { alias: Buffer.alloc(20, 0xab) }, amount: long(500_000_001) },
          ],
        },
        tokenTransfers: [
          {
            token: { tokenNum: long(2001) },
            transfers: [
              { accountID: id(1001), amount: long(7) },
              { accountID: id(1004), amount: long(-7) },
            ],
            nftTransfers: [{ senderAccountID: id(1005), receiverAccountID: id(1006), serialNumber: long(3) }],
          },
        ],
      },
    });
    expect(body).toMatchObject({
      name: 'CRYPTOTRANSFER',
      entity_id: null,
      memo: 'rent',
      transfers: [
        { account: '0.0.1001', amount: -500_000_000n, is_approval: false },
        { account: '0.0.1003', amount: -1n, is_approval: true },
        { account: `0x${'ab'.repeat(20)}`, amount: 500_000_001n },
      ],
      token_transfers: [
        { account: '0.0.1001', token_id: '0.0.2001', amount: 7n },
        { account: '0.0.1004', token_id: '0.0.2001', amount: -7n },
      ],
      nft_transfers: [
        {
          token_id: '0.0.2001',
          serial_number: 3n,
          sender_account_id: '0.0.1005',
          receiver_account_id: '0.0.1006',
        },
      ],
    });
    expect(
      body?.needs.map(({ id, because, ifRequired }) => `${id} ${because}${ifRequired ? '?' : ''}`),
    ).toEqual([
      '0.0.1001 sends',
      `0x${'ab'.repeat(20)} receives?`,
      '0.0.1004 sends',
      '0.0.1005 sends',
      '0.0.1006 receives?',
    ]);
  });

  test.each<
    readonly [body: proto.ISchedulableTransactionBody, name: string, target: string | null, needs: string]
  >([
    [{ tokenMint: { token: { tokenNum: long(9) } } }, 'TOKENMINT', '0.0.9', '0.0.9 supply_key'],
    [
      { cryptoDelete: { deleteAccountID: id(8), transferAccountID: id(7) } },
      'CRYPTODELETE',
      '0.0.8',
      '0.0.8 key,0.0.7 key?',
    ],
    [
      { contractDeleteInstance: { contractID: { contractNum: long(8) }, transferAccountID: id(7) } },
      'CONTRACTDELETEINSTANCE',
      '0.0.8',
      '0.0.8 admin_key,0.0.7 key?',
    ],
    [{ contractCreateInstance: { autoRenewAccountId: id(7) } }, 'CONTRACTCREATEINSTANCE', null, '0.0.7 key+'],
    [
      { contractUpdateInstance: { contractID: { contractNum: long(8) }, autoRenewAccountId: id(7) } },
      'CONTRACTUPDATEINSTANCE',
      '0.0.8',
      '0.0.8 admin_key,0.0.7 key+',
    ],
    [{ consensusCreateTopic: { autoRenewAccount: id(7) } }, 'CONSENSUSCREATETOPIC', null, '0.0.7 key+'],
    [
      { consensusUpdateTopic: { topicID: { topicNum: long(8) }, autoRenewAccount: id(7) } },
      'CONSENSUSUPDATETOPIC',
      '0.0.8',
      '0.0.8 admin_key,0.0.7 key+',
    ],
    // The account that pays for renewals is removed.
    [
      { consensusUpdateTopic: { topicID: { topicNum: long(8) }, autoRenewAccount: id(0) } },
      'CONSENSUSUPDATETOPIC',
      '0.0.8',
      '0.0.8 admin_key+',
    ],
    [
      { tokenUpdate: { token: { tokenNum: long(8) }, treasury: id(6), autoRenewAccount: id(7) } },
      'TOKENUPDATE',
      '0.0.8',
      '0.0.8 admin_key,0.0.6 key,0.0.7 key+',
    ],
    [
      { consensusSubmitMessage: { topicID: { topicNum: long(5) } } },
      'CONSENSUSSUBMITMESSAGE',
      '0.0.5',
      '0.0.5 submit_key',
    ],
    [
      { tokenCreation: { treasury: id(6), autoRenewAccount: id(7) } },
      'TOKENCREATION',
      null,
      '0.0.6 key,0.0.7 key+',
    ],
    [
      { cryptoApproveAllowance: { tokenAllowances: [{ owner: id(4) }] } },
      'CRYPTOAPPROVEALLOWANCE',
      null,
      '0.0.4 key',
    ],
    [
      { tokenClaimAirdrop: { pendingAirdrops: [{ receiverId: id(3) }] } },
      'TOKENCLAIMAIRDROP',
      null,
      '0.0.3 key',
    ],
    [{ contractCall: { contractID: { contractNum: long(2) } } }, 'CONTRACTCALL', '0.0.2', ''],
    [{ utilPrng: {} }, 'UTILPRNG', null, ''],
  ])('%j', (body, name, entity_id, needs) => {
    const found = encoded(body);
    expect([found?.name, found?.entity_id]).toEqual([name, entity_id]);
    const texts = found?.needs.map(({ id, key, ifRequired }) => `${id} ${key}${ifRequired ? '?' : ''}`);
    expect(`${texts}${found?.mayNeedFurther ? '+' : ''}`).toBe(needs);
  });

  test('every type that can be scheduled has its name', () => {
    const { SchedulableTransactionBody } = proto;
    const type = (field: string) => encoded({ [field]: {} })?.name;
    const fields = Object.keys(SchedulableTransactionBody.prototype).filter(
      (field) => !/^(?:transactionFee|memo|maxCustomFees|data|toJSON|constructor)$/.test(field),
    );
    const names = fields.map(type);
    expect(new Set(names).size).toBe(fields.length);
    expect(names.filter((name) => !TRANSACTION_TYPES.some(([known]) => known === name))).toEqual([]);
    expect(fields.length).toBeGreaterThan(45);
  });

  test('bytes that are no body', () => {
    expect(scheduledBody(Uint8Array.of(255))).toBeNull();
    expect(scheduledBody(new Uint8Array())).toBeNull();
  });

  test('a threshold key needs so many of its keys', () => {
    const leaf = (text: string) => ({ kind: 'Ed25519', text });
    const tree = {
      threshold: 2,
      keys: [leaf('aa01'), leaf('bb02'), { threshold: 1, keys: [leaf('cc03'), leaf('dd04')] }],
    };
    expect([[], ['aa01'], ['aa01', 'dd04'], ['aa'], ['']].map((signed) => hasSigned(tree, signed))).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(unsignedKeys(tree, ['dd04'])).toEqual([leaf('aa01'), leaf('bb02')]);
    expect(unsignedKeys(tree, ['aa01', 'bb02'])).toEqual([]);
  });

  test.each([
    ['before it expires', { expiration_time: '2000.5' }, 2000, true],
    ['after it expired', { expiration_time: '2000.5' }, 2001, false],
    ['within half an hour, without a time of expiration', {}, 2799, true],
    ['half an hour later', {}, 2800, false],
    ['when it was executed', { executed_timestamp: '1500.0' }, 1501, false],
    ['when it was deleted', { deleted: true }, 1501, false],
  ])('a schedule may run %s', (_, times, now, expected) => {
    const schedule = {
      consensus_timestamp: '1000.0',
      executed_timestamp: null,
      expiration_time: null,
      deleted: false,
      ...times,
    };
    expect(mayRun(schedule, now)).toBe(expected);
  });
});
