import { keccak_256 } from '@noble/hashes/sha3.js';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AbiValue, parseTypes } from '../../../src/calls/system/abi/abi-type.ts';
import { encodeValues } from '../../../src/calls/system/abi/encode.ts';
import { selectorOf } from '../../../src/calls/system/selector.ts';
import { ethereum, fileRow, longZero, result } from '../../rest/contracts/contract-rows.ts';
import { block, insert } from '../../rest/rows.ts';
import { entity, holding, insertToken, nft } from '../../rest/tokens/token-rows.ts';
import { type CallServer, startCallServer } from './call-fixture.ts';

// State at a past block, over HTTP. Block 0 ends at 100 s, block 1 at 200 s, block 2 at 300 s. State changes at 150 s
// and at 250 s.

const at = (seconds: number) => BigInt(seconds) * 1_000_000_000n;
const FIRST = '[1,150000000000)';
const THEN = '[150000000000,250000000000)';
const NOW = '[250000000000,)';
const address = (id: number) => `0x${longZero(id)}`;
const [OWNER, SPENDER, CREATOR, PRICE, UNITS, DEEDS, KEYED, SCHEDULE] = [
  1500, 1501, 2002, 2003, 3001, 3002, 3003, 4001,
];
const PUBLIC_KEY = Buffer.alloc(32, 7);

/** Returns code that calls the service at `0.0.n` with its input, and returns the service's output. */
const forwarderTo = (hex: string) => `365f5f375f5f365f5f61${hex}5af1503d5f5f3e3d5ff3`;
const SERVICES = { token: 2011, account: 2012, rates: 2013, schedule: 2014 } as const;
const CODES: Readonly<Record<number, string>> = {
  [SERVICES.token]: forwarderTo('0167'),
  [SERVICES.account]: forwarderTo('016a'),
  [SERVICES.rates]: forwarderTo('0168'),
  [SERVICES.schedule]: forwarderTo('016b'),
  [CREATOR]: '5f5f5ff05f5260205ff3',
  [PRICE]: '3a5f5260205ff3',
};

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
  const { database } = server;
  await insert(database, 'record_file', [block(0, 100), block(1, 200), block(2, 300)]);
  await insert(database, 'entity', [
    entity(2, 'ACCOUNT', { balance: 5_000, created_timestamp: 1 }),
    entity(OWNER, 'ACCOUNT', { balance: 5_000, created_timestamp: 1, ethereum_nonce: 9 }),
    entity(SPENDER, 'ACCOUNT', { balance: 5_000, created_timestamp: 1 }),
    entity(SCHEDULE, 'SCHEDULE', { created_timestamp: at(150), timestamp_range: '[150000000000,)' }),
    ...Object.keys(CODES).map((id) =>
      entity(Number(id), 'CONTRACT', { balance: 0, created_timestamp: 1, ethereum_nonce: 9 }),
    ),
  ]);
  await insert(
    database,
    'contract',
    Object.entries(CODES).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
  );
  await insertTokens();
  await insertAllowances();
  await insertResults();
  await insertFiles();
  const body = proto.SchedulableTransactionBody.encode({
    tokenCreation: { name: 'Later', symbol: 'LTR', treasury: { accountNum: Long.fromNumber(OWNER) } },
  }).finish();
  await insert(database, 'schedule', [
    {
      schedule_id: SCHEDULE,
      consensus_timestamp: at(150),
      creator_account_id: OWNER,
      payer_account_id: OWNER,
      transaction_body: Buffer.from(body),
    },
  ]);
});
afterAll(() => server?.close());

