import type pg from 'pg';
import { asLookups } from '../../access/lookups.ts';
import { READING_SCHEMA, VISIBLE_SETTING } from '../../db/connections/spread.ts';
import { DISTRIBUTION } from '../../schema/distribution.ts';
import type { NamedStatement } from '../statement/statement-names.ts';
import type { VisibleEverywhere } from './visible-everywhere.ts';

/** Our own tables that are spread, which statements name with their schema. */
const OWN = Object.entries(DISTRIBUTION).flatMap(([table, { kind }]) =>
  table.startsWith('tain.') && kind !== 'local' ? [table.slice('tain.'.length)] : [],
);
const NAMED = new RegExp(`\\btain\\.(${OWN.join('|')})\\b`, 'g');
/** What statements look up in, as they name it then. */
const TABLES: ReadonlySet<string> = new Set([
  ...Object.entries(DISTRIBUTION).flatMap(([table, { kind }]) => (kind === 'local' ? [] : [table])),
  ...OWN.map((table) => `${READING_SCHEMA}.${table}`),
]);
const MOST_KEPT = 2000;

/** How statements are run on a database whose tables are spread. */
export class SpreadReading {
  readonly #everywhere: VisibleEverywhere;
  readonly #endsWithBlock: boolean;
  #texts = new Map<string, string>();
  /** Up to which time each connection shows rows. */
  readonly #bounds = new WeakMap<object, string>();

  constructor(everywhere: VisibleEverywhere, endsWithBlock: boolean) {
    this.#everywhere = everywhere;
    this.#endsWithBlock = endsWithBlock;
  }

  /** A statement as it is sent: it names the tables that the database is read through. */
  statementOf({ text, name }: NamedStatement): NamedStatement {
    let own = this.#texts.get(text);
    if (own === undefined) {
      own = asLookups(text.replaceAll(NAMED, `${READING_SCHEMA}.$1`), TABLES);
      if (this.#texts.size >= MOST_KEPT) this.#texts = new Map();
      this.#texts.set(text, own);
    }
    return { text: own, name };
  }

  /** Has a connection show rows up to the last block that is visible on every server. Throws where that is not known. */
  async bound(client: pg.ClientBase): Promise<void> {
    if (!this.#endsWithBlock) return;
    const { last } = this.#everywhere;
    const block = last === undefined ? await this.#everywhere.look() : last;
    const bound = block === null ? '' : String(block.consensusEnd);
    if (this.#bounds.get(client) === bound) return;
    await client.query('select set_config($1, $2, false)', [VISIBLE_SETTING, bound]);
    this.#bounds.set(client, bound);
  }
}
