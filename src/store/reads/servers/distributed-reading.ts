import type pg from 'pg';
import { VISIBLE_SETTING } from '../../connections/distributed-reading.ts';
import type { VisibleEverywhere } from './visible-everywhere.ts';

/** Bounds the rows that connections to a distributed database see. */
export class DistributedReading {
  readonly #everywhere: VisibleEverywhere;
  readonly #endsWithBlock: boolean;
  /** Time up to which each connection shows rows. */
  readonly #bounds = new WeakMap<object, string>();

  constructor(everywhere: VisibleEverywhere, endsWithBlock: boolean) {
    this.#everywhere = everywhere;
    this.#endsWithBlock = endsWithBlock;
  }

  /** Makes a connection show rows up to the last block that is visible on every server. Throws when that block is unknown. */
  async bound(client: pg.ClientBase): Promise<void> {
    if (!this.#endsWithBlock) return;
    const { last } = this.#everywhere;
    const block = last === undefined ? await this.#everywhere.refresh() : last;
    const bound = block === null ? '' : String(block.consensusEnd);
    if (this.#bounds.get(client) === bound) return;
    await client.query('select set_config($1, $2, false)', [VISIBLE_SETTING, bound]);
    this.#bounds.set(client, bound);
  }
}
