import type { Database } from '../../store/connections/database.ts';

/** Tinybars that may be spent in a UTC day. */
export interface BudgetLimits {
  readonly total: bigint;
  readonly perClient: bigint;
}

export interface Reservation {
  /** Start of validity in nanoseconds; with the payer, the transaction's id. */
  readonly validStart: bigint;
  /** Keccak-256 of the Ethereum transaction. */
  readonly hash: Uint8Array;
  readonly client: string;
  /** Tinybars that the transaction may cost. */
  readonly maximum: bigint;
}

/**
 * Outcome of a reservation. `sent`: the same Ethereum transaction has been in progress since `validStart`. `taken`:
 * another transaction has the id. `total` and `client`: that budget is used up.
 */
export interface Reserved {
  readonly outcome: 'reserved' | 'sent' | 'taken' | 'total' | 'client';
  readonly validStart: bigint;
}

/** Name of clients without an address, because '' is the sum of all. */
const UNKNOWN_CLIENT = 'unknown';

/** Budget of a payer, in the database: all processes share it, and a restart changes nothing. */
export class SendBudget {
  readonly #database: Database;
  readonly #payer: bigint;
  readonly #limits: BudgetLimits;

  /** `payer`: packed id. */
  constructor(database: Database, payer: bigint, limits: BudgetLimits) {
    this.#database = database;
    this.#payer = payer;
    this.#limits = limits;
  }

  /** Reserves the maximum cost of a transaction, in one statement. Throws the driver's errors. */
  async reserve({ validStart, hash, client, maximum }: Reservation): Promise<Reserved> {
    const { total, perClient } = this.#limits;
    const { rows } = await this.#database.pool.query<{
      outcome: Reserved['outcome'];
      valid_start: string;
    }>('select outcome, valid_start::text from tain.reserve_send($1, $2, $3, $4, $5, $6, $7)', [
      this.#payer,
      validStart,
      hash,
      client || UNKNOWN_CLIENT,
      maximum,
      total,
      perClient,
    ]);
    const [row] = rows;
    if (row === undefined) throw new Error('tain.reserve_send returned nothing');
    return { outcome: row.outcome, validStart: BigInt(row.valid_start) };
  }

  /** Ends a transaction with its cost in tinybars; null: unknown, so that the whole reservation counts. */
  async settle(validStart: bigint, charged: bigint | null): Promise<void> {
    await this.#database.pool.query('select tain.settle_send($1, $2, $3)', [
      this.#payer,
      validStart,
      charged,
    ]);
  }

  /** Returns the tinybars that were spent or are reserved in the present UTC day. */
  async spentToday(): Promise<bigint> {
    const { rows } = await this.#database.pool.query<{ tinybars: string }>(
      `select tinybars::text from tain.rpc_spent
        where payer = $1 and client = '' and day = (clock_timestamp() at time zone 'utc')::date`,
      [this.#payer],
    );
    return BigInt(rows[0]?.tinybars ?? 0);
  }

  /**
   * Returns the valid starts of at most `max` transactions whose outcome is not known yet, also those of other and of
   * earlier processes.
   */
  async open(max: number): Promise<bigint[]> {
    const { rows } = await this.#database.pool.query<{ start: string }>(
      'select valid_start_ns::text as start from tain.rpc_send where payer = $1 order by valid_start_ns limit $2',
      [this.#payer, max],
    );
    return rows.map(({ start }) => BigInt(start));
  }
}
