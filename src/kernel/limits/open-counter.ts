import { addCount } from '../counts.ts';
import { LimitReached, type OpenLimit } from './limit.ts';

/** Counts open resources, in total and by client, up to a limit. */
export class OpenCounter {
  readonly limit: Pick<OpenLimit, 'counts' | 'max' | 'perClient'>;
  readonly #clients = new Map<string, number>();
  #open = 0;

  constructor(limit: Pick<OpenLimit, 'counts' | 'max' | 'perClient'>) {
    this.limit = limit;
  }

  get open(): number {
    return this.#open;
  }

  /** Counts one more, and returns the function that releases it. Throws `LimitReached`. */
  add(client: string): () => void {
    const { max, perClient } = this.limit;
    if ((this.#clients.get(client) ?? 0) >= perClient) throw new LimitReached(this.limit, true);
    if (this.#open >= max) throw new LimitReached(this.limit, false);
    addCount(this.#clients, client, 1);
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      addCount(this.#clients, client, -1);
    };
  }
}
