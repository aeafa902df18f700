import { Problem } from '../query/problem.ts';

/** A request in the gate: whose it is, and how far it has come. */
export interface Turn {
  /** Who asks, as `ownerOf` says it. */
  readonly client: string;
  /** Statements of it that wait. */
  waiting: number;
  /** It is the service's own, which nobody may keep out: it waits for no turn and takes none. */
  readonly reserved: boolean;
  /** Nobody waits for its answer any more: what still waits is not run. */
  givenUp: boolean;
}

/** The request was refused, or given up while it waited, because too much was asked at once. */
export class Overload extends Problem {
  constructor(detail: string) {
    super(503, [{ message: 'Service unavailable', detail }], { 'retry-after': '1' });
    this.name = 'Overload';
  }
}

interface Waiting {
  readonly turn: Turn;
  readonly enter: () => void;
  readonly refuse: (problem: Problem) => void;
}

/** Those who wait for one kind of statement: the clients take turns. */
interface Line {
  length: number;
  readonly byClient: Map<string, Waiting[]>;
}

/** Of all places in the lines, one kind may take half, and one client half. */
const SHARE = 1 / 2;

/**
 * Who may ask the database next. No more statements run at once than there are connections; the
 * rest wait, each kind of statement (a route) in a line of its own, in which clients take turns. The
 * next turn goes to the kind with the fewest statements running. Some connections are kept for kinds
 * that run none, and the last one for clients that run none, so that slow routes cannot hold all.
 *
 * Where no place is left to wait, whoever has the most waiting gives one up to who has fewer; who has
 * as many as any is refused with 503 at once. So a flood costs those who send it.
 */
