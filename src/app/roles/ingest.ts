import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Database, warnOfLost } from '../../db/database.ts';
import { runDemo } from '../../demo/run-demo.ts';
import { pruneStream } from '../../demo/stream/prune.ts';
import type { Archive } from '../../ingest/archive/archive.ts';
import { StreamFileError } from '../../ingest/decode/stream-error.ts';
import { applyErrata } from '../../ingest/errata/apply-errata.ts';
import { type Errata, readErrata } from '../../ingest/errata/read-errata.ts';
import type { ResumePoint } from '../../ingest/feed/feed.ts';
import { takeIngestLock } from '../../ingest/load/locks.ts';
import { OtherBlocksError } from '../../ingest/load/store-batch.ts';
import { DEFAULT_RECORD_OPTIONS, type RecordOptions } from '../../ingest/records/context.ts';
import { runRetention } from '../../ingest/retention/run-retention.ts';
import { type IngestProgress, type IngestSummary, runIngest } from '../../ingest/run.ts';
import type { BlockSource } from '../../ingest/source/block-source.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../ingest/store/folder-store.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import type { StreamProblem } from '../../ingest/verify/problems.ts';
import type { ProvenBlock } from '../../ingest/verify/proven-block.ts';
import { aborted } from '../../kernel/aborted.ts';
import { openBlocks } from '../block-source.ts';
import { ChainHead } from '../chain-head.ts';
import type { Config } from '../config/config.ts';
import { keptOptionsOf, retentionPolicyOf } from '../config/kept-config.ts';
import { demoEngine } from '../demo-engine.ts';
import { claimNetwork, type OpenDatabase } from '../open-database.ts';
import { bucketsOf, readsBuckets } from '../open-store.ts';
import type { RoleLease } from '../role-lease.ts';
import { storeMetrics } from '../store-metrics.ts';
import { openArchive } from '../stream-archive.ts';
import { BOOK_FILE, warnOfRatio } from '../stream-books.ts';
import { networkFolderOf, openFeed, warnOfTrust } from '../stream-feed.ts';
import { openStreamBuckets, openStreamFolder, type StreamStores } from '../stream-stores.ts';
import { reportIngest } from './evidence.ts';
import { type IngestMetrics, type IngestObserver, ingestMetrics } from './ingest-metrics.ts';
import type { RoleContext } from './role.ts';
import { NEVER, type Service } from './service.ts';
import { standBy } from './standby.ts';

/** Connections of an ingest: one writes, one looks up, one holds the lock. */
const CONNECTIONS = 4;

/** What an ingest reads from, and where it reports what it does. */
export interface IngestJob {
  readonly config: Config;
  readonly opened: OpenDatabase;
  readonly stores: StreamStores;
  readonly follow: boolean;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly onProblem?: (problem: StreamProblem | null) => void;
  /** Called when the network's first ledger is trusted because it came first. */
  readonly onFirstUse?: () => void;
  /** Sees what is read, and what fails. */
  readonly observer?: IngestObserver;
  /** Sees each request to a bucket. */
  readonly storeObserver?: StoreObserver;
  /** Learns what is taken from the source, and when it has no more. */
  readonly chainHead?: ChainHead;
  /** The right to be the only ingest, where others stand by. */
  readonly lease?: RoleLease;
}

/** Verifies and stores a stream until it ends (or for ever, following). */
export async function ingest(job: IngestJob): Promise<IngestSummary> {
  const { config, opened, stores, log, signal, chainHead, observer, lease } = job;
  const database = new Database(opened.target, {
    applicationName: 'tain ingest',
    maxConnections: CONNECTIONS,
    onError: warnOfLost(log),
  });
  let problem: StreamProblem | null = null;
  const onProblem = (current: StreamProblem | null): void => {
    problem = current;
    job.onProblem?.(current);
  };
  const source = openRecords(stores.records, stores.layout);
  const openBlockSource = async (): Promise<BlockSource> =>
    job.follow
      ? openBlocks({ ...job, database, blockStore: stores.blocks })
      : openStoredBlocks(stores.blocks, networkFolderOf(config));
  const blocks = await openBlockSource();
  let archive: Archive | null = null;
  const takeFeed = async function* (resume: ResumePoint): AsyncGenerator<ProvenBlock> {
    chainHead?.begun();
    observer?.opened();
    const onEnd = (): void => chainHead?.ended();
    const feed = await openFeed({ ...job, source, blocks, onProblem, onEnd }, resume);
    const noteLedgers = (ledgers: ResumePoint['ledgers']): void => {
      if (ledgers.some(({ grounds }) => grounds === 'first-use')) job.onFirstUse?.();
    };
    noteLedgers(resume.ledgers);
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
      for await (const proven of feed.blocks(resume.lastBlock, signal)) {
        if (config.endDate !== null && proven.block.consensusStart > config.endDate) return;
        // A problem of one stream is over when the other one goes on.
        if (problem !== null) onProblem(null);
        chainHead?.taken(proven.block.consensusEnd);
        observer?.taken(proven);
        noteLedgers(proven.ledgers);
        archive?.offer(proven);
        yield proven;
      }
    } finally {
      await feed.close();
    }
  };
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
      if (added.transactions + added.tokenTransfers > 0) log.info(added, 'What the stream lacks was added');
    }
    const summary = await runIngest({
      database,
      openFeed: takeFeed,
      records,
      log,
      clock: Date.now,
      signal,
      ...(lease && { lease }),
      ...(job.onProgress ? { onProgress: job.onProgress } : {}),
      onRetry: () => observer?.retried(),
    });
    if (!job.follow) await (archive as Archive | null)?.finish(signal);
    return summary;
  } finally {
    await (archive as Archive | null)?.close();
    await blocks.close();
    await database.end();
  }
}

