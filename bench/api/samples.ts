import { printEntityId } from '@tain/ledger/entity-id';
import { transactionTypeName } from '@tain/ledger/transaction-type';
import type pg from 'pg';

/**
 * Values for requests, taken from a database. They are chosen by a hash of their keys, so that the same database
 * always gives the same requests.
 */
export interface Samples {
  /** Account that takes part in every second transaction. */
  readonly hotAccount: string;
  readonly accounts: readonly string[];
  /** Accounts that pay for few transactions. */
  readonly rareAccounts: readonly string[];
  readonly evmAddresses: readonly string[];
  readonly publicKeys: readonly string[];
  readonly nftOwners: readonly string[];
  readonly spenders: readonly string[];
  readonly allowanceOwners: readonly string[];
  readonly tokenAllowanceOwners: readonly string[];
  readonly nftAllowanceOwners: readonly string[];
  readonly rewarded: readonly string[];
  readonly airdropSenders: readonly string[];
  readonly airdropReceivers: readonly string[];
  readonly hookOwners: readonly string[];
  readonly hooks: readonly Pair[];
  /** Names of transaction types, the rarest first. */
  readonly types: readonly string[];
  /** Consensus times of transactions, `seconds.nanoseconds`. */
  readonly times: readonly string[];
  readonly transactionIds: readonly string[];
  readonly transactionHashes: readonly string[];
  readonly blockNumbers: readonly string[];
  readonly blockHashes: readonly string[];
  /** Called contracts, the most frequently called one first. */
  readonly contracts: readonly string[];
  readonly hotContract: string;
  readonly contractAddresses: readonly string[];
  readonly stateContracts: readonly string[];
  readonly slots: readonly Pair[];
  readonly logContracts: readonly string[];
  readonly callers: readonly string[];
  readonly results: readonly Pair[];
  readonly resultHashes: readonly string[];
  readonly actionIds: readonly string[];
  readonly topics0: readonly string[];
  readonly topics3: readonly string[];
  readonly fungible: readonly string[];
  readonly collections: readonly string[];
  /** Collection and serial number. */
  readonly nfts: readonly Pair[];
  readonly tokenNames: readonly string[];
  readonly topics: readonly string[];
  /** Topic and sequence number. */
  readonly messages: readonly Pair[];
  readonly messageTimes: readonly string[];
  readonly schedules: readonly string[];
  readonly scheduleCreators: readonly string[];
}

type Pair = readonly [string, string];

const COUNT = 16;

/** SQL of each sample. The first columns are the values. */
const QUERIES = {
  accounts: pick('id', "entity where type = 'ACCOUNT' and id > 1000"),
  rareAccounts: pick(
    'payer_account_id',
    '(select payer_account_id from transaction where payer_account_id > 1000 group by 1 having count(*) <= 3) x',
  ),
  evmAddresses: pick(
    "encode(evm_address, 'hex')",
    "entity where type = 'ACCOUNT' and length(evm_address) = 20",
  ),
  publicKeys: pick('public_key', "entity where type = 'ACCOUNT' and public_key <> ''"),
  nftOwners: pick('account_id', '(select distinct account_id from nft where account_id is not null) x'),
  spenders: pick('spender', '(select distinct spender from crypto_allowance) x'),
  allowanceOwners: pick('owner', '(select distinct owner from crypto_allowance) x'),
  tokenAllowanceOwners: pick('owner', '(select distinct owner from token_allowance) x'),
  nftAllowanceOwners: pick('owner', '(select distinct owner from nft_allowance) x'),
  rewarded: pick('account_id', '(select distinct account_id from staking_reward_transfer) x'),
  airdropSenders: pick('id', '(select distinct sender_account_id as id from token_airdrop) x'),
  airdropReceivers: pick('id', '(select distinct receiver_account_id as id from token_airdrop) x'),
  hookOwners: pick('owner_id', '(select distinct owner_id from hook) x'),
  hooks: pick('owner_id, hook_id', '(select distinct owner_id, hook_id from hook_storage) x'),
  times: pick('consensus_timestamp', 'transaction where consensus_timestamp % 97 = 0'),
  transactionIds: pick(
    'payer_account_id, valid_start_ns',
    'transaction where consensus_timestamp % 101 = 0 and nonce = 0',
  ),
  transactionHashes: pick(
    "encode(transaction_hash, 'hex')",
    'transaction where consensus_timestamp % 103 = 0',
  ),
  blockNumbers: pick('index', 'record_file'),
  blockHashes: pick('hash', 'record_file'),
  contracts: pick(
    'contract_id',
    '(select distinct contract_id from contract_result where transaction_nonce = 0 and contract_id > 1000) x',
  ),
  hotContract:
    'select contract_id from contract_result where transaction_nonce = 0 group by 1 order by count(*) desc limit 1',
  contractAddresses: pick(
    "encode(evm_address, 'hex')",
    "entity where type = 'CONTRACT' and length(evm_address) = 20",
  ),
  stateContracts: pick('contract_id', '(select distinct contract_id from contract_state) x'),
  slots: pick("encode(slot, 'hex'), contract_id", 'contract_state'),
  logContracts: pick('contract_id', '(select distinct contract_id from contract_log) x'),
  callers: pick(
    'sender_id',
    '(select distinct sender_id from contract_result where transaction_nonce = 0 and sender_id > 1000) x',
  ),
  results: pick(
    'contract_id, consensus_timestamp',
    'contract_result where transaction_nonce = 0 and transaction_index is not null and contract_id > 1000 and consensus_timestamp % 7 = 0',
  ),
  resultHashes: pick(
    "encode(transaction_hash, 'hex')",
    'contract_result where transaction_nonce = 0 and transaction_index is not null and length(transaction_hash) = 32 and consensus_timestamp % 7 = 0',
  ),
  actionIds: pick(
    't.payer_account_id, t.valid_start_ns',
    '(select distinct consensus_timestamp from contract_action where consensus_timestamp % 3 = 0) a join transaction t using (consensus_timestamp) where t.nonce = 0',
  ),
  topics0: pick(
    "encode(topic0, 'hex')",
    '(select distinct topic0 from contract_log where topic0 is not null) x',
  ),
  topics3: pick(
    "encode(topic3, 'hex')",
    '(select distinct topic3 from contract_log where topic3 is not null) x',
  ),
  fungible: pick('token_id', "token where type = 'FUNGIBLE_COMMON'"),
  collections: pick('token_id', '(select distinct token_id from nft) x'),
  nfts: pick('token_id, serial_number', 'nft where account_id is not null'),
  tokenNames: pick('left(name, 5)', '(select distinct name from token) x'),
  topics: pick('topic_id', '(select distinct topic_id from topic_message) x'),
  messages: pick('topic_id, sequence_number', 'topic_message'),
  messageTimes: pick('consensus_timestamp', 'topic_message'),
  schedules: pick('schedule_id', 'schedule'),
  scheduleCreators: pick('creator_account_id', '(select distinct creator_account_id from schedule) x'),
} as const;

