import type { AbortSignalLike } from '../abort-signal.ts';
import type { Entry } from './fair-queue.ts';

/**
 * Further clients that wait for a result which one client requested. Its work waits in the queue of each of them and is
 * admitted at the first one's turn (priority inheritance): a client that joins waits no longer than for work of its own.
 */
export class JoinedClients implements Iterable<string> {
  readonly #owner: string;
  readonly #clients = new Set<string>();
  readonly #listeners = new Set<(client: string) => void>();

  /** `owner`: the client that requested the result, which is none of the further ones. */
  constructor(owner: string) {
    this.#owner = owner;
  }

  join(client: string): void {
    if (client === this.#owner || this.#clients.has(client)) return;
    this.#clients.add(client);
    for (const listener of this.#listeners) listener(client);
  }

  /** Calls a listener for each client that joins later, until the returned function is called. */
  onJoin(listener: (client: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#clients.values();
  }
}

/** Work in the queues of its client and of those that joined it. It is admitted or refused once. */
export interface QueuedWork<Subject> {
  readonly subject: Subject;
  /** Clients in whose queues it waits. */
  readonly clients: Set<string>;
  readonly admit: (client: string) => void;
  readonly refuse: (error: unknown) => void;
}

interface Waiter {
  readonly client: string;
  readonly joined: JoinedClients | undefined;
  readonly signal: AbortSignalLike | undefined;
}

interface Queues<Subject> {
  /** Queues work for a client, and adds the client to its `clients`, unless there is no room. */
  readonly add: (client: string, work: QueuedWork<Subject>) => void;
  readonly remove: (client: string, work: QueuedWork<Subject>) => void;
  /** Returns the error if no queue has room, and if the signal is aborted. */
  readonly full: () => unknown;
  readonly aborted: () => unknown;
}

/** Queues work for a client and those that joined it, also later. Resolves to the client at whose turn it was admitted. */
export function waitInQueues<Subject>(
  subject: Subject,
  { client, joined, signal }: Waiter,
  queues: Queues<Subject>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal?.removeEventListener('abort', abandon);
      unlisten?.();
    };
    const work: QueuedWork<Subject> = {
      subject,
      clients: new Set(),
      admit: (admitted) => {
        end();
        resolve(admitted);
      },
      refuse: (error) => {
        end();
        reject(error);
      },
    };
    const abandon = (): void => {
      for (const each of work.clients) queues.remove(each, work);
      work.refuse(queues.aborted());
    };
    signal?.addEventListener('abort', abandon, { once: true });
    const unlisten = joined?.onJoin((each) => queues.add(each, work));
    for (const each of [client, ...(joined ?? [])]) queues.add(each, work);
    if (work.clients.size === 0) work.refuse(queues.full());
  });
}

/** Records that work lost its place in one queue. Refuses it if it waits in no other. */
export function displace<Subject>({ client, item }: Entry<QueuedWork<Subject>>, error: () => unknown): void {
  item.clients.delete(client);
  if (item.clients.size === 0) item.refuse(error());
}
