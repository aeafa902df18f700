/**
 * Returns a function that formats a line of a table: a name, then right-aligned cells. Its arguments are the widths of
 * both.
 */
export function lineOf(name: number, cell: number): (cells: readonly string[]) => string {
  return ([first = '', ...cells]) => first.padEnd(name) + cells.map((each) => each.padStart(cell)).join('');
}

/** Formats a number without its fraction, with groups of thousands. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Formats a share of one. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Computes the geometric mean; 0 is replaced by a tiny number. */
export function geometricMean(numbers: readonly number[]): number {
  const logarithms = numbers.map((number) => Math.log(Math.max(number, 1e-9)));
  return Math.exp(logarithms.reduce((sum, each) => sum + each, 0) / numbers.length);
}

/** Returns the median, the greater of two middle numbers; not a number without any. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Formats median, 99th percentile and maximum of times in milliseconds. */
export function percentiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`;
}
