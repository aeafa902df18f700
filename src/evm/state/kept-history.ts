import { sql } from '../../access/sql.ts';
import type { Select } from '../../db/select.ts';

/** Whether the history that is kept reaches back to where a contract began. Asks once for each contract. */
export class KeptHistory {
  readonly #select: Select;
  readonly #known = new Map<bigint, Promise<boolean>>();

  constructor(select: Select) {
    this.#select = select;
  }

  /** Whether all that the contract ever was is kept. */
  knows(contract: bigint): Promise<boolean> {
    let known = this.#known.get(contract);
    if (known === undefined) {
      known = this.#isWithin(contract);
      this.#known.set(contract, known);
      known.catch(() => this.#known.delete(contract));
    }
    return known;
  }

  async #isWithin(contract: bigint): Promise<boolean> {
    const [row] = await this.#select(
      sql`select f.index = 0 or coalesce(e.created_timestamp >= f.consensus_start, false)
        from (select index, consensus_start from record_file order by consensus_end limit 1) f
        left join entity e on e.id = ${contract}`,
    );
    return row?.[0] !== 'f';
  }
}
