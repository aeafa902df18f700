import type pg from 'pg';
import { raw } from 'sql-template-tag';
import { selectIsDistributed } from '../connections/distributed.ts';
import { selectOn } from '../connections/select.ts';
import type { Queryable } from './writer.ts';

/** Returns a connection with `isDistributed` set, after querying it. */
export async function detectDistribution(client: pg.ClientBase): Promise<Queryable> {
  const select = selectOn(client);
  return {
    isDistributed: await selectIsDistributed((text) => select(raw(text))),
    query: (text, values) => client.query(text, values),
  };
}
