import type { Difference, Differences } from './difference.ts';

/** A difference, and the block that it is in. */
export interface Finding {
  readonly block: bigint;
  readonly difference: Difference;
}

/** Everything that a check found: so many findings are described, all are counted. */
export class Findings {
  readonly described: Finding[] = [];
  readonly #most: number;
  readonly #onFinding: (finding: Finding) => void;
  /** All of them, those before the check went on included. */
  count: number;
  /** The first block that differs. */
  first: bigint | null;

  constructor(
    most: number,
    onFinding: (finding: Finding) => void = () => undefined,
    before: { readonly count: number; readonly first: bigint | null } = { count: 0, first: null },
  ) {
    this.#most = most;
    this.#onFinding = onFinding;
    this.count = before.count;
    this.first = before.first;
  }

  /** `blockOf`: the number of the block of a consensus time. */
  async addAll(differences: Differences, blockOf: (at: bigint) => bigint | Promise<bigint>): Promise<void> {
    this.count += differences.count;
    for (const [i, difference] of differences.described.entries()) {
      const isDescribed = this.described.length < this.#most;
      // They are in the order of time: of the others the first says which block is.
      if (!isDescribed && i > 0) break;
      const finding = { block: await blockOf(difference.at), difference };
      if (this.first === null || finding.block < this.first) this.first = finding.block;
      if (!isDescribed) continue;
      this.described.push(finding);
      this.#onFinding(finding);
    }
  }
}
