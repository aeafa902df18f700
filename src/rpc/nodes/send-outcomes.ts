import { RESPONSE_CODES } from '@tain/ledger/response-code';
import { NANOS_PER_MILLISECOND, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { Logger } from 'pino';
import { messageOf } from '../../kernel/failure.ts';
import { retry } from '../../kernel/retry.ts';
import type { Database } from '../../store/connections/database.ts';
import type { VisibleBlocks } from '../../store/reads/visible-blocks.ts';
import type { SendOutcome } from '../method/services.ts';
import { VALID_SECONDS } from './envelope.ts';
import type { SendBudget } from './send-budget.ts';

export interface SendOutcomesOptions {
  readonly database: Database;
  readonly budget: SendBudget;
  /** Packed id of the payer. */
  readonly payer: bigint;
  readonly blocks: VisibleBlocks;
  readonly log: Pick<Logger, 'warn'>;
}

interface Waiting {
  readonly outcome: Promise<SendOutcome | null>;
  readonly resolve: (outcome: SendOutcome | null) => void;
}

interface FoundRow {
  readonly start: string;
  readonly time: string;
  readonly result: number;
  readonly charged: string;
}

/**
 * Nanoseconds from a valid start after which no further block can contain the transaction: its validity, and a minute
 * for differences between clocks.
 */
const LOST_AFTER = BigInt(VALID_SECONDS + 60) * NANOS_PER_SECOND;
const HOUR_NS = 3_600n * NANOS_PER_SECOND;
/** Maximum number of transactions in one query. */
const MAX_OPEN = 1_000;
const RETRY_MS = 1_000;
/** Interval of polls for the transactions of processes that died, while this one waits for none. */
const SWEEP_INTERVAL_MS = 30_000;
const DUPLICATE_TRANSACTION = 11;

/** Finds the outcomes of sent transactions by their ids in the mirror's own tables, and corrects the budget by their cost. */
export class SendOutcomes {
  readonly #options: SendOutcomesOptions;
  readonly #waiting = new Map<bigint, Waiting>();
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(options: SendOutcomesOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /**
   * Resolves to the outcome of a transaction once it is in a visible block; to null once no block can contain it, or
   * after `close`. Never rejects.
   */
  of(validStart: bigint): Promise<SendOutcome | null> {
    const known = this.#waiting.get(validStart);
    if (known !== undefined) return known.outcome;
    let resolve: Waiting['resolve'] = () => undefined;
    const outcome = new Promise<SendOutcome | null>((done) => {
      resolve = done;
    });
    this.#waiting.set(validStart, { outcome, resolve });
    return outcome;
  }

  /** Removes a transaction that no node accepted. */
  forget(validStart: bigint): void {
    this.#end(validStart, null);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    for (const start of [...this.#waiting.keys()]) this.#end(start, null);
  }

  async #run(): Promise<void> {
    const { blocks, log } = this.#options;
    const { signal } = this.#ending;
    let seen = -1n;
    const attempt = async (): Promise<void> => {
      const block = await blocks.next(seen, signal);
      await this.#poll(block.end);
      seen = block.index;
    };
    const onFailure = (error: unknown, failures: number): void => {
      const fields = { reason: messageOf(error) };
      if (failures === 1) log.warn(fields, 'Outcomes of sent transactions cannot be read');
    };
    while (!signal.aborted) {
      await retry(attempt, { backOff: RETRY_MS, signal, onFailure }).catch(() => undefined);
    }
  }

  /** Looks up pending transactions. `end`: consensus time up to which rows are visible. */
  async #poll(end: bigint): Promise<void> {
    const now = performance.now();
    if (this.#waiting.size === 0 && now - this.#sweptAt < SWEEP_INTERVAL_MS) return;
    this.#sweptAt = now;
    const { budget } = this.#options;
    const open = new Set([...(await budget.open(MAX_OPEN)), ...[...this.#waiting.keys()].slice(0, MAX_OPEN)]);
    if (open.size === 0) return;
    const found = await this.#find([...open]);
    for (const start of open) {
      const row = found.get(start);
      if (row !== undefined) {
        await budget.settle(start, BigInt(row.charged));
        const status = RESPONSE_CODES[row.result] ?? String(row.result);
        this.#end(start, { status, time: BigInt(row.time) });
      } else if (isLost(start, end)) {
        // The settings may exclude it from the table, so it may have been charged.
        await budget.settle(start, null);
        this.#end(start, null);
      }
    }
  }

  /** Returns rows of transactions by valid start. The charge is the amount debited from the payer's account. */
  async #find(starts: readonly bigint[]): Promise<Map<bigint, FoundRow>> {
    const oldest = starts.reduce((least, start) => (start < least ? start : least));
    const { rows } = await this.#options.database.pool.query<FoundRow>(
      `select t.valid_start_ns::text as start, t.consensus_timestamp::text as time, t.result::int as result,
              greatest(0, -coalesce((select sum(c.amount) from crypto_transfer c
                where c.consensus_timestamp = t.consensus_timestamp and c.entity_id = $1), 0))::bigint::text as charged
         from transaction t
        where t.payer_account_id = $1 and t.valid_start_ns = any($2::bigint[]) and t.consensus_timestamp >= $3
          and t.nonce = 0 and not t.scheduled
        order by (t.result = $4) desc, t.consensus_timestamp desc`,
      [this.#options.payer, starts, oldest - HOUR_NS, DUPLICATE_TRANSACTION],
    );
    // The last row of an id is used: the first one that is not a duplicate.
    return new Map(rows.map((row) => [BigInt(row.start), row]));
  }

  #end(validStart: bigint, outcome: SendOutcome | null): void {
    const waiting = this.#waiting.get(validStart);
    this.#waiting.delete(validStart);
    waiting?.resolve(outcome);
  }
}

/**
 * Returns whether a transaction that is not visible will never be. Both the ledger's time and the clock must be past
 * its validity, because either may be ahead.
 */
function isLost(validStart: bigint, end: bigint): boolean {
  const until = validStart + LOST_AFTER;
  return end > until && BigInt(Date.now()) * NANOS_PER_MILLISECOND > until;
}
