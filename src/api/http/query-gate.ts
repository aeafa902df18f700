import { addCount } from '../../kernel/counts.ts';
import type { ConcurrencyLimit } from '../../kernel/limits/limit.ts';
import { Problem } from '../../query/problem.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';

/** Statements of requests. Turns go to routes, and within a route to clients. */
export const STATEMENTS: ConcurrencyLimit = {
  name: 'statements',
  kind: 'concurrency',
  counts: 'statements of requests',
  most: DEFAULT_API_SETTINGS.maxConnections,
  waiting: DEFAULT_API_SETTINGS.maxWaiting,
  settings: ['TAIN_API_CONNECTIONS'],
};

/** A request in the gate: whose it is, and how far it has come. */
export interface Turn {
  /** Who sent it, as `ownerOf` names it. */
  readonly client: string;
  /** Statements of it that wait. */
  waiting: number;
  /** It is the service's own, which nobody may keep out: it waits for no turn and takes none. */
  readonly reserved: boolean;
  /** Nobody waits for its answer any more: its waiting statements are not run. */
  givenUp: boolean;
}

/** The request was refused, or given up while it waited, because there were too many at once. */
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

/** Those who wait for the statements of one route: the clients take turns. */
interface Line {
  length: number;
  readonly byClient: Map<string, Waiting[]>;
}

/** Of all places in the lines, one route may take half, and one client half. */
const SHARE = 1 / 2;

/**
 * Decides which statement runs next. No more statements run at once than there are connections; the
 * rest wait, the statements of each route in a line of its own, in which clients take turns. The
 * next turn goes to the route with the fewest statements running. Some connections are reserved for routes
 * that run none, and the last one for clients that run none, so that slow routes cannot hold all.
 *
 * Where no place is left to wait, whoever has the most waiting gives one up to who has fewer; who has
 * as many as any is refused with 503 at once. So a flood costs those who send it.
 */