/** What is known to be wrong with the streams; null when the settings name nothing. Mainnet only. */
export async function errataOf(config: Config, signal: AbortSignal): Promise<Errata | null> {
  if (config.errata === null || config.network !== 'mainnet') return null;
  const store = await openFolderStore(config.errata);
  try {
    return await readErrata(store, signal);
  } finally {
    await store.close();
  }
}

/** What the settings say of how rows are made. */
export function recordOptionsOf(config: Config): RecordOptions {
  return {
    ...DEFAULT_RECORD_OPTIONS,
    ...keptOptionsOf(config),
    shard: BigInt(config.shard),
    realm: BigInt(config.realm),
    mainnet: config.network === 'mainnet',
  };
}

/** The folder of the demo network. */
function demoFolder({ dataDir }: Config): string {
  return path.join(dataDir, 'demo');
}

/** The folder of record files. With block nodes alone it is an empty one. */
async function streamFolderOf({ streams, blockNodes, dataDir }: Config): Promise<string | null> {
  if (streams !== null || blockNodes === null) return streams;
  const empty = path.join(dataDir, 'streams');
  await mkdir(empty, { recursive: true });
  return empty;
}

/**
 * Starts the ingest role: the live demo network's stream, the folder that `TAIN_STREAMS` names, or the network's buckets. On a shared database
 * it stands by while another ingest writes.
 */
export async function startIngest(context: RoleContext): Promise<Service> {
  const { config, database: opened, log, registry } = context;
  await claimNetwork(opened.target, config.network);
  const buckets = readsBuckets(config);
  const demo = config.network === 'demo' && config.streams === null && !buckets;
  const folder = demo ? demoFolder(config) : buckets ? null : await streamFolderOf(config);
  // What is missing for a bucket is said now, also where this process only stands by.
  if (buckets) for (const kind of ['records', 'blocks'] as const) bucketsOf(config, kind);
  else if (folder === null) {
    log.warn(
      'No stream to follow: none of TAIN_STREAMS, TAIN_BUCKET_NAME and TAIN_BLOCK_NODES is set. What the database holds is served; `tain import` adds to it.',
    );
    return { ended: NEVER, problem: () => null, stop: async () => undefined };
  }
  warnOfRatio(config, log);
  warnOfTrust(config, log);
  const metrics = ingestMetrics(registry, config);
  const storeObserver = storeMetrics(registry);
  const openStores = () =>
    folder === null ? openStreamBuckets(config, log, storeObserver) : openStreamFolder(folder, true);
  const run = (lease?: RoleLease) => runRole({ context, demo, openStores, metrics, storeObserver, lease });
  if (opened.embedded) return run();
  return standBy({ target: opened.target, log, onStandby: metrics.standsBy, run });
}

interface IngestRun {
  readonly context: RoleContext;
  /** Whether the stream is that of the demo network, which then runs in this process. */
  readonly demo: boolean;
  readonly openStores: () => Promise<StreamStores>;
  readonly metrics: IngestMetrics;
  readonly storeObserver: StoreObserver;
  /** On a shared database: the right to be the only ingest. */
  readonly lease: RoleLease | undefined;
}

