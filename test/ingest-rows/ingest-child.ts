/** A process that ingests a folder until it is killed or done: the victim of the crash test. */
import { type ConnectionTarget, Database } from '../../src/db/database.ts';
import { DEFAULT_BATCH_LIMITS } from '../../src/ingest/run.ts';
import { ingestFolder } from './ingest-folder.ts';

const order = JSON.parse(process.argv[2] ?? '{}') as {
  readonly target: ConnectionTarget;
  readonly folder: string;
  readonly addressBook: string;
};
const database = new Database(order.target, { applicationName: 'tain crash test', maxConnections: 4 });
process.send?.('begun');
await ingestFolder({
  database,
  folder: order.folder,
  addressBook: order.addressBook,
  limits: { ...DEFAULT_BATCH_LIMITS, maxItems: 400, minItems: 200 },
  // So that kills come in the middle of snapshots and stakes.
  slices: { rows: 30, milliseconds: 0 },
});
await database.end();
process.disconnect?.();
