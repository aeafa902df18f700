import pg from 'pg';
import {
  type BatchFrame,
  BatchQuery,
  type BatchStatement,
  batchStatement,
} from '../statement/batch-query.ts';
import type { NamedStatement } from '../statement/statement-names.ts';
import type { Seen } from './seen.ts';

/** Maximum number of statements in a batch: they run one after another on one connection. */
const MAX_BATCH_STATEMENTS = 8;
/** Timeout of a lookup in a batch: it limits how long the others wait for it. */
export const LOOKUP_TIMEOUT_MS = 100;
/** Time during which a statement that failed or timed out in a batch is run on a connection of its own. */
const ALONE_MS = 60_000;
/** Maximum number of statements remembered for running alone. */
const MAX_ALONE_STATEMENTS = 1_000;

/** Names of the statements that frame a batch. */
export const FRAME = { begin: 'tain_lookup_time', end: 'tain_last_block' } satisfies BatchFrame;

/**
 * Sets the timeout of each statement of a batch until the end of the transaction, which ends with the batch.
 * Milliseconds: `lookupTimeout` is the limit of lookups, `statementTimeout` that of the connection for any statement
 * (0: none).
 */
export function lookupTimeSql(lookupTimeout: number, statementTimeout: number): string {
  const max = statementTimeout === 0 ? lookupTimeout : Math.min(lookupTimeout, statementTimeout);
  return `select set_config('statement_timeout', '${max}', true)`;
}

interface Waiting {
  readonly statement: NamedStatement;
  readonly values: readonly unknown[];
  readonly inBatch: BatchStatement;
  readonly resolve: (seen: Seen) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs batches, and statements outside of them. */
export interface LookupRunner {
  run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen>;
  /** Returns the last block. */
  runBatch(batch: BatchQuery, names: readonly string[]): Promise<Seen['block']>;
}

/**
 * Sends the lookups of one turn of the event loop in one write, and receives their responses in one piece. For a
 * statement that takes hardly longer than the round trip, writing and reading are most of its cost. If one fails or
 * times out, each is run again by itself, and that one is excluded from batches for a while; the others lose a little
 * time, but no response.
 */
export class LookupBatches {
  readonly #runner: LookupRunner;
  #waiting: Waiting[] = [];
  /** Time (of `performance.now`) until which a statement is run alone, by name. */
  readonly #alone = new Map<string, number>();

  constructor(runner: LookupRunner) {
    this.#runner = runner;
  }

  /** Runs a statement that is expected to be short. Rejects like `LookupRunner.run`. */
  run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    const { name, text } = statement;
    // An unprepared statement is planned first, which takes longer.
    if (name === undefined || this.#isAlone(name)) return this.#runner.run(statement, values);
    return new Promise((resolve, reject) => {
      const inBatch = batchStatement(name, text, values);
      this.#waiting.push({ statement, values, inBatch, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += MAX_BATCH_STATEMENTS) {
      const batch = waiting.slice(at, at + MAX_BATCH_STATEMENTS);
      if (batch.length === 1) this.#runEach(batch);
      else void this.#runTogether(batch);
    }
  }

  #runEach(waiting: readonly Waiting[]): void {
    for (const { statement, values, resolve, reject } of waiting) {
      this.#runner.run(statement, values).then(resolve, reject);
    }
  }

  async #runTogether(waiting: readonly Waiting[]): Promise<void> {
    const statements = waiting.map(({ inBatch }) => inBatch);
    const query = new BatchQuery(statements, FRAME);
    try {
      const block = await this.#runner.runBatch(
        query,
        statements.flatMap(({ name }) => name ?? []),
      );
      for (const { inBatch, resolve } of waiting) resolve({ rows: inBatch.rows, block });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) for (const { reject } of waiting) reject(error);
      else {
        if (query.current?.name !== undefined) this.#setAlone(query.current.name);
        this.#runEach(waiting);
      }
    }
  }

  #isAlone(name: string): boolean {
    if (this.#alone.size === 0) return false;
    const until = this.#alone.get(name);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#alone.delete(name);
    return false;
  }

  #setAlone(name: string): void {
    if (this.#alone.size >= MAX_ALONE_STATEMENTS) this.#alone.clear();
    this.#alone.set(name, performance.now() + ALONE_MS);
  }
}
