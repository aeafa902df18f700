import type { Link, LinkedList } from '../ledger/entities.ts';
import type { Table } from '../ledger/table.ts';

/**
 * Doubly linked lists of keys, as the network's state has them of a contract's slots and of the airdrops that wait for an account's
 * receivers. A new key becomes the first one. Names of lists and keys are of the caller.
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

  /** Returns the neighbours of a key in a list; empty: none. */
  beside(list: string, key: string): Readonly<Link> {
    return this.#links.get(`${list} ${key}`) ?? { previous: '', next: '' };
  }

  /**
   * Adds a key at the start, unless the list has it. Returns its neighbours, whose links changed; null: the list has
   * it.
   */
  add(list: string, key: string): string[] | null {
    if (this.#links.has(`${list} ${key}`)) return null;
    const { first, count } = this.list(list);
    this.#links.put(`${list} ${key}`, { previous: '', next: first });
    this.#lists.put(list, { first: key, count: count + 1 });
    if (first === '') return [];
    this.#links.edit(`${list} ${first}`).previous = key;
    return [first];
  }

  /** Removes a key. Returns its former neighbours; null: the list lacks it. */
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
