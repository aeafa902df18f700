import { gasPriceInTinybars } from '@tain/ledger/fee-schedules';
import { inForce } from '@tain/ledger/in-force';
import { SIMPLE_GAS_PRICES } from '../../store/reads/rates.ts';
import { selectSystemFile, selectSystemFiles } from '../../store/reads/system-file.ts';
import { timestampOrZeroJson } from '../answer/timestamp-or-zero.ts';
import { NETWORK } from '../query/dialects/network.ts';
import { timeBounds } from '../query/range.ts';
import { route } from '../route/route.ts';
import { fileMissing, GAS_PRICES_AS_GIVEN, RATES_AS_GIVEN } from './fee-files.ts';

const { order, stateTimestamp } = NETWORK;

/**
 * GET /network/fees: gas prices in tinybars, from the fee schedule and the exchange rate (file 0.0.112) in force at a
 * time: the given upper bound, else the time of the schedule itself. The fee schedule is the simple one (file 0.0.113)
 * if the network already had it then, else that of file 0.0.111.
 */
export const getFees = route({
  path: '/api/v1/network/fees',
  dialect: NETWORK,
  maxAgeSeconds: 60,
  tag: 'network',
  summary: 'Get gas prices',
  description:
    'Price of one gas in tinybars for each kind of transaction that runs contracts, by the fee schedule and the exchange rate in force, or those of `timestamp`.',
  parameters: { timestamp: stateTimestamp('timestamp'), order: order('asc') },
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
    const { select, settings } = context;
    const files = [SIMPLE_GAS_PRICES, GAS_PRICES_AS_GIVEN, RATES_AS_GIVEN] as const;
    const [simple, older, rates] = await selectSystemFiles(select, settings, files, bounds);
    const { lower, upper } = bounds;
    if (simple === undefined && lower !== undefined) {
      // A simple schedule from before the lower bound is in force, instead of an older kind of schedule within the
      // bounds.
      const earlier = await selectSystemFile(select, settings, SIMPLE_GAS_PRICES, { upper });
      if (earlier !== undefined) throw fileMissing(SIMPLE_GAS_PRICES, settings);
    }
    const schedules = simple ?? older;
    if (schedules === undefined) throw fileMissing(GAS_PRICES_AS_GIVEN, settings);
    if (rates === undefined) throw fileMissing(RATES_AS_GIVEN, settings);
    const time = upper ?? schedules.timestamp;
    const rate = inForce(rates.value, time);
    const fees = [...inForce(schedules.value, time)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, price]) => {
        const gas = gasPriceInTinybars(price, rate, 'twice');
        return gas === undefined ? [] : [`{"gas":${gas},"transaction_type":"${name}"}`];
      });
    if (values.order === 'desc') fees.reverse();
    const timestamp = timestampOrZeroJson(String(schedules.timestamp));
    return { body: `{"fees":[${fees.join(',')}],"timestamp":${timestamp}}` };
  },
});
