import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { type GasTransaction, gasPriceInTinybars } from '@tain/ledger/fee-schedules';
import { inForce, startOfHour } from '@tain/ledger/in-force';
import { GAS_PRICES, RATES, SIMPLE_GAS_PRICES } from '../../store/reads/rates.ts';
import { selectSystemFiles } from '../../store/reads/system-file.ts';
import type { RpcContext } from '../method/context.ts';

type Reading = Pick<RpcContext, 'select' | 'settings'>;

const FILES = [SIMPLE_GAS_PRICES, GAS_PRICES, RATES] as const;

/**
 * Returns the weibars for one gas of an Ethereum transaction by the fee schedule and exchange rate in force at a time
 * (nanoseconds), as `GET /api/v1/network/fees` does; undefined where there is no schedule.
 */
export async function selectNetworkGasPrice(context: Reading, at: bigint): Promise<bigint | undefined> {
  return selectPrice(context, 'EthereumTransaction', at, at, 'twice');
}

/**
 * Returns the weibars for one gas of a result without a price: that of a contract call at the beginning of its hour,
 * as in contract results; undefined without a fee schedule.
 */
export function selectResultGasPrice(context: Reading, at: bigint): Promise<bigint | undefined> {
  return selectPrice(context, 'ContractCall', at, startOfHour(at), 'once');
}

async function selectPrice(
  { select, settings }: Reading,
  transaction: GasTransaction,
  upper: bigint,
  time: bigint,
  rounding: 'once' | 'twice',
): Promise<bigint | undefined> {
  const [simple, older, rates] = await selectSystemFiles(select, settings, FILES, { upper });
  const prices = simple ?? older;
  const price = prices && inForce(prices.value, time).get(transaction);
  if (price === undefined || rates === undefined) return undefined;
  const tinybars = gasPriceInTinybars(price, inForce(rates.value, time), rounding);
  return tinybars === undefined ? undefined : tinybars * WEIBARS_PER_TINYBAR;
}
