import { proto } from '@tain/protos/hapi';
import type { ExchangeRate } from './exchange-rates.ts';
import type { Succession } from './in-force.ts';
import { longToBigInt } from './long.ts';

/** Transactions that run contracts, by the names of their functionality. */
export type GasTransaction = 'ContractCall' | 'ContractCreate' | 'EthereumTransaction';

/** Prices of one gas in thousandths of tinycents; a functionality without an entry in the schedule is missing. */
export type GasPrices = ReadonlyMap<GasTransaction, bigint>;

const Fn = proto.HederaFunctionality;
const GAS_TRANSACTIONS: ReadonlyMap<number, GasTransaction> = new Map([
  [Fn.ContractCall, 'ContractCall'],
  [Fn.ContractCreate, 'ContractCreate'],
  [Fn.EthereumTransaction, 'EthereumTransaction'],
]);

/** Reads the prices of gas from the fee schedules (file 0.0.111). Throws when they do not parse or have no current one. */
export function readGasPrices(bytes: Uint8Array): Succession<GasPrices> {
  const { currentFeeSchedule, nextFeeSchedule } = proto.CurrentAndNextFeeSchedule.decode(bytes);
  if (!currentFeeSchedule) throw new Error('there is no current fee schedule');
  const { expiryTime } = currentFeeSchedule;
  return {
    current: gasPricesOf(currentFeeSchedule),
    next: gasPricesOf(nextFeeSchedule),
    expires: expiryTime ? longToBigInt(expiryTime.seconds) : null,
  };
}

/**
 * Reads the prices of gas like `readGasPrices`, with empty or 0 for missing values, the protobuf defaults. Throws when the
 * bytes do not parse.
 */
export function readGasPricesAsGiven(bytes: Uint8Array): Succession<GasPrices> {
  const { currentFeeSchedule, nextFeeSchedule } = proto.CurrentAndNextFeeSchedule.decode(bytes);
  return {
    current: gasPricesOf(currentFeeSchedule),
    next: gasPricesOf(nextFeeSchedule),
    expires: longToBigInt(currentFeeSchedule?.expiryTime?.seconds),
  };
}

function gasPricesOf(schedule: proto.IFeeSchedule | null | undefined): GasPrices {
  const prices = new Map<GasTransaction, bigint>();
  for (const { hederaFunctionality, fees } of schedule?.transactionFeeSchedule ?? []) {
    const name = GAS_TRANSACTIONS.get(hederaFunctionality ?? 0);
    // The first fee is that of the default sub type.
    const service = fees?.[0]?.servicedata;
    if (name !== undefined && service) prices.set(name, longToBigInt(service.gas));
  }
  return prices;
}

/** Fee schedules are in thousandths of tinycents. */
const FEE_DIVISOR = 1000n;

/** One price, in tinycents, for every transaction that runs contracts. */
export function sameGasPrice(tinycents: bigint): GasPrices {
  return new Map([...GAS_TRANSACTIONS.values()].map((name) => [name, tinycents * FEE_DIVISOR]));
}

/**
 * Returns the tinybars for one gas, at least 1, from a price in thousandths of tinycents; undefined when the rate is 0.
 * `rounded`: rounds down once at the end, or twice, first to whole tinycents; the public mirror's services differ in
 * this.
 */
export function gasPriceInTinybars(
  price: bigint,
  { hbars, cents }: ExchangeRate,
  rounded: 'once' | 'twice',
): bigint | undefined {
  if (cents === 0n) return undefined;
  const tinybars =
    rounded === 'once' ? (price * hbars) / (cents * FEE_DIVISOR) : ((price / FEE_DIVISOR) * hbars) / cents;
  return tinybars > 1n ? tinybars : 1n;
}
