import type { Work } from './statement-work.ts';

/**
 * Maximum rows read and sorted, and pages, per item of the page size or per object of the answer, whichever number is
 * higher. A transaction's transfers count as objects.
 */
const ROWS_FOR_ITEM = 8;
const SORTED_FOR_ITEM = 4;
const PAGES_FOR_ITEM = 24;
/** Rows for the fixed reads of an answer, in addition. */
const ROWS_FOR_ANSWER = 40;
const PAGES_FOR_ANSWER = 60;
/** Maximum number of rows of a table with few pages, which is best scanned completely. */
const SMALL_TABLE = 150;

/** Returns the page size of a request, or the number of objects in its answer, whichever is higher. */
export function itemsOf(path: string, body: string): number {
  const limit = /limit=(\d+)/.exec(path)?.[1] ?? (body.includes('"links"') ? '25' : '1');
  return Math.max(Number(limit), objectsIn(body));
}

/** Returns whether a statement exceeds the allowance for the items of its answer, multiplied by `factor`. */
export function isTooMuch({ read, sorted, scanned, pages }: Work, items: number, times: number): boolean {
  return (
    read > times * (ROWS_FOR_ANSWER + ROWS_FOR_ITEM * items) ||
    sorted > times * (ROWS_FOR_ANSWER + SORTED_FOR_ITEM * items) ||
    scanned > SMALL_TABLE ||
    pages > times * (PAGES_FOR_ANSWER + PAGES_FOR_ITEM * items)
  );
}

/** Returns the number of objects in a JSON text, without the answer itself and its links. */
function objectsIn(text: string): number {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const within = Object.values(value).reduce((sum: number, part) => sum + count(part), 0);
    return Array.isArray(value) ? within : within + 1;
  };
  return text.startsWith('{') ? Math.max(1, count(JSON.parse(text)) - 2) : 1;
}
