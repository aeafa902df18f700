import { MAX_INT64 } from '../../kernel/timestamp.ts';
import { ONE } from '../../ledger/high-volume.ts';
import {
  EXTRA_NAMES,
  type Extra,
  type ServicePrice,
  type SimpleFeeSchedule,
  type Unit,
} from '../../ledger/simple-fee-schedule.ts';

/** What a transaction costs, in tinycents. */
export interface FeeEstimate {
  /** Thousandths; 1000 is none. */
  readonly highVolume: bigint;
  readonly networkMultiplier: bigint;
  readonly node: Part;
  readonly service: Part;
}

/** A base fee and the units charged beside it. */
export interface Part {
  readonly base: bigint;
  readonly extras: readonly ChargedExtra[];
}

export interface ChargedExtra {
  readonly name: Extra;
  readonly count: bigint;
  readonly included: bigint;
  readonly price: bigint;
}

/** Sums and products never leave 64 bits. */
function clamped(value: bigint): bigint {
  return value > MAX_INT64 ? MAX_INT64 : value;
}

function partOf(
  { base, included }: Pick<ServicePrice, 'base' | 'included'>,
  prices: ReadonlyMap<number, bigint>,
  units: readonly Unit[],
): Part {
  const extras = units.flatMap(([name, count]) => {
    const number = EXTRA_NAMES.indexOf(name);
    const price = prices.get(number);
    const free = included.get(number) ?? 0n;
    return price === undefined || count <= free ? [] : [{ name, count, included: free, price }];
  });
  return { base, extras };
}

const NOTHING: Part = { base: 0n, extras: [] };

/** The estimate of a transaction that counts `units`, with `sizes` of its signatures and bytes. */
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

/** The estimate of a transaction that the network charges nothing for. */
export function freeOfCharge({ networkMultiplier }: SimpleFeeSchedule): FeeEstimate {
  return { highVolume: ONE, networkMultiplier, node: NOTHING, service: NOTHING };
}

function sumOf({ base, extras }: Part): bigint {
  return extras.reduce(
    (sum, { count, included, price }) => clamped(sum + clamped(price * (count - included))),
    clamped(base),
  );
}

/**
 * The answer's JSON. High volume multiplies each base fee, each price of a unit and each total by
 * itself, rounding down, so that parts need not add up to the total.
 */
export function feeEstimateJson({ highVolume, networkMultiplier, node, service }: FeeEstimate): string {
  const scaled = (amount: bigint) => clamped((amount * highVolume) / ONE);
  const partJson = ({ base, extras }: Part) => {
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