/** Selects some rows spread over a relation. */
function pick(columns: string, from: string): string {
  const first = columns.startsWith('encode') || columns.startsWith('left') ? columns : columns.split(',')[0];
  const keys = columns.includes('(') ? first : columns.split(',').join(" || ',' || ");
  return `select ${columns} from ${from} order by md5((${keys})::text) limit ${COUNT}`;
}

/** Takes samples from a database. Throws for one without transactions. */
export async function selectSamples(client: pg.ClientBase): Promise<Samples> {
  const rows = async (text: string): Promise<string[][]> => {
    const result = await client.query<(string | null)[]>({ text, rowMode: 'array' });
    return result.rows.map((row) => row.map(String));
  };
  const firsts = async (name: keyof typeof QUERIES) =>
    (await rows(QUERIES[name])).map(([value = '']) => value);
  const ids = async (name: keyof typeof QUERIES) => (await firsts(name)).map(entityText);
  const pairs = async (
    name: keyof typeof QUERIES,
    first: (text: string) => string,
    second: (text: string) => string = String,
  ) => (await rows(QUERIES[name])).map(([a = '', b = '']): Pair => [first(a), second(b)]);
  const hot = await rows(
    'select payer_account_id from (select payer_account_id from transaction order by consensus_timestamp desc limit 5000) x group by 1 order by count(*) desc limit 1',
  );
  const types = await rows('select type from transaction group by 1 order by count(*)');
  return {
    hotAccount: entityText(only(hot)),
    accounts: await ids('accounts'),
    rareAccounts: await ids('rareAccounts'),
    evmAddresses: await firsts('evmAddresses'),
    publicKeys: await firsts('publicKeys'),
    nftOwners: await ids('nftOwners'),
    spenders: await ids('spenders'),
    allowanceOwners: await ids('allowanceOwners'),
    tokenAllowanceOwners: await ids('tokenAllowanceOwners'),
    nftAllowanceOwners: await ids('nftAllowanceOwners'),
    rewarded: await ids('rewarded'),
    airdropSenders: await ids('airdropSenders'),
    airdropReceivers: await ids('airdropReceivers'),
    hookOwners: await ids('hookOwners'),
    hooks: await pairs('hooks', entityText),
    types: types.map(([type = '']) => transactionTypeName(Number(type))),
    times: (await firsts('times')).map(timeText),
    transactionIds: (await pairs('transactionIds', entityText, timeText)).map(transactionId),
    transactionHashes: await firsts('transactionHashes'),
    blockNumbers: await firsts('blockNumbers'),
    blockHashes: await firsts('blockHashes'),
    contracts: await ids('contracts'),
    hotContract: entityText(only(await rows(QUERIES.hotContract))),
    contractAddresses: await firsts('contractAddresses'),
    stateContracts: await ids('stateContracts'),
    slots: await pairs('slots', String, entityText),
    logContracts: await ids('logContracts'),
    callers: await ids('callers'),
    results: await pairs('results', entityText, timeText),
    resultHashes: await firsts('resultHashes'),
    actionIds: (await pairs('actionIds', entityText, timeText)).map(transactionId),
    topics0: await firsts('topics0'),
    topics3: await firsts('topics3'),
    fungible: await ids('fungible'),
    collections: await ids('collections'),
    nfts: await pairs('nfts', entityText),
    tokenNames: await firsts('tokenNames'),
    topics: await ids('topics'),
    messages: await pairs('messages', entityText),
    messageTimes: (await firsts('messageTimes')).map(timeText),
    schedules: await ids('schedules'),
    scheduleCreators: await ids('scheduleCreators'),
  };
}

function only(rows: readonly (readonly string[])[]): string {
  const value = rows[0]?.[0];
  if (value === undefined) throw new Error('the database of the bench is empty');
  return value;
}

function entityText(id: string): string {
  return printEntityId(BigInt(id));
}

function timeText(nanos: string): string {
  return `${nanos.slice(0, -9)}.${nanos.slice(-9)}`;
}

function transactionId([payer, start]: Pair): string {
  return `${payer}-${start.replace('.', '-')}`;
}
