import { ENTITY_ID, timestampText } from '../../store/access/domain.ts';
import { indexScan } from '../../store/access/index-scan.ts';
import { as } from '../../store/access/lookup.ts';
import type { Order } from '../../store/access/order.ts';
import { namedBlock } from '../../store/reads/block.ts';
import { raw, type Sql, sql } from '../../store/sql.ts';

/** Sources of the values in an operation's example. */
export interface ExampleValues {
  /**
   * Candidates, one for each row: values of the path in its order, then those of `query`. Undefined for examples
   * without values.
   */
  readonly from?: Sql;
  /** Formatter of each value. */
  readonly write: readonly ((text: string) => string)[];
  /** Parameters of the query; `null` takes the next value of the row. */
  readonly query: Readonly<Record<string, string | null>>;
  /** Body of a POST, from a candidate's values. */
  readonly body?: (texts: readonly string[]) => { readonly summary: string; readonly value: unknown };
}

/** Maximum number of rows read for a sample: the first ones of an index, whatever they contain. */
const MAX_SAMPLED_ROWS = 200;
/** Maximum number of candidates tried. */
const MAX_CANDIDATES = 3;

const id = (text: string) => ENTITY_ID.print(text);
const plain = (text: string) => text;
const time = (text: string) => timestampText(text);

/** Formats payer and valid start with a dash between them, as clients write them. */
function transactionId(text: string): string {
  const [payer = '', start = ''] = text.split('-');
  return `${id(payer)}-${time(start).replace('.', '-')}`;
}

/** Rows of a table from which values are taken. */
interface Sample {
  readonly from: string;
  /** Leading columns of one of its indexes, so that no more rows are read, however large the table is. */
  readonly by: string;
  readonly order?: Order;
}

/** The first rows of an index, whatever they contain. */
const rowsOf = ({ from, by, order = 'asc' }: Sample): Sql =>
  indexScan({
    select: sql`*`,
    from: raw(from),
    where: [],
    by: by.split(', ').map(raw),
    order,
    limit: MAX_SAMPLED_ROWS,
  });

/** `columns` of a few matching rows of a sample. */
function first(columns: string, sample: Sample, fits = 'true'): Sql {
  return fewOf(raw(columns), as(rowsOf(sample), 's'), [raw(fits)]);
}

/** A few different rows, in any order. */
function fewOf(select: Sql, from: Sql, where: readonly Sql[]): Sql {
  return indexScan({ select, distinct: true, from, where, by: [], order: 'asc', limit: MAX_CANDIDATES });
}

const BY_TOPIC = 'topic_id, sequence_number';
const PAGE = { limit: '2' };
const latest = (from: string): Sample => ({ from, by: 'consensus_timestamp', order: 'desc' });
const BY_TOKEN = 'token_id, serial_number';
const NFTS_BY_TOKEN: Sample = { from: 'nft', by: BY_TOKEN };
const LIVE = 'deleted is not true and account_id is not null';
const NFTS = first(BY_TOKEN, NFTS_BY_TOKEN, LIVE);
const HELD_TOKEN = first(
  'token_id',
  { from: 'token_account', by: 'account_id, token_id' },
  'associated and balance > 0',
);
const NFTS_BY_SERIAL = first('serial_number, token_id', NFTS_BY_TOKEN, LIVE);

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

/** Traces of calls that had little gas, because they are short. */
const SHORT_TRACE: ExampleValues = {
  from: first(
    "encode(transaction_hash, 'hex')",
    latest('contract_result'),
    'length(transaction_hash) = 32 and contract_id > 0 and gas_used < 100000',
  ),
  write: [(hex) => `0x${hex}`],
  query: { stack: 'false' },
};

