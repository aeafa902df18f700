import pg from 'pg';
import {
  type BatchFrame,
  BatchQuery,
  type BatchStatement,
  batchStatement,
} from '../statement/batch-query.ts';
import type { NamedStatement } from '../statement/statement-names.ts';
import type { Seen } from './seen.ts';

/** Statements that go out together at most: they run one after the other on one connection. */
const MOST_TOGETHER = 8;
/** Milliseconds that a statement of a batch may take: so long the others wait for it at most. */
export const LONGEST_MS = 100;
/** How long (milliseconds) a statement that failed or took longer has a connection of its own. */
const ALONE_MS = 60_000;
/** Statements of which that is remembered. */
const MOST_ALONE = 1_000;

/** Names of the statements that frame a batch. */
export const FRAME = { begin: 'tain_lookup_time', end: 'tain_last_block' } satisfies BatchFrame;

/**
 * Limits the time of each statement of a batch, until the end of the transaction, which is that of the batch. Milliseconds:
 * `longest` is granted to look-ups, `statementTimeout` by the connection to any statement (0: any time).
 */
export function lookupTimeSql(longest: number, statementTimeout: number): string {
  const most = statementTimeout === 0 ? longest : Math.min(longest, statementTimeout);
  return `select set_config('statement_timeout', '${most}', true)`;
}

interface Waiting {
  readonly statement: NamedStatement;
  readonly values: readonly unknown[];
  readonly inBatch: BatchStatement;
  readonly resolve: (seen: Seen) => void;
  readonly reject: (error: unknown) => void;
}

/** What runs the statements of batches, and those that are in none. */
export interface LookupRunner {
  run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen>;
  /** Gives the last block. */
  runBatch(batch: BatchQuery, names: readonly string[]): Promise<Seen['block']>;
}

/**
 * Look-ups of one turn of the event loop go out in one write, and their answers come in one piece: for a statement that
 * takes hardly longer than its way, writing and reading are most of what it costs. One that fails or takes long costs the
 * others little time and no answer: then each is run again by itself, and that one is not taken into batches for a while.
 */
export class LookupBatches {
  readonly #runner: LookupRunner;
  #waiting: Waiting[] = [];
  /** By name: until when (`performance.now`) a statement is run by itself. */
  readonly #alone = new Map<string, number>();

  constructor(runner: LookupRunner) {
    this.#runner = runner;
  }

  /** Runs a statement that is expected to be short. Rejects with what `LookupRunner.run` does. */
  run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    const { name, text } = statement;
    // What is not prepared is planned first, which takes longer.
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
    for (let at = 0; at < waiting.length; at += MOST_TOGETHER) {
      const batch = waiting.slice(at, at + MOST_TOGETHER);
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
    if (this.#alone.size >= MOST_ALONE) this.#alone.clear();
    this.#alone.set(name, performance.now() + ALONE_MS);
  }
}
