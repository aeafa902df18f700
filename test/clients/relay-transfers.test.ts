import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../calls/call/call-fixture.ts';
import {
  at,
  blockOf,
  hashOf,
  log,
  longZero,
  participation,
  result,
  resultHash,
  shown,
} from '../rest/contracts/contract-rows.ts';
import { insert, transaction } from '../rest/rows.ts';
import { entity, insertToken } from '../rest/tokens/token-rows.ts';
import { RECORDED_OF_TRANSFER } from './relay-transfer-recording.ts';
import { topic, word } from './wallet-session.ts';

// Requests of the JSON-RPC relay about a HAPI transfer of tokens, with exact responses: 0.0.2000 transfers 70 of token
// 0.0.1500 to 0.0.2001, after a call of contract 0.0.1001 in the same block.

const [CONTRACT, TOKEN, SENDER, RECEIVER] = [1001, 1500, 2000, 2001];
const [FROM, CALLED, MOVED, TO] = [at(100), at(150), at(160), at(199)];
const SCHEDULED_AT = 111n;
const BLOCK = 7;
const BLOCK_HASH = `0x${'7'.padStart(96, 'b')}`;
const TRANSFER = topic('Transfer(address,address,uint256)');

const address = (num: number) => `0x${longZero(num)}`;
const padded = (value: number) => `0x${word(BigInt(value))}`;
const hashAt = (time: bigint) => `0x${hashOf(time).toString('hex')}`;

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({ workers: 1 });
  const { database } = server;
  const hapi = { hapi_version_major: 0, hapi_version_minor: 76, hapi_version_patch: 0 };
  await insert(database, 'record_file', [blockOf(BLOCK, FROM, TO, { ...hapi, count: 2, size: 500 })]);
  await insert(database, 'entity', [
    entity(SENDER, 'ACCOUNT', { balance: 5_000, created_timestamp: 1, ethereum_nonce: 3 }),
    entity(RECEIVER, 'ACCOUNT', { balance: 0, created_timestamp: 1 }),
    entity(CONTRACT, 'CONTRACT', { balance: 0, created_timestamp: 1 }),
  ]);
  await insertToken(database, TOKEN);
  await insert(database, 'transaction', [
    transaction(CALLED, SENDER, { type: 7 }),
    transaction(MOVED, SENDER, { type: 14 }),
  ]);
  await insert(
    database,
    'transaction_hash',
    [CALLED, MOVED].map((time) => ({
      consensus_timestamp: time,
      hash: hashOf(time),
      hash_suffix: Buffer.alloc(16, 1),
      payer_account_id: SENDER,
    })),
  );
  await insert(database, 'contract_result', [
    result(CALLED, CONTRACT, { transaction_index: 0, bloom: Buffer.alloc(256) }),
  ]);
  await insert(database, 'contract_transaction', [
    participation(CALLED, CONTRACT, [CONTRACT, SENDER]),
    participation(CALLED, SENDER, [CONTRACT, SENDER]),
  ]);
  await insert(database, 'contract_transaction_hash', [resultHash(CALLED, CONTRACT)]);
  await insert(database, 'contract_log', [
    log(MOVED, 0, TOKEN, {
      synthetic: true,
      transaction_index: 1,
      data: Buffer.of(70),
      topic0: Buffer.from(TRANSFER.slice(2), 'hex'),
      topic1: Buffer.from('07d0', 'hex'),
      topic2: Buffer.from('07d1', 'hex'),
    }),
  ]);
  await insertPrices();
});
afterAll(() => server?.close());

/** Inserts the files that determine the gas price: 852,000 thousandths of a tinycent, at 12 cents for an hbar. */
async function insertPrices(): Promise<void> {
  const { ContractCall, ContractCreate, EthereumTransaction } = proto.HederaFunctionality;
  const expiryTime = { seconds: Long.fromNumber(1_000) };
  const transactionFeeSchedule = [ContractCall, ContractCreate, EthereumTransaction].map(
    (hederaFunctionality) => ({
      hederaFunctionality,
      fees: [{ servicedata: { gas: Long.fromNumber(852_000) } }],
    }),
  );
  const rate = { hbarEquiv: 1, centEquiv: 12, expirationTime: expiryTime };
  const file = (entity_id: number, consensus_timestamp: bigint, file_data: Uint8Array) => ({
    entity_id,
    consensus_timestamp,
    file_data: Buffer.from(file_data),
    transaction_type: 19,
  });
  const schedules = { currentFeeSchedule: { transactionFeeSchedule, expiryTime } };
  const rates = { currentRate: rate, nextRate: rate };
  await insert(server.database, 'file_data', [
    file(111, SCHEDULED_AT, proto.CurrentAndNextFeeSchedule.encode(schedules).finish()),
    file(112, 112n, proto.ExchangeRateSet.encode(rates).finish()),
  ]);
}

