import type { Database } from '../../src/store/connections/database.ts';

/** Values of parameters that are frequent in the rows of `seed.sql`, rare, limited to some times, or missing. */
export interface SeededValues {
  /** Returns the values of a route's parameter. Throws for a parameter without values. */
  of(route: string, parameter: string): readonly string[];
  /** Returns the values of a name in a route's path. */
  ofPath(route: string, name: string): readonly string[];
}

const ACCOUNTS = [
  ...['1001', '1002', '1003', '1004', '1005', '1006', '1008', '2', '3', '98', '800', '801'],
  ...['50', '1000', '7525', '20001', '40001', '60001', '70001', '80001'],
  // Accounts with only old transactions, first and last ones, and a missing one.
  ...['82050', '82500', '83050', '81000', '82000', '83500', '83999', '999999'],
];
const TOKENS = ['1014', '1034', '1054', '1074', '5014', '40014', '80994', '1000', '81000', '999999'];
const CONTRACTS = ['1012', '1032', '1013', '5012', '40013', '80993', '1000', '999999'];
const TOPICS = ['1015', '1016', '1035', '5015', '60016', '999999'];
const KEYS = ['aa'.repeat(32), 'bb'.repeat(32), 'cc'.repeat(32)];
const BALANCES = [
  '0',
  '1',
  '5',
  '99',
  '1000',
  '101001',
  '1000000',
  '1050030',
  '1000000000000',
  '9000000000000000',
];
const SERIALS = ['1', '2', '20', '1000', '50000', '99999', '200000'];
const WORDS = ['0x1', '0x5', '0x64', `0x${'0'.repeat(60)}2710`, `0x${'ff'.repeat(32)}`];
const TYPES = [
  'CRYPTOTRANSFER',
  'CONTRACTCALL',
  'ETHEREUMTRANSACTION',
  'TOKENASSOCIATE',
  'CRYPTODELETE',
  'TOKENWIPE',
  'FREEZE',
  'NODECREATE',
];

const MEMO_TERMS = ['e', 'entity 1015', 'entity 50', 'entity 99', 'zz'].map(
  (term) => `0x${Buffer.from(term).toString('hex')}`,
);

