import type { Sql } from '../../access/sql.ts';

/** What rows of a span have to do with, by name, with the times (nanoseconds) of those rows, where they are asked for. */
export type Touches = ReadonlyMap<string, ReadonlySet<bigint>>;

/** What the rows of the newest block have to do with, read once for all streams. */
export class TouchedByBlock {
  readonly #read: (query: Sql, upTo: bigint) => Promise<(string | null)[][]>;
  readonly #found = new Map<string, Promise<Touches | undefined>>();
  #upTo = -1n;

  /** `read` throws unless what it reads has all rows up to a time. */
  constructor(read: (query: Sql, upTo: bigint) => Promise<(string | null)[][]>) {
    this.#read = read;
  }

  /** Of a kind of rows, after one time and up to another one, both of blocks. Undefined where it cannot be read. Never throws. */
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
