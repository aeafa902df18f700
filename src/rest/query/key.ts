import type { KeysetColumn } from '../../store/access/keyset.ts';
import type { Sql } from '../../store/access/sql.ts';

/** One column of a list's order and keyset, with the range that the request allows. */
export interface Key extends KeysetColumn {
  /** The query parameter that holds the key's bounds, and that `links.next` continues. */
  readonly parameter: string;
  /** Value from which the link continues, where that is not the column itself; null omits the key from the link. */
  readonly linked?: Sql;
  /**
   * Set where the meaning of a bound depends on the place of its parameter among those of the keys, so that
   * `links.next` must keep the order of these. `isPlain`: the bound at the end where the list begins holds for all rows, so
   * that the link has the one from which it continues in addition.
   */
  readonly placed?: { readonly isPlain: boolean };
}