async function insertTokens(): Promise<void> {
  const { database } = server;
  const [oldest, older, newest] = ['Tin', 'Zinc', 'Gold'].map((name) => ({
    token_id: UNITS,
    created_timestamp: 1,
    decimals: 2,
    initial_supply: 0,
    name,
    symbol: name,
    treasury_account_id: 2,
    freeze_status: 2,
    kyc_status: 0,
  }));
  await insertToken(database, UNITS, {
    token: { ...newest, timestamp_range: NOW },
    entity: { created_timestamp: 1 },
    fees: { timestamp_range: NOW, fixed_fees: fixedFee(30) },
  });
  await insert(database, 'token_history', [
    { ...oldest, timestamp_range: FIRST },
    { ...older, timestamp_range: THEN },
  ]);
  await insert(database, 'custom_fee_history', [
    { entity_id: UNITS, timestamp_range: FIRST, fixed_fees: fixedFee(10) },
    { entity_id: UNITS, timestamp_range: THEN, fixed_fees: fixedFee(20) },
  ]);
  await insertToken(database, DEEDS, {
    token: { type: 'NON_FUNGIBLE_UNIQUE', timestamp_range: '[1,)', created_timestamp: 1 },
    entity: { created_timestamp: 1 },
  });
  // Keys that the token does not have at first, and that are removed at 250 s.
  const keys = (hex: string | null) => {
    const key = hex === null ? null : Buffer.from(hex, 'hex');
    return { ...oldest, token_id: KEYED, supply_key: key, pause_key: key, fee_schedule_key: key };
  };
  await insertToken(database, KEYED, {
    token: { ...keys('3200'), timestamp_range: NOW },
    entity: { created_timestamp: 1 },
  });
  await insert(database, 'token_history', [
    { ...keys(null), timestamp_range: FIRST },
    { ...keys(`1220${PUBLIC_KEY.toString('hex')}`), timestamp_range: THEN },
  ]);
  await insert(database, 'token_account', [
    holding(2, KEYED, 0, { created_timestamp: 1 }),
    holding(OWNER, UNITS, 5, { freeze_status: 1, created_timestamp: 1, timestamp_range: NOW }),
  ]);
  await insert(database, 'token_account_history', [
    holding(OWNER, UNITS, 5, { freeze_status: 2, created_timestamp: 1, timestamp_range: FIRST }),
    holding(OWNER, UNITS, 5, { freeze_status: 1, created_timestamp: 1, timestamp_range: THEN }),
  ]);
  await insert(database, 'nft', [
    nft(DEEDS, 1, SPENDER, { timestamp_range: NOW }),
    // An NFT that was minted at 150 s and burned at 250 s.
    nft(DEEDS, 2, null, { created_timestamp: at(150), timestamp_range: NOW }),
  ]);
  await insert(database, 'nft_history', [
    nft(DEEDS, 1, OWNER, { timestamp_range: FIRST }),
    nft(DEEDS, 1, OWNER, { timestamp_range: THEN, spender: SPENDER }),
    nft(DEEDS, 2, OWNER, { created_timestamp: at(150), timestamp_range: THEN }),
  ]);
}

function fixedFee(amount: number): string {
  return JSON.stringify([
    { amount, collector_account_id: OWNER, denominating_token_id: null, all_collectors_are_exempt: false },
  ]);
}

async function insertAllowances(): Promise<void> {
  const { database } = server;
  const row = { owner: OWNER, spender: SPENDER, payer_account_id: OWNER };
  // An allowance of 100 from 150 s on, of which 30 were spent at 160 s, and of 500 from 250 s on.
  const [older, newest] = [
    { ...row, amount: 70, amount_granted: 100, timestamp_range: THEN },
    { ...row, amount: 500, amount_granted: 500, timestamp_range: NOW },
  ];
  await insert(database, 'crypto_allowance', [newest]);
  await insert(database, 'crypto_allowance_history', [older]);
  await insert(database, 'token_allowance', [{ ...newest, token_id: UNITS }]);
  await insert(database, 'token_allowance_history', [{ ...older, token_id: UNITS }]);
  const taken = { consensus_timestamp: at(160), amount: -30, payer_account_id: SPENDER, is_approval: true };
  await insert(database, 'crypto_transfer', [{ ...taken, entity_id: OWNER }]);
  // The owner also paid a custom fee of 5, and one in another token.
  await insert(database, 'token_transfer', [{ ...taken, amount: -35, account_id: OWNER, token_id: UNITS }]);
  const fee = {
    collector_account_id: 2,
    consensus_timestamp: at(160),
    effective_payer_account_ids: [OWNER],
    payer_account_id: SPENDER,
  };
  await insert(database, 'assessed_custom_fee', [
    { ...fee, amount: 5, token_id: UNITS },
    { ...fee, amount: 7, token_id: null },
    { ...fee, amount: 9, token_id: UNITS, effective_payer_account_ids: [SPENDER] },
  ]);
  const all = { ...row, token_id: DEEDS };
  await insert(database, 'nft_allowance', [{ ...all, approved_for_all: false, timestamp_range: NOW }]);
  await insert(database, 'nft_allowance_history', [
    { ...all, approved_for_all: true, timestamp_range: THEN },
  ]);
}

