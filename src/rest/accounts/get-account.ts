import { earlier, later, MAX_INT64 } from '@tain/ledger/timestamp';
import type { Range } from '../../store/access/domain.ts';
import { leftJoinTable, sameKey } from '../../store/access/joined-rows.ts';
import { newestOfVersions } from '../../store/access/newest-version.ts';
import { balanceAtSnapshot, exactBalance } from '../../store/reads/balance-at.ts';
import { wholeSince } from '../../store/reads/retained.ts';
import { all, join, raw, type Sql, sql } from '../../store/sql.ts';
import { listSchema, objectSchema, objectWriter } from '../answer/objects.ts';
import { IS_ACCOUNT, IS_NOT_MADE_UP } from '../holdings/account-scan.sql.ts';
import { exactInstant, exactTokens, knownInstant } from '../holdings/exact.sql.ts';
import { selectSnapshot, timesOfState, tokensAtSnapshot } from '../holdings/snapshot.sql.ts';
import { currentTokens } from '../holdings/token-balances.ts';
import type { EntityReference } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { ALL, defaulted, list } from '../query/parameter.ts';
import { notFound } from '../query/problem.ts';
import { rangeOf } from '../query/range.ts';
import { selectEntityId } from '../route/entity-reference.ts';
import { LINKS_SCHEMA } from '../route/list-route.ts';
import { linksJson, type Page, rowWithPage } from '../route/page.ts';
import {
  balancesKnownSince,
  knownSince,
  requireRetained,
  retainedHistory,
  wholeAccountsSince,
} from '../route/require-retained.ts';
import { type ApiContext, type ApiRequest, route } from '../route/route.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';
import { TRANSACTION_TYPE, transactionsPage } from '../transactions/list-transactions.ts';
import { TRANSACTION_FIELDS } from '../transactions/transaction.json.ts';
import { accountFields, joinIsOlder } from './account.json.ts';

const { ENTITY_OR_ALIAS } = LEDGER.types;

/** The account in the paths of its resources. */
export const ACCOUNT_PATH = {
  idOrAliasOrEvmAddress: {
    type: ENTITY_OR_ALIAS,
    description:
      'Account as `shard.realm.num`, `realm.num` or `num`, as base32 alias, or as EVM address with or without `0x`.',
  },
} as const;

/** Throws `Problem` (404) if the reference names no entity that was ever created. */
export async function checkExists(context: ApiContext, reference: EntityReference): Promise<void> {
  const id = await selectEntityId(context, reference, LEDGER);
  const rows = await context.lookup(sql`select 1 from entity where id = ${id}`);
  if (rows.length === 0) throw notFound();
}

/** Columns of an entity's version that an account's answer needs. */
const ENTITY_COLUMNS = [
  'alias',
  'auto_renew_period',
  'balance',
  'balance_timestamp',
  'created_timestamp',
  'decline_reward',
  'delegation_address',
  'deleted',
  'ethereum_nonce',
  'evm_address',
  'expiration_timestamp',
  'id',
  'key',
  'max_automatic_token_associations',
  'memo',
  'num',
  'receiver_sig_required',
  'staked_account_id',
  'staked_node_id',
  'stake_period_start',
  'timestamp_range',
  'type',
];

const STAKE_COLUMNS = ['end_stake_period', 'id', 'pending_reward', 'timestamp_range'];

/**
 * FROM items: the newest version of an account whose validity overlaps times and contains none of the excluded ones as `e`, and of its
 * stake as `es`. Validity includes its start and excludes its end.
 */
function accountVersion(id: bigint, { lower, upper, except }: Range, further: readonly Sql[]): Sql {
  const where = [
    sql`e.id = ${id}`,
    ...(upper === undefined ? [] : [sql`lower(timestamp_range) <= ${upper}`]),
    ...except.map((time) => sql`not timestamp_range @> ${time}::bigint`),
  ];
  // A bound after the last possible time does not fit the column.
  const lasts =
    lower === undefined
      ? []
      : [sql`(upper_inf(timestamp_range) or upper(timestamp_range) > ${earlier(lower, MAX_INT64)})`];
  const newest = (table: string, columns: readonly string[], valid: readonly Sql[]): Sql =>
    sql`(${newestOfVersions({ table, alias: 'e', select: join(columns.map((column) => raw(column))), where, valid })})`;
  return sql`${newest('entity', ENTITY_COLUMNS, [...lasts, ...further])} e
    left join ${newest('entity_stake', STAKE_COLUMNS, lasts)} es on true`;
}

