import { beforeEach, describe, expect, test } from 'vitest';
import type { AbiValue } from '../../../src/calls/system/abi/abi-type.ts';
import { statusNumber } from '../../../src/calls/system/answer.ts';
import { gasOfPrice, PRICE } from '../../../src/calls/system/gas.ts';
import { signatureHash } from '../../../src/calls/system/selector.ts';
import { type CallOptions, longZero, type TestLedger, testLedger } from './harness.ts';

const ALIAS = 'a'.repeat(40);
const NEW = 'd'.repeat(40);
const [UNITS, NFTS, PAUSED] = [2001, 2002, 2003].map(longZero) as [string, string, string];
const [OWNER, FROZEN, NO_KYC, NO_SLOT, MISSING] = [1001, 1003, 1004, 1005, 9].map(longZero) as [
  string,
  string,
  string,
  string,
  string,
];
const NFT = { tokenType: 'NON_FUNGIBLE_UNIQUE' } as const;
const GAS = 15_284n;
const topic = (address: string) => address.padStart(64, '0');
const hex = (value: bigint) => value.toString(16).padStart(64, '0');
const TRANSFER = signatureHash('Transfer(address,address,uint256)');
const moved = (from: string, to: string, amount: bigint) => ({
  address: UNITS,
  topics: [TRANSFER, topic(from), topic(to)],
  data: hex(amount),
});
const nftMoved = (from: string, to: string, serial: bigint) => ({
  address: NFTS,
  topics: [TRANSFER, topic(from), topic(to), hex(serial)],
  data: '',
});

let ledger: TestLedger;
beforeEach(() => {
  ledger = testLedger({
    accounts: [
      { id: 1001n, balance: 1000n },
      { id: 1002n, evmAddress: ALIAS, balance: 500n },
      { id: 1003n },
      { id: 1004n },
      { id: 1005n },
      { id: 1006n, maxAutomaticTokenAssociations: 1 },
      { id: 1007n, maxAutomaticTokenAssociations: -1 },
    ],
    tokens: [
      { id: 2001n, totalSupply: 1000n },
      { id: 2002n, type: 'NON_FUNGIBLE_UNIQUE' },
      { id: 2003n, paused: true },
      { id: 2004n, keys: { kyc: Buffer.from('1220', 'hex') }, kycDefault: 'REVOKED' },
    ],
    relations: [
      { account: 1001n, token: 2001n, balance: 100n },
      { account: 1002n, token: 2001n, balance: 50n },
      { account: 1003n, token: 2001n, freeze: 'FROZEN' },
      { account: 1004n, token: 2001n, kyc: 'REVOKED' },
      { account: 1001n, token: 2002n, balance: 2n },
      { account: 1002n, token: 2002n, balance: 1n },
      { account: 1001n, token: 2003n, balance: 100n },
      { account: 1001n, token: 2004n, balance: 100n, kyc: 'GRANTED' },
    ],
    nfts: [
      { token: 2002n, serial: 1n, owner: 1001n, spender: 1003n },
      { token: 2002n, serial: 2n, owner: 1001n },
      { token: 2002n, serial: 3n, owner: 1002n },
    ],
    tokenAllowances: { '1002,2001,1001': 20n },
    cryptoAllowances: { '1002,1001': 30n },
    nftAllowances: { '1002,2002,1001': true },
  });
});

const balances = async (token: bigint, ...accounts: bigint[]) =>
  Promise.all(accounts.map(async (id) => (await ledger.state.relations.get([id, token]))?.balance));
const ownerOf = async (serial: bigint) => (await ledger.state.nfts.get([2002n, serial]))?.owner;
const code = (name: string): AbiValue[] => [statusNumber(name)];

