import { leftJoinTable } from '../../access/joined-rows.ts';
import { sql } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import { type RetainedHistory, type Start, selectRetained } from '../../reads/retained.ts';

/**
 * Determines whether the stored stream includes the creation of an entity, so that all of its state is known, even if
 * its history was removed. Queries once for each entity.
 */
export class StateCompleteness {
  readonly #select: Select;
  readonly #known = new Map<bigint, Promise<boolean>>();
  #retained: Promise<RetainedHistory> | undefined;

  constructor(select: Select) {
    this.#select = select;
  }

  /** Returns the first stored block, if it is in the middle of the network's history. */
  async start(): Promise<Start | undefined> {
    return (await this.#selectRetained()).start;
  }

  /** Returns whether the complete state of an entity is known: a contract's storage, an account's balance. */
  isComplete(id: bigint): Promise<boolean> {
    let known = this.#known.get(id);
    if (known === undefined) {
      known = this.#isWithin(id);
      this.#known.set(id, known);
      known.catch(() => this.#known.delete(id));
    }
    return known;
  }

  /** Returns whether the complete state of at least one of some entities is known, or the stored stream is complete. */
  async isAnyComplete(...ids: readonly bigint[]): Promise<boolean> {
    if ((await this.start()) === undefined) return true;
    for (const id of ids) if (await this.isComplete(id)) return true;
    return false;
  }

  #selectRetained(): Promise<RetainedHistory> {
    this.#retained ??= selectRetained(this.#select).catch((error: unknown) => {
      this.#retained = undefined;
      throw error;
    });
    return this.#retained;
  }

  async #isWithin(id: bigint): Promise<boolean> {
    const { firstBlock, start } = await this.#selectRetained();
    if (firstBlock !== undefined && start === undefined) return true;
    const first =
      start === undefined
        ? sql`select index, consensus_start from record_file order by consensus_end limit 1`
        : sql`select null::bigint as index, ${start.at}::bigint as consensus_start`;
    const [row] = await this.#select(
      sql`select coalesce(f.index = 0, false) or coalesce(e.created_timestamp >= f.consensus_start, false)
        from (${first}) f
        ${leftJoinTable('entity', 'e', [sql`e.id = ${id}`])}`,
    );
    return row?.[0] !== 'f';
  }
}
