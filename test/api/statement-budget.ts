import type { Work } from './statement-work.ts';

/**
 * Maximum cost of an answer: rows read and sorted, and pages, for each place on its page or each object in it,
 * whichever is more. A transaction's transfers are objects of their own.
 */
const ROWS_FOR_ITEM = 8;
const SORTED_FOR_ITEM = 4;
const PAGES_FOR_ITEM = 24;
/** Rows for reads that an answer makes once. */
const ROWS_FOR_ANSWER = 40;
const PAGES_FOR_ANSWER = 60;
/** A table of so many rows lies on a few pages and is best read as a whole. */
const SMALL_TABLE = 150;

/** Places on the page of a request, or objects in its answer, whichever are more. */
export function itemsOf(path: string, body: string): number {
  const limit = /limit=(\d+)/.exec(path)?.[1] ?? (body.includes('"links"') ? '25' : '1');
  return Math.max(Number(limit), objectsIn(body));
}

/** Whether a statement takes more than so many times what the items of its answer allow. */
export function isTooMuch({ read, sorted, scanned, pages }: Work, items: number, times: number): boolean {
  return (
    read > times * (ROWS_FOR_ANSWER + ROWS_FOR_ITEM * items) ||
    sorted > times * (ROWS_FOR_ANSWER + SORTED_FOR_ITEM * items) ||
    scanned > SMALL_TABLE ||
    pages > times * (PAGES_FOR_ANSWER + PAGES_FOR_ITEM * items)
  );
}

/** Objects in a JSON text, besides the answer itself and its links. */
function objectsIn(text: string): number {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const within = Object.values(value).reduce((sum: number, part) => sum + count(part), 0);
    return Array.isArray(value) ? within : within + 1;
  };
  return text.startsWith('{') ? Math.max(1, count(JSON.parse(text)) - 2) : 1;
}
