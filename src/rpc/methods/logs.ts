import { arrayOf } from '../method/json-schema.ts';
import { LOG_FILTER, type LogFilter } from '../method/log-filter.ts';
import { JsonText, method } from '../method/method.ts';
import { required } from '../method/parameter.ts';
import { answerLogs } from '../reads/filtered-logs.ts';
import { type LogRange, selectLogRange } from '../reads/log-range.ts';
import { LOG } from '../values/log.ts';

/** Maximum size of a cached answer, in bytes. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

const getLogs = method({
  name: 'eth_getLogs',
  summary:
    'Returns the logs that match a filter, by consensus time; without a range those of the newest block.',
  parameters: [required('filter', LOG_FILTER, 'Range of blocks, addresses and topics.')],
  result: arrayOf(LOG),
  answer: async ([filter], context) => {
    const range = await selectLogRange(context, filter);
    if (range === undefined) return [];
    const key = keyOf(filter, range);
    const known = context.cache.get(key);
    if (known !== undefined) return new JsonText(known);
    const answer = await answerLogs(context, filter, range);
    if (answer.length <= MAX_CACHED_BYTES) context.cache.set(key, answer.text);
    return answer;
  },
});

/** Returns the key of logs that never change because all of their blocks are visible. */
function keyOf({ address = [], topics = [] }: LogFilter, { start, end }: LogRange): string {
  return `logs ${start} ${end} ${address.join()} ${topics.map((alternatives) => alternatives.join()).join(';')}`;
}

export const LOG_METHODS = [getLogs];
