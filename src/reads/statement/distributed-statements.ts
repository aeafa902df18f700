import { asLookups } from '../../access/lookups.ts';
import { READING_SCHEMA } from '../../db/connections/distributed-reading.ts';
import { DISTRIBUTION } from '../../schema/distribution.ts';

/** Our own tables that are distributed, which statements name with their schema. */
const OWN = Object.entries(DISTRIBUTION).flatMap(([table, { kind }]) =>
  table.startsWith('tain.') && kind !== 'local' ? [table.slice('tain.'.length)] : [],
);
const NAMED = new RegExp(`\\btain\\.(${OWN.join('|')})\\b`, 'g');
/** What statements look up in, as they name it then. */
const TABLES: ReadonlySet<string> = new Set([
  ...Object.entries(DISTRIBUTION).flatMap(([table, { kind }]) => (kind === 'local' ? [] : [table])),
  ...OWN.map((table) => `${READING_SCHEMA}.${table}`),
]);
/** A comparison with the first part of a hash, which is what the rows lie by and hold beside the rest. */
const OF_HASH = /\bsubstring\(((?:\w+\.)?hash) from 1 for 32\) = (\$\d+|\w+\.hash)/g;
/** Of an enumeration that is text where it is read. */
const ENUMERATION = /::entity_type\b/g;
const MOST_KEPT = 2000;

/** Statements as they are sent to a database whose tables are distributed: as look-ups in the tables that it is read through. */
export class DistributedStatements {
  #texts = new Map<string, string>();

  of(text: string): string {
    let own = this.#texts.get(text);
    if (own === undefined) {
      const shown = text.replaceAll(NAMED, `${READING_SCHEMA}.$1`).replaceAll(OF_HASH, '$& and $1 = $2');
      own = asLookups(shown.replaceAll(ENUMERATION, ''), TABLES);
      if (this.#texts.size >= MOST_KEPT) this.#texts = new Map();
      this.#texts.set(text, own);
    }
    return own;
  }
}
