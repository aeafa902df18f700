import { sql } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import { selectKept } from '../../reads/kept.ts';

/**
 * Whether what was stored reaches back to where a contract began, so that all of its state is known; whether the history
 * is still there does not matter. Asks once for each contract.
 */
export class KeptHistory {
  readonly #select: Select;
  readonly #known = new Map<bigint, Promise<boolean>>();

  constructor(select: Select) {
    this.#select = select;
  }

  /** Whether all that the contract ever stored is known. */
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
    const { firstBlock } = await selectKept(this.#select);
    const first =
      firstBlock === undefined
        ? sql`select index, consensus_start from record_file order by consensus_end limit 1`
        : sql`select ${firstBlock.number}::bigint as index, ${firstBlock.consensusStart}::bigint as consensus_start`;
    const [row] = await this.#select(
      sql`select f.index = 0 or coalesce(e.created_timestamp >= f.consensus_start, false)
        from (${first}) f
        left join entity e on e.id = ${contract}`,
    );
    return row?.[0] !== 'f';
  }
}
