import type pg from 'pg';
import type { BatchQuery } from '../../src/store/reads/statement/batch-query.ts';

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records the statements of a pool's connections. */
export interface Recorder {
  /** Returns the statements since the last call, in order. */
  take(): Statement[];
}

/** Records the statements on all connections that a pool opens from now on. */
export function recordStatements(pool: pg.Pool): Recorder {
  let statements: Statement[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const recorded = (...given: unknown[]) => {
      const [first] = given;
      // Not by its class: the service under test is the built one, with a class of its own.
      if (isBatch(first)) statements.push(...first.statements);
      else if (typeof first === 'object' && first !== null && 'text' in first) {
        const { text, values } = first as { text: string; values?: readonly unknown[] };
        statements.push({ text, values: values ?? [] });
      }
      return query(...given);
    };
    client.query = recorded as typeof client.query;
  });
  return {
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}

function isBatch(query: unknown): query is BatchQuery {
  return typeof query === 'object' && query !== null && 'statements' in query;
}