describe('ERC-20', () => {
  const transfer = (to: string, amount: bigint, options: CallOptions = {}) =>
    ledger.call('transfer(address,uint256)', [to, amount], { through: UNITS, ...options });
  const transferFrom = (from: string, to: string, amount: bigint, options: CallOptions = {}) =>
    ledger.call('transferFrom(address,address,uint256)', [from, to, amount], { through: UNITS, ...options });

  test('transfer moves units and emits a log with the addresses that code sees', async () => {
    expect(await transfer(ALIAS, 40n)).toEqual({
      answer: [true],
      gas: GAS,
      logs: [moved(OWNER, ALIAS, 40n)],
    });
    expect(await balances(2001n, 1001n, 1002n)).toEqual([60n, 90n]);
  });

  test('an amount of zero is a transfer', async () => {
    expect(await transfer(ALIAS, 0n)).toMatchObject({ answer: [true], logs: [moved(OWNER, ALIAS, 0n)] });
  });

  test('an account with a free slot is associated, and no other', async () => {
    expect((await transfer(longZero(1006), 1n)).answer).toEqual([true]);
    expect(await ledger.state.relations.get([1006n, 2001n])).toMatchObject({ automatic: true, balance: 1n });
    expect(await ledger.state.automaticAssociations.get(1006n)).toBe(1);
    const nft = { through: NFTS, ...NFT };
    const second = await ledger.call(
      'transferFrom(address,address,uint256)',
      [OWNER, longZero(1006), 1n],
      nft,
    );
    expect(second.answer).toBe('revert NO_REMAINING_AUTOMATIC_ASSOCIATIONS');
    expect((await transfer(longZero(1007), 1n)).answer).toEqual([true]);
  });

  test('an unknown address becomes a hollow account, at the price of a creation', async () => {
    const outcome = await transfer(NEW, 5n);
    expect(outcome).toEqual({
      answer: [true],
      gas: gasOfPrice(PRICE.tokenTransfer + PRICE.accountCreate),
      logs: [moved(OWNER, NEW, 5n)],
    });
    const id = await ledger.state.aliases.get(NEW);
    expect(await ledger.state.accounts.get(id ?? 0n)).toMatchObject({ evmAddress: NEW, key: undefined });
    expect((await transfer(NEW, 1n)).gas).toBe(GAS);
    expect(await balances(2001n, id ?? 0n)).toEqual([6n]);
  });

  test.each([
    ['more than the balance', ALIAS, 101n, 'revert INSUFFICIENT_TOKEN_BALANCE'],
    ['more than 63 bits', ALIAS, 1n << 63n, 'halt PRECOMPILE_ERROR'],
    ['to the owner', OWNER, 1n, 'revert ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS'],
    ['to a missing account', MISSING, 1n, 'revert INVALID_ACCOUNT_ID'],
    ['to the zero address', longZero(0), 1n, 'revert INVALID_ACCOUNT_ID'],
    ['to an address that is not the account’s own', longZero(1002), 1n, 'revert INVALID_ACCOUNT_ID'],
    ['to a frozen account', FROZEN, 1n, 'revert ACCOUNT_FROZEN_FOR_TOKEN'],
    ['to an account without KYC', NO_KYC, 1n, 'revert ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN'],
    ['to an account without a slot', NO_SLOT, 1n, 'revert TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'],
  ])('%s', async (_, to, amount, answer) => {
    expect(await transfer(to, amount)).toMatchObject({ answer, logs: [] });
    expect(await balances(2001n, 1001n, 1002n)).toEqual([100n, 50n]);
  });

  test('revert for a paused token, and for a new relation that needs KYC', async () => {
    expect((await transfer(ALIAS, 1n, { through: PAUSED })).answer).toBe('revert TOKEN_IS_PAUSED');
    const needsKyc = await transfer(longZero(1007), 1n, { through: longZero(2004) });
    expect(needsKyc.answer).toBe('revert ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN');
    expect(await ledger.state.relations.get([1007n, 2004n])).toBeUndefined();
  });

  test('transferFrom uses up an allowance', async () => {
    const outcome = await transferFrom(ALIAS, OWNER, 15n);
    expect(outcome).toEqual({ answer: [true], gas: GAS, logs: [moved(ALIAS, OWNER, 15n)] });
    const left = () => ledger.state.tokenAllowances.get([1002n, 2001n, 1001n]);
    expect(await left()).toBe(5n);
    expect((await transferFrom(ALIAS, OWNER, 6n)).answer).toBe('revert AMOUNT_EXCEEDS_ALLOWANCE');
    await transferFrom(ALIAS, OWNER, 5n);
    expect(await left()).toBeUndefined();
    expect((await transferFrom(ALIAS, OWNER, 1n)).answer).toBe('revert SPENDER_DOES_NOT_HAVE_ALLOWANCE');
    expect((await transferFrom(OWNER, ALIAS, 1n)).answer).toEqual([true]);
  });

  test('directly, it returns the code and emits the log', async () => {
    const call = (amount: bigint) =>
      ledger.call('transferFrom(address,address,address,uint256)', [UNITS, ALIAS, OWNER, amount]);
    expect(await call(20n)).toEqual({ answer: [22n], gas: GAS, logs: [moved(ALIAS, OWNER, 20n)] });
    const failed = code('SPENDER_DOES_NOT_HAVE_ALLOWANCE');
    expect(await call(1n)).toEqual({ answer: failed, gas: GAS, logs: [] });
  });
});

