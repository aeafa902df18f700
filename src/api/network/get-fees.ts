import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import { javaOrder, stateTimestamp } from '../../query/java-parameters.ts';
import { timeBounds } from '../../query/java-range.ts';
import { javaTimestampJson } from '../answer/java-scalars.ts';
import { route } from '../route.ts';
import { fileMissing } from './file-missing.ts';
import { type ExchangeRate, FEES_FILE, RATES_FILE } from './rate-files.ts';
import { selectFiles } from './system-file.ts';

/**
 * Gas price in tinybars, at least 1, of a price in thousandths of a tinycent; undefined when the
 * rate knows no price. Both divisions round down, one after the other.
 */
export function gasTinybars(price: bigint, { hbars, cents }: ExchangeRate): bigint | undefined {
  if (cents === 0n) return undefined;
  const tinybars = ((price / 1000n) * hbars) / cents;
  return tinybars > 1n ? tinybars : 1n;
}

/** Of something current and something next: which holds at a time in nanoseconds. */
function inForce<Part extends { readonly expires: bigint }>(
  { current, next }: { readonly current: Part; readonly next: Part },
  time: bigint,
): Part {
  return time > current.expires * NANOS_PER_SECOND ? next : current;
}

/**
 * GET /network/fees: gas prices in tinybars, from the fee schedule (file 0.0.111) and the exchange
 * rate (file 0.0.112) in force at a time: the upper bound given, else that of the schedule itself.
 */
export const getFees = route({
  path: '/api/v1/network/fees',
  family: 'java',
  maxAge: 60,
  tag: 'network',
  summary: 'Get gas prices',
  description:
    'What one gas costs in tinybars for each kind of transaction that runs contracts, by the fee schedule and the exchange rate in force, or those of `timestamp`.',
  parameters: { timestamp: stateTimestamp('timestamp'), order: javaOrder('asc') },
  schema: {
    type: 'object',
    properties: {
      fees: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            gas: { type: 'integer', format: 'int64', description: 'Price of a unit of gas in tinybars.' },
            transaction_type: { type: 'string', example: 'ContractCall' },
          },
          required: ['gas', 'transaction_type'],
        },
      },
      timestamp: { type: 'string', description: 'Consensus time of the newest part of the fee schedule.' },
    },
    required: ['fees', 'timestamp'],
  },
  async answer({ values }, context) {
    const bounds = timeBounds(values.timestamp);
    const [schedules, rates] = await selectFiles(context, [FEES_FILE, RATES_FILE], bounds);
    if (schedules === undefined) throw fileMissing(FEES_FILE, context.settings);
    if (rates === undefined) throw fileMissing(RATES_FILE, context.settings);
    const time = bounds.upper ?? schedules.timestamp;
    const rate = inForce(rates.value, time);
    const fees = [...inForce(schedules.value, time).gas]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, price]) => {
        const gas = gasTinybars(price, rate);
        return gas === undefined ? [] : [`{"gas":${gas},"transaction_type":"${name}"}`];
      });
    if (values.order === 'desc') fees.reverse();
    const timestamp = javaTimestampJson(String(schedules.timestamp));
    return { body: `{"fees":[${fees.join(',')}],"timestamp":${timestamp}}` };
  },
});
