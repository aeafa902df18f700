import { type ExchangeRate, readExchangeRates } from '@tain/ledger/exchange-rates';
import { type GasTransaction, gasPriceInTinybars, readGasPrices } from '@tain/ledger/fee-schedules';
import { inForce } from '@tain/ledger/in-force';
import type { Network } from '@tain/ledger/network';
import { readSimpleGasPrices } from '@tain/ledger/simple-fee-schedule';
import { EXCHANGE_RATES_FILE, FEE_SCHEDULE_FILE, SIMPLE_FEES_FILE } from '@tain/ledger/system-files';
import type { Select } from '../connections/select.ts';
import { selectSystemFile, selectSystemFiles, systemFile } from './system-file.ts';

/** The exchange rates file. */
export const RATES = systemFile(EXCHANGE_RATES_FILE, readExchangeRates);

/**
 * Gas prices of the simple fee schedule. If a network has one at a time, it is in force instead of the fee schedules,
 * which newer networks no longer have.
 */
export const SIMPLE_GAS_PRICES = systemFile(SIMPLE_FEES_FILE, readSimpleGasPrices);

/** Gas prices of the fee schedules. */
export const GAS_PRICES = systemFile(FEE_SCHEDULE_FILE, readGasPrices);

/**
 * Returns the exchange rate in force at a time (nanoseconds), by the file's content then; undefined when no version
 * of it can be read.
 */
export async function selectExchangeRate(
  select: Select,
  network: Network,
  at: bigint,
): Promise<ExchangeRate | undefined> {
  const rates = await selectSystemFile(select, network, RATES, { upper: at });
  return rates && inForce(rates.value, at);
}

/**
 * Returns the tinybars for one gas at a time (nanoseconds), by the files' contents then; undefined when they have no
 * price.
 */
export async function selectGasPrice(
  select: Select,
  network: Network,
  transaction: GasTransaction,
  at: bigint,
): Promise<bigint | undefined> {
  const files = [SIMPLE_GAS_PRICES, GAS_PRICES, RATES] as const;
  const [simple, older, rates] = await selectSystemFiles(select, network, files, { upper: at });
  const prices = simple ?? older;
  const price = prices && inForce(prices.value, at).get(transaction);
  return price === undefined || rates === undefined
    ? undefined
    : gasPriceInTinybars(price, inForce(rates.value, at), 'once');
}
