import { Reader } from '@tain/protos/wire';
import { type GasPrices, sameGasPrice } from './fee-schedules.ts';
import type { Succession } from './in-force.ts';

/**
 * Simple fee schedule (HIP-1261): base fees, prices of units beyond the included ones, and the surcharge of high-volume
 * transactions (HIP-1313). The npm package of protos lacks its messages, hence the field numbers. All prices are tinycents.
 */
export interface SimpleFeeSchedule {
  readonly node: { readonly base: bigint; readonly included: ReadonlyMap<number, bigint> };
  readonly networkMultiplier: bigint;
  /** Price of a unit, by the number of the extra. */
  readonly prices: ReadonlyMap<number, bigint>;
  /** Prices by the number of the transaction's functionality. */
  readonly services: ReadonlyMap<number, ServicePrice>;
}

export interface ServicePrice {
  readonly base: bigint;
  /** Units that the base fee includes, by the number of the extra; 0 for those not named. */
  readonly included: ReadonlyMap<number, bigint>;
  /** Whether the transaction pays nothing for node and network. */
  readonly exempt: boolean;
  readonly highVolume: HighVolumeRates | undefined;
}

/** Rates of high volume. Multipliers are thousandths. */
export interface HighVolumeRates {
  readonly max: bigint;
  /** Points of the curve, sorted by utilization (basis points); undefined without a curve. */
  readonly curve: readonly CurvePoint[] | undefined;
}

export interface CurvePoint {
  readonly utilization: bigint;
  readonly multiplier: bigint;
}

/** Names of the extras by number. */
export const EXTRA_NAMES = [
  'SIGNATURES',
  'KEYS',
  'NFT_SERIALS',
  'ACCOUNTS',
  'TOKEN_TYPES',
  'GAS',
  'ALLOWANCES',
  'AIRDROPS',
  'HOOK_UPDATES',
  'TOKEN_TRANSFER_BASE',
  'TOKEN_TRANSFER_BASE_CUSTOM_FEES',
  'HOOK_EXECUTION',
  'TOKEN_CREATE_WITH_CUSTOM_FEE',
  'TOKEN_MINT_NFT',
  'CONSENSUS_CREATE_TOPIC_WITH_CUSTOM_FEE',
  'CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE',
  'SCHEDULE_CREATE_CONTRACT_CALL_BASE',
  'TOKEN_ASSOCIATE',
  'HOOK_SLOT_UPDATE',
  'TOKEN_MINT_NFT_BASE',
  'NFT_UPDATE',
  'RECORDS',
  'STATE_BYTES',
  'PROCESSING_BYTES',
  'CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE_BYTES',
  'CONSENSUS_SUBMIT_MESSAGE_WITHOUT_CUSTOM_FEE_BYTES',
] as const;

export type Extra = (typeof EXTRA_NAMES)[number];

/** Number of units of an extra that a transaction has. */
export type Unit = readonly [extra: Extra, count: bigint];

/** Reads the fields of one message: calls `field` with the number of each, and skips a field that it does not read. */
function readFields(bytes: Uint8Array, field: (number: number, reader: Reader) => boolean): void {
  const reader = new Reader(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag >>> 3 === 0) throw new Error('field number 0');
    if (!field(tag >>> 3, reader)) reader.skipType(tag & 7);
  }
}