/** Reads values that `seed.sql` does not define: hashes, and the times of the first and last rows. */
export async function readSeededValues({ pool }: Database): Promise<SeededValues> {
  const column = async (text: string) => (await pool.query<{ v: string }>(text)).rows.map(({ v }) => v);
  const times = await column(`
    with span as (select min(consensus_timestamp) as low, max(consensus_timestamp) as high from transaction)
    select (ns / 1000000000) || '.' || lpad((ns % 1000000000)::text, 9, '0') as v
    from span, lateral (
      select low - 1000000000 union all select low union all select high union all select high + 1000000000
      union all select low + (high - low) / 1000 * permille from unnest(array[1, 10, 50, 200, 500, 900, 990, 999]) permille
      union all (select consensus_timestamp from contract_result order by 1 desc limit 1 offset 1000)
      union all (select consensus_timestamp from topic_message where topic_id = 1015 order by 1 limit 1 offset 1000)) t (ns)`);
  const blockHashes = await column(
    `select '0x' || hash as v from record_file where index in (0, 5, 900, 5000)`,
  );
  const blocks = await column(
    `select unnest(array[0, 5, max(index) / 2, max(index), max(index) + 1])::text as v from record_file`,
  );
  const logTopics =
    await column(`(select '0x' || encode(topic0, 'hex') as v from contract_log where topic0 is not null group by topic0 order by count(*), topic0 limit 3)
    union all select '0x' || repeat('aa', 32) union all select '0x' || repeat('bb', 32)
    union all (select '0x' || encode(topic1, 'hex') from contract_log where topic1 is not null group by topic1 order by count(*) desc, topic1 limit 2)
    union all select '0x' || lpad(to_hex(1001), 64, '0') union all select '0x' || lpad(to_hex(60001), 64, '0') union all select '0x00'`);
  const hashes = await column(`select '0x' || encode(transaction_hash, 'hex') as v from contract_result
    where consensus_timestamp in (select min(consensus_timestamp) from contract_result union all select max(consensus_timestamp) from contract_result
      union all select consensus_timestamp from contract_action where index = 300)`);
  const pools: Readonly<Record<string, readonly string[]>> = {
    'account.id': ACCOUNTS,
    'spender.id': ACCOUNTS,
    'receiver.id': ACCOUNTS,
    'sender.id': ACCOUNTS,
    from: ACCOUNTS,
    'token.id': TOKENS,
    'contract.id': CONTRACTS,
    'topic.id': TOPICS,
    'schedule.id': ['1017', '5017', '40018', '80998', '999999'],
    'account.publickey': KEYS,
    publickey: KEYS,
    'account.balance': BALANCES,
    timestamp: times,
    serialnumber: SERIALS,
    'block.number': blocks,
    'block.hash': blockHashes,
    'transaction.index': ['0', '5', '99'],
    'transaction.hash': hashes,
    topic0: logTopics,
    topic1: logTopics,
    topic2: logTopics,
    topic3: logTopics,
    sequencenumber: ['1', '2', '100', '5000', '14000', '40000', '999999'],
    index: ['0', '1', '2', '100', '300'],
    slot: WORDS,
    key: WORDS,
    'hook.id': ['1', '10', '5000', '10001'],
    'node.id': ['0', '5', '30', '99'],
    'file.id': ['101', '102'],
    'registerednode.id': ['1', '1000', '5000'],
    transactiontype: TYPES,
    result: ['success', 'fail'],
    query: ['t', 'to', 'token 1', 'rare coin 2', 'T1014', 'zzz'],
    term: ['t', 't1014', 'token 50', 'rare coin', 'zz'].map(
      (term) => `0x${Buffer.from(term).toString('hex')}`,
    ),
    name: ['Token', 'Rare', 'oin 2014', 'zzz'],
    amount: ['-1', '1', '0', '5', '-1000000000000'],
    kind: ['hbar', 'token', 'nft', 'event'],
    balance: ['true', 'false'],
    exact: ['true', 'false'],
    transactions: ['true', 'false'],
    hbar: ['true', 'false'],
    internal: ['true', 'false'],
    owner: ['true', 'false'],
    encoding: ['utf-8'],
  };
  /** Parameters whose values depend on the route. */
  const ofRoutes: Readonly<Record<string, readonly string[]>> = {
    'type of /api/v1/transactions': ['credit', 'debit'],
    'type of /api/v1/tokens': ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'],
    'type of /api/v1/network/registered-nodes': ['BLOCK_NODE', 'MIRROR_NODE'],
    ...Object.fromEntries(
      ['topics', 'contracts'].flatMap((items) => [
        [
          `query of /api/v1/${items}/search`,
          ['e', 'entity', 'Entity 1', 'entity 8000', 'entity 1015', 'zzz'],
        ],
        [`term of /api/v1/${items}/search`, MEMO_TERMS],
      ]),
    ),
    'balance of /api/v1/tokens/{tokenId}/holders': [...BALANCES, '3', '101000'],
  };
  const paths: Readonly<Record<string, readonly string[]>> = {
    idOrAliasOrEvmAddress: ACCOUNTS,
    contractIdOrAddress: CONTRACTS,
    tokenId: TOKENS,
    topicId: TOPICS,
    id: TOKENS,
    serialNumber: SERIALS,
    transactionIdOrHash: hashes,
    hookId: ['1', '5'],
  };
  const found = (pool: readonly string[] | undefined, name: string): readonly string[] => {
    if (pool === undefined || pool.length === 0)
      throw new Error(`no values of ${name} in test/plans/seeded-values.ts`);
    return pool;
  };
  return {
    of: (route, parameter) =>
      found(ofRoutes[`${parameter} of ${route}`] ?? pools[parameter], `${parameter} of ${route}`),
    ofPath: (route, name) => found(paths[name], `${name} in ${route}`),
  };
}
