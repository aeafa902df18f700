import { sql } from '../../store/sql.ts';
import { computed, entityId, entityIdJson, integer, timestampJson } from '../answer/scalars.ts';
import type { SelectedPage } from '../route/page.ts';

/** A balance of a token, from `b` (token_id, account_id, balance, at) and its `token t`, which may be unknown. */
export const BALANCE_FIELDS = {
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
export const BALANCE_OF_TOKEN_FIELDS = {
  ...BALANCE_FIELDS,
  token_id: entityId(sql`b.token_id`, { nullable: false }),
};

/** Members of an answer in addition to its balances. */
export const BALANCE_MEMBERS = {
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