describe('ERC-721', () => {
  const options = { through: NFTS, ...NFT };
  const transferFrom = (from: string, to: string, serial: bigint, sender = OWNER) =>
    ledger.call('transferFrom(address,address,uint256)', [from, to, serial], { ...options, sender });

  test('an owner transfers, which revokes the approval', async () => {
    expect(await transferFrom(OWNER, ALIAS, 1n)).toEqual({
      answer: [],
      gas: GAS,
      logs: [nftMoved(OWNER, ALIAS, 1n)],
    });
    expect(await ledger.state.nfts.get([2002n, 1n])).toMatchObject({ owner: 1002n, spender: undefined });
    expect(await balances(2002n, 1001n, 1002n)).toEqual([1n, 2n]);
  });

  test('a spender approved for one or for all can transfer', async () => {
    expect((await transferFrom(OWNER, ALIAS, 1n, FROZEN)).answer).toEqual([]);
    expect((await transferFrom(OWNER, ALIAS, 2n, FROZEN)).answer).toBe(
      'revert SPENDER_DOES_NOT_HAVE_ALLOWANCE',
    );
    expect((await transferFrom(ALIAS, OWNER, 3n)).answer).toEqual([]);
  });

  test.each([
    [OWNER, ALIAS, 9n, 'revert INVALID_NFT_ID'],
    [ALIAS, OWNER, 1n, 'revert SENDER_DOES_NOT_OWN_NFT_SERIAL_NO'],
    [OWNER, OWNER, 1n, 'revert ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS'],
    [OWNER, NO_SLOT, 1n, 'revert TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'],
  ])('from %s to %s of %s', async (from, to, serial, answer) => {
    expect((await transferFrom(from, to, serial)).answer).toBe(answer);
  });

  test('directly', async () => {
    const taken = await ledger.call('transferFromNFT(address,address,address,uint256)', [
      NFTS,
      ALIAS,
      OWNER,
      3n,
    ]);
    expect(taken).toEqual({ answer: [22n], gas: GAS, logs: [nftMoved(ALIAS, OWNER, 3n)] });
    const given = await ledger.call('transferNFT(address,address,address,int64)', [NFTS, OWNER, ALIAS, 3n]);
    expect(given).toEqual({ answer: [22n], gas: GAS, logs: [] });
    const lists = [NFTS, [OWNER, OWNER], [ALIAS, ALIAS], [1n, 2n]];
    const many = await ledger.call('transferNFTs(address,address[],address[],int64[])', lists);
    expect(many).toEqual({ answer: [22n], gas: gasOfPrice(2n * PRICE.tokenTransfer), logs: [] });
    expect(await Promise.all([1n, 2n, 3n].map(ownerOf))).toEqual([1002n, 1002n, 1002n]);
  });
});

