import { sql } from '../../access/sql.ts';
import { computed, entityId, entityIdJson, integer, timestampJson } from '../answer/scalars.ts';
import type { SelectedPage } from '../route/page.ts';

/** A balance of a token, from `b` (token_id, account_id, balance, at) and its `token t`, which may be unknown. */
export const BALANCE_FIELDS = {
  account: computed<string>(
    // The time is no field of the item; that of the answer is taken from here.
    [sql`b.account_id`, sql`b.at`],
    (id) => entityIdJson(id ?? '0'),
    { type: 'string', pattern: '^\\d{1,10}\\.\\d{1,10}\\.\\d{1,12}$' },
  ),
  balance: integer(sql`b.balance`, {
    nullable: false,
    description: 'In the smallest unit of the token; for NFTs how many.',
  }),
  decimals: integer(sql`t.decimals`),
};
const TIME_COLUMN = 1;

/** The same in a list across tokens. */
export const BALANCE_OF_TOKEN_FIELDS = {
  ...BALANCE_FIELDS,
  token_id: entityId(sql`b.token_id`, { nullable: false }),
};

/** What an answer of balances has beside them. */
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
