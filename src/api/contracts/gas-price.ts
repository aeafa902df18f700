import { proto } from '@hiero-ledger/proto';
import { sql } from '../../access/sql.ts';
import { encodeEntityId } from '../../kernel/entity-id.ts';
import { longToBigInt } from '../../kernel/long.ts';
import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import type { ApiContext } from '../route.ts';
import type { ApiSettings } from '../settings.ts';
import { fileContent, newestBeginnings } from './files.sql.ts';

/**
 * The price of gas for results without an Ethereum transaction, which name none: that of a contract
 * call in the fee schedule file, by the exchange rates file, as of the result.
 */

const FEE_SCHEDULE_NUM = 111n;
const EXCHANGE_RATES_NUM = 112n;
const CONTRACT_CALL: number = proto.HederaFunctionality.ContractCall;
/** The fee schedule counts in thousandths of tinycents. */
const FEE_DIVISOR = 1000n;
const NANOS_PER_HOUR = 3600n * NANOS_PER_SECOND;

/** Versions of a file that are tried: a broken one makes the one before it count. */
const MOST_ATTEMPTS = 12;
/** Versions kept in memory; each is a few numbers. */
const MOST_KEPT = 5000;

/** The packed id of the fee schedule file. */
export function feeScheduleFile({ shard, realm }: ApiSettings): bigint {
  return encodeEntityId(shard, realm, FEE_SCHEDULE_NUM);
}

/** The packed id of the exchange rates file. */
export function exchangeRatesFile({ shard, realm }: ApiSettings): bigint {
  return encodeEntityId(shard, realm, EXCHANGE_RATES_NUM);
}

/** Something that holds until it expires, and what follows it. */
interface Succession<T> {
  readonly current: T;
  /** Nanoseconds; null for never. */
  readonly expiry: bigint | null;
  readonly next: T;
}

interface Rate {
  readonly hbars: bigint;
  readonly cents: bigint;
}

/** Gas of a contract call, in thousandths of tinycents; null where the schedule has no price. */
type Schedule = Succession<bigint | null>;
type Rates = Succession<Rate>;

function inForce<T>({ current, expiry, next }: Succession<T>, at: bigint): T {
  return expiry !== null && at > expiry ? next : current;
}

function nanosOf(time: proto.ITimestampSeconds | null | undefined): bigint | null {
  return time ? longToBigInt(time.seconds) * NANOS_PER_SECOND : null;
}

function callGas(schedule: proto.IFeeSchedule | null | undefined): bigint | null {
  let gas: bigint | null = null;
  for (const { hederaFunctionality, fees } of schedule?.transactionFeeSchedule ?? []) {
    const service = fees?.[0]?.servicedata;
    if (hederaFunctionality === CONTRACT_CALL && service) gas = longToBigInt(service.gas);
  }
  return gas;
}

/** Reads the fee schedule file. Throws for what is no such file. */
export function readSchedule(bytes: Uint8Array): Schedule {
  const { currentFeeSchedule, nextFeeSchedule } = proto.CurrentAndNextFeeSchedule.decode(bytes);
  if (!currentFeeSchedule) throw new Error('no current fee schedule');
  return {
    current: callGas(currentFeeSchedule),
    expiry: nanosOf(currentFeeSchedule.expiryTime),
    next: callGas(nextFeeSchedule),
  };
}

/** Reads the exchange rates file. Throws for what is no such file. */
export function readRates(bytes: Uint8Array): Rates {
  const { currentRate, nextRate } = proto.ExchangeRateSet.decode(bytes);
  if (!currentRate || !nextRate) throw new Error('an exchange rate is missing');
  const rate = ({ hbarEquiv, centEquiv }: proto.IExchangeRate): Rate => ({
    hbars: BigInt(hbarEquiv ?? 0),
    cents: BigInt(centEquiv ?? 0),
  });
  return { current: rate(currentRate), expiry: nanosOf(currentRate.expirationTime), next: rate(nextRate) };
}

