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
