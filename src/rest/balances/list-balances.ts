import { ENTITY_ID } from '../../store/access/domain.ts';
import { empty, type Sql, sql } from '../../store/sql.ts';
import { computed, entityIdJson, integer as integerField, timestampJson } from '../answer/scalars.ts';
import type { AccountSearch } from '../holdings/account-scan.sql.ts';
import { exactInstant, knownInstant } from '../holdings/exact.sql.ts';
import { selectSnapshot, timesOfState } from '../holdings/snapshot.sql.ts';
import { TOKENS } from '../holdings/token-balances.ts';
import { PUBLIC_KEY } from '../query/common-types.ts';
import { LOOKUP } from '../query/dialects/ledger.ts';
import { defaulted, list } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { type Adding, pageKey } from '../route/page.ts';
import { accountFilters, BALANCE_ACCOUNT } from './balance-account.ts';
import { balancesAt, balancesAtSnapshot, currentBalances } from './list-balances.sql.ts';

const { BOOLEAN, integer, TIMESTAMP } = LOOKUP.types;
const { limit, order } = LOOKUP;

/** The balance of an account, from `b` with the columns of its id, balance, time and tokens. */
const BALANCE_FIELDS = {
  account: computed<string>(
    // The time is not a field of the item, but the answer's own time is read from here.
    [sql`b.account_id`, sql`b.balance_timestamp`],
    (id) => entityIdJson(id ?? '0'),
    { type: 'string', pattern: '^\\d{1,10}\\.\\d{1,10}\\.\\d{1,12}$' },
  ),
  balance: integerField(sql`b.balance`, { description: 'Amount in tinybars.' }),
  tokens: TOKENS,
};
const TIME_COLUMN = 1;

/** GET /balances: balances of accounts, now or at a past moment, greatest id first. */
export const listBalances = listRoute({
  path: '/api/v1/balances',
  dialect: LOOKUP,
  maxAgeSeconds: 1,
  tag: 'balances',
  summary: 'List balances',
  description:
    'Present balances; with `timestamp`, those of the newest snapshot within the range, or, with `exact=true`, those exactly at that time.',
  parameters: {
    'account.balance': list(integer(0n), 'Balance in tinybars; repeated: all must match.'),
    'account.id': list(
      BALANCE_ACCOUNT,
      'Account; repeated with `eq`: any of them. One of them may be an EVM address or an alias.',
    ),
    'account.publickey': list(PUBLIC_KEY, 'Present public key of the account in hex, raw or in DER form.'),
    exact: defaulted(
      BOOLEAN,
      false,
      'Balances at the very instant of `timestamp` (`eq`, `lt` or `lte`) instead of those of a snapshot.',
    ),
    limit,
    order: order('desc'),
    timestamp: list(TIMESTAMP, 'Time of the balances: at or before it; bounds may be combined.'),
  },
  items: 'balances',
  fields: BALANCE_FIELDS,
  members: {
    schema: {
      timestamp: {
        type: 'string',
        nullable: true,
        description: 'Time of the balances; without `timestamp` the latest change on the page.',
      },
    },
    write({ rows }) {
      const times = rows.flatMap((row) => (row[TIME_COLUMN] ? [BigInt(row[TIME_COLUMN])] : []));
      const latest = times.reduce<bigint | undefined>(
        (last, time) => (last === undefined || time > last ? time : last),
        undefined,
      );
      return { timestamp: latest === undefined ? 'null' : timestampJson(String(latest)) };
    },
  },
  async page({ values, given }, context) {
    const accounts = await accountFilters(context, values['account.id'], given);
    const id = pageKey('account.id', sql`b.account_id`, ENTITY_ID, accounts);
    const search: AccountSearch = {
      ids: id.range,
      balances: rangeOf(values['account.balance'], 'all'),
      publicKeys: values['account.publickey'],
      order: values.order,
      limit: values.limit,
    };
    const times = timesOfState(values.timestamp);
    const instant = values.exact ? exactInstant(values.timestamp) : undefined;
    const isCurrent = instant === undefined && values.timestamp.length === 0;
    let scan: Sql | Adding | undefined;
    if (instant !== undefined) {
      scan = balancesAt(context, search, await knownInstant(context, instant));
    } else if (isCurrent) {
      scan = await currentBalances(context, search);
    } else {
      const snapshot = times.empty ? undefined : await selectSnapshot(context, times);
      if (snapshot !== undefined) scan = balancesAtSnapshot(context, search, snapshot);
    }
    return {
      scan: scan ?? empty,
      alias: 'b',
      keys: [id],
      order: values.order,
      limit: values.limit,
      empty: scan === undefined || search.balances.empty,
    };
  },
});