/** Follows the stream until it is stopped. Where there is a lease, this process has it. */
function runRole({ context, demo, openStores, metrics, storeObserver, lease }: IngestRun): Service {
  const { config, database: opened, log } = context;
  const controller = new AbortController();
  const { signal } = controller;
  let problem: StreamProblem | null = null;
  let networkWaits = false;
  const chainHead = new ChainHead();
  const reports = new Database(opened.target, {
    applicationName: 'tain ingest reports',
    maxConnections: 1,
    onError: warnOfLost(log),
  });
  const reporter = reportIngest(
    reports,
    {
      problem: () => (networkWaits ? 'The demo network cannot write.' : problem && publicSentence(problem)),
      caughtUp: () => chainHead.isReached,
    },
    log,
  );
  const folder = demoFolder(config);
  const prune = pruner(folder, log);
  const network = demo
    ? runDemo({
        runCode: demoEngine,
        dir: folder,
        clock: Date.now,
        signal,
        tps: config.demoTps,
        seed: config.demoSeed,
        ...(config.demoCutover !== null && { cutover: config.demoCutover }),
        ...(config.demoBlockNodePort !== null && { blockNodePort: config.demoBlockNodePort }),
        log,
        onWaiting: (isWaiting) => {
          networkWaits = isWaiting;
        },
      })
    : NEVER;
  // A failure is seen through `ended`, also while we wait for the demo network's first file.
  network.catch(() => undefined);
  const follow = async (): Promise<void> => {
    if (demo) await Promise.race([network, fileExists(path.join(folder, BOOK_FILE), signal)]);
    if (signal.aborted) return;
    const stores = await openStores();
    try {
      const job: IngestJob = {
        config,
        opened,
        stores,
        follow: true,
        log,
        signal,
        onProgress: (progress) => {
          chainHead.stored(progress.lastConsensusEnd);
          metrics.progressed(progress);
          if (demo) prune(progress.lastConsensusEnd);
        },
        chainHead,
        onProblem: (current) => {
          problem = current;
          metrics.waits(current);
        },
        onFirstUse: metrics.trustsFirstUse,
        observer: metrics,
        storeObserver,
        ...(lease && { lease }),
      };
      metrics.begun();
      while (!(await isDone(job))) metrics.begun();
    } catch (error) {
      if (!(error instanceof StreamFileError)) throw error;
      // Nothing that comes later can be trusted, but what is stored still can: it goes on being served.
      const { code, file, message } = error;
      problem = { code, file, message };
      metrics.waits(problem);
      log.error({ file, code }, `${message} Nothing more is read until tain is started again.`);
      await aborted(signal);
    } finally {
      await stores.close();
    }
  };
  const followed = follow();
  const retention = runRetention({
    target: opened.target,
    policy: retentionPolicyOf(config),
    log,
    signal,
    onStep: (family, { removed }) => metrics.removed(family, removed),
  });
  // A stream that ends while nobody stops it has come to TAIN_END_DATE: the other roles go on.
  const unlessStopped = followed.then(() => {
    if (signal.aborted) return;
    log.info('The stream has come to its end (TAIN_END_DATE): nothing more is read');
    return NEVER;
  });
  const ended = Promise.race([unlessStopped, network.then(() => followed)]);
  ended.catch(() => undefined);
  return {
    ended,
    problem: () => (problem?.code === 'no-consensus' ? problem.message : null),
    async stop() {
      controller.abort();
      await reporter.stop();
      await Promise.allSettled([followed, retention, demo ? network : undefined]);
      await reports.end();
    },
  };
}

/** The live demo network's files stay this long (nanoseconds) after they were stored; looked at so often (ms). */
const DEMO_RETENTION = 6n * 3_600_000_000_000n;
const PRUNE_EVERY = 600_000;

/** Removes old files of the demo network now and then, never one that is not stored yet. */
function pruner(dir: string, log: Logger): (storedUntil: bigint) => void {
  let next = performance.now() + PRUNE_EVERY / 10;
  return (storedUntil) => {
    if (performance.now() < next) return;
    next = performance.now() + PRUNE_EVERY;
    pruneStream(dir, storedUntil - DEMO_RETENTION).catch((error: Error) => {
      log.warn({ reason: error.message }, 'old files of the demo network are still there');
    });
  };
}

/** Milliseconds before an ingest that found other blocks than its own begins anew. */
const BEGIN_ANEW_AFTER = 1_000;

/** Ingests; false when the database lost blocks meanwhile (a crash of its server), which are then to be read again. */
async function isDone(job: IngestJob): Promise<boolean> {
  try {
    await ingest(job);
    return true;
  } catch (error) {
    if (!(error instanceof OtherBlocksError)) throw error;
    job.log.warn(error.message);
    await sleep(BEGIN_ANEW_AFTER, undefined, { signal: job.signal }).catch(() => undefined);
    return job.signal.aborted;
  }
}

/** Problems of the file system tell of paths on this machine; the status page is public. */
function publicSentence({ code, message }: StreamProblem): string {
  const isOurs = code === 'unreadable' || code === 'timeout' || code === 'bad-name';
  return isOurs ? 'The source of the stream cannot be read.' : message;
}

/** Resolves once a file is there. */
async function fileExists(file: string, signal: AbortSignal): Promise<void> {
  const look = (): Promise<boolean> =>
    access(file).then(
      () => true,
      () => false,
    );
  while (!signal.aborted && !(await look())) await sleep(20);
}
