import { printEntityId } from '@tain/ledger/entity-id';
import { readExchangeRatesAsGiven } from '@tain/ledger/exchange-rates';
import { readGasPricesAsGiven } from '@tain/ledger/fee-schedules';
import { idInNetwork, type Network } from '@tain/ledger/network';
import { readSimpleFeeSchedule } from '@tain/ledger/simple-fee-schedule';
import { EXCHANGE_RATES_FILE, FEE_SCHEDULE_FILE, SIMPLE_FEES_FILE } from '@tain/ledger/system-files';
import { type SystemFile, systemFile } from '../../store/reads/system-file.ts';
import { NETWORK } from '../query/dialects/network.ts';
import type { Problem } from '../query/problem.ts';

/** Files of the network as these routes read them: a missing field of a message is 0. */

export const RATES_AS_GIVEN = systemFile(EXCHANGE_RATES_FILE, readExchangeRatesAsGiven);
export const GAS_PRICES_AS_GIVEN = systemFile(FEE_SCHEDULE_FILE, readGasPricesAsGiven);
/** The simple fee schedule. An inconsistent version counts as unreadable. */
export const SIMPLE_FEES = systemFile(SIMPLE_FEES_FILE, readSimpleFeeSchedule);

/** 404 for a system file without a readable version. */
export function fileMissing({ num }: SystemFile<unknown>, network: Network): Problem {
  return NETWORK.notFound(`File ${printEntityId(idInNetwork(network, num))} not found`);
}