export class QueryGate {
  readonly #size: number;
  readonly #reservedForRoutes: number;
  readonly #reservedForClients: number;
  readonly #maxWaiting: number;
  readonly #maxShare: number;
  readonly #lines = new Map<string, Line>();
  readonly #runningRoutes = new Map<string, number>();
  readonly #runningClients = new Map<string, number>();
  readonly #waitingClients = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #refused = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    this.#reservedForRoutes = size > 8 ? 3 : size > 4 ? 2 : 0;
    this.#reservedForClients = size > 4 ? 1 : 0;
    this.#maxWaiting = maxWaiting;
    this.#maxShare = Math.max(1, Math.floor(maxWaiting * SHARE));
  }

  /** Most statements that run at once. */
  get size(): number {
    return this.#size;
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
  async run<T>(route: string, turn: Turn, work: () => Promise<T>): Promise<T> {
    if (turn.reserved) return work();
    if (this.#mayEnter(route, turn.client)) this.#enter(route, turn.client);
    else await this.#wait(route, turn);
    try {
      return await work();
    } finally {
      this.#leave(route, turn.client);
    }
  }

  /** Nobody waits for the answer of this request any more: what of it waits gives its place up, at once. */
  giveUp(turn: Turn): void {
    turn.givenUp = true;
    if (turn.waiting === 0) return;
    for (const [route, { byClient }] of [...this.#lines]) {
      const own = byClient.get(turn.client);
      const ended = own?.filter((entry) => entry.turn === turn) ?? [];
      for (const entry of ended) {
        own?.splice(own.indexOf(entry), 1);
        this.#left(route, entry);
        entry.refuse(new Overload('Nobody waits for the answer'));
      }
    }
  }

  #mayEnter(route: string, client: string): boolean {
    const free = this.#size - this.#running;
    if (this.#runningRoutes.has(route)) return free > this.#reservedForRoutes;
    return free > (this.#runningClients.has(client) ? this.#reservedForClients : 0);
  }

  #enter(route: string, client: string): void {
    this.#running++;
    addCount(this.#runningRoutes, route, 1);
    addCount(this.#runningClients, client, 1);
  }

  #leave(route: string, client: string): void {
    this.#running--;
    addCount(this.#runningRoutes, route, -1);
    addCount(this.#runningClients, client, -1);
    if (this.#waiting > 0) this.#admit();
  }

  #wait(route: string, turn: Turn): Promise<void> {
    this.#makePlace(route, turn.client);
    return new Promise((resolve, reject) => {
      let line = this.#lines.get(route);
      if (line === undefined) {
        line = { length: 0, byClient: new Map() };
        this.#lines.set(route, line);
      }
      const entry: Waiting = { turn, enter: resolve, refuse: reject };
      const own = line.byClient.get(turn.client);
      if (own === undefined) line.byClient.set(turn.client, [entry]);
      else own.push(entry);
      line.length++;
      turn.waiting++;
      this.#waiting++;
      addCount(this.#waitingClients, turn.client, 1);
    });
  }

  /** Makes sure that one more may wait. Throws `Overload` when the newcomer has too many already. */
  #makePlace(route: string, client: string): void {
    const line = this.#lines.get(route);
    const own = this.#waitingClients.get(client) ?? 0;
    if (own >= this.#maxShare) {
      // A client that floods one route may still use others.
      const fullest = this.#fullestKindOf(client);
      if (this.#countOf(fullest, client) <= this.#countOf(route, client) + 1) throw this.#overload();
      this.#dropNewest(fullest, client);
    } else if (line !== undefined && line.length >= this.#maxShare) {
      const heaviest = heaviestOf(line.byClient, ({ length }) => length);
      if (this.#countOf(route, heaviest) <= this.#countOf(route, client) + 1) throw this.#overload();
      this.#dropNewest(route, heaviest);
    } else if (this.#waiting >= this.#maxWaiting) {
      const heaviest = heaviestOf(this.#waitingClients, (count) => count);
      if ((this.#waitingClients.get(heaviest) ?? 0) <= own + 1) throw this.#overload();
      this.#dropNewest(this.#fullestKindOf(heaviest), heaviest);
    }
  }

  #countOf(route: string, client: string): number {
    return this.#lines.get(route)?.byClient.get(client)?.length ?? 0;
  }

  #fullestKindOf(client: string): string {
    return heaviestOf(this.#lines, ({ byClient }) => byClient.get(client)?.length ?? 0);
  }

  #dropNewest(route: string, client: string): void {
    const entry = this.#lines.get(route)?.byClient.get(client)?.pop();
    if (entry === undefined) return;
    this.#left(route, entry);
    entry.refuse(this.#overload());
  }

  /** Notes that an entry, taken out of its client's list, waits no more. */
  #left(route: string, { turn }: Waiting): void {
    const line = this.#lines.get(route);
    if (line !== undefined) {
      line.length--;
      if (line.byClient.get(turn.client)?.length === 0) line.byClient.delete(turn.client);
      if (line.length === 0) this.#lines.delete(route);
    }
    turn.waiting--;
    this.#waiting--;
    addCount(this.#waitingClients, turn.client, -1);
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
      const [route, client] = next;
      const line = this.#lines.get(route);
      const own = line?.byClient.get(client);
      const entry = own?.shift();
      if (line === undefined || own === undefined || entry === undefined) return;
      // To the end of both rounds, so that routes with as many statements, and clients, take turns.
      line.byClient.delete(client);
      if (own.length > 0) line.byClient.set(client, own);
      this.#lines.delete(route);
      this.#lines.set(route, line);
      this.#left(route, entry);
      if (entry.turn.givenUp) entry.refuse(this.#overload());
      else {
        this.#enter(route, client);
        entry.enter();
      }
    }
  }

  /** The route with the fewest statements running, and the client of it whose turn it is. */
  #next(): [route: string, client: string] | undefined {
    let chosen: [string, string] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    const free = this.#size - this.#running;
    for (const [route, { byClient }] of this.#lines) {
      const running = this.#runningRoutes.get(route) ?? 0;
      if (running >= fewest || (running > 0 && free <= this.#reservedForRoutes)) continue;
      for (const client of byClient.keys()) {
        if (!this.#mayEnter(route, client)) continue;
        chosen = [route, client];
        fewest = running;
        break;
      }
    }
    return chosen;
  }
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
