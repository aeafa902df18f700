import type { KeysetColumn } from '../access/keyset.ts';
import type { Sql } from '../access/sql.ts';

/** One column that a list is ordered by and paged along, with what the request leaves of it. */
export interface Key extends KeysetColumn {
  /** The query parameter that holds its bounds, and that `links.next` continues. */
  readonly parameter: string;
  /** What the link continues from, where that is not the column itself; null leaves the key out of the link. */
  readonly linked?: Sql;
}
