import type { KeysetColumn } from '../access/keyset.ts';
import type { Sql } from '../access/sql.ts';

/** One column that a list is ordered by and paged along, with what the request leaves of it. */
export interface Key extends KeysetColumn {
  /** The query parameter that holds its bounds, and that `links.next` continues. */
  readonly parameter: string;
  /** Value from which the link continues, where that is not the column itself; null omits the key from the link. */
  readonly linked?: Sql;
}
