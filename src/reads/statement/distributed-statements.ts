import { asLookups } from '../../access/lookups.ts';
import { READING_SCHEMA } from '../../db/connections/distributed-reading.ts';
import { DISTRIBUTION } from '../../schema/distribution.ts';

/** Our own tables that are distributed, which statements name with their schema. */
const OWN = Object.entries(DISTRIBUTION).flatMap(([table, { kind }]) =>
  table.startsWith('tain.') && kind !== 'local' ? [table.slice('tain.'.length)] : [],
);
/** What statements look up in, as they name it then. */
const TABLES: ReadonlySet<string> = new Set([
  ...Object.entries(DISTRIBUTION).flatMap(([table, { kind }]) => (kind === 'local' ? [] : [table])),
  ...OWN.map((table) => `${READING_SCHEMA}.${table}`),
]);
const MOST_KEPT = 2000;

/** Statements as they are sent to a database whose tables are distributed: as look-ups in the tables that it is read through. */
export class DistributedStatements {
  #texts = new Map<string, string>();

  of(text: string): string {
    let own = this.#texts.get(text);
    if (own === undefined) {
      own = asLookups(text, TABLES);
      if (this.#texts.size >= MOST_KEPT) this.#texts = new Map();
      this.#texts.set(text, own);
    }
    return own;
  }
}
