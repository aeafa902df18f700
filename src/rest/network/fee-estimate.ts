import { ONE } from '@tain/ledger/high-volume';
import {
  EXTRA_NAMES,
  type Extra,
  type ServicePrice,
  type SimpleFeeSchedule,
  type Unit,
} from '@tain/ledger/simple-fee-schedule';
import { MAX_INT64 } from '@tain/ledger/timestamp';

/** Estimated fees of a transaction, in tinycents. */
export interface FeeEstimate {
  /** Multiplier in thousandths; 1000 has no effect. */
  readonly highVolume: bigint;
  readonly networkMultiplier: bigint;
  readonly node: FeePart;
  readonly service: FeePart;
}

/** A base fee and the units charged in addition. */
export interface FeePart {
  readonly base: bigint;
  readonly extras: readonly ChargedExtra[];
}

export interface ChargedExtra {
  readonly name: Extra;
  readonly count: bigint;
  readonly included: bigint;
  readonly price: bigint;
}

/** Clamps sums and products to 64 bits. */
function clamped(value: bigint): bigint {
  return value > MAX_INT64 ? MAX_INT64 : value;
}

function partOf(
  { base, included }: Pick<ServicePrice, 'base' | 'included'>,
  prices: ReadonlyMap<number, bigint>,
  units: readonly Unit[],
): FeePart {
  const extras = units.flatMap(([name, count]) => {
    const number = EXTRA_NAMES.indexOf(name);
    const price = prices.get(number);
    const free = included.get(number) ?? 0n;
    return price === undefined || count <= free ? [] : [{ name, count, included: free, price }];
  });
  return { base, extras };
}

const NOTHING: FeePart = { base: 0n, extras: [] };

/** Returns the estimate for a transaction with `units`, and with `sizes` of its signatures and bytes. */
export function estimateFees(
  schedule: SimpleFeeSchedule,
  service: ServicePrice,
  units: readonly Unit[],
  sizes: readonly Unit[],
  highVolume: bigint,
): FeeEstimate {
  const { node, prices, networkMultiplier } = schedule;
  // The node charges only for units that the schedule names.
  const known = sizes.filter(([name]) => node.included.has(EXTRA_NAMES.indexOf(name)));
  return {
    highVolume,
    networkMultiplier,
    node: service.exempt ? NOTHING : partOf(node, prices, known),
    service: partOf(service, prices, units),
  };
}

/** Returns the estimate for a transaction that is free of charge. */
export function freeOfCharge({ networkMultiplier }: SimpleFeeSchedule): FeeEstimate {
  return { highVolume: ONE, networkMultiplier, node: NOTHING, service: NOTHING };
}

function sumOf({ base, extras }: FeePart): bigint {
  return extras.reduce(
    (sum, { count, included, price }) => clamped(sum + clamped(price * (count - included))),
    clamped(base),
  );
}

/**
 * JSON of the answer. High volume multiplies each base fee, each unit price and each total separately, rounding down,
 * so parts need not add up to the total.
 */
export function feeEstimateJson({ highVolume, networkMultiplier, node, service }: FeeEstimate): string {
  const scaled = (amount: bigint) => clamped((amount * highVolume) / ONE);
  const partJson = ({ base, extras }: FeePart) => {
    const list = extras.map(({ name, count, included, price }) => {
      const charged = count - included;
      const perUnit = scaled(price);
      return (
        `{"charged":${charged},"count":${count},"fee_per_unit":${perUnit},"included":${included},` +
        `"name":"${name}","subtotal":${clamped(perUnit * charged)}}`
      );
    });
    return `{"base":${scaled(base)},"extras":[${list.join(',')}]}`;
  };
  const nodeTotal = sumOf(node);
  const network = clamped(nodeTotal * networkMultiplier);
  const total = clamped(clamped(nodeTotal + network) + sumOf(service));
  return (
    `{"high_volume_multiplier":${highVolume / ONE},` +
    `"network":{"multiplier":${networkMultiplier},"subtotal":${scaled(network)}},` +
    `"node":${partJson(node)},"service":${partJson(service)},"total":${scaled(total)}}`
  );
}
