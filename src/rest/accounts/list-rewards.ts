import { TIME } from '../../store/access/domain.ts';
import { sql } from '../../store/sql.ts';
import { entityId, timestamp, tinybars } from '../answer/scalars.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { badRequest } from '../query/problem.ts';
import { pageKey } from '../route/page.ts';
import { accountList } from './account-list.ts';

const { TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

/** A paid staking reward, from `staking_reward_transfer`. */
const REWARD_FIELDS = {
  account_id: entityId(sql`account_id`),
  amount: tinybars(sql`amount`, { nullable: false, description: 'Amount in tinybars.' }),
  timestamp: timestamp(sql`consensus_timestamp`, {
    nullable: false,
    description: 'Consensus time of the transaction with which it was paid.',
  }),
};

/** GET /accounts/{idOrAliasOrEvmAddress}/rewards: staking rewards paid to the account. */
export const listRewards = accountList({
  path: '/api/v1/accounts/{idOrAliasOrEvmAddress}/rewards',
  maxAgeSeconds: 60,
  summary: 'List the staking rewards paid to an account',
  description: 'Rewards with the time of their payment, newest first.',
  parameters: {
    limit,
    order: order('desc'),
    timestamp: list(TIMESTAMP, 'Consensus time of the payment; repeated with `eq`: any of them.'),
  },
  items: 'rewards',
  fields: REWARD_FIELDS,
  csv: true,
  mustExist: true,
  check({ values }) {
    if (values.timestamp.some(({ operator }) => operator === 'ne')) {
      throw badRequest('Not equals (ne) operator is not supported for timestamp');
    }
  },
  page: ({ values }, owner) => ({
    from: sql`staking_reward_transfer`,
    where: [sql`account_id = ${owner}`],
    keys: [pageKey('timestamp', sql`consensus_timestamp`, TIME, values.timestamp)],
    order: values.order,
    limit: values.limit,
  }),
});
