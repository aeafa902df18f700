import { proto } from '@tain/protos/hapi';
import { longToBigInt } from '../kernel/long.ts';
import type { ExchangeRate } from './exchange-rates.ts';
import type { Succession } from './in-force.ts';

/** The transactions that run contracts, by the names of their functionality. */
export type GasTransaction = 'ContractCall' | 'ContractCreate' | 'EthereumTransaction';

/** Prices of one gas, in thousandths of tinycents; those that a schedule does not name are missing. */
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

/** As `readGasPrices`; what is missing is empty or 0, as in any message of protobuf. Throws when the bytes do not parse. */
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
    // Without a sub type, the default one.
    const service = fees?.[0]?.servicedata;
    if (name !== undefined && service) prices.set(name, longToBigInt(service.gas));
  }
  return prices;
}

/** The fee schedule counts in thousandths of tinycents. */
const FEE_DIVISOR = 1000n;

/** One price, in tinycents, for every transaction that runs contracts. */
export function sameGasPrice(tinycents: bigint): GasPrices {
  return new Map([...GAS_TRANSACTIONS.values()].map((name) => [name, tinycents * FEE_DIVISOR]));
}

/**
 * Tinybars for one gas, at least 1, of a price in thousandths of tinycents; undefined for a rate that knows no worth.
 * Rounded down: once at the end, or first to whole tinycents and then again. The public mirror's services differ.
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
