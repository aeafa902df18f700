import type { Link, LinkedList } from '../ledger/entities.ts';
import type { Table } from '../ledger/table.ts';

/**
 * Doubly linked lists of keys, as the network's state has them for a contract's slots and for an account's pending
 * airdrops. A new key becomes the first one. The caller chooses the names of lists and keys.
 */
export class LinkedKeys {
  readonly #links: Table<string, Link>;
  readonly #lists: Table<string, LinkedList>;

  constructor(links: Table<string, Link>, lists: Table<string, LinkedList>) {
    this.#links = links;
    this.#lists = lists;
  }

  /** Returns the first key of a list, empty for none, and its length. */
  list(list: string): Readonly<LinkedList> {
    return this.#lists.get(list) ?? { first: '', count: 0 };
  }

  /** Returns the neighbours of a key in a list; empty: no neighbour. */
  beside(list: string, key: string): Readonly<Link> {
    return this.#links.get(`${list} ${key}`) ?? { previous: '', next: '' };
  }

  /** Adds a key at the start. Returns its neighbours, whose links changed; null if the list already has the key. */
  add(list: string, key: string): string[] | null {
    if (this.#links.has(`${list} ${key}`)) return null;
    const { first, count } = this.list(list);
    this.#links.put(`${list} ${key}`, { previous: '', next: first });
    this.#lists.put(list, { first: key, count: count + 1 });
    if (first === '') return [];
    this.#links.edit(`${list} ${first}`).previous = key;
    return [first];
  }

  /** Removes a key. Returns its former neighbours; null if the list lacks the key. */
  remove(list: string, key: string): string[] | null {
    const link = this.#links.get(`${list} ${key}`);
    if (link === undefined) return null;
    const { previous, next } = link;
    const { first, count } = this.list(list);
    this.#links.remove(`${list} ${key}`);
    this.#lists.put(list, { first: first === key ? next : first, count: count - 1 });
    if (previous !== '') this.#links.edit(`${list} ${previous}`).next = next;
    if (next !== '') this.#links.edit(`${list} ${next}`).previous = previous;
    return [previous, next].filter((beside) => beside !== '');
  }
}
