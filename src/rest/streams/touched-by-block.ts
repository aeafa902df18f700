import type { Sql } from '../../store/sql.ts';

/** Names touched by the rows of a time span, with the times (nanoseconds) of those rows, if they were selected. */
export type Touches = ReadonlyMap<string, ReadonlySet<bigint>>;

/** Names touched by the rows of the newest block, read once for all streams. */
export class TouchedByBlock {
  readonly #read: (query: Sql, upTo: bigint) => Promise<(string | null)[][]>;
  /** Differs from a `SharedRead`, because a new block ends all reads at once. */
  readonly #found = new Map<string, Promise<Touches | undefined>>();
  #upTo = -1n;

  /** `read` throws unless it saw all rows up to the given time. */
  constructor(read: (query: Sql, upTo: bigint) => Promise<(string | null)[][]>) {
    this.#read = read;
  }

  /** Removes what was read, because the database went back to an earlier block. */
  clear(): void {
    this.#upTo = -1n;
    this.#found.clear();
  }

  /**
   * Returns the names of a kind after one time and up to another one, both of blocks; undefined if they cannot be
   * read. Never throws.
   */
  within(
    { kind, select }: { readonly kind: string; readonly select: (after: bigint, upTo: bigint) => Sql },
    after: bigint,
    upTo: bigint,
  ): Promise<Touches | undefined> {
    if (upTo > this.#upTo) {
      this.#upTo = upTo;
      this.#found.clear();
    }
    const key = `${after} ${upTo} ${kind}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#read(select(after, upTo), upTo).then(byName, () => undefined);
      if (upTo === this.#upTo) this.#found.set(key, found);
    }
    return found;
  }
}

function byName(rows: readonly (readonly (string | null)[])[]): Touches {
  const found = new Map<string, Set<bigint>>();
  for (const [name, time] of rows) {
    const key = name ?? '';
    const times = found.get(key) ?? new Set();
    found.set(key, times);
    if (time !== undefined && time !== null) times.add(BigInt(time));
  }
  return found;
}
