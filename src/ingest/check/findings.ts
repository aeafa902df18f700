import type { Difference, Differences } from './difference.ts';

/** A difference with its block. */
export interface Finding {
  readonly block: bigint;
  readonly difference: Difference;
}

/** All findings of a check: at most `max` are described, all are counted. */
export class Findings {
  readonly described: Finding[] = [];
  readonly #max: number;
  readonly #onFinding: (finding: Finding) => void;
  /** Number of all findings, including those from before the check was resumed. */
  count: number;
  /** The first block that differs. */
  first: bigint | null;

  constructor(
    max: number,
    onFinding: (finding: Finding) => void = () => undefined,
    before: { readonly count: number; readonly first: bigint | null } = { count: 0, first: null },
  ) {
    this.#max = max;
    this.#onFinding = onFinding;
    this.count = before.count;
    this.first = before.first;
  }

  /** Adds differences. `blockOf` returns the number of the block of a consensus time. */
  async addAll(differences: Differences, blockOf: (at: bigint) => bigint | Promise<bigint>): Promise<void> {
    this.count += differences.count;
    for (const [i, difference] of differences.described.entries()) {
      const isDescribed = this.described.length < this.#max;
      // Differences are in the order of time: the first undescribed one determines the first block of the rest.
      if (!isDescribed && i > 0) break;
      const finding = { block: await blockOf(difference.at), difference };
      if (this.first === null || finding.block < this.first) this.first = finding.block;
      if (!isDescribed) continue;
      this.described.push(finding);
      this.#onFinding(finding);
    }
  }
}