describe('lists', () => {
  test('transferToken, and transferTokens with more than two', async () => {
    const one = await ledger.call('transferToken(address,address,address,int64)', [UNITS, OWNER, ALIAS, 1n]);
    expect(one).toEqual({ answer: [22n], gas: GAS, logs: [] });
    const lists = [UNITS, [OWNER, ALIAS, longZero(1007)], [-9n, 4n, 5n]];
    const many = await ledger.call('transferTokens(address,address[],int64[])', lists);
    expect(many).toEqual({ answer: [22n], gas: gasOfPrice(15_000_000n), logs: [] });
    expect(await balances(2001n, 1001n, 1002n, 1007n)).toEqual([90n, 55n, 5n]);
  });

  test.each<[string, AbiValue[], AbiValue[] | string]>([
    ['a sum that is not 0', [UNITS, [OWNER, ALIAS], [-2n, 1n]], code('TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN')],
    [
      'an account listed twice',
      [UNITS, [OWNER, OWNER], [-1n, 1n]],
      code('ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS'),
    ],
    ['nothing', [UNITS, [], []], code('EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS')],
    ['a missing token', [MISSING, [OWNER, ALIAS], [-1n, 1n]], code('INVALID_TOKEN_ID')],
    ['lists of different lengths', [UNITS, [OWNER], [-1n, 1n]], 'halt INVALID_OPERATION'],
    [
      'units of an NFT token',
      [NFTS, [OWNER, ALIAS], [-1n, 1n]],
      code('ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON'),
    ],
  ])('%s', async (_, args, answer) => {
    const outcome = await ledger.call('transferTokens(address,address[],int64[])', args);
    expect(outcome.answer).toEqual(answer);
  });

  test('cryptoTransfer of tokens: one token named twice is one list, one account one sum', async () => {
    const lists = [
      [
        UNITS,
        [
          [OWNER, -3n],
          [ALIAS, 3n],
        ],
        [],
      ],
      [
        UNITS,
        [
          [OWNER, -2n],
          [ALIAS, 2n],
        ],
        [],
      ],
      [NFTS, [], [[OWNER, ALIAS, 1n]]],
    ];
    const signature = 'cryptoTransfer((address,(address,int64)[],(address,address,int64)[])[])';
    const outcome = await ledger.call(signature, [lists]);
    expect(outcome).toEqual({ answer: [22n], gas: gasOfPrice(2n * PRICE.tokenTransfer), logs: [] });
    expect(await balances(2001n, 1001n, 1002n)).toEqual([95n, 55n]);
    expect(await ownerOf(1n)).toBe(1002n);
  });

  const everything =
    'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])';
  const hbars = async () =>
    Promise.all([1001n, 1002n].map(async (id) => (await ledger.state.accounts.get(id))?.balance));

  test('cryptoTransfer of hbars costs less, and by allowance uses it up', async () => {
    const own = await ledger.call(everything, [
      [
        [
          [OWNER, -10n, false],
          [ALIAS, 10n, false],
        ],
      ],
      [],
    ]);
    expect(own).toEqual({ answer: [22n], gas: 2607n, logs: [] });
    const taken = [
      [ALIAS, -30n, true],
      [OWNER, 30n, false],
    ];
    expect((await ledger.call(everything, [[taken], []])).answer).toEqual([22n]);
    expect(await hbars()).toEqual([1020n, 480n]);
    const again = await ledger.call(everything, [[taken], []]);
    expect(again.answer).toEqual(code('SPENDER_DOES_NOT_HAVE_ALLOWANCE'));
  });

  test.each([
    [
      'more than the balance',
      [
        [OWNER, -1001n, false],
        [ALIAS, 1001n, false],
      ],
      'INSUFFICIENT_ACCOUNT_BALANCE',
    ],
    ['a sum that is not 0', [[OWNER, -1n, false]], 'INVALID_ACCOUNT_AMOUNTS'],
  ])('hbars: %s', async (_, amounts, status) => {
    expect((await ledger.call(everything, [[amounts], []])).answer).toEqual(code(status));
    expect(await hbars()).toEqual([1000n, 500n]);
  });

  test('a failure in the last list undoes the first', async () => {
    const lists = [
      [
        UNITS,
        [
          [OWNER, -3n, false],
          [ALIAS, 3n, false],
        ],
        [],
      ],
      [NFTS, [], [[ALIAS, OWNER, 1n, false]]],
    ];
    const outcome = await ledger.call(everything, [
      [
        [
          [OWNER, -1n, false],
          [ALIAS, 1n, false],
        ],
      ],
      lists,
    ]);
    expect(outcome.answer).toEqual(code('SENDER_DOES_NOT_OWN_NFT_SERIAL_NO'));
    expect(await balances(2001n, 1001n, 1002n)).toEqual([100n, 50n]);
    expect(await hbars()).toEqual([1000n, 500n]);
  });

  test('a transfer above the balance succeeds if the environment sets a minimum balance', async () => {
    const rich = testLedger(
      { accounts: [{ id: 1001n }, { id: 1002n }] },
      { minimumAccountBalance: 10n ** 17n },
    );
    const amounts = [
      [OWNER, -5n, false],
      [longZero(1002), 5n, false],
    ];
    expect((await rich.call(everything, [[amounts], []])).answer).toEqual([22n]);
    const left = async (id: bigint) => (await rich.state.accounts.get(id))?.balance;
    expect([await left(1001n), await left(1002n)]).toEqual([-5n, 5n]);
  });
});

