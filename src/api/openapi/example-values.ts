import { ENTITY_ID, timestampText } from '../../access/domain.ts';
import { raw, type Sql, sql } from '../../access/sql.ts';

/** Where the values of an operation's example come from. */
export interface ExampleValues {
  /** Candidates, one a row: values of the path in its order, then those of `query`. Without it there are none. */
  readonly from?: Sql;
  /** How each value is written. */
  readonly write: readonly ((text: string) => string)[];
  /** Parameters of the query; `null` takes the next value of the row. */
  readonly query: Readonly<Record<string, string | null>>;
}

/** Rows looked at: the first of an index, whatever they hold. */
const LOOKED_AT = 200;
/** Candidates to try. */
const CANDIDATES = 3;

const id = (text: string) => ENTITY_ID.print(text);
const plain = (text: string) => text;
const time = (text: string) => timestampText(text);

/** Payer and valid start with a dash between them, as clients write them. */
function transactionId(text: string): string {
  const [payer = '', start = ''] = text.split('-');
  return `${id(payer)}-${time(start).replace('.', '-')}`;
}

/**
 * `columns` of a few rows that fit, among the first by an index: `order` is its beginning, so that no
 * more rows are read however large the table is.
 */
function first(columns: string, table: string, order: string, fits = 'true'): Sql {
  return sql`
    select ${raw(columns)}
    from (select * from ${raw(table)} order by ${raw(order)} limit ${raw(String(LOOKED_AT))}) s
    where ${raw(fits)} group by ${raw(columns)} limit ${raw(String(CANDIDATES))}`;
}

const BY_TOPIC = 'topic_id, sequence_number';
const PAGE = { limit: '2' };
const LATEST = 'consensus_timestamp desc';
const BY_TOKEN = 'token_id, serial_number';
const LIVE = 'deleted is not true and account_id is not null';
const NFTS = first(BY_TOKEN, 'nft', BY_TOKEN, LIVE);
const NFTS_BY_SERIAL = first('serial_number, token_id', 'nft', BY_TOKEN, LIVE);

const page = (from: Sql, ...write: ((text: string) => string)[]): ExampleValues => ({
  from,
  write: write.length === 0 ? [id] : write,
  query: PAGE,
});
const one = (from: Sql, ...write: ((text: string) => string)[]): ExampleValues => ({
  ...page(from, ...write),
  query: {},
});

/** Lists that need no values. */
export const PLAIN_LIST: ExampleValues = { write: [], query: PAGE };

/** Of calls that had little gas, without what makes traces long. */
const SHORT_TRACE: ExampleValues = {
  from: first(
    "encode(transaction_hash, 'hex')",
    'contract_result',
    LATEST,
    'length(transaction_hash) = 32 and contract_id > 0 and gas_used < 100000',
  ),
  write: [(hex) => `0x${hex}`],
  query: { stack: 'false' },
};

/** By the id of the operation. */
export const EXAMPLE_VALUES: Readonly<Record<string, ExampleValues>> = {
  getAccount: {
    ...one(
      sql`select id from entity where type = 'ACCOUNT' order by id desc limit ${raw(String(CANDIDATES))}`,
    ),
    query: { limit: '1' },
  },
  listAccountAllowancesCrypto: page(first('owner', 'crypto_allowance', 'owner, spender', 'amount > 0')),
  listAccountAllowancesTokens: page(
    first('owner', 'token_allowance', 'owner, spender, token_id', 'amount > 0'),
  ),
  listAccountAllowancesNfts: page(
    first('owner', 'nft_allowance', 'owner, spender, token_id', 'approved_for_all'),
  ),
  listAccountRewards: page(first('account_id', 'staking_reward_transfer', LATEST)),
  listAccountNfts: page(first('account_id', 'nft', BY_TOKEN, LIVE)),
  listAccountTokens: page(first('account_id', 'token_account', 'account_id, token_id', 'associated')),
  listAccountHooks: page(first('owner_id', 'hook', 'owner_id, hook_id', 'deleted is not true')),
  listAccountHookStorage: page(
    first('owner_id, hook_id', 'hook_storage', 'owner_id, hook_id, key', 'not deleted'),
    id,
    plain,
  ),
  listAccountAirdropsOutstanding: page(
    first(
      'sender_account_id',
      'token_airdrop',
      'sender_account_id, receiver_account_id, token_id, serial_number',
      "state = 'PENDING'",
    ),
  ),
  listAccountAirdropsPending: page(
    first(
      'receiver_account_id',
      'token_airdrop',
      'receiver_account_id, sender_account_id, token_id, serial_number',
      "state = 'PENDING'",
    ),
  ),
  getBlock: one(sql`select index from record_file order by consensus_end desc limit 1`, plain),
  getContract: one(first('id', 'contract', 'id desc')),
  listContractResults: page(first('contract_id', 'contract_result', LATEST, 'contract_id > 0')),
  listContractsResults: { write: [], query: { limit: '1' } },
  getContractsResult: one(
    first("encode(transaction_hash, 'hex')", 'contract_result', LATEST, 'length(transaction_hash) = 32'),
    (hex) => `0x${hex}`,
  ),
  getContractResult: one(
    first('contract_id, consensus_timestamp', 'contract_result', LATEST, 'contract_id > 0'),
    id,
    time,
  ),
  getContractsResultOpcodes: SHORT_TRACE,
  getContractResultsOpcodes: SHORT_TRACE,
  listContractsResultActions: page(
    sql`select encode(r.transaction_hash, 'hex')
      from (select consensus_timestamp from contract_action order by consensus_timestamp desc limit ${raw(String(LOOKED_AT))}) a
      join contract_result r using (consensus_timestamp)
      where length(r.transaction_hash) = 32 group by 1 limit ${raw(String(CANDIDATES))}`,
    (hex) => `0x${hex}`,
  ),
  listContractResultsLogs: page(first('contract_id', 'contract_log', 'consensus_timestamp desc, index desc')),
  listContractState: page(first('contract_id', 'contract_state', 'contract_id, slot', 'value is not null')),
  getTransaction: one(
    first("payer_account_id || '-' || valid_start_ns", 'transaction', LATEST, 'nonce = 0 and not scheduled'),
    transactionId,
  ),
  getTopic: one(first('id', 'topic', 'id')),
  listTopicMessages: page(first('topic_id', 'topic_message', BY_TOPIC)),
  getTopicMessage: one(first('topic_id, sequence_number', 'topic_message', BY_TOPIC), id, plain),
  getTopicsMessage: one(first('consensus_timestamp', 'topic_message', BY_TOPIC), time),
  getToken: one(first('token_id', 'token', 'token_id')),
  listTokenBalances: page(
    first('token_id', 'token_account', 'account_id, token_id', 'associated and balance > 0'),
  ),
  listTokenNfts: page(first('token_id', 'nft', BY_TOKEN, LIVE)),
  getTokenNft: one(NFTS, id, plain),
  listTokenNftTransactions: page(NFTS, id, plain),
  getTokensNft: { ...one(NFTS_BY_SERIAL, plain, id), query: { 'token.id': null } },
  listTokensNftTransactions: { ...one(NFTS_BY_SERIAL, plain, id), query: { 'token.id': null, limit: '2' } },
  getSchedule: one(first('schedule_id', 'schedule', 'schedule_id desc')),
  listNetworkNodes: { write: [], query: { limit: '1' } },
  listNetworkRegisteredNodes: { write: [], query: { limit: '1' } },
};