const VALUES: Readonly<Record<string, string>> = {
  from: shown(FROM),
  to: shown(TO),
  second: '100',
  block: String(BLOCK),
  index: '1',
  hash: hashAt(MOVED),
  blockHash: BLOCK_HASH.slice(0, 66),
  wholeBlockHash: BLOCK_HASH,
  sender: address(SENDER),
  token: address(TOKEN),
  senderId: `0.0.${SENDER}`,
  tokenId: `0.0.${TOKEN}`,
};

const NOT_FOUND = [404, { _status: { messages: [{ message: 'Not found' }] } }];
const BLOCK_JSON = {
  count: 2,
  gas_used: 1_000,
  hapi_version: '0.76.0',
  hash: BLOCK_HASH,
  logs_bloom: null,
  name: 'block-7.rcd',
  number: BLOCK,
  previous_hash: '0x',
  size: 500,
  timestamp: { from: '100.000000000', to: '199.000000000' },
};
const FEES = {
  fees: ['ContractCall', 'ContractCreate', 'EthereumTransaction'].map((transaction_type) => ({
    gas: 71,
    transaction_type,
  })),
  timestamp: shown(SCHEDULED_AT),
};
/** Common fields of the results. Prices and amounts are in weibars; gas costs 71 tinybars. */
const RESULT = {
  access_list: [],
  block_gas_used: 1_000,
  block_hash: BLOCK_HASH,
  block_number: BLOCK,
  chain_id: '0x12a',
  created_contract_ids: [],
  error_message: null,
  failed_initcode: null,
  from: address(SENDER),
  gas_consumed: null,
  gas_price: `0x${(710_000_000_000).toString(16)}`,
  max_fee_per_gas: null,
  max_priority_fee_per_gas: null,
  nonce: null,
  r: null,
  result: 'SUCCESS',
  s: null,
  status: '0x1',
  type: 0,
  v: null,
};
const CALL = {
  ...RESULT,
  address: address(CONTRACT),
  amount: 50_000_000_000,
  bloom: `0x${'00'.repeat(256)}`,
  call_result: '0x01',
  child: false,
  contract_id: `0.0.${CONTRACT}`,
  function_parameters: '0x07',
  gas_limit: 100_000,
  gas_used: 50_000,
  hash: hashAt(CALLED),
  timestamp: '150.000000000',
  to: address(CONTRACT),
  transaction_index: 0,
};
const MOVEMENT = {
  ...RESULT,
  address: address(TOKEN),
  amount: null,
  bloom: '0x',
  call_result: '0x',
  child: false,
  contract_id: `0.0.${TOKEN}`,
  function_parameters: '0x',
  gas_limit: 0,
  gas_used: null,
  hash: hashAt(MOVED),
  timestamp: '160.000000000',
  to: address(TOKEN),
  transaction_index: 1,
};
const LOG = {
  address: address(TOKEN),
  bloom: '0x00',
  contract_id: `0.0.${TOKEN}`,
  data: padded(70),
  index: 0,
  topics: [TRANSFER, padded(SENDER), padded(RECEIVER)],
};
const last = { links: { next: null } };
const LOGS = [
  200,
  {
    logs: [
      {
        ...LOG,
        block_hash: BLOCK_HASH,
        block_number: BLOCK,
        root_contract_id: `0.0.${TOKEN}`,
        timestamp: '160.000000000',
        transaction_hash: hashAt(MOVED),
        transaction_index: 1,
      },
    ],
    ...last,
  },
];
const ALL = [200, { results: [CALL, MOVEMENT], ...last }];
const ONE = [200, { results: [MOVEMENT], ...last }];
const ACCOUNT = {
  account: `0.0.${SENDER}`,
  alias: null,
  auto_renew_period: null,
  balance: { balance: 5_000, timestamp: null, tokens: [] },
  created_timestamp: '0.000000001',
  decline_reward: false,
  delegation_address: '0x',
  deleted: false,
  ethereum_nonce: 3,
  evm_address: address(SENDER),
  expiry_timestamp: null,
  key: null,
  links: { next: null },
  max_automatic_token_associations: null,
  memo: '',
  pending_reward: 0,
  receiver_sig_required: null,
  stake_period_start: null,
  staked_account_id: null,
  staked_node_id: null,
  transactions: [],
};
const TOKEN_JSON = {
  admin_key: null,
  auto_renew_account: null,
  auto_renew_period: null,
  created_timestamp: '0.000001500',
  custom_fees: { created_timestamp: '0.000001500', fixed_fees: [], fractional_fees: [] },
  decimals: '2',
  deleted: false,
  expiry_timestamp: null,
  fee_schedule_key: null,
  freeze_default: false,
  freeze_key: null,
  initial_supply: '0',
  kyc_key: null,
  max_supply: '9223372036854775807',
  memo: '',
  metadata: '',
  metadata_key: null,
  modified_timestamp: '0.000001500',
  name: 'Token 1500',
  pause_key: null,
  pause_status: 'NOT_APPLICABLE',
  supply_key: null,
  supply_type: 'INFINITE',
  symbol: 'T1500',
  token_id: `0.0.${TOKEN}`,
  total_supply: '0',
  treasury_account_id: '0.0.1001',
  type: 'FUNGIBLE_COMMON',
  wipe_key: null,
};

