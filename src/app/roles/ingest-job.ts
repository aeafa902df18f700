import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { storedRowOptions } from '../../config/retention-config.ts';
import type { Archive } from '../../ingest/archive/archive.ts';
import { applyErrata } from '../../ingest/errata/apply-errata.ts';
import { type Errata, readErrata } from '../../ingest/errata/read-errata.ts';
import { gapAfter } from '../../ingest/feed/block-stream.ts';
import { hasSwitched } from '../../ingest/feed/cutover.ts';
import type { ResumePoint } from '../../ingest/feed/feed.ts';
import { takeIngestLock } from '../../ingest/load/locks.ts';
import { ConflictingBlocksError } from '../../ingest/load/store-batch.ts';
import { WRITER_SESSION } from '../../ingest/load/writing-connection.ts';
import type { IngestProgress, IngestSummary } from '../../ingest/options.ts';
import { DEFAULT_RECORD_OPTIONS, type RecordOptions } from '../../ingest/records/context.ts';
import { runIngest } from '../../ingest/run.ts';
import type { IngestSnapshots } from '../../ingest/snapshots.ts';
import type { BlockSource } from '../../ingest/source/block-source.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../ingest/store/folder-store.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import type { StreamProblem } from '../../ingest/verify/problems.ts';
import type { ProvenBlock } from '../../ingest/verify/proven-block.ts';
import type { Clock } from '../../kernel/clock.ts';
import { messageOf } from '../../kernel/failure.ts';
import { retry } from '../../kernel/retry.ts';
import { Database, warnOfLost } from '../../store/connections/database.ts';
import { type LockWait, LockWatch } from '../../store/locks/lock-waits.ts';
import type { RoleLease } from '../lease/role-lease.ts';
import type { OpenDatabase } from '../open-database.ts';
import { openBlocks } from '../streams/block-source.ts';
import type { ChainHead } from '../streams/chain-head.ts';
import { notePublicNetwork } from '../streams/public-network-notes.ts';
import { openArchive } from '../streams/stream-archive.ts';
import { cutoverSince, networkFolderOf, openFeed, startOf } from '../streams/stream-feed.ts';
import type { StreamStores } from '../streams/stream-stores.ts';
import type { IngestObserver } from './ingest-metrics.ts';

/**
 * Maximum number of connections that only read: lookups of blocks, block node discovery, and the archive's resume points. Rows are
 * written, and the lock is held, on a connection outside this pool.
 */
const CONNECTIONS = 3;
/** `application_name` of these connections, and of the one for reports. */
const READER_SESSION = 'tain ingest';
export const REPORTS_SESSION = 'tain ingest reports';

/** Sources of an ingest, and callbacks about its progress. */
export interface IngestJob {
  readonly config: Config;
  readonly opened: OpenDatabase;
  readonly stores: StreamStores;
  readonly follow: boolean;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly onProblem?: (problem: StreamProblem | null) => void;
  /** See `ProblemOptions`. */
  readonly graceMs?: number;
  /** See `IngestOptions.onFailing`. */
  readonly onFailing?: (isFailing: boolean) => void;
  /** Called with the sessions of the ingest that wait too long for a lock, and once with none when the last wait is over. */
  readonly onLockWaits?: (waits: readonly LockWait[]) => void;
  /** Called when the network's first ledger is trusted because it came first. */
  readonly onFirstUse?: () => void;
  /** Is notified of blocks that are read, and of failures. */
  readonly observer?: IngestObserver;
  /** Is notified of each request to a bucket. */
  readonly storeObserver?: StoreObserver;
  /** Tracks the blocks received from the source, and whether it has more. */
  readonly chainHead?: ChainHead;
  /** The right to be the only ingest, when others are standby. */
  readonly lease?: RoleLease;
  /** Snapshots of the database of a local network. */
  readonly snapshots?: IngestSnapshots;
  /** Clock of the local network that this process runs. Default: the wall clock. */
  readonly streamClock?: Clock;
}

/**
 * Verifies and stores a stream until it ends (or for ever, following). Throws `StreamFileError` when its source has
 * blocks after a gap.
 */
