import type { Sql } from '../../access/sql.ts';

/** What rows of a span have to do with; undefined where that could not be read. */
type Names = ReadonlySet<string> | undefined;

/** What the rows of the newest block have to do with, read once for all streams. */
export class TouchedByBlock {
  readonly #read: (query: Sql, upTo: bigint) => Promise<(string | null)[][]>;
  readonly #found = new Map<string, Promise<Names>>();
  #upTo = -1n;

  /** `read` throws unless what it reads has all rows up to a time. */
  constructor(read: (query: Sql, upTo: bigint) => Promise<(string | null)[][]>) {
    this.#read = read;
  }

  /** Of a kind of rows, after one time and up to another one, both of blocks. Never throws. */
  within(
    { kind, select }: { readonly kind: string; readonly select: (after: bigint, upTo: bigint) => Sql },
    after: bigint,
    upTo: bigint,
  ): Promise<Names> {
    if (upTo > this.#upTo) {
      this.#upTo = upTo;
      this.#found.clear();
    }
    const key = `${after} ${upTo} ${kind}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#read(select(after, upTo), upTo).then(
        (rows) => new Set(rows.map(([name]) => name ?? '')),
        () => undefined,
      );
      if (upTo === this.#upTo) this.#found.set(key, found);
    }
    return found;
  }
}
