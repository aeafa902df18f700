import { readExchangeRatesAsGiven } from '@tain/ledger/exchange-rates';
import { readGasPricesAsGiven } from '@tain/ledger/fee-schedules';
import { readSimpleFeeSchedule } from '@tain/ledger/simple-fee-schedule';
import { EXCHANGE_RATES_FILE, FEE_SCHEDULE_FILE, SIMPLE_FEES_FILE } from '@tain/ledger/system-files';
import { systemFile } from '../../store/reads/system-file.ts';

/** Files of the network as these routes read them: a missing field of a message is 0. */

export const RATES = systemFile(EXCHANGE_RATES_FILE, readExchangeRatesAsGiven);
export const GAS_PRICES = systemFile(FEE_SCHEDULE_FILE, readGasPricesAsGiven);
/** The simple fee schedule. An inconsistent version counts as unreadable. */
export const SIMPLE_FEES = systemFile(SIMPLE_FEES_FILE, readSimpleFeeSchedule);