describe('custom fees', () => {
  const [SENDER, RECEIVER, COLLECTOR] = [1001n, 1002n, 1010n];
  type Fees = Parameters<typeof testLedger>[0]['tokens'];
  type Accounts = NonNullable<Parameters<typeof testLedger>[0]['accounts']>;
  const base = { collector: COLLECTOR, allCollectorsExempt: false };
  const noFees = { fixed: [], fractional: [], royalty: [] };
  const fraction = { ...base, numerator: 1n, denominator: 10n, minimum: 0n, maximum: undefined };

  function withFees(tokens: NonNullable<Fees>, more: Accounts = []): TestLedger {
    const accounts = [SENDER, RECEIVER, 1003n, COLLECTOR, 1011n];
    return testLedger({
      accounts: [...accounts.map((id) => ({ id, balance: id < 1004n ? 1000n : 0n })), ...more],
      tokens,
      relations: accounts.flatMap((account) =>
        tokens.map(({ id: token }) => ({ account, token, balance: account === COLLECTOR ? 0n : 1000n })),
      ),
      nfts: [{ token: 2002n, serial: 1n, owner: SENDER }],
    });
  }
  const units = async (of: TestLedger, token = 2001n) =>
    Promise.all(
      [SENDER, RECEIVER, COLLECTOR].map(async (id) => (await of.state.relations.get([id, token]))?.balance),
    );
  const hbarsOf = async (of: TestLedger) =>
    Promise.all([SENDER, RECEIVER, COLLECTOR].map(async (id) => (await of.state.accounts.get(id))?.balance));
  const send = (of: TestLedger, amount: bigint, sender = OWNER) =>
    of.call('transfer(address,uint256)', [longZero(1002), amount], { through: UNITS, sender });

  test('a fixed fee of hbars, at the higher price', async () => {
    const fees = { ...noFees, fixed: [{ ...base, amount: 7n, denominatingToken: undefined }] };
    const of = withFees([{ id: 2001n, fees }]);
    expect(await send(of, 10n)).toMatchObject({ answer: [true], gas: gasOfPrice(20_000_000n) });
    expect(await hbarsOf(of)).toEqual([993n, 1000n, 7n]);
    expect(await units(of)).toEqual([990n, 1010n, 0n]);
  });

  test('a fixed fee of the token itself is added', async () => {
    const fees = { ...noFees, fixed: [{ ...base, amount: 7n, denominatingToken: 2001n }] };
    const of = withFees([{ id: 2001n, fees }]);
    await send(of, 10n);
    expect(await units(of)).toEqual([983n, 1010n, 7n]);
    expect((await send(of, 980n)).answer).toBe('revert INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE');
    expect(await units(of)).toEqual([983n, 1010n, 7n]);
  });

  test.each([
    ['of the received amount', 100n, {}, [900n, 1090n, 10n]],
    ['on top', 100n, { netOfTransfers: true }, [890n, 1100n, 10n]],
    ['not below the minimum', 100n, { minimum: 30n }, [900n, 1070n, 30n]],
    ['not above the maximum', 100n, { maximum: 4n }, [900n, 1096n, 4n]],
    ['rounded down', 99n, {}, [901n, 1090n, 9n]],
  ])('a fraction %s', async (_, amount, changes, expected) => {
    const fees = { ...noFees, fractional: [{ ...fraction, netOfTransfers: false, ...changes }] };
    const of = withFees([{ id: 2001n, fees }]);
    expect((await send(of, amount)).answer).toEqual([true]);
    expect(await units(of)).toEqual(expected);
  });

  test('a minimum above the transferred amount', async () => {
    const fees = { ...noFees, fractional: [{ ...fraction, minimum: 30n, netOfTransfers: false }] };
    const outcome = await send(withFees([{ id: 2001n, fees }]), 20n);
    expect(outcome.answer).toBe('revert INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE');
  });

  test('several receivers pay in proportion, and the first the rounding remainder', async () => {
    const fees = { ...noFees, fractional: [{ ...fraction, netOfTransfers: false }] };
    const of = withFees([{ id: 2001n, fees }]);
    const lists = [UNITS, [OWNER, longZero(1002), longZero(1003)], [-100n, 55n, 45n]];
    await of.call('transferTokens(address,address[],int64[])', lists);
    const got = (await of.state.relations.get([1003n, 2001n]))?.balance;
    expect([...(await units(of)), got]).toEqual([900n, 1049n, 10n, 1041n]);
  });

  test('a net-of-transfers fee without receivers that pay is zero', async () => {
    const fees = { ...noFees, fractional: [{ ...fraction, netOfTransfers: true }] };
    const toTreasury = withFees([{ id: 2001n, fees, treasury: 1002n }]);
    await send(toTreasury, 100n);
    expect(await units(toTreasury)).toEqual([900n, 1100n, 0n]);
  });

  test('a fee is a share of the amount of the paying receivers', async () => {
    const fees = { ...noFees, fractional: [{ ...fraction, netOfTransfers: false }] };
    const of = withFees([{ id: 2001n, fees, treasury: 1003n }]);
    const lists = [UNITS, [OWNER, longZero(1002), longZero(1003)], [-100n, 60n, 40n]];
    await of.call('transferTokens(address,address[],int64[])', lists);
    expect(await units(of)).toEqual([900n, 1054n, 6n]);
  });

  test('treasury and collectors pay nothing', async () => {
    const fees = { ...noFees, fractional: [{ ...fraction, netOfTransfers: true }] };
    const treasury = withFees([{ id: 2001n, fees, treasury: SENDER }]);
    await send(treasury, 100n);
    expect(await units(treasury)).toEqual([900n, 1100n, 0n]);
    const fixed = { ...base, amount: 5n, denominatingToken: undefined };
    const exempt = { ...fixed, allCollectorsExempt: true };
    const other = { ...fixed, collector: 1011n };
    const collector = withFees([{ id: 2001n, fees: { ...noFees, fixed: [exempt, other] } }]);
    await send(collector, 100n, longZero(1011));
    expect(await hbarsOf(collector)).toEqual([1000n, 1000n, 0n]);
  });

  test('a fee in another token has that token’s fees, two levels deep', async () => {
    const chain = (depth: number) =>
      withFees(
        Array.from({ length: depth }, (_, i) => {
          const denominatingToken = i + 1 < depth ? 2002n + BigInt(i) : undefined;
          const fixed = denominatingToken ? [{ ...base, amount: 2n, denominatingToken }] : [];
          return { id: 2001n + BigInt(i), fees: { ...noFees, fixed } };
        }),
      );
    const two = chain(3);
    // The collector of the first fee collects the second as well, from the same payer.
    expect((await send(two, 1n)).answer).toEqual([true]);
    expect(await units(two, 2002n)).toEqual([998n, 1000n, 2n]);
    expect(await units(two, 2003n)).toEqual([998n, 1000n, 2n]);
    expect((await send(chain(4), 1n)).answer).toBe('revert CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH');
  });

  test('a collector without the token of the fee', async () => {
    const fees = { ...noFees, fixed: [{ ...base, collector: 1012n, amount: 1n, denominatingToken: 2002n }] };
    const outcome = await send(withFees([{ id: 2001n, fees }, { id: 2002n }]), 1n);
    expect(outcome.answer).toBe('revert TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR');
  });

  test.each([
    [-1, {}, [true]],
    [1, {}, [true]],
    [0, {}, 'revert TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR'],
    [1, { kycDefault: 'REVOKED' as const }, 'revert ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN'],
  ])(
    'a collector without the token and with %i slots of automatic associations',
    async (slots, token, answer) => {
      const fees = {
        ...noFees,
        fixed: [{ ...base, collector: 1012n, amount: 7n, denominatingToken: 2002n }],
      };
      const of = withFees(
        [
          { id: 2001n, fees },
          { id: 2002n, ...token },
        ],
        [{ id: 1012n, maxAutomaticTokenAssociations: slots }],
      );
      expect((await send(of, 1n)).answer).toEqual(answer);
      const isDone = Array.isArray(answer);
      expect(await of.state.automaticAssociations.get(1012n)).toBe(isDone ? 1 : 0);
      expect((await of.state.relations.get([1012n, 2002n]))?.balance).toBe(isDone ? 7n : undefined);
    },
  );

  const royalty = { ...base, numerator: 1n, denominator: 10n };
  const sell = (of: TestLedger, price: bigint) => {
    const hbars =
      price === 0n
        ? []
        : [
            [longZero(1002), -price, false],
            [OWNER, price, false],
          ];
    const nft = [NFTS, [], [[OWNER, longZero(1002), 1n, false]]];
    return of.call(
      'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
      [[hbars], [nft]],
    );
  };

  test("a royalty is a share of the seller's proceeds", async () => {
    const fees = { ...noFees, royalty: [{ ...royalty, fallback: undefined }] };
    const of = withFees([{ id: 2002n, type: 'NON_FUNGIBLE_UNIQUE', fees }]);
    expect((await sell(of, 200n)).answer).toEqual([22n]);
    expect(await hbarsOf(of)).toEqual([1180n, 800n, 20n]);
  });

  test('the receiver pays the fallback if the seller gets nothing', async () => {
    const fallback = { amount: 6n, denominatingToken: undefined };
    const fees = { ...noFees, royalty: [{ ...royalty, fallback }] };
    const of = withFees([{ id: 2002n, type: 'NON_FUNGIBLE_UNIQUE', fees }]);
    expect((await sell(of, 0n)).answer).toEqual([22n]);
    expect(await hbarsOf(of)).toEqual([1000n, 994n, 6n]);
  });
});
