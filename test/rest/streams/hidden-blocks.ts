import type { Database } from '../../../src/store/connections/database.ts';

/** Tables that streams read, with their time column. */
const TABLES: Readonly<Record<string, string>> = {
  transaction: 'consensus_timestamp',
  crypto_transfer: 'consensus_timestamp',
  token_transfer: 'consensus_timestamp',
  entity_transaction: 'consensus_timestamp',
  staking_reward_transfer: 'consensus_timestamp',
  ethereum_transaction: 'consensus_timestamp',
  contract_result: 'consensus_timestamp',
  contract_log: 'consensus_timestamp',
  topic_message: 'consensus_timestamp',
  record_file: 'consensus_end',
};

export interface StoredBlock {
  readonly number: bigint;
  /** Consensus times of a block in nanoseconds. */
  readonly start: bigint;
  readonly end: bigint;
}

/** A ledger whose blocks become visible one after another, each in one transaction, as stored by the ingest. */
export class HiddenBlocks {
  readonly blocks: readonly StoredBlock[];
  readonly #database: Database;
  /** Number of visible blocks. */
  visible: number;

  private constructor(database: Database, blocks: readonly StoredBlock[], visible: number) {
    this.#database = database;
    this.blocks = blocks;
    this.visible = visible;
  }

  /** Hides all blocks of a database except the first `visible` ones. */
  static async behind(database: Database, visible: number): Promise<HiddenBlocks> {
    const { rows } = await database.pool.query<Record<string, string>>(
      'select index, consensus_start, consensus_end from record_file order by consensus_end',
    );
    const blocks = rows.map((row) => ({
      number: BigInt(row.index ?? 0),
      start: BigInt(row.consensus_start ?? 0),
      end: BigInt(row.consensus_end ?? 0),
    }));
    const end = blocks[visible - 1]?.end ?? 0n;
    await database.transaction(async (client) => {
      await client.query('create schema hidden');
      for (const [table, column] of Object.entries(TABLES)) {
        await client.query(`create table hidden.${table} as select * from ${table} where ${column} > ${end}`);
        await client.query(`delete from ${table} where ${column} > ${end}`);
      }
    });
    return new HiddenBlocks(database, blocks, visible);
  }

  get isOver(): boolean {
    return this.visible >= this.blocks.length;
  }

  /** Makes the next blocks visible in one transaction. `announced`: whether a notification is sent. */
  async show(count = 1, announced = true): Promise<void> {
    const from = this.blocks[this.visible - 1]?.end ?? 0n;
    this.visible = Math.min(this.visible + count, this.blocks.length);
    const last = this.blocks[this.visible - 1];
    if (last === undefined) return;
    await this.#database.transaction(async (client) => {
      for (const [table, column] of Object.entries(TABLES)) {
        const columns = await namesOf(client, table);
        await client.query(
          `insert into ${table} (${columns}) select ${columns} from hidden.${table}
            where ${column} > ${from} and ${column} <= ${last.end}`,
        );
      }
      if (announced) {
        await client.query('select pg_notify($1, $2)', ['tain_block', `${last.number} ${last.end}`]);
      }
    });
  }
}

/** Returns the columns that the database does not compute. */
async function namesOf(
  client: { query(text: string, values: unknown[]): Promise<{ rows: Record<string, string>[] }> },
  table: string,
): Promise<string> {
  const { rows } = await client.query(
    `select attname from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows.map(({ attname }) => attname).join(', ');
}