async function ingest(job: IngestJob): Promise<IngestSummary> {
  const { config, opened, stores, log, signal, chainHead, observer, lease } = job;
  const database = new Database(opened.target, {
    applicationName: READER_SESSION,
    maxConnections: CONNECTIONS,
    onError: warnOfLost(log),
  });
  const unwatch = lease?.onBroken(() => database.break(new Error('The database does not answer')));
  let problem: StreamProblem | null = null;
  const onProblem = (current: StreamProblem | null): void => {
    problem = current;
    job.onProblem?.(current);
  };
  const source = openRecords(stores.records, stores.layout, job.follow);
  const openBlockSource = async (): Promise<BlockSource> =>
    job.follow
      ? openBlocks({ ...job, database, blockStore: stores.blocks })
      : openStoredBlocks(stores.blocks, networkFolderOf(config));
  const blocks = await openBlockSource();
  let archive: Archive | null = null;
  let hasBegun = false;
  const takeFeed = async function* (
    resume: ResumePoint,
    feedSignal: AbortSignal,
  ): AsyncGenerator<ProvenBlock> {
    chainHead?.begun();
    if (resume.lastBlock !== null) chainHead?.stored(resume.lastBlock.consensusEnd);
    observer?.opened(resume.lastBlock);
    const onEnd = (): void => chainHead?.ended();
    const begun = resume.lastBlock === null ? startOf(job) : null;
    // Each return to a snapshot of a local network begins another feed.
    if (!hasBegun) logBeginning(job, resume, begun, source.name, blocks.name);
    hasBegun = true;
    if (job.follow) await notePublicNetwork(config, resume, log, Date.now());
    if (resume.lastBlock !== null) stores.records.hadObjects?.();
    const from = { ...config, startDate: begun ?? config.startDate };
    const feed = await openFeed({ ...job, config: from, source, blocks, onProblem, onEnd }, resume);
    const noteLedgers = (ledgers: ResumePoint['ledgers']): void => {
      if (ledgers.some(({ grounds }) => grounds === 'first-use')) job.onFirstUse?.();
    };
    noteLedgers(resume.ledgers);
    let last = resume.lastBlock;
    try {
      archive ??= await openArchive({
        config,
        database,
        resume,
        log,
        signal,
        ...(job.storeObserver && { observer: job.storeObserver }),
        onArchived: (number, owed) => observer?.archived(number, owed),
        openFeed: async (from) => {
          const own = await openBlockSource();
          const again = {
            config,
            stores,
            follow: false,
            log,
            source: openRecords(stores.records, stores.layout),
          };
          const feed = await openFeed({ ...again, blocks: own }, from);
          return { ...feed, close: () => feed.close().finally(() => own.close()) };
        },
      });
      for await (const proven of feed.blocks(resume.lastBlock, feedSignal)) {
        if (config.endDate !== null && proven.block.consensusStart > config.endDate) return;
        // A problem of one stream is resolved when the other stream continues.
        if (problem !== null) onProblem(null);
        chainHead?.taken(proven.block.consensusEnd);
        observer?.taken(proven);
        noteLedgers(proven.ledgers);
        archive?.offer(proven);
        last = proven.position;
        yield proven;
        chainHead?.requested();
      }
      if (job.follow || feedSignal.aborted || last === null || config.streamKind === 'record') return;
      const gap = await gapAfter(last, blocks, cutoverSince(config), signal);
      if (gap) throw gap;
    } finally {
      await feed.close();
    }
  };
  const locks = new LockWatch({
    target: opened.target,
    sessions: [READER_SESSION, WRITER_SESSION, REPORTS_SESSION],
    log,
    ...(job.onLockWaits && { onWaits: job.onLockWaits }),
  });
  try {
    const records = recordOptionsOf(config);
    const errata = await errataOf(config, signal);
    if (errata) {
      const added = await applyErrata(errata, {
        database,
        records,
        from: config.startDate,
        to: config.endDate,
        lock: (client) => takeIngestLock(client, signal, lease, 'transaction'),
      });
      if (added.transactions + added.tokenTransfers > 0) log.info(added, 'Rows of errata were added');
    }
    const summary = await runIngest({
      database,
      openFeed: takeFeed,
      records,
      log,
      clock: Date.now,
      ...(job.streamClock && { streamClock: job.streamClock }),
      signal,
      ...(lease && { lease }),
      ...(job.onProgress ? { onProgress: job.onProgress } : {}),
      onRetry: () => observer?.retried(),
      ...(job.onFailing && { onFailing: job.onFailing }),
      ...(observer && { state: observer }),
      ...(job.snapshots && { snapshots: job.snapshots }),
    });
    if (!job.follow) await (archive as Archive | null)?.finish(signal);
    return summary;
  } finally {
    await (archive as Archive | null)?.close();
    await blocks.close();
    unwatch?.();
    await locks.stop();
    await database.end();
  }
}

