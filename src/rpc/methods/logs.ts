import { arrayOf } from '../method/json-schema.ts';
import { LOG_FILTER } from '../method/log-filter.ts';
import { method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { answerLogs } from '../reads/filtered-logs.ts';
import { selectLogRange } from '../reads/log-range.ts';
import { LOG } from '../values/log.ts';

const getLogs = method({
  name: 'eth_getLogs',
  summary:
    'Returns the logs that match a filter, by consensus time; without a range those of the newest block.',
  parameters: [required('filter', LOG_FILTER, 'Range of blocks, addresses and topics.')],
  result: arrayOf(LOG),
  answer: async ([filter], context) => {
    const range = await selectLogRange(context, filter);
    return range === undefined ? [] : answerLogs(context, filter, range);
  },
});

export const LOG_METHODS = [getLogs];
