/**
 * Reckoning of what mainnet's record files cost in a bucket that the reader pays for. The docs and the start print it;
 * a test compares the docs.
 */

/** Number of nodes at the measurement. */
export const COSTED_NODES = 35;
/** Objects of an instant: the signature of each node, the record file, and now and then a sidecar. */
const OBJECTS_PER_FILE = 36.4;
const FILES_PER_DAY = 43_200;
/** Node folders that each poll lists, and lists a day besides: those of the other nodes, once a file is new. */
const LISTS_PER_POLL = 4;
const FURTHER_LISTS_PER_DAY = 1_500_000;
/** Size of the stream a day, for each transaction a second. */
const GB_PER_DAY = 0.04;
/** Prices of S3 in dollars. */
export const PRICES = { year: 2026, list: 0.005 / 1000, object: 0.0004 / 1000, gb: 0.09 } as const;
const DAY_MS = 86_400_000;

/** Requests and traffic, in dollars. */
export interface BucketCosts {
  readonly requests: number;
  readonly traffic: number;
}

/** Returns the requests of a day that follows the stream. */
export function requestsPerDay(pollIntervalMs: number): { readonly lists: number; readonly objects: number } {
  return {
    lists: FURTHER_LISTS_PER_DAY + (LISTS_PER_POLL * DAY_MS) / pollIntervalMs,
    objects: OBJECTS_PER_FILE * FILES_PER_DAY,
  };
}

/** Returns the costs of `days` days at `rate` transactions a second, by following them. */
export function costsOfFollowing(days: number, rate: number, pollIntervalMs: number): BucketCosts {
  const { lists, objects } = requestsPerDay(pollIntervalMs);
  const requests = days * (lists * PRICES.list + objects * PRICES.object);
  return { requests, traffic: days * rate * GB_PER_DAY * PRICES.gb };
}

/** Returns the costs of `days` days at `rate` transactions a second, by importing them. Lists are few. */
export function costsOfImport(days: number, rate: number): BucketCosts {
  const requests = days * FILES_PER_DAY * OBJECTS_PER_FILE * PRICES.object;
  return { requests, traffic: days * rate * GB_PER_DAY * PRICES.gb };
}

/** Formats dollars with two significant digits: `350 $`, `4,200 $`. */
export function dollars(amount: number): string {
  return `${Number(amount.toPrecision(2)).toLocaleString('en-US')} $`;
}

/** Formats the requests of a day: `2.2 million lists and 1.6 million objects a day`. */
export function requestsText(pollIntervalMs: number): string {
  const { lists, objects } = requestsPerDay(pollIntervalMs);
  return `${millions(lists)} lists and ${millions(objects)} objects a day`;
}

function millions(count: number): string {
  return `${(count / 1_000_000).toFixed(1)} million`;
}

/** Returns a sentence for the start of a mirror that follows mainnet's record files. */
export function costSentence(pollIntervalMs: number): string {
  const month = (rate: number) => costsOfFollowing(365 / 12, rate, pollIntervalMs);
  const traffic = ([30, 100] as const).map((rate) => `${dollars(month(rate).traffic)} at ${rate}`);
  return `Following mainnet takes about ${requestsText(pollIntervalMs)}, which the reader pays: ${dollars(month(0).requests)} a month at the prices of S3 in ${PRICES.year}, and for traffic ${traffic.join(', ')} transactions a second (docs/database.md).`;
}