/** Inserts nonces: the creator's from its results, the sender's from Ethereum transactions. */
async function insertResults(): Promise<void> {
  const { database } = server;
  const listed = (nonce: number) =>
    Buffer.from(
      proto.ContractFunctionResult.encode({
        contractNonces: [
          { contractId: { contractNum: Long.fromNumber(CREATOR) }, nonce: Long.fromNumber(nonce) },
        ],
      }).finish(),
    );
  await insert(database, 'contract_result', [
    result(at(90), CREATOR, { sender_id: OWNER, function_result: listed(3) }),
    result(at(150), CREATOR, { sender_id: OWNER, function_result: listed(4) }),
    result(at(250), CREATOR, { sender_id: OWNER, function_result: listed(9) }),
  ]);
  await insert(database, 'ethereum_transaction', [ethereum(at(150), { nonce: 7 })]);
}

async function insertFiles(): Promise<void> {
  const schedule = (gas: number) =>
    proto.CurrentAndNextFeeSchedule.encode({
      currentFeeSchedule: {
        transactionFeeSchedule: [
          {
            hederaFunctionality: proto.HederaFunctionality.ContractCall,
            fees: [{ servicedata: { gas: Long.fromNumber(gas) } }],
          },
        ],
        expiryTime: { seconds: Long.fromNumber(10_000) },
      },
      nextFeeSchedule: {},
    }).finish();
  const rates = (centEquiv: number) => {
    const rate = { hbarEquiv: 1, centEquiv, expirationTime: { seconds: Long.fromNumber(10_000) } };
    return proto.ExchangeRateSet.encode({ currentRate: rate, nextRate: rate }).finish();
  };
  await insert(server.database, 'file_data', [
    fileRow(111, at(10), 'update', schedule(1_000_000)),
    fileRow(111, at(250), 'update', schedule(3_000_000)),
    fileRow(112, at(11), 'update', rates(10)),
    fileRow(112, at(150), 'update', rates(20)),
    fileRow(112, at(251), 'update', rates(30)),
  ]);
}

const call = (signature: string, args: readonly AbiValue[]) =>
  `0x${selectorOf(signature)}${Buffer.from(encodeValues(parseTypes(signature), args)).toString('hex')}`;
const of = (types: string, ...values: readonly AbiValue[]) =>
  Buffer.from(encodeValues(parseTypes(types), values)).toString('hex');
const text = (name: string) => Buffer.from(name, 'latin1').toString('hex');
/** Returns the revert data of a call of a token. */
const reverts = (data: string) => ({ data });

const [owner, spender, units] = [longZero(OWNER), longZero(SPENDER), longZero(UNITS)];
const created = (nonce: number) => {
  const rlp = Buffer.concat([Buffer.from(`d694${longZero(CREATOR)}`, 'hex'), Buffer.of(nonce)]);
  return of('(address)', Buffer.from(keccak_256(rlp)).toString('hex').slice(24));
};
const amount = (value: bigint | number) => of('(uint256)', BigInt(value));
const allowed = (value: bigint) => of('(int64,int256)', 22n, value);
const flag = (value: boolean) => of('(int64,bool)', 22n, value);
const fees = (value: bigint) =>
  of(
    '(int32,(int64,address,bool,bool,address)[],(int64,int64,int64,int64,bool,address)[],(int64,int64,int64,address,bool,address)[])',
    22n,
    [[value, longZero(0), true, false, owner]],
    [],
    [],
  );