/** Sources of example values, by operation id. */
export const EXAMPLE_VALUES: Readonly<Record<string, ExampleValues>> = {
  getAccount: {
    ...one(
      indexScan({
        select: sql`id`,
        from: sql`entity`,
        where: [sql`type = 'ACCOUNT'`],
        by: [sql`id`],
        order: 'desc',
        limit: MAX_CANDIDATES,
      }),
    ),
    query: { limit: '1' },
  },
  listAccountAllowancesCrypto: page(
    first('owner', { from: 'crypto_allowance', by: 'owner, spender' }, 'amount > 0'),
  ),
  listAccountAllowancesTokens: page(
    first('owner', { from: 'token_allowance', by: 'owner, spender, token_id' }, 'amount > 0'),
  ),
  listAccountAllowancesNfts: page(
    first('owner', { from: 'nft_allowance', by: 'owner, spender, token_id' }, 'approved_for_all'),
  ),
  listAccountRewards: page(first('account_id', latest('staking_reward_transfer'))),
  listAccountNfts: page(first('account_id', NFTS_BY_TOKEN, LIVE)),
  listAccountTransfers: page(first('payer_account_id', latest('transaction'))),
  listAccountTokens: page(
    first('account_id', { from: 'token_account', by: 'account_id, token_id' }, 'associated'),
  ),
  listAccountHooks: page(first('owner_id', { from: 'hook', by: 'owner_id, hook_id' }, 'deleted is not true')),
  listAccountHookStorage: page(
    first('owner_id, hook_id', { from: 'hook_storage', by: 'owner_id, hook_id, key' }, 'not deleted'),
    id,
    plain,
  ),
  listAccountAirdropsOutstanding: page(
    first(
      'sender_account_id',
      { from: 'token_airdrop', by: 'sender_account_id, receiver_account_id, token_id, serial_number' },
      "state = 'PENDING'",
    ),
  ),
  listAccountAirdropsPending: page(
    first(
      'receiver_account_id',
      { from: 'token_airdrop', by: 'receiver_account_id, sender_account_id, token_id, serial_number' },
      "state = 'PENDING'",
    ),
  ),
  getBlock: one(namedBlock(sql`index`, 'latest'), plain),
  getContract: one(first('id', { from: 'contract', by: 'id', order: 'desc' })),
  listContractResults: page(first('contract_id', latest('contract_result'), 'contract_id > 0')),
  listContractsResults: { write: [], query: { limit: '1' } },
  getContractsResult: one(
    first("encode(transaction_hash, 'hex')", latest('contract_result'), 'length(transaction_hash) = 32'),
    (hex) => `0x${hex}`,
  ),
  getContractResult: one(
    first('contract_id, consensus_timestamp', latest('contract_result'), 'contract_id > 0'),
    id,
    time,
  ),
  getContractsResultOpcodes: SHORT_TRACE,
  getContractResultsOpcodes: SHORT_TRACE,
  getContractsResultPrestate: { ...SHORT_TRACE, query: { diff: 'true', storage: 'true' } },
  listContractsResultActions: page(
    fewOf(
      sql`encode(r.transaction_hash, 'hex')`,
      sql`${as(rowsOf(latest('contract_action')), 'a')}
    join contract_result r using (consensus_timestamp)`,
      [sql`length(r.transaction_hash) = 32`],
    ),
    (hex) => `0x${hex}`,
  ),
  listContractResultsLogs: page(
    first('contract_id', { from: 'contract_log', by: 'consensus_timestamp, index', order: 'desc' }),
  ),
  listContractState: page(
    first('contract_id', { from: 'contract_state', by: 'contract_id, slot' }, 'value is not null'),
  ),
  getTransaction: one(
    first("payer_account_id || '-' || valid_start_ns", latest('transaction'), 'nonce = 0 and not scheduled'),
    transactionId,
  ),
  getTopic: one(first('id', { from: 'topic', by: 'id' })),
  listTopicMessages: page(first('topic_id', { from: 'topic_message', by: BY_TOPIC })),
  getTopicMessage: one(
    first('topic_id, sequence_number', { from: 'topic_message', by: BY_TOPIC }),
    id,
    plain,
  ),
  getTopicsMessage: one(first('consensus_timestamp', { from: 'topic_message', by: BY_TOPIC }), time),
  postContractsCall: {
    from: first('token_id', { from: 'token', by: 'token_id' }),
    write: [(text) => `0x${BigInt(text).toString(16).padStart(40, '0')}`],
    query: {},
    // `name()`, which every token implements.
    body: ([to]) => ({
      summary: 'Name of a token of this ledger (`name()`)',
      value: { to, data: '0x06fdde03' },
    }),
  },
  getToken: one(first('token_id', { from: 'token', by: 'token_id' })),
  listTopicsSearch: {
    ...one(
      fewOf(
        sql`e.memo`,
        sql`${as(rowsOf({ from: 'topic', by: 'id' }), 'm')}
    join entity e using (id)`,
        [sql`e.memo <> ''`],
      ),
      plain,
    ),
    query: { query: null, limit: '2' },
  },
  listContractsSearch: {
    ...one(
      fewOf(
        sql`e.memo`,
        sql`${as(rowsOf({ from: 'contract', by: 'id' }), 'm')}
    join entity e using (id)`,
        [sql`e.memo <> ''`],
      ),
      plain,
    ),
    query: { query: null, limit: '2' },
  },
  listTokensSearch: {
    ...one(first('symbol', { from: 'token', by: 'token_id' }, "symbol <> ''"), plain),
    query: { query: null, limit: '2' },
  },
  listTokenBalances: page(HELD_TOKEN),
  listTokenHolders: page(HELD_TOKEN),
  listTokenTransfers: page(HELD_TOKEN),
  listTokenNfts: page(first('token_id', NFTS_BY_TOKEN, LIVE)),
  getTokenNft: one(NFTS, id, plain),
  listTokenNftTransactions: page(NFTS, id, plain),
  getTokensNft: { ...one(NFTS_BY_SERIAL, plain, id), query: { 'token.id': null } },
  listTokensNftTransactions: { ...one(NFTS_BY_SERIAL, plain, id), query: { 'token.id': null, limit: '2' } },
  getSchedule: one(first('schedule_id', { from: 'schedule', by: 'schedule_id', order: 'desc' })),
  listNetworkNodes: { write: [], query: { limit: '1' } },
  listNetworkRegisteredNodes: { write: [], query: { limit: '1' } },
};
