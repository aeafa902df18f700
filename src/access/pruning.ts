/**
 * Statements for a database whose history is partitioned by time. PostgreSQL leaves no partition out by a comparison of rows,
 * so that a list which bounds a key and the time together would read them all. With a bound of the time beside it reads
 * those of the time. One table is asked without: there the bound would change which index the planner takes.
 */

/** A bound of a key and the time after it, which `indexRange` marks. */
const AFTER_KEY = /\/\*=\d+\*\/\([^()]+,\s*((?:\w+\.)?consensus_timestamp)\) ([<>]=) \([^()]+,\s*(\$\d+)\)/g;
/** A bound of the time and of what comes after it. */
const BEFORE_KEY = /\(((?:\w+\.)?consensus_timestamp),[^()]+\) ([<>])=? \((\$\d+),[^()]+\)/g;

/** The text of a statement with a bound of the time beside each comparison of rows that bounds it. */
export function withTimeBounds(text: string): string {
  return text.replaceAll(AFTER_KEY, '$& and $1 $2 $3').replaceAll(BEFORE_KEY, '($& and $1 $2= $3)');
}