const minted = (code: bigint, supply: bigint) => of('(int64,int64,int64[])', code, supply, []);
const keyOf = (code: bigint, ed25519: Buffer) =>
  of('(int64,(bool,address,bytes,bytes,address))', code, [
    false,
    longZero(0),
    ed25519,
    Buffer.alloc(0),
    longZero(0),
  ]);
const NO_SERIAL = of('(uint256)', 225n);

type Expected = string | { readonly data: string };
const CASES: readonly (readonly [
  name: string,
  to: number,
  data: string,
  block0: Expected,
  block1: Expected,
  latest: Expected,
])[] = [
  ['nonce of a contract', CREATOR, '0x', created(3), created(4), created(9)],
  [
    'allowance of hbars',
    SERVICES.account,
    call('hbarAllowance(address,address)', [owner, spender]),
    allowed(0n),
    allowed(70n),
    allowed(500n),
  ],
  [
    'allowance of units',
    UNITS,
    call('allowance(address,address)', [owner, spender]),
    amount(0),
    amount(70),
    amount(500),
  ],
  [
    'operator of NFTs',
    DEEDS,
    call('isApprovedForAll(address,address)', [owner, spender]),
    of('(bool)', false),
    of('(bool)', true),
    of('(bool)', false),
  ],
  [
    'owner of an NFT',
    DEEDS,
    call('ownerOf(uint256)', [1n]),
    of('(address)', owner),
    of('(address)', owner),
    of('(address)', spender),
  ],
  [
    'spender of an NFT',
    DEEDS,
    call('getApproved(uint256)', [1n]),
    of('(address)', longZero(0)),
    of('(address)', spender),
    of('(address)', longZero(0)),
  ],
  [
    'an NFT that was minted and burned',
    DEEDS,
    call('ownerOf(uint256)', [2n]),
    reverts(NO_SERIAL),
    of('(address)', owner),
    reverts(NO_SERIAL),
  ],
  [
    'name of a token',
    UNITS,
    call('name()', []),
    of('(string)', 'Tin'),
    of('(string)', 'Zinc'),
    of('(string)', 'Gold'),
  ],
  [
    'freeze of an account',
    SERVICES.token,
    call('isFrozen(address,address)', [units, owner]),
    flag(false),
    flag(true),
    flag(true),
  ],
  [
    'removed key',
    SERVICES.token,
    call('getTokenKey(address,uint256)', [longZero(KEYED), 16n]),
    keyOf(44n, Buffer.alloc(0)),
    keyOf(22n, PUBLIC_KEY),
    keyOf(44n, Buffer.alloc(0)),
  ],
  [
    'mint with a removed key',
    SERVICES.token,
    call('mintToken(address,int64,bytes[])', [longZero(KEYED), 5n, []]),
    minted(180n, 0n),
    minted(22n, 5n),
    minted(180n, 0n),
  ],
  [
    'pause with a removed key',
    SERVICES.token,
    call('pauseToken(address)', [longZero(KEYED)]),
    of('(int64)', 266n),
    of('(int64)', 22n),
    of('(int64)', 266n),
  ],
  [
    'custom fees',
    SERVICES.token,
    call('getTokenCustomFees(address)', [units]),
    fees(10n),
    fees(20n),
    fees(30n),
  ],
  [
    'rate of exchange',
    SERVICES.rates,
    call('tinycentsToTinybars(uint256)', [600n]),
    amount(60),
    amount(30),
    amount(20),
  ],
  // The price is 1,000 tinycents for a gas at 10 and 20 cents, and 3,000 at 30.
  ['price of gas', PRICE, '0x', amount(100), amount(50), amount(100)],
];

