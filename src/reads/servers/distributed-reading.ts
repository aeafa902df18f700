import type pg from 'pg';
import { VISIBLE_SETTING } from '../../db/connections/distributed-reading.ts';
import type { VisibleEverywhere } from './visible-everywhere.ts';

/** Bounds what connections to a database whose tables are distributed see. */
export class DistributedReading {
  readonly #everywhere: VisibleEverywhere;
  readonly #endsWithBlock: boolean;
  /** Up to which time each connection shows rows. */
  readonly #bounds = new WeakMap<object, string>();

  constructor(everywhere: VisibleEverywhere, endsWithBlock: boolean) {
    this.#everywhere = everywhere;
    this.#endsWithBlock = endsWithBlock;
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
