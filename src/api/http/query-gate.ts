import { addCount } from '../../kernel/counts.ts';
import { FairQueue } from '../../kernel/limits/fair-queue.ts';
import type { ConcurrencyLimit } from '../../kernel/limits/limit.ts';
import { Problem } from '../../query/problem.ts';
import { DEFAULT_API_SETTINGS } from '../route/settings.ts';
import type { RequestContext } from './request-context.ts';

/** Statements of requests, scheduled fairly among routes, and within a route among clients. */
export const STATEMENTS: ConcurrencyLimit = {
  name: 'statements',
  kind: 'concurrency',
  counts: 'statements of requests',
  max: DEFAULT_API_SETTINGS.maxConnections,
  waiting: DEFAULT_API_SETTINGS.maxWaiting,
  settings: ['TAIN_API_CONNECTIONS'],
};

/** Refusal because too many requests run or wait, or because no client waits for the response any more. */
export class Overload extends Problem {
  constructor(detail: string) {
    super(503, [{ message: 'Service unavailable', detail }], { 'retry-after': '1' });
    this.name = 'Overload';
  }
}

interface Waiting {
  readonly request: RequestContext;
  readonly enter: () => void;
  readonly refuse: (problem: Problem) => void;
}

/** Part of the queue that one route, or one client, may take. */
const MAX_SHARE = 1 / 2;

/**
 * Semaphore of statements with two dimensions: as many run as there are connections, and the queue is shared between routes
 * as well as between clients. The next statement is one of the route with the fewest running. Some connections are reserved
 * for routes that run none, and the last one for clients that run none, so that slow routes cannot take all of them.
 *
 * When the queue is full, the client with the most waiting statements loses its newest to a client with fewer, or the new
 * statement is refused with 503. So a flood displaces itself.
 */
export class QueryGate {
  readonly #size: number;
  readonly #reservedForRoutes: number;
  readonly #reservedForClients: number;
  readonly #maxWaiting: number;
  readonly #maxShare: number;
  /** The queue in two views: of each route by client, and of each client by route. Empty queues are removed. */
  readonly #routes = new Map<string, FairQueue<Waiting>>();
  readonly #clients = new Map<string, FairQueue<Waiting>>();
  readonly #runningRoutes = new Map<string, number>();
  readonly #runningClients = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #refused = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    this.#reservedForRoutes = size > 8 ? 3 : size > 4 ? 2 : 0;
    this.#reservedForClients = size > 4 ? 1 : 0;
    this.#maxWaiting = maxWaiting;
    this.#maxShare = Math.max(1, Math.floor(maxWaiting * MAX_SHARE));
  }

  /** Maximum number of concurrent statements. */
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

  /** Returns whether a statement of this request waits. */
  isWaiting(request: RequestContext): boolean {
    for (const waiting of this.#clients.get(request.client) ?? []) {
      if (waiting.request === request) return true;
    }
    return false;
  }

  /**
   * Runs a statement of a request once it is admitted. Throws `Overload` when the queue is full, and when the request
   * is aborted.
   */
  async run<T>(request: RequestContext, statement: () => Promise<T>): Promise<T> {
    if (request.isOwn) return statement();
    if (this.#mayEnter(request.route, request.client)) this.#enter(request);
    else await this.#wait(request);
    try {
      return await statement();
    } finally {
      this.#leave(request);
    }
  }

  #mayEnter(route: string, client: string): boolean {
    const free = this.#size - this.#running;
    if (this.#runningRoutes.has(route)) return free > this.#reservedForRoutes;
    return free > (this.#runningClients.has(client) ? this.#reservedForClients : 0);
  }

  #enter({ route, client }: RequestContext): void {
    this.#running++;
    addCount(this.#runningRoutes, route, 1);
    addCount(this.#runningClients, client, 1);
  }

  #leave({ route, client }: RequestContext): void {
    this.#running--;
    addCount(this.#runningRoutes, route, -1);
    addCount(this.#runningClients, client, -1);
    while (this.#waiting > 0 && this.#running < this.#size) {
      const next = this.#next();
      if (next === undefined) return;
      this.#remove(next, true);
      this.#enter(next.request);
      next.enter();
    }
  }

  #wait(request: RequestContext): Promise<void> {
    const { signal } = request;
    const displaced = this.#displacedBy(request);
    if (displaced !== undefined) {
      this.#remove(displaced);
      displaced.refuse(this.#overload());
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        request,
        enter: () => {
          signal.removeEventListener('abort', abandon);
          resolve();
        },
        refuse: (problem) => {
          signal.removeEventListener('abort', abandon);
          reject(problem);
        },
      };
      const abandon = (): void => {
        this.#remove(waiting);
        reject(new Overload('No client waits for the answer'));
      };
      signal.addEventListener('abort', abandon, { once: true });
      this.#queueOf(this.#routes, request.route).push(request.client, waiting);
      this.#queueOf(this.#clients, request.client).push(request.route, waiting);
      this.#waiting++;
    });
  }

  #queueOf(queues: Map<string, FairQueue<Waiting>>, key: string): FairQueue<Waiting> {
    const known = queues.get(key);
    if (known !== undefined) return known;
    const queue = new FairQueue<Waiting>();
    queues.set(key, queue);
    return queue;
  }

  /** Returns the waiting statement to drop for a new one; undefined if the queue has room. Throws `Overload`. */
  #displacedBy({ route, client }: RequestContext): Waiting | undefined {
    const ofClient = this.#clients.get(client);
    const ofRoute = this.#routes.get(route);
    const own = ofClient?.size ?? 0;
    let displaced: Waiting | undefined;
    // A client that floods one route may still use others.
    if (own >= this.#maxShare) displaced = ofClient?.displacedBy(route)?.item;
    else if ((ofRoute?.size ?? 0) >= this.#maxShare) displaced = ofRoute?.displacedBy(client)?.item;
    else if (this.#waiting < this.#maxWaiting) return undefined;
    else {
      const heaviest = this.#heaviestClient();
      if (heaviest !== undefined && heaviest.size > own + 1) displaced = heaviest.heaviest()?.item;
    }
    if (displaced === undefined) throw this.#overload();
    return displaced;
  }

  #heaviestClient(): FairQueue<Waiting> | undefined {
    let heaviest: FairQueue<Waiting> | undefined;
    for (const queue of this.#clients.values()) {
      if (queue.size > (heaviest?.size ?? 0)) heaviest = queue;
    }
    return heaviest;
  }

  /** Removes a waiting statement. If it was admitted, its client and its route move to the end of their rounds. */
  #remove(waiting: Waiting, wasAdmitted = false): void {
    const { route, client } = waiting.request;
    const ofRoute = this.#routes.get(route);
    const ofClient = this.#clients.get(client);
    ofRoute?.remove(client, waiting, wasAdmitted);
    ofClient?.remove(route, waiting);
    if (wasAdmitted || ofRoute?.size === 0) this.#routes.delete(route);
    if (wasAdmitted && ofRoute !== undefined && ofRoute.size > 0) this.#routes.set(route, ofRoute);
    if (ofClient?.size === 0) this.#clients.delete(client);
    this.#waiting--;
  }

  #overload(): Overload {
    this.#refused++;
    return new Overload('Too many requests are waiting for the database');
  }

  /** Returns the next statement that may run, of the route with the fewest running. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [route, queue] of this.#routes) {
      const running = this.#runningRoutes.get(route) ?? 0;
      if (running >= fewest) continue;
      const first = queue.first((client) => this.#mayEnter(route, client));
      if (first === undefined) continue;
      next = first.item;
      fewest = running;
    }
    return next;
  }
}
