import type { KeysetColumn } from '../access/keyset.ts';
import type { Sql } from '../access/sql.ts';

/** One column of a list's order and keyset, with the range that the request allows. */
export interface Key extends KeysetColumn {
  /** The query parameter that holds the key's bounds, and that `links.next` continues. */
  readonly parameter: string;
  /** Value from which the link continues, where that is not the column itself; null omits the key from the link. */
  readonly linked?: Sql;
}
