/** Prints lines of a table: a name, then cells that end below each other. Takes the widths of both. */
export function lineOf(name: number, cell: number): (cells: readonly string[]) => string {
  return ([first = '', ...cells]) => first.padEnd(name) + cells.map((each) => each.padStart(cell)).join('');
}

/** A number without its fraction, in thousands. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A share of one. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** The geometric mean; 0 counts as hardly anything. */
export function geometricMean(numbers: readonly number[]): number {
  const logarithms = numbers.map((number) => Math.log(Math.max(number, 1e-9)));
  return Math.exp(logarithms.reduce((sum, each) => sum + each, 0) / numbers.length);
}
