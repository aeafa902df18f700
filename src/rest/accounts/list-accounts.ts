import { ENTITY_ID } from '../../store/access/domain.ts';
import { sameKey } from '../../store/access/joined-rows.ts';
import { rowsByKey } from '../../store/access/lookup.ts';
import { sql } from '../../store/sql.ts';
import { accountScan, IS_NOT_MADE_UP } from '../holdings/account-scan.sql.ts';
import { currentTokens } from '../holdings/token-balances.ts';
import { PUBLIC_KEY } from '../query/common-types.ts';
import { LOOKUP } from '../query/dialects/ledger.ts';
import { defaulted, list } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { balancesKnownSince, knownSince, wholeAccountsSince } from '../route/require-retained.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';
import { accountFields, joinIsOlder } from './account.json.ts';

const { BOOLEAN, ENTITY, integer } = LOOKUP.types;
const { limit, order } = LOOKUP;

const WITH_BALANCE = accountFields(DEFAULT_API_SETTINGS);
/** Fields in the interface description: the balance is null in a list without balances. */
const DESCRIBED = {
  ...WITH_BALANCE,
  balance: { ...WITH_BALANCE.balance, schema: { ...WITH_BALANCE.balance.schema, nullable: true } },
};

/** GET /accounts: accounts and contracts of the network by id, including deleted ones. */
export const listAccounts = listRoute({
  path: '/api/v1/accounts',
  dialect: LOOKUP,
  maxAgeSeconds: 10,
  tag: 'accounts',
  summary: 'List accounts',
  description: 'Accounts and contracts by id, including deleted ones.',
  parameters: {
    'account.balance': list(integer(0n), 'Balance in tinybars; repeated: all must match.'),
    'account.id': list(ENTITY, 'Account; repeated with `eq`: any of them.'),
    'account.publickey': list(PUBLIC_KEY, 'Public key of the account in hex, raw or in DER form.'),
    balance: defaulted(BOOLEAN, true, 'Whether balances are shown; without them the answer is faster.'),
    limit,
    order: order('asc'),
  },
  items: 'accounts',
  fields: async (context, { values }) =>
    accountFields(context.settings, values.balance ? 'with' : 'without', await wholeAccountsSince(context)),
  describedFields: DESCRIBED,
  async page({ values }, context) {
    const { settings } = context;
    const balances = rangeOf(values['account.balance'], 'all');
    const id = pageKey('account.id', sql`e.id`, ENTITY_ID, values['account.id']);
    const search = {
      ids: id.range,
      balances,
      publicKeys: values['account.publickey'],
      where: [IS_NOT_MADE_UP],
      order: values.order,
      limit: values.limit,
    };
    const account = sameKey('account_id', 'e', 'id');
    const tokens = currentTokens(account, values.order, settings.tokenBalanceLimitMultiple);
    const created = sql`e.created_timestamp`;
    const balancesSince = await balancesKnownSince(context);
    const own =
      balancesSince === undefined
        ? sql`e.balance`
        : sql`${knownSince(balancesSince, created, sql`e.balance`)} as balance`;
    const balance = values.balance
      ? sql`
    cross join lateral (select ${own}, e.balance_timestamp, ${tokens} as tokens) b`
      : sql``;
    const since = await wholeAccountsSince(context);
    const stake = rowsByKey({ select: sql`*`, from: sql`entity_stake`, where: [sameKey('id', 'e', 'id')] });
    return {
      scan: await accountScan(context, search),
      alias: 'e',
      joins: sql`left join ${stake} es on true${balance}${since === undefined ? sql`` : joinIsOlder(since)}`,
      keys: [id],
      order: values.order,
      limit: values.limit,
      empty: balances.empty,
    };
  },
});
