import { proto } from '@hiero-ledger/proto';
import { longToBigInt } from '../../kernel/long.ts';
import { systemFile } from './system-file.ts';

/** What a number of hbars is worth until a time. */
export interface ExchangeRate {
  readonly cents: bigint;
  readonly hbars: bigint;
  /** Seconds since 1970. */
  readonly expires: bigint;
}

export interface Rates {
  readonly current: ExchangeRate;
  readonly next: ExchangeRate;
}

function rateOf(rate: proto.IExchangeRate | null | undefined): ExchangeRate {
  return {
    cents: longToBigInt(rate?.centEquiv),
    hbars: longToBigInt(rate?.hbarEquiv),
    expires: longToBigInt(rate?.expirationTime?.seconds),
  };
}

/** File 0.0.112: the exchange rates. */
export const RATES_FILE = systemFile<Rates>(112n, (bytes) => {
  const { currentRate, nextRate } = proto.ExchangeRateSet.decode(bytes);
  return { current: rateOf(currentRate), next: rateOf(nextRate) };
});

/** Gas prices that a schedule names, in thousandths of a tinycent, by the name of the transaction. */
export interface FeeSchedule {
  readonly gas: ReadonlyMap<string, bigint>;
  /** Seconds since 1970. */
  readonly expires: bigint;
}

export interface FeeSchedules {
  readonly current: FeeSchedule;
  readonly next: FeeSchedule;
}

const Fn = proto.HederaFunctionality;

/** The transactions whose gas price is told. */
const GAS_TRANSACTIONS: ReadonlyMap<number, string> = new Map([
  [Fn.ContractCall, 'ContractCall'],
  [Fn.ContractCreate, 'ContractCreate'],
  [Fn.EthereumTransaction, 'EthereumTransaction'],
]);

function scheduleOf(schedule: proto.IFeeSchedule | null | undefined): FeeSchedule {
  const gas = new Map<string, bigint>();
  for (const { hederaFunctionality, fees } of schedule?.transactionFeeSchedule ?? []) {
    const name = GAS_TRANSACTIONS.get(hederaFunctionality ?? 0);
    // Without a sub type, the default one.
    const [first] = fees ?? [];
    if (name !== undefined && first?.servicedata) gas.set(name, longToBigInt(first.servicedata.gas));
  }
  return { gas, expires: longToBigInt(schedule?.expiryTime?.seconds) };
}

/** File 0.0.111: the fee schedules, of which gas prices are shown. */
export const FEES_FILE = systemFile<FeeSchedules>(111n, (bytes) => {
  const { currentFeeSchedule, nextFeeSchedule } = proto.CurrentAndNextFeeSchedule.decode(bytes);
  return { current: scheduleOf(currentFeeSchedule), next: scheduleOf(nextFeeSchedule) };
});
