import { readExchangeRatesAsGiven } from '../../ledger/exchange-rates.ts';
import { readGasPricesAsGiven } from '../../ledger/fee-schedules.ts';
import { readSimpleFeeSchedule } from '../../ledger/simple-fee-schedule.ts';
import { EXCHANGE_RATES_FILE, FEE_SCHEDULE_FILE, SIMPLE_FEES_FILE } from '../../ledger/system-files.ts';
import { systemFile } from '../../reads/system-file.ts';

/** Files of the network as these routes read them: a missing field of a message is 0. */

export const RATES = systemFile(EXCHANGE_RATES_FILE, readExchangeRatesAsGiven);
export const GAS_PRICES = systemFile(FEE_SCHEDULE_FILE, readGasPricesAsGiven);
/** The simple fee schedule. An inconsistent version counts as unreadable. */
export const SIMPLE_FEES = systemFile(SIMPLE_FEES_FILE, readSimpleFeeSchedule);