/** FROM items: the current version of an account as `e`, and its stake as `es`. */
function presentAccount(id: bigint, further: readonly Sql[]): Sql {
  return sql`(
      select e.*
      from entity e
      where ${all([sql`e.id = ${id}`, ...further])}
    ) e
    ${leftJoinTable('entity_stake', 'es', [sql`es.id = e.id`])}`;
}

const { BOOLEAN, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const PARAMETERS = {
  exact: defaulted(
    BOOLEAN,
    false,
    'Balances exactly at `timestamp` (`eq`, `lt` or `lte`) instead of those of a snapshot.',
  ),
  limit,
  order: order('desc'),
  timestamp: list(
    TIMESTAMP,
    'Time of the account and its balance: at or before it, or within bounds. Transactions are limited to the same times.',
  ),
  transactions: defaulted(
    BOOLEAN,
    true,
    'Whether transactions are shown; without them the answer is faster.',
  ),
  transactiontype: list(TRANSACTION_TYPE, 'Type of the transactions; repeated: any of them.', {
    operators: ALL,
  }),
};

type AccountRequest = ApiRequest<typeof PARAMETERS, typeof ACCOUNT_PATH>;

const CONDITIONS = [IS_ACCOUNT, IS_NOT_MADE_UP];
const ID = sql`e.id`;

/** Source of an account as FROM items: `e`, `es`, `b` and `s`, as `accountFields` reads them. */
async function sourceOf(id: bigint, request: AccountRequest, context: ApiContext): Promise<Sql> {
  const since = await wholeAccountsSince(context);
  const source = await versionOf(id, request, context);
  return since === undefined ? source : sql`${source}${joinIsOlder(since)}`;
}

async function versionOf(id: bigint, { values }: AccountRequest, context: ApiContext): Promise<Sql> {
  const balancesSince = await balancesKnownSince(context);
  const known = (tinybars: Sql, since = balancesSince): Sql =>
    knownSince(since, sql`e.created_timestamp`, tinybars);
  const tokensLimit = context.settings.tokenBalanceLimitSingle;
  const balance = (tinybars: Sql, time: Sql, tokens: Sql): Sql =>
    sql`
    cross join lateral (
      select ${tinybars} as balance, ${time} as balance_timestamp, ${tokens} as tokens
    ) b`;
  if (values.timestamp.length === 0) {
    const tokens = currentTokens(sameKey('account_id', 'e', 'id'), 'asc', tokensLimit);
    return sql`${presentAccount(id, CONDITIONS)}${balance(known(sql`e.balance`), sql`e.balance_timestamp`, tokens)}`;
  }
  const times = timesOfState(values.timestamp);
  await requireRetained(context, times.upper, 'history');
  const version = accountVersion(id, times, CONDITIONS);
  const instant = values.exact ? exactInstant(values.timestamp) : undefined;
  if (instant !== undefined) {
    const known = await knownInstant(context, instant, id);
    const tokens = exactTokens(ID, known, 'asc', tokensLimit);
    return sql`${version}${balance(exactBalance(ID, known), sql`${known.at}::bigint`, tokens)}`;
  }
  const snapshot = await selectSnapshot(context, times);
  if (snapshot === undefined) {
    await requireRetained(context, times.upper, 'balances');
    // The version itself holds its balance, but no tokens.
    return sql`${version}${balance(known(sql`e.balance`), sql`e.balance_timestamp`, sql`null`)}`;
  }
  return sql`${version}${balance(
    known(sql`coalesce(${balanceAtSnapshot(ID, snapshot)}, 0)`, snapshot.knownSince),
    sql`${snapshot.at}::bigint`,
    tokensAtSnapshot(ID, snapshot, 'asc', tokensLimit),
  )}`;
}

function pageOf(id: bigint, { values }: AccountRequest, context: ApiContext): Page | undefined {
  const times = rangeOf(values.timestamp, 'all');
  if (!values.transactions || times.empty) return undefined;
  return transactionsPage(context, {
    accounts: { ids: [id] },
    without: [],
    times,
    types: [...new Set(values.transactiontype.map(({ value }) => value))],
    result: undefined,
    transfers: undefined,
    order: values.order,
    limit: values.limit,
    sampled: context.settings.thresholds.sampled,
    gathered: context.settings.thresholds.gatheredEntries,
  });
}

function schema() {
  const { properties, required, ...rest } = objectSchema(accountFields(DEFAULT_API_SETTINGS));
  return {
    ...rest,
    properties: { ...properties, transactions: listSchema(TRANSACTION_FIELDS), links: LINKS_SCHEMA },
    required: [...(required ?? []), 'transactions', 'links'],
  };
}

/** Start of an account; null when its creation is unknown. */
const BEGIN = sql`case
    when e.created_timestamp is not null then least(e.created_timestamp, lower(e.timestamp_range))
  end`;

/**
 * Returns the link to the transactions after a page, whose last one has these `keys`. The link's times also select the account's
 * version: null where there is none, because the answer would be 404. `begun`: start of the account.
 */
async function linkAfter(
  keys: readonly (string | null)[],
  page: Page,
  id: bigint,
  begun: string | null,
  request: AccountRequest,
  context: ApiContext,
): Promise<string | null> {
  const last = BigInt(keys[0] ?? 0);
  // The account has to be known at the link's times, too.
  const known = wholeSince(await retainedHistory(context), 'history', 'balances') ?? MAX_INT64;
  const begin = begun === null ? known : later(BigInt(begun), known);
  if (page.order === 'desc' && last <= begin) return null;
  if (await isLeftOut(id, request, context, last)) return null;
  return LEDGER.nextLink({
    path: request.path,
    // `exact` requires a single time at which balances are known. The link's times need not be one, and only
    // its transactions are read.
    given: request.given.filter(({ name }) => name !== 'exact'),
    keys: page.keys,
    order: page.order,
    last: keys,
  });
}

/** Returns whether the account has no version within the times of the link after a page, because `ne` leaves them out. */
async function isLeftOut(
  id: bigint,
  { values }: AccountRequest,
  context: ApiContext,
  last: bigint,
): Promise<boolean> {
  if (!values.timestamp.some(({ operator }) => operator === 'ne')) return false;
  const bound = { operator: values.order === 'desc' ? 'lt' : 'gt', value: last } as const;
  const times = timesOfState([...values.timestamp, bound]);
  const rows = await context.lookup(sql`select 1 from ${accountVersion(id, times, CONDITIONS)}`);
  return rows.length === 0;
}

/** GET /accounts/{idOrAliasOrEvmAddress}: an account, now or at a past moment, with its transactions. */
export const getAccount = route({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}',
  dialect: LEDGER,
  maxAgeSeconds: 2,
  tag: 'accounts',
  summary: 'Get an account',
  description:
    'An account or contract with its balances and its transactions. With `timestamp`: its state at that time, with the balances of the newest snapshot within the range, or, with `exact=true`, those exactly at that time.',
  queryFirst: true,
  pathParameters: ACCOUNT_PATH,
  parameters: PARAMETERS,
  schema: schema(),
  async answer(request, context) {
    const { pathValues, values } = request;
    const id = await selectEntityId(context, pathValues.idOrAliasOrEvmAddress, LEDGER);
    const lower = values.timestamp.filter(({ operator }) => operator === 'gt' || operator === 'gte');
    const upper = values.timestamp.filter(({ operator }) => operator === 'lt' || operator === 'lte');
    if (lower.length > 0 && upper.length > 0 && rangeOf([...lower, ...upper]).empty) {
      throw notFound('Timestamp range is empty');
    }

    const source = await sourceOf(id, request, context);
    const since = await wholeAccountsSince(context);
    const fields = objectWriter(accountFields(context.settings, 'with', since));
    const columns = fields.columns.length + 1;
    const account = sql`
      select ${fields.selected},${BEGIN}
      from ${source}`;
    const page = pageOf(id, request, context);
    const rows = await (page === undefined
      ? context.lookup(account)
      : context.select(rowWithPage({ row: account, columns }, TRANSACTION_FIELDS, page)));
    const [first] = rows;
    // The first column is the account's id: null if only transactions were found.
    if (first === undefined || first[0] === null) throw notFound();

    const transactions = objectWriter(TRANSACTION_FIELDS);
    const at = columns;
    const keysAt = at + transactions.columns.length;
    // The key of a transaction, its time, is null if only the account was found.
    const shown = page === undefined ? [] : rows.filter((row) => row[keysAt] !== null);
    const last = shown.at(-1)?.slice(keysAt);
    const begun = first[fields.columns.length] ?? null;
    const isLast = page === undefined || last === undefined || shown.length < page.limit;
    const next = isLast ? null : await linkAfter(last, page, id, begun, request, context);
    const items = shown.map((row) => transactions.write(row, at)).join(',');
    return {
      body: `${fields.write(first).slice(0, -1)},"transactions":[${items}],"links":${linksJson(next)}}`,
      next,
    };
  },
});