export class QueryGate {
  readonly #size: number;
  readonly #keptForKinds: number;
  readonly #keptForClients: number;
  readonly #maxWaiting: number;
  readonly #maxShare: number;
  readonly #lines = new Map<string, Line>();
  readonly #runningKinds = new Map<string, number>();
  readonly #runningClients = new Map<string, number>();
  readonly #waitingClients = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #refused = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    this.#keptForKinds = size > 8 ? 3 : size > 4 ? 2 : 0;
    this.#keptForClients = size > 4 ? 1 : 0;
    this.#maxWaiting = maxWaiting;
    this.#maxShare = Math.max(1, Math.floor(maxWaiting * SHARE));
  }

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Statements refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Runs `work` when its turn comes. Throws `Overload` when too many wait already. */
  async run<T>(kind: string, turn: Turn, work: () => Promise<T>): Promise<T> {
    if (turn.reserved) return work();
    if (this.#mayEnter(kind, turn.client)) this.#enter(kind, turn.client);
    else await this.#wait(kind, turn);
    try {
      return await work();
    } finally {
      this.#leave(kind, turn.client);
    }
  }

  #mayEnter(kind: string, client: string): boolean {
    const free = this.#size - this.#running;
    if (this.#runningKinds.has(kind)) return free > this.#keptForKinds;
    return free > (this.#runningClients.has(client) ? this.#keptForClients : 0);
  }

  #enter(kind: string, client: string): void {
    this.#running++;
    add(this.#runningKinds, kind, 1);
    add(this.#runningClients, client, 1);
  }

  #leave(kind: string, client: string): void {
    this.#running--;
    add(this.#runningKinds, kind, -1);
    add(this.#runningClients, client, -1);
    if (this.#waiting > 0) this.#admit();
  }

  #wait(kind: string, turn: Turn): Promise<void> {
    this.#makePlace(kind, turn.client);
    return new Promise((resolve, reject) => {
      let line = this.#lines.get(kind);
      if (line === undefined) {
        line = { length: 0, byClient: new Map() };
        this.#lines.set(kind, line);
      }
      const entry: Waiting = { turn, enter: resolve, refuse: reject };
      const own = line.byClient.get(turn.client);
      if (own === undefined) line.byClient.set(turn.client, [entry]);
      else own.push(entry);
      line.length++;
      turn.waiting++;
      this.#waiting++;
      add(this.#waitingClients, turn.client, 1);
    });
  }

  /** Makes sure that one more may wait. Throws `Overload` when it is the newcomer who asks too much. */
  #makePlace(kind: string, client: string): void {
    const line = this.#lines.get(kind);
    const own = this.#waitingClients.get(client) ?? 0;
    if (own >= this.#maxShare) {
      // A client that floods one route may still use others.
      const fullest = this.#fullestKindOf(client);
      if (this.#countOf(fullest, client) <= this.#countOf(kind, client) + 1) throw this.#overload();
      this.#dropNewest(fullest, client);
    } else if (line !== undefined && line.length >= this.#maxShare) {
      const heaviest = heaviestOf(line.byClient, ({ length }) => length);
      if (this.#countOf(kind, heaviest) <= this.#countOf(kind, client) + 1) throw this.#overload();
      this.#dropNewest(kind, heaviest);
    } else if (this.#waiting >= this.#maxWaiting) {
      const heaviest = heaviestOf(this.#waitingClients, (count) => count);
      if ((this.#waitingClients.get(heaviest) ?? 0) <= own + 1) throw this.#overload();
      this.#dropNewest(this.#fullestKindOf(heaviest), heaviest);
    }
  }

  #countOf(kind: string, client: string): number {
    return this.#lines.get(kind)?.byClient.get(client)?.length ?? 0;
  }

  #fullestKindOf(client: string): string {
    return heaviestOf(this.#lines, ({ byClient }) => byClient.get(client)?.length ?? 0);
  }

  #dropNewest(kind: string, client: string): void {
    const entry = this.#lines.get(kind)?.byClient.get(client)?.pop();
    if (entry === undefined) return;
    this.#left(kind, entry);
    entry.refuse(this.#overload());
  }

  /** Notes that an entry, taken out of its client's list, waits no more. */
  #left(kind: string, { turn }: Waiting): void {
    const line = this.#lines.get(kind);
    if (line !== undefined) {
      line.length--;
      if (line.byClient.get(turn.client)?.length === 0) line.byClient.delete(turn.client);
      if (line.length === 0) this.#lines.delete(kind);
    }
    turn.waiting--;
    this.#waiting--;
    add(this.#waitingClients, turn.client, -1);
  }

  #overload(): Overload {
    this.#refused++;
    return new Overload('Too many requests are waiting for the database');
  }

  /** Gives free turns away, one line after the other. */
  #admit(): void {
    while (this.#waiting > 0 && this.#running < this.#size) {
      const next = this.#next();
      if (next === undefined) return;
      const [kind, client] = next;
      const line = this.#lines.get(kind);
      const own = line?.byClient.get(client);
      const entry = own?.shift();
      if (line === undefined || own === undefined || entry === undefined) return;
      // To the end of both rounds, so that kinds with as many statements, and clients, take turns.
      line.byClient.delete(client);
      if (own.length > 0) line.byClient.set(client, own);
      this.#lines.delete(kind);
      this.#lines.set(kind, line);
      this.#left(kind, entry);
      if (entry.turn.givenUp) entry.refuse(this.#overload());
      else {
        this.#enter(kind, client);
        entry.enter();
      }
    }
  }

  /** The kind with the fewest statements running, and the client of it whose turn it is. */
  #next(): [kind: string, client: string] | undefined {
    let chosen: [string, string] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    const free = this.#size - this.#running;
    for (const [kind, { byClient }] of this.#lines) {
      const running = this.#runningKinds.get(kind) ?? 0;
      if (running >= fewest || (running > 0 && free <= this.#keptForKinds)) continue;
      for (const client of byClient.keys()) {
        if (!this.#mayEnter(kind, client)) continue;
        chosen = [kind, client];
        fewest = running;
        break;
      }
    }
    return chosen;
  }
}

/** Changes a count; what is 0 is not kept. */
function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function heaviestOf<T>(entries: ReadonlyMap<string, T>, weigh: (value: T) => number): string {
  let heaviest = '';
  let most = -1;
  for (const [key, value] of entries) {
    const weight = weigh(value);
    if (weight > most) {
      most = weight;
      heaviest = key;
    }
  }
  return heaviest;
}
