import { ENTITY_ID, inRange, isOneValue } from '../../store/access/domain.ts';
import { empty, PLANNED_FOR_VALUES, sql } from '../../store/sql.ts';
import { LEDGER } from '../query/dialects/ledger.ts';
import { list } from '../query/parameter.ts';
import { rangeOf } from '../query/range.ts';
import { listRoute } from '../route/list-route.ts';
import { pageKey } from '../route/page.ts';
import { JOIN_ENTITY, SCHEDULE_FIELDS } from './schedule.json.ts';

const { ENTITY } = LEDGER.types;
const { limit, order } = LEDGER;

/** GET /schedules: scheduled transactions by id. */
export const listSchedules = listRoute({
  path: '/api/v1/schedules',
  dialect: LEDGER,
  maxAgeSeconds: 10,
  tag: 'schedules',
  summary: 'List schedules',
  description:
    'Schedules by number, with the signatures collected so far. Executed and deleted ones are included.',
  parameters: {
    'account.id': list(ENTITY, 'Account that created the schedule; repeated: all must match.'),
    limit,
    order: order('asc'),
    'schedule.id': list(ENTITY, 'Id of the schedule; repeated: all must match.'),
  },
  items: 'schedules',
  fields: SCHEDULE_FIELDS,
  page({ values }) {
    const creators = rangeOf(values['account.id'], 'all', ENTITY_ID.max, ENTITY_ID.min);
    // Creators within bounds may have a few of the schedules or most of them.
    const planned = values['account.id'].length > 0 && !isOneValue(creators) ? PLANNED_FOR_VALUES : empty;
    return {
      from: sql`${planned}schedule c`,
      alias: 'c',
      joins: JOIN_ENTITY,
      where: inRange(sql`c.creator_account_id`, creators, ENTITY_ID),
      keys: [pageKey('schedule.id', sql`c.schedule_id`, ENTITY_ID, values['schedule.id'], 'all')],
      order: values.order,
      limit: values.limit,
      empty: creators.empty,
    };
  },
});