/** Status and body of each response. */
const ANSWERS: Readonly<Record<string, readonly unknown[]>> = {
  '/api/v1/contracts/results/{hash}?hbar=false': [
    206,
    { ...MOVEMENT, gas_price: null, logs: [LOG], state_changes: [] },
  ],
  '/api/v1/contracts/{sender}': NOT_FOUND,
  '/api/v1/contracts/{token}': NOT_FOUND,
  '/api/v1/accounts/{sender}?transactions=false': [200, ACCOUNT],
  '/api/v1/accounts/{token}?transactions=false': NOT_FOUND,
  '/api/v1/tokens/{senderId}': NOT_FOUND,
  '/api/v1/tokens/{tokenId}': [200, TOKEN_JSON],
  '/api/v1/blocks/{wholeBlockHash}': [200, BLOCK_JSON],
  '/api/v1/network/fees?timestamp={second}': [200, FEES],
  '/api/v1/contracts/results?block.number={block}&limit=100&order=asc&hbar=false': ALL,
  '/api/v1/blocks?limit=1&order=desc': [
    200,
    { blocks: [BLOCK_JSON], links: { next: '/api/v1/blocks?limit=1&order=desc&block.number=lt:7' } },
  ],
  '/api/v1/blocks/{block}': [200, BLOCK_JSON],
  '/api/v1/contracts/results?timestamp=gte:{from}&timestamp=lte:{to}&limit=100&order=asc&hbar=false': ALL,
  '/api/v1/contracts/results/logs?timestamp=gte:{from}&timestamp=lte:{to}&limit=100&order=asc': LOGS,
  '/api/v1/network/fees?timestamp=lte:{to}': [200, FEES],
  '/api/v1/contracts/results?timestamp=lte:{to}&timestamp=gte:{from}&limit=100&order=asc&hbar=false': ALL,
  '/api/v1/contracts/results/logs?timestamp=lte:{to}&timestamp=gte:{from}&limit=100&order=asc': LOGS,
  '/api/v1/contracts/results?block.number={block}&transaction.index={index}&limit=100&order=asc&hbar=false':
    ONE,
  '/api/v1/contracts/results?block.hash={blockHash}&transaction.index={index}&limit=100&order=asc&hbar=false':
    ONE,
  '/api/v1/blocks/{blockHash}': [200, BLOCK_JSON],
  '/api/v1/contracts/results/{hash}/actions': NOT_FOUND,
  '/api/v1/contracts/results/{hash}/opcodes?memory=false&stack=true&storage=true': [
    404,
    {
      _status: {
        messages: [
          { message: 'Not Found', detail: `Contract transaction hash not found: ${hashAt(MOVED)}`, data: '' },
        ],
      },
    },
  ],
};

test.each(RECORDED_OF_TRANSFER)('$rpc: $request', async ({ request }) => {
  const path = request.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? name);
  const response = await fetch(server.url + path);
  expect([response.status, await response.json()]).toEqual(ANSWERS[request]);
});

test('every answer has a recorded request', () =>
  expect(Object.keys(ANSWERS)).toEqual(RECORDED_OF_TRANSFER.map(({ request }) => request)));