/** Tinybars for one gas at a consensus time, by what is in force at the beginning of its hour. */
export function gasPrice(schedule: Schedule, rates: Rates, at: bigint): bigint | null {
  const hour = at - (at % NANOS_PER_HOUR);
  const gas = inForce(schedule, hour);
  const { hbars, cents } = inForce(rates, hour);
  if (gas === null || cents === 0n) return null;
  const tinybars = (gas * hbars) / (cents * FEE_DIVISOR);
  return tinybars > 1n ? tinybars : 1n;
}

/** Versions of the two files, decoded once; rows of files never change. */
class FeeFiles {
  readonly #versions = new Map<string, Promise<unknown>>();

  /**
   * The newest readable version at or before a time, which is that of one of the file's rows. Null
   * when there is none.
   */
  version<T>(
    context: ApiContext,
    file: bigint,
    time: string,
    read: (bytes: Uint8Array) => T,
  ): Promise<T | null> {
    const name = `${file} ${time}`;
    const kept = this.#versions.get(name);
    if (kept !== undefined) {
      this.#versions.delete(name);
      this.#versions.set(name, kept);
      return kept as Promise<T | null>;
    }
    const loaded = selectVersion(context, file, BigInt(time), read);
    this.#versions.set(name, loaded);
    for (const oldest of this.#versions.keys()) {
      if (this.#versions.size <= MOST_KEPT) break;
      this.#versions.delete(oldest);
    }
    loaded.catch(() => this.#versions.delete(name));
    return loaded;
  }
}

async function selectVersion<T>(
  context: ApiContext,
  file: bigint,
  time: bigint,
  read: (bytes: Uint8Array) => T,
): Promise<T | null> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const [row] = await context.select(
      sql`select ${fileContent(sql`v.file`, sql`v.time`)}, (select f.consensus_timestamp from ${newestBeginnings(sql`v.file`, sql`v.time`)} limit 1) from (select ${file}::bigint as file, ${time}::bigint as time) v`,
    );
    const [content = null, first = null] = row ?? [];
    if (content === null || first === null) return null;
    try {
      return read(Buffer.from(content.slice(2), 'hex'));
    } catch {
      time = BigInt(first) - 1n;
    }
  }
  return null;
}

const kept = new WeakMap<ApiSettings, FeeFiles>();

/** One store for each server; a new one each time where rows of files are replaced. */
function feeFiles({ settings }: ApiContext): FeeFiles {
  if (!settings.keepFileVersions) return new FeeFiles();
  let files = kept.get(settings);
  if (files === undefined) {
    files = new FeeFiles();
    kept.set(settings, files);
  }
  return files;
}

/** Where rows hold what a price depends on, and where the price goes: places of columns. */
export const PRICED = { schedule: 0, rates: 1, time: 2 } as const;

/**
 * Puts the price of gas (decimal, tinybars; or null) into the first column of rows that have in their
 * first columns the times of the two files' last rows, and the result's own time. In place: a copy of
 * every row of a page takes longer than all the rest.
 */
export async function putGasPrices(context: ApiContext, rows: readonly (string | null)[][]): Promise<void> {
  const versions = <T>(place: number, file: bigint, read: (bytes: Uint8Array) => T) =>
    selectVersions(context, file, new Set(rows.map((row) => row[place] ?? null)), read);
  const [schedules, rates] = await Promise.all([
    versions(PRICED.schedule, feeScheduleFile(context.settings), readSchedule),
    versions(PRICED.rates, exchangeRatesFile(context.settings), readRates),
  ]);
  const priceOf = (schedule: string, rate: string, at: string): string | null => {
    const inSchedule = schedules.get(schedule) ?? null;
    const inRates = rates.get(rate) ?? null;
    if (inSchedule === null || inRates === null) return null;
    return gasPrice(inSchedule, inRates, BigInt(at))?.toString() ?? null;
  };
  // Most results of a page are of one hour.
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

/** What is in force at the times of a file's rows. */
async function selectVersions<T>(
  context: ApiContext,
  file: bigint,
  times: ReadonlySet<string | null>,
  read: (bytes: Uint8Array) => T,
): Promise<Map<string, T | null>> {
  const files = feeFiles(context);
  const versions = new Map<string, T | null>();
  await Promise.all(
    [...times].map(async (time) => {
      if (time !== null) versions.set(time, await files.version(context, file, time, read));
    }),
  );
  return versions;
}
