/**
 * Creates the schema and ingests a folder until it is killed or done, for the crash test. Sends its parent `begun`, and
 * the number of stored blocks after each batch.
 */

import { DEFAULT_BATCH_LIMITS } from '../../src/ingest/options.ts';
import { Failure } from '../../src/kernel/failure.ts';
import { type ConnectionTarget, Database } from '../../src/store/connections/database.ts';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { ingestFolder } from './ingest-folder.ts';

/** Exit code of a child if its killed predecessor is still running. */
export const NOT_YET = 3;

const order = JSON.parse(process.argv[2] ?? '{}') as {
  readonly target: ConnectionTarget;
  readonly folder: string;
  readonly addressBook: string;
  readonly maxItems: number;
  readonly maxBytes: number;
  /** Current time in milliseconds, which determines the mode of the ingest. */
  readonly clock: number;
};
const { maxItems, maxBytes, clock } = order;
process.send?.('begun');
await migrate(order.target);
const database = new Database(order.target, { applicationName: 'tain crash test', maxConnections: 4 });
try {
  await ingestFolder({
    database,
    folder: order.folder,
    addressBook: order.addressBook,
    limits: { ...DEFAULT_BATCH_LIMITS, maxItems, maxBytes, minItems: maxItems >> 1 },
    // Small chunks, so that kills occur in the middle of snapshots and stakes.
    chunks: { rows: 30, milliseconds: 0 },
    clock: () => clock,
    onProgress: ({ blocks }) => process.send?.(blocks),
  });
} catch (error) {
  if (!(error instanceof Failure) || error.kind !== 'alreadyRunning') throw error;
  process.exitCode = NOT_YET;
}
await database.end();
process.disconnect?.();
