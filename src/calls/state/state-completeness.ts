import { SharedRead } from '../../kernel/limits/shared-read.ts';
import { leftJoinTable } from '../../store/access/joined-rows.ts';
import type { Select } from '../../store/connections/select.ts';
import { type RetainedHistory, type Start, selectRetained } from '../../store/reads/retained.ts';
import { sql } from '../../store/sql.ts';

/** Maximum number of entities whose completeness is remembered. */
const MAX_ENTITIES = 10_000;

/**
 * Determines whether the stored stream includes the creation of an entity, so that all of its state is known, even if
 * its history was removed. Queries once for each entity.
 */
export class StateCompleteness {
  readonly #select: Select;
  readonly #complete: SharedRead<boolean, bigint>;
  readonly #retained: SharedRead<RetainedHistory>;

  constructor(select: Select) {
    this.#select = select;
    this.#retained = new SharedRead({ read: () => selectRetained(select) });
    this.#complete = new SharedRead({ read: (id) => this.#isWithin(id), keyOf: String, max: MAX_ENTITIES });
  }

  /** Returns the first stored block, if it is in the middle of the network's history. */
  async start(): Promise<Start | undefined> {
    return (await this.#retained.get()).start;
  }

  /** Returns whether the complete state of an entity is known: a contract's storage, an account's balance. */
  isComplete(id: bigint): Promise<boolean> {
    return this.#complete.get(id);
  }

  /** Returns whether the complete state of at least one of some entities is known, or the stored stream is complete. */
  async isAnyComplete(...ids: readonly bigint[]): Promise<boolean> {
    if ((await this.start()) === undefined) return true;
    for (const id of ids) if (await this.isComplete(id)) return true;
    return false;
  }

  async #isWithin(id: bigint): Promise<boolean> {
    const { firstBlock, start } = await this.#retained.get();
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
