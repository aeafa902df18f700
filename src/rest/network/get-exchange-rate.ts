import type { ExchangeRate } from '@tain/ledger/exchange-rates';
import { selectSystemFile } from '../../store/reads/system-file.ts';
import { timestampOrZeroJson } from '../answer/timestamp-or-zero.ts';
import { NETWORK } from '../query/dialects/network.ts';
import type { Schema } from '../query/json-schema.ts';
import { timeBounds } from '../query/range.ts';
import { route } from '../route/route.ts';
import { fileMissing, RATES_AS_GIVEN } from './fee-files.ts';

const { stateTimestamp } = NETWORK;

const RATE_SCHEMA: Schema = {
  type: 'object',
  properties: {
    cent_equivalent: { type: 'integer', description: 'Value of the hbars in US cents.' },
    expiration_time: { type: 'integer', description: 'Seconds since 1970 until which the rate holds.' },
    hbar_equivalent: { type: 'integer', description: 'Number of hbars.' },
  },
  required: ['cent_equivalent', 'expiration_time', 'hbar_equivalent'],
};

function rateJson({ cents, expires, hbars }: ExchangeRate): string {
  return `{"cent_equivalent":${cents},"expiration_time":${expires},"hbar_equivalent":${hbars}}`;
}

/** GET /network/exchangerate: the current and the next rate, from file 0.0.112 at a time. */
export const getExchangeRate = route({
  path: '/api/v1/network/exchangerate',
  dialect: NETWORK,
  maxAgeSeconds: 60,
  tag: 'network',
  summary: 'Get the exchange rate',
  description: 'The rate between hbar and US cents that fees are computed with.',
  parameters: { timestamp: stateTimestamp('timestamp') },
  schema: {
    type: 'object',
    properties: {
      current_rate: RATE_SCHEMA,
      next_rate: RATE_SCHEMA,
      timestamp: { type: 'string', description: 'Consensus time of the transaction that set the rates.' },
    },
    required: ['current_rate', 'next_rate', 'timestamp'],
  },
  async answer({ values }, context) {
    const { select, settings } = context;
    const rates = await selectSystemFile(select, settings, RATES_AS_GIVEN, timeBounds(values.timestamp));
    if (rates === undefined) throw fileMissing(RATES_AS_GIVEN, settings);
    const { current, next } = rates.value;
    const time = timestampOrZeroJson(String(rates.timestamp));
    return {
      body: `{"current_rate":${rateJson(current)},"next_rate":${rateJson(next)},"timestamp":${time}}`,
    };
  },
});
