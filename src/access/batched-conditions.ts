/**
 * A scan that looks up a row of another table for each row it meets, written for a database in which each look-up is a way to
 * another server: so many rows of the scan are fetched at once, then all that is looked up for them, and what meets the
 * conditions is chosen from both. Where that is no page, a larger number is tried, and then the scan as it is.
 */

/** A look-up of a scan: whether another table has a row that meets conditions. */
export interface TestedLookup {
  readonly table: string;
  readonly alias: string;
  /** Its column, and that of the scanned table, which are equal. */
  readonly column: string;
  readonly key: string;
  /** Its other conditions, as written. */
  readonly where: readonly string[];
}

/** A scan with look-ups. All parts are SQL as it is to be sent. */
export interface TestedScan {
  readonly table: string;
  readonly alias: string;
  /** The columns of the table that are used; `*` for all. */
  readonly columns: readonly string[];
  /** What is selected, and the groups of equal rows, if any. */
  readonly select: string;
  readonly groups: string;
  /** Conditions on the table alone. */
  readonly where: readonly string[];
  readonly lookups: readonly TestedLookup[];
  /** The other conditions, from SQL of what each look-up gives: true, or null. */
  readonly tested: (found: readonly string[]) => string;
  readonly order: string;
  readonly limit: number;
  /** The scan as it is. */
  readonly scan: string;
}

/** Rows of the scan that are fetched, first and then: of few pages, and as many as hardly take longer than one. */
const FIRST_PAGES = 8;
const SECOND = 4000;
/** Rows that are looked up for them at most: else the scan goes on as it is. */
const MOST_FOUND = 20_000;

/** The SELECT of such a scan. */
export function inBatches(scan: TestedScan): string {
  const { table, alias, columns, select, groups, where, lookups, order, limit } = scan;
  const named = columns.includes('*')
    ? `${alias}.*`
    : columns.map((column) => `${alias}.${column}`).join(', ');
  const stage = (name: string, size: number): string => {
    const found = lookups.map(
      (_, at) => `nullif(${alias}.${lookups[at]?.key} = any(array(select key from ${name}_${at})), false)`,
    );
    const isWhole = lookups.map((_, at) => `(select count(*) from ${name}_${at}) <= ${MOST_FOUND}`);
    return [
      `${name} as materialized (
        select ${named} from ${table} ${alias}${whereOf(where)} ${order} limit ${size}
      )`,
      ...lookups.map(
        (lookup, at) => `${name}_${at} as materialized (
        select ${lookup.alias}.${lookup.column} as key from ${lookup.table} ${lookup.alias}${whereOf([
          `${lookup.alias}.${lookup.column} = any(array(select ${lookup.key} from ${name}))`,
          ...lookup.where,
        ])} limit ${MOST_FOUND + 1}
      )`,
      ),
      `${name}_page as materialized (
        select ${select} from ${name} ${alias} where ${scan.tested(found)} ${groups} ${order} limit ${limit}
      )`,
      `${name}_done as materialized (
        select ${isWhole.join(' and ')} and ((select count(*) from ${name}_page) = ${limit} or (select count(*) from ${name}) < ${size}) as done
      )`,
    ].join(', ');
  };
  const first = Math.min(FIRST_PAGES * limit, SECOND / 2);
  return `select * from (
    with ${stage('first_batch', first)}, ${stage('second_batch', SECOND)}
    select * from first_batch_page where (select done from first_batch_done)
    union all
    select * from second_batch_page where not (select done from first_batch_done) and (select done from second_batch_done)
    union all
    select * from (${scan.scan}) whole_scan
    where not (select done from first_batch_done) and not (select done from second_batch_done)
  ) in_batches`;
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}