const FEEDS = { record: 'record files', block: 'blocks', auto: 'record files, then blocks' } as const;

/**
 * Logs the block after which the stream is read, and its sources. `begun`: instant at which an empty database begins;
 * null: the first file.
 */
function logBeginning(
  { config, stores, log }: IngestJob,
  { lastBlock }: ResumePoint,
  begun: bigint | null,
  records: string,
  blocks: string,
) {
  const kind = config.streamKind === 'auto' && hasSwitched(lastBlock) ? 'block' : config.streamKind;
  const source =
    kind === 'record' ? records : kind === 'block' || records === blocks ? blocks : `${records}, ${blocks}`;
  const fields = { feed: FEEDS[kind], source };
  if (lastBlock === null && begun === null) {
    log.info(fields, 'The database has no blocks yet: the stream is read from its beginning');
  } else if (lastBlock === null) {
    const unknown = stores.holdsYears
      ? ': earlier entities, balances, tokens and contracts are unknown until they appear in the stream'
      : '';
    const setting = config.startDate === null ? 'now; TAIN_START_DATE names another time' : 'TAIN_START_DATE';
    const from = isoOf(begun ?? 0n);
    log.info(
      { from, ...fields },
      `The database has no blocks yet: it begins at ${from} (${setting})${unknown}`,
    );
  } else {
    const { number, consensusEnd } = lastBlock;
    const last = { block: number.toString(), time: isoOf(consensusEnd) };
    log.info({ ...last, ...fields }, `The stream is resumed after block ${number}`);
  }
}

/** Formats nanoseconds since 1970 as ISO 8601, to the millisecond. */
function isoOf(nanos: bigint): string {
  return new Date(Number(nanos / 1_000_000n)).toISOString();
}

/** Reads the known errata of the streams; null when the settings name none. Mainnet only. */
export async function errataOf(config: Config, signal: AbortSignal): Promise<Errata | null> {
  if (config.errata === null || config.network !== 'mainnet') return null;
  const store = await openFolderStore(config.errata);
  try {
    return await readErrata(store, signal);
  } finally {
    await store.close();
  }
}

/** Returns the options of the rows that are stored, according to the settings. */
export function recordOptionsOf(config: Config): RecordOptions {
  return {
    ...DEFAULT_RECORD_OPTIONS,
    ...storedRowOptions(config),
    shard: BigInt(config.shard),
    realm: BigInt(config.realm),
    mainnet: config.network === 'mainnet',
  };
}

/** Milliseconds before an ingest restarts after its blocks were found to differ from the database's. */
const RESTART_DELAY_MS = 1_000;

/**
 * Ingests to the end, and restarts after each crash of the server in which it lost blocks. `onBegin` is called each time. Returns
 * the summary of the last run. Throws the signal's reason when that is aborted between two runs.
 */
export function ingestToEnd(job: IngestJob, onBegin: () => void): Promise<IngestSummary> {
  const attempt = (): Promise<IngestSummary> => {
    onBegin();
    return ingest(job);
  };
  return retry(attempt, {
    backOff: RESTART_DELAY_MS,
    signal: job.signal,
    isTransient: (error) => error instanceof ConflictingBlocksError,
    onFailure: (error) => job.log.warn(messageOf(error)),
  });
}
