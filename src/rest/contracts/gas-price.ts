import type { ExchangeRate } from '@tain/ledger/exchange-rates';
import { type GasPrices, gasPriceInTinybars } from '@tain/ledger/fee-schedules';
import { inForce, type Succession, startOfHour } from '@tain/ledger/in-force';
import { idInNetwork, type Network } from '@tain/ledger/network';
import { EXCHANGE_RATES_FILE, FEE_SCHEDULE_FILE, SIMPLE_FEES_FILE } from '@tain/ledger/system-files';
import { GAS_PRICES, RATES, SIMPLE_GAS_PRICES } from '../../store/reads/rates.ts';
import { type SystemFile, selectSystemFile } from '../../store/reads/system-file.ts';
import type { ApiContext } from '../route/route.ts';

/**
 * Gas price of results without an Ethereum transaction, which have no stored one: that of a contract call in the fee
 * schedule, converted by the exchange rates file, at the time of the result. The fee schedule is the simple one if the
 * network already had it then.
 */

/** Packed ids of the fee schedule files. The first one that a network has is in force. */
export function feeScheduleFiles(network: Network): bigint[] {
  return [SIMPLE_FEES_FILE, FEE_SCHEDULE_FILE].map((file) => idInNetwork(network, file));
}

/** The packed id of the exchange rates file. */
export function exchangeRatesFile(network: Network): bigint {
  return idInNetwork(network, EXCHANGE_RATES_FILE);
}

/** Tinybars for one gas of a contract call at a consensus time, by the files in force at the beginning of its hour. */
export function gasPrice(
  prices: Succession<GasPrices>,
  rates: Succession<ExchangeRate>,
  at: bigint,
): bigint | null {
  const hour = startOfHour(at);
  const price = inForce(prices, hour).get('ContractCall');
  if (price === undefined) return null;
  return gasPriceInTinybars(price, inForce(rates, hour), 'once') ?? null;
}

/**
 * Returns the newest readable version of a file at or before a time, which is the time of one of the file's rows. Null
 * when there is none. It is decoded once, because rows of files never change, unless they can be replaced.
 */
async function versionAt<T>(
  { select, settings, shared }: ApiContext,
  file: SystemFile<T>,
  time: string,
): Promise<T | null> {
  const name = `${file.num} ${time}`;
  const cached = shared.fileVersions.get(name);
  if (cached !== undefined) return cached as T | null;
  const version = await selectSystemFile(select, settings, file, { upper: BigInt(time) });
  const value = version?.value ?? null;
  shared.fileVersions.set(name, value);
  return value;
}

/** Columns of a row with the price's inputs, and of the price itself. */
const PRICED = { schedule: 0, rates: 1, time: 2 } as const;

/**
 * Puts the gas price (decimal, tinybars; or null) into the first column of rows whose first columns are the times of
 * the two files' last rows, and the result's own time. Modifies the rows, because copying every row of a page takes
 * longer than everything else.
 */
export async function putGasPrices(context: ApiContext, rows: readonly (string | null)[][]): Promise<void> {
  const versions = <T>(column: number, ...files: SystemFile<T>[]) =>
    selectVersions(context, files, new Set(rows.map((row) => row[column] ?? null)));
  const [schedules, rates] = await Promise.all([
    versions(PRICED.schedule, SIMPLE_GAS_PRICES, GAS_PRICES),
    versions(PRICED.rates, RATES),
  ]);
  const priceOf = (schedule: string, rate: string, at: string): string | null => {
    const inSchedule = schedules.get(schedule) ?? null;
    const inRates = rates.get(rate) ?? null;
    if (inSchedule === null || inRates === null) return null;
    return gasPrice(inSchedule, inRates, BigInt(at))?.toString() ?? null;
  };
  // Most results of a page are of the same hour.
  let last: { schedule: string; rate: string; hour: number; price: string | null } | undefined;
  for (const row of rows) {
    const schedule = row[PRICED.schedule] ?? null;
    if (schedule === null) continue;
    const rate = row[PRICED.rates] ?? '';
    const at = row[PRICED.time] ?? '0';
    const hour = Math.floor(Number(at.slice(0, -9)) / 3600);
    if (last?.schedule !== schedule || last.rate !== rate || last.hour !== hour) {
      last = { schedule, rate, hour, price: priceOf(schedule, rate, at) };
    }
    row[0] = last.price;
  }
}

/** Sets the gas price of a row as in `putGasPrices` to null. */
export function dropGasPrice(row: (string | null)[]): void {
  row[0] = null;
}

/** Reads the versions in force at the times of the files' rows, each from the first file that has one. */
async function selectVersions<T>(
  context: ApiContext,
  files: readonly SystemFile<T>[],
  times: ReadonlySet<string | null>,
): Promise<Map<string, T | null>> {
  const versions = new Map<string, T | null>();
  await Promise.all(
    [...times].map(async (time) => {
      if (time === null) return;
      let version: T | null = null;
      for (const file of files) version ??= await versionAt(context, file, time);
      versions.set(time, version);
    }),
  );
  return versions;
}
