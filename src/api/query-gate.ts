import { Problem } from '../query/problem.ts';

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (problem: Problem) => void;
}

/**
 * Who may ask the database next. No more statements run at once than there are connections; the
 * rest wait, each kind of request (a route) in a line of its own. The next turn goes to the kind
 * with the fewest statements running, so that one slow route cannot starve the others, and no kind
 * ever holds the last connections. Too long a line is refused with 503 at once.
 */
export class QueryGate {
  readonly #size: number;
  readonly #perKind: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #total = 0;
  #waiting = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    // Two connections stay free of any one kind, if there are enough.
    this.#perKind = Math.max(1, size > 4 ? size - 2 : size);
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#total;
  }

  /** Runs `work` when its turn comes. Throws `Problem` (503) when too many wait already. */
  async run<T>(kind: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayEnter(kind)) this.#enter(kind);
    else await this.#wait(kind);
    try {
      return await work();
    } finally {
      this.#leave(kind);
    }
  }

  #mayEnter(kind: string): boolean {
    return this.#total < this.#size && (this.#running.get(kind) ?? 0) < this.#perKind;
  }

  #enter(kind: string): void {
    this.#total++;
    this.#running.set(kind, (this.#running.get(kind) ?? 0) + 1);
  }

  #leave(kind: string): void {
    this.#total--;
    const left = (this.#running.get(kind) ?? 1) - 1;
    if (left === 0) this.#running.delete(kind);
    else this.#running.set(kind, left);
    this.#admit();
  }

  #wait(kind: string): Promise<void> {
    if (this.#waiting >= this.#maxWaiting) throw tooBusy();
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(kind);
      const entry: Waiting = { enter: resolve, refuse: reject };
      if (line === undefined) this.#lines.set(kind, [entry]);
      else line.push(entry);
      this.#waiting++;
    });
  }

  /** Gives free turns away, one line after the other. */
  #admit(): void {
    while (this.#waiting > 0) {
      let chosen: string | undefined;
      let fewest = Number.POSITIVE_INFINITY;
      for (const kind of this.#lines.keys()) {
        const running = this.#running.get(kind) ?? 0;
        if (this.#mayEnter(kind) && running < fewest) {
          fewest = running;
          chosen = kind;
        }
      }
      if (chosen === undefined) return;
      const line = this.#lines.get(chosen) ?? [];
      const next = line.shift();
      this.#lines.delete(chosen);
      // To the end of the round, so that lines with as many statements take turns.
      if (line.length > 0) this.#lines.set(chosen, line);
      if (next === undefined) continue;
      this.#waiting--;
      this.#enter(chosen);
      next.enter();
    }
  }
}

function tooBusy(): Problem {
  return new Problem(
    503,
    [{ message: 'Service unavailable', detail: 'Too many requests are waiting for the database' }],
    { 'retry-after': '1' },
  );
}
