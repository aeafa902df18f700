import { addCount } from '../../kernel/counts.ts';
import { type Entry, FairQueue } from '../../kernel/limits/fair-queue.ts';
import { displace, type QueuedWork, waitInQueues } from '../../kernel/limits/joined-clients.ts';
import type { ConcurrencyLimit } from '../../kernel/limits/limit.ts';
import { Problem } from '../query/problem.ts';
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

type Waiting = QueuedWork<RequestContext>;

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

  /** Places in queues: a statement has one for each client that waits for it. */
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
    return [request.client, ...(request.joined ?? [])].some((client) => {
      for (const { subject } of this.#clients.get(client) ?? []) if (subject === request) return true;
      return false;
    });
  }

  /**
   * Runs a statement of a request once it is admitted. Throws `Overload` when the queue is full, and when the request
   * is aborted.
   */
  async run<T>(request: RequestContext, statement: () => Promise<T>): Promise<T> {
    if (request.isOwn) return statement();
    const { route } = request;
    let { client } = request;
    if (this.#mayEnter(route, client)) this.#enter(route, client);
    else client = await this.#wait(request);
    try {
      return await statement();
    } finally {
      this.#leave(route, client);
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
    while (this.#waiting > 0 && this.#running < this.#size) {
      const next = this.#next();
      if (next === undefined) return;
      const { item, client } = next;
      for (const each of item.clients) this.#remove({ client: each, item }, each === client);
      this.#enter(item.subject.route, client);
      item.admit(client);
    }
  }

  #wait(request: RequestContext): Promise<string> {
    const { signal, client, joined } = request;
    return waitInQueues(
      request,
      { client, joined, signal },
      {
        add: (each, waiting) => this.#queue(each, waiting),
        remove: (each, waiting) => this.#remove({ client: each, item: waiting }),
        full: () => this.#overload(),
        aborted: () => new Overload('No client waits for the answer'),
      },
    );
  }

  #queue(client: string, waiting: Waiting): void {
    const { route } = waiting.subject;
    const displaced = this.#displacedBy(route, client);
    if (displaced === 'none') return;
    waiting.clients.add(client);
    if (displaced !== undefined) {
      this.#remove(displaced);
      displace(displaced, () => this.#overload());
    }
    this.#queueOf(this.#routes, route).push(client, waiting);
    this.#queueOf(this.#clients, client).push(route, waiting);
    this.#waiting++;
  }

  #queueOf(queues: Map<string, FairQueue<Waiting>>, key: string): FairQueue<Waiting> {
    const known = queues.get(key);
    if (known !== undefined) return known;
    const queue = new FairQueue<Waiting>();
    queues.set(key, queue);
    return queue;
  }

  /** Returns the waiting statement to displace for a new one; undefined if the queue has room, `none` if it must be refused. */
  #displacedBy(route: string, client: string): Entry<Waiting> | undefined | 'none' {
    const ofClient = this.#clients.get(client);
    const ofRoute = this.#routes.get(route);
    const own = ofClient?.size ?? 0;
    let displaced: Entry<Waiting> | undefined;
    // A client that floods one route may still use others.
    if (own >= this.#maxShare) displaced = entryOf(client, ofClient?.displacedBy(route)?.item);
    else if ((ofRoute?.size ?? 0) >= this.#maxShare) displaced = ofRoute?.displacedBy(client);
    else if (this.#waiting < this.#maxWaiting) return undefined;
    else {
      const [heaviest, queue] = this.#heaviestClient();
      if (queue.size > own + 1) displaced = entryOf(heaviest, queue.heaviest()?.item);
    }
    return displaced ?? 'none';
  }

  /** Returns the client with the most waiting statements, and these by route. */
  #heaviestClient(): readonly [string, FairQueue<Waiting>] {
    let heaviest: readonly [string, FairQueue<Waiting>] = ['', new FairQueue()];
    for (const each of this.#clients) if (each[1].size > heaviest[1].size) heaviest = each;
    return heaviest;
  }

  /** Removes a statement from one queue. If it was admitted there, its client and its route move to the end of their rounds. */
  #remove({ client, item }: Entry<Waiting>, wasAdmitted = false): void {
    const { route } = item.subject;
    const ofRoute = this.#routes.get(route);
    const ofClient = this.#clients.get(client);
    ofRoute?.remove(client, item, wasAdmitted);
    ofClient?.remove(route, item);
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
  #next(): Entry<Waiting> | undefined {
    let next: Entry<Waiting> | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [route, queue] of this.#routes) {
      const running = this.#runningRoutes.get(route) ?? 0;
      if (running >= fewest) continue;
      const first = queue.first((client) => this.#mayEnter(route, client));
      if (first === undefined) continue;
      next = first;
      fewest = running;
    }
    return next;
  }
}

function entryOf(client: string, item: Waiting | undefined): Entry<Waiting> | undefined {
  return item && { client, item };
}