describe.each(CASES)('%s', (_name, to, data, block0, block1, latest) => {
  test.each([
    ['0', block0],
    ['1', block1],
    ['latest', latest],
    ['2', latest],
  ] as const)('at block %s', async (blockName, expected) => {
    const answer = await server.post({ to: address(to), data, block: blockName });
    if (typeof expected === 'string')
      expect(answer).toEqual({ status: 200, body: { result: `0x${expected}` } });
    else {
      expect(answer).toMatchObject({
        status: 400,
        body: {
          _status: { messages: [{ message: 'CONTRACT_REVERT_EXECUTED', data: `0x${expected.data}` }, {}] },
        },
      });
    }
  });
});

test('a schedule does not exist before its creation', async () => {
  const data = call('getScheduledCreateFungibleTokenInfo(address)', [longZero(SCHEDULE)]);
  const post = async (blockName: string) => {
    const { body } = await server.post({ to: address(SERVICES.schedule), data, block: blockName });
    return (body as { result: string }).result;
  };
  expect(await post('0')).toBe(`0x${text('INVALID_SCHEDULE_ID')}`);
  expect(await post('1')).toContain(text('Later'));
  expect(await post('latest')).toContain(text('Later'));
});

test('no request caused an internal error', () => expect(server.log).toEqual([]));

describe('the version of the EVM follows the block of mainnet', () => {
  // Entities created within the first retained block have no older state.
  let mainnet: CallServer;
  const BLOCKS = [44_029_065, 44_029_066, 49_117_794, 60_258_042, 65_435_845, 90_000_000];
  const CONTRACTS: Readonly<Record<number, string>> = {
    // Code with PUSH0 (v0.38), with TLOAD (v0.50), and with EXTCODESIZE of a missing account, which halts before v0.46.
    2101: '5f5f5260205ff3',
    2102: '60005c60005260206000f3',
    2103: `73${'12'.repeat(20)}3b60005260206000f3`,
  };
  beforeAll(async () => {
    mainnet = await startCallServer({ network: { network: 'mainnet', chainId: 295n } });
    const { database } = mainnet;
    await insert(
      database,
      'record_file',
      BLOCKS.map((number, i) => block(number, 100 * (i + 1))),
    );
    await insert(
      database,
      'entity',
      Object.keys(CONTRACTS).map((id) =>
        entity(Number(id), 'CONTRACT', { balance: 0, created_timestamp: at(100) }),
      ),
    );
    await insert(
      database,
      'contract',
      Object.entries(CONTRACTS).map(([id, code]) => ({ id, runtime_bytecode: Buffer.from(code, 'hex') })),
    );
  });
  afterAll(() => mainnet?.close());

  const ZERO = `0x${'0'.repeat(64)}`;
  const INVALID = 'CONTRACT_EXECUTION_EXCEPTION';
  test.each<[string, number, (string | undefined)[]]>([
    ['PUSH0', 2101, [INVALID, INVALID, ZERO, ZERO, ZERO, ZERO]],
    ['TLOAD', 2102, [INVALID, INVALID, INVALID, INVALID, ZERO, ZERO]],
    [
      'EXTCODESIZE of a missing address',
      2103,
      [...Array.from({ length: 3 }, () => 'INVALID_SOLIDITY_ADDRESS'), ZERO, ZERO, ZERO],
    ],
    [
      'a call of a missing contract',
      2999,
      [...Array.from({ length: 3 }, () => 'INVALID_CONTRACT_ID'), '0x', '0x', '0x'],
    ],
  ])('%s', async (_name, id, expected) => {
    const answers = [];
    for (const number of BLOCKS) {
      const { body } = await mainnet.post({ to: address(id), block: String(number) });
      const { result: output, _status: status } = body as {
        result?: string;
        _status?: { messages: { message: string }[] };
      };
      answers.push(output ?? status?.messages[0]?.message);
    }
    expect(answers).toEqual(expected);
  });
});
