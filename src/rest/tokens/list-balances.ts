import { ENTITY_ID, UNBOUNDED } from '../../store/access/domain.ts';
import { leftJoinTable, sameKey } from '../../store/access/joined-rows.ts';
import { empty, type Sql, sql } from '../../store/sql.ts';
import { computed, entityId, entityIdJson, integer, timestampJson } from '../answer/scalars.ts';
import { selectSnapshot, timesOfState } from '../holdings/snapshot.sql.ts';
import { PUBLIC_KEY } from '../query/common-types.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { type Filter, list, type Values } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { checkTwoKeys } from '../query/two-keys.ts';
import { listRoute } from '../route/list-route.ts';
import { type Page, pageKey, type SelectedPage } from '../route/page.ts';
import type { ApiContext } from '../route/route.ts';
import type { BalanceSearch } from './balance-search.ts';
import { currentTokenBalances } from './current-balances.sql.ts';
import { tokenBalancesAtSnapshot } from './past-balances.sql.ts';
import { namedToken, TOKEN_PATH, TOKENS_IN_QUERY } from './token-path.ts';

/** A balance of a token, from `b` (token_id, account_id, balance, at) and its `token t`, which may be unknown. */
const BALANCE_FIELDS = {
  account: computed<string>(
    // The time is not a field of the item, but the answer's own time is read from here.
    [sql`b.account_id`, sql`b.at`],
    (id) => entityIdJson(id ?? '0'),
    { type: 'string', pattern: '^\\d{1,10}\\.\\d{1,10}\\.\\d{1,12}$' },
  ),
  balance: integer(sql`b.balance`, {
    nullable: false,
    description: 'Balance in the smallest unit of the token; for NFTs their number.',
  }),
  decimals: integer(sql`t.decimals`),
};
const TIME_COLUMN = 1;

/** Fields of a balance in a list across tokens. */
const BALANCE_OF_TOKEN_FIELDS = {
  ...BALANCE_FIELDS,
  token_id: entityId(sql`b.token_id`, { nullable: false }),
};

/** Members of an answer in addition to its balances. */
const BALANCE_MEMBERS = {
  schema: {
    timestamp: {
      type: 'string',
      nullable: true,
      description: 'The moment of the balances; without `timestamp` the latest change on the page.',
    },
  },
  write({ rows }: SelectedPage): Record<string, string> {
    let latest: bigint | undefined;
    for (const row of rows) {
      const time = row[TIME_COLUMN];
      if (time && (latest === undefined || BigInt(time) > latest)) latest = BigInt(time);
    }
    return { timestamp: latest === undefined ? 'null' : timestampJson(String(latest)) };
  },
} as const;

const { ENTITY, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const PARAMETERS = {
  'account.balance': list(
    LEDGER.types.integer(0n),
    'Balance in the smallest unit of the token; repeated: all must match.',
  ),
  'account.id': list(ENTITY, 'Account; repeated with `eq`: any of them.'),
  'account.publickey': list(
    PUBLIC_KEY,
    'Present public key of the account in hex, raw or in DER form; repeated: the last value is used.',
  ),
  limit,
  order: order('desc'),
  timestamp: list(TIMESTAMP, 'Moment of the balances: at or before it; bounds may be combined.'),
};

const COMMON = {
  dialect: LEDGER,
  maxAgeSeconds: 1,
  tag: 'tokens',
  items: 'balances',
  members: BALANCE_MEMBERS,
} as const;

/** The page of one token's balances, or of all tokens within bounds. */
async function balancesPage(
  context: ApiContext,
  values: Values<typeof PARAMETERS>,
  token: bigint | undefined,
  tokens = UNBOUNDED,
): Promise<Page> {
  const account = pageKey('account.id', sql`b.account_id`, ENTITY_ID, values['account.id']);
  const tokenId = pageKey('token.id', sql`b.token_id`, ENTITY_ID, tokens);
  const search: BalanceSearch = {
    token,
    tokens,
    accounts: account.range,
    balances: rangeOf(values['account.balance'], 'all'),
    publicKey: values['account.publickey'].at(-1),
    order: values.order,
    limit: values.limit,
    thresholds: context.settings.thresholds,
  };
  const scan = await scanOf(context, search, values.timestamp);
  return {
    scan: scan ?? empty,
    alias: 'b',
    joins: leftJoinTable('token', 't', [sameKey('token_id', 'b', 'token_id', token)]),
    keys: token === undefined ? [tokenId, account] : [account],
    order: values.order,
    limit: values.limit,
    empty: scan === undefined,
  };
}

/** Scan of the balances; undefined when there can be none. */
async function scanOf(
  context: ApiContext,
  search: BalanceSearch,
  timestamps: readonly Filter<bigint>[],
): Promise<Sql | undefined> {
  const times = timesOfState(timestamps);
  if (times.empty || search.balances.empty) return undefined;
  if (timestamps.length === 0) return currentTokenBalances(search, await context.shared.abilities.get());
  const snapshot = await selectSnapshot(context, times);
  return snapshot === undefined ? undefined : tokenBalancesAtSnapshot(search, snapshot);
}

/** GET /tokens/{tokenId}/balances: holders of a token, now or at a past time, greatest id first. */
export const listTokenBalances = listRoute({
  ...COMMON,
  path: '/api/v1/tokens/{tokenId}/balances',
  summary: 'List the balances of a token',
  description:
    'Balances of all accounts associated with the token; with `timestamp` those of the newest snapshot within the range.',
  pathParameters: TOKEN_PATH,
  parameters: PARAMETERS,
  fields: BALANCE_FIELDS,
  page: ({ pathValues, values }, context) => balancesPage(context, values, pathValues.tokenId),
});

/** GET /tokens/balances: holders of the token that `token.id` names, or of all tokens. */
export const listBalancesOfTokens = listRoute({
  ...COMMON,
  path: '/api/v1/tokens/balances',
  summary: 'List token balances',
  description:
    'Balances of the token that `token.id` names, as /tokens/{tokenId}/balances; or of all tokens, ordered by token and then account. Then bounds of `account.id` belong to the bound of `token.id` on the same side: `token.id=gte:5&account.id=gt:7` begins after account 7 of token 5.',
  parameters: { ...PARAMETERS, 'token.id': TOKENS_IN_QUERY },
  fields: (_context, { values }) =>
    namedToken(values['token.id']) === undefined ? BALANCE_OF_TOKEN_FIELDS : BALANCE_FIELDS,
  describedFields: {
    ...BALANCE_OF_TOKEN_FIELDS,
    token_id: { ...BALANCE_OF_TOKEN_FIELDS.token_id, optional: true },
  },
  page({ values, given }, context) {
    const token = namedToken(values['token.id']);
    if (token !== undefined) return balancesPage(context, values, token);
    checkTwoKeys(
      { name: 'token.id', filters: values['token.id'] },
      { name: 'account.id', filters: values['account.id'] },
      given,
    );
    return balancesPage(
      context,
      values,
      undefined,
      rangeOf(values['token.id'], 'any', ENTITY_ID.max, ENTITY_ID.min),
    );
  },
});