function readNumber(reader: Reader): bigint {
  const { low, high } = reader.int64();
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

/** Reads and checks a schedule. Throws when it does not parse or its prices are inconsistent. */
export function readSimpleFeeSchedule(bytes: Uint8Array): SimpleFeeSchedule {
  let node: SimpleFeeSchedule['node'] | undefined;
  let networkMultiplier = 0n;
  const prices = new Map<number, bigint>();
  const services = new Map<number, ServicePrice>();
  readFields(bytes, (number, reader) => {
    if (number === 1) node = readService(reader.bytes(), NODE_FIELDS);
    else if (number === 2) networkMultiplier = readNamed(reader.bytes(), 0, 1).value;
    else if (number === 4) {
      const { name, value } = readNamed(reader.bytes(), 1, 2);
      if (prices.has(name)) throw new Error(`extra ${name} has two prices`);
      prices.set(name, value);
    } else if (number === 5) {
      readFields(reader.bytes(), (inner, service) => {
        if (inner !== 2) return false;
        const entry = readService(service.bytes(), SERVICE_FIELDS);
        if (services.has(entry.name)) throw new Error(`functionality ${entry.name} has two prices`);
        services.set(entry.name, entry);
        return true;
      });
    } else return false;
    return true;
  });
  if (node === undefined || networkMultiplier < 1n || services.size === 0) {
    throw new Error('a schedule needs node, network and services');
  }
  const schedule = { node, networkMultiplier, prices, services };
  verifyPrices(schedule);
  return schedule;
}

const GAS = EXTRA_NAMES.indexOf('GAS');

/**
 * Reads the price of gas from a simple fee schedule: one price for all transactions that run contracts, until the next version
 * of the file. Empty when the schedule has none; the rest of the schedule is not checked. Throws when the bytes are empty or
 * do not parse.
 */
export function readSimpleGasPrices(bytes: Uint8Array): Succession<GasPrices> {
  if (bytes.length === 0) throw new Error('the schedule is empty');
  let price: bigint | undefined;
  readFields(bytes, (number, reader) => {
    if (number !== 4) return false;
    const { name, value } = readNamed(reader.bytes(), 1, 2);
    if (name === GAS) price ??= value;
    return true;
  });
  const prices: GasPrices = price === undefined ? new Map() : sameGasPrice(price);
  return { current: prices, next: prices, expires: null };
}

/** Throws when a price is negative, or when a unit of a fee has no price. */
function verifyPrices({ node, prices, services }: SimpleFeeSchedule): void {
  for (const { base, included } of [node, ...services.values()]) {
    if (base < 0n) throw new Error('a base fee is negative');
    for (const extra of included.keys()) {
      if (!prices.has(extra)) throw new Error(`extra ${extra} has no price`);
    }
  }
  for (const price of prices.values()) if (price < 0n) throw new Error('a price is negative');
}

/** Reads a message with two numbers in the given fields: a name (of an enumeration) or key, and a value. */
function readNamed(
  bytes: Uint8Array,
  nameField: number,
  valueField: number,
): { name: number; value: bigint } {
  let name = 0;
  let value = 0n;
  readFields(bytes, (number, reader) => {
    if (number === nameField) name = reader.int32();
    else if (number === valueField) value = readNumber(reader);
    else return false;
    return true;
  });
  return { name, value };
}

const NODE_FIELDS = { name: 0, base: 1, extras: 2 };
const SERVICE_FIELDS = { name: 1, base: 2, extras: 3 };
const HIGH_VOLUME_FIELD = 5;
const EXEMPT_FIELD = 6;

function readService(
  bytes: Uint8Array,
  fields: typeof NODE_FIELDS,
): ServicePrice & { readonly name: number } {
  let name = 0;
  let base = 0n;
  let exempt = false;
  let highVolume: HighVolumeRates | undefined;
  const included = new Map<number, bigint>();
  readFields(bytes, (number, reader) => {
    if (number === fields.name) name = reader.int32();
    else if (number === fields.base) base = readNumber(reader);
    else if (number === fields.extras) {
      const extra = readNamed(reader.bytes(), 1, 2);
      included.set(extra.name, extra.value);
    } else if (number === HIGH_VOLUME_FIELD) highVolume = readHighVolume(reader.bytes());
    else if (number === EXEMPT_FIELD) exempt = reader.bool();
    else return false;
    return true;
  });
  return { name, base, exempt, included, highVolume };
}

function readHighVolume(bytes: Uint8Array): HighVolumeRates {
  let max = 0n;
  let curve: CurvePoint[] | undefined;
  readFields(bytes, (number, reader) => {
    if (number === 2) max = readNumber(reader);
    else if (number === 3) {
      readFields(reader.bytes(), (kind, curveReader) => {
        if (kind !== 1) return false;
        curve = readCurve(curveReader.bytes());
        return true;
      });
    } else return false;
    return true;
  });
  return { max, curve };
}

function readCurve(bytes: Uint8Array): CurvePoint[] {
  const points: CurvePoint[] = [];
  readFields(bytes, (number, reader) => {
    if (number !== 1) return false;
    let utilization = 0n;
    let multiplier = 0n;
    readFields(reader.bytes(), (field, point) => {
      if (field === 1) utilization = readNumber(point);
      else if (field === 2) multiplier = readNumber(point);
      else return false;
      return true;
    });
    points.push({ utilization, multiplier });
    return true;
  });
  return points.sort((a, b) => Number(a.utilization - b.utilization));
}
