import type pg from 'pg';

/** Runs `work` in one transaction of an unshared connection: commits when it resolves, rolls back when it throws. */
export async function inTransaction(
  client: Pick<pg.ClientBase, 'query'>,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    // A broken connection has nothing to roll back, and this error would hide the cause.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
