/**
 * A process that follows a network in buckets until it is killed or stopped (SIGTERM). It sends its parent the number of the last
 * stored block. The clock of the ingest runs faster, as the network's does.
 */
import { readFile } from 'node:fs/promises';
import { recordFeed } from '../../src/ingest/feed/record-stream.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../src/ingest/records/context.ts';
import { runIngest } from '../../src/ingest/run.ts';
import { openRecords } from '../../src/ingest/source/record-source.ts';
import { FailoverStore } from '../../src/ingest/store/failover-store.ts';
import type { S3Credentials } from '../../src/ingest/store/s3-client.ts';
import { S3Store } from '../../src/ingest/store/s3-store.ts';
import { bootstrapAddressBooks, restoreAddressBooks } from '../../src/ingest/verify/address-books.ts';
import { NodeStakes } from '../../src/ingest/verify/node-stakes.ts';
import { Failure } from '../../src/kernel/failure.ts';
import { type ConnectionTarget, Database } from '../../src/store/connections/database.ts';

/** Exit code of a child if its killed predecessor is still running. */
export const NOT_YET = 3;

export interface FollowOrder {
  readonly target: ConnectionTarget;
  readonly endpoints: readonly string[];
  readonly bucket: string;
  readonly credentials: S3Credentials;
  /** File with the address book to begin with. */
  readonly addressBook: string;
  /** The time of the network: `stream` (ms) at `wall` (ms), `speed` times as fast. */
  readonly clock: { readonly wall: number; readonly stream: number; readonly speed: number };
}

const order = JSON.parse(process.argv[2] ?? '{}') as FollowOrder;
const controller = new AbortController();
const { signal } = controller;
const { wall, stream, speed } = order.clock;
process.once('SIGTERM', () => controller.abort());
process.once('disconnect', () => process.exit(1));
process.send?.('begun');
const database = new Database(order.target, { applicationName: 'tain bucket test', maxConnections: 4 });
const stores = order.endpoints.map(
  (endpoint) =>
    new S3Store({
      provider: 's3',
      endpoint,
      region: null,
      bucket: order.bucket,
      prefix: '',
      credentials: order.credentials,
      requesterPays: false,
      limits: { listMs: 3_000, getMs: 3_000, backOffMs: 30 },
    }),
);
const store = new FailoverStore(stores, { backOffMs: 1_000 });
const log = {
  info: () => undefined,
  warn: (_: object, message: string) => {
    if (process.env.TAIN_SHOW_WARNINGS) process.stderr.write(`${message}\n`);
  },
};
const book = await readFile(order.addressBook);
try {
  await runIngest({
    database,
    records: DEFAULT_RECORD_OPTIONS,
    log,
    clock: () => stream + (Date.now() - wall) * speed,
    signal,
    onProgress: ({ lastNumber }) => process.send?.(Number(lastNumber)),
    openFeed: (resume) =>
      recordFeed({
        source: openRecords(store),
        addressBooks: resume.lastBlock
          ? restoreAddressBooks(resume.addressBooks, resume.pendingAddressBooks)
          : bootstrapAddressBooks(book),
        stakes: new NodeStakes(resume.stakes),
        follow: true,
        pollIntervalMs: 100,
        settleMs: 100,
        log,
      }).blocks(resume.lastBlock, signal),
  });
} catch (error) {
  if (!(error instanceof Failure) || error.kind !== 'alreadyRunning') throw error;
  process.exitCode = NOT_YET;
} finally {
  await store.close();
  await database.end();
}
process.disconnect?.();
