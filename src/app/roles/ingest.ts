import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import { readsBuckets } from '../../config/bucket-locations.ts';
import type { Config } from '../../config/config.ts';
import { retentionPolicyOf } from '../../config/retention-config.ts';
import { StreamFileError } from '../../ingest/decode/stream-error.ts';
import { runRetention } from '../../ingest/retention/run-retention.ts';
import { IngestSnapshots } from '../../ingest/snapshots.ts';
import type { StoreObserver } from '../../ingest/store/store-observer.ts';
import { problemCauseOf, type StreamProblem } from '../../ingest/verify/problems.ts';
import { aborted } from '../../kernel/abort-signal.ts';
import { poll } from '../../kernel/retry.ts';
import { NEVER } from '../../kernel/service.ts';
import { demoFolder } from '../../local-network/folder/folders.ts';
import {
  type DemoUse,
  demoFiles,
  demoUse,
  type LiveDemo,
  startLiveDemo,
  waitOf,
} from '../../local-network/live-demo.ts';
import { NetworkSnapshots, snapshotRefusal } from '../../local-network/network-snapshots.ts';
import { Database, warnOfLost } from '../../store/connections/database.ts';
import type { LockWait } from '../../store/locks/lock-waits.ts';
import type { RoleLease } from '../lease/role-lease.ts';
import { storeMetrics } from '../observe/store-metrics.ts';
import { claimNetwork } from '../open-database.ts';
import { ChainHead } from '../streams/chain-head.ts';
import { pollNextBlock } from '../streams/source-poll.ts';
import { warnOfRatio } from '../streams/stream-books.ts';
import { warnOfTrust } from '../streams/stream-feed.ts';
import { openStreamBuckets, openStreamFolder, type StreamStores } from '../streams/stream-stores.ts';
import { type IngestRole, type IngestState, type IngestStatus, NO_INGEST } from './capabilities.ts';
import { reportIngest } from './evidence.ts';
import { type IngestJob, ingestToEnd, REPORTS_SESSION } from './ingest-job.ts';
import { type IngestMetrics, ingestMetrics } from './ingest-metrics.ts';
import { IngestWatch } from './ingest-watch.ts';
import type { RoleContext, RunningRole } from './role.ts';
import { type IngestWork, standBy } from './standby.ts';

/** Returns the folder of record files, an empty one if only block nodes are configured. */
async function streamFolderOf({ streams, blockNodes, dataDir }: Config): Promise<string | null> {
  if (streams !== null || blockNodes === null) return streams;
  const empty = path.join(dataDir, 'streams');
  await mkdir(empty, { recursive: true });
  return empty;
}

/**
 * Starts the ingest role: of the live demo network's stream, the folder that `TAIN_STREAMS` names, or the network's
 * buckets. On a shared database it is standby while another ingest writes.
 */
export async function startIngest(context: RoleContext): Promise<RunningRole<'ingestStatus'>> {
  const { config, database: opened, log, registry } = context;
  await claimNetwork(opened.target, config.network);
  const buckets = readsBuckets(config);
  const demo = demoUse(config);
  const folder = demo !== 'none' ? demoFolder(config) : buckets ? null : await streamFolderOf(config);
  if (!buckets && folder === null) {
    log.warn(
      'No stream to follow: none of TAIN_STREAMS, TAIN_BUCKET_NAME and TAIN_BLOCK_NODES is set. The stored data is served; `tain import` adds to it.',
    );
    return { ended: NEVER, stop: async () => undefined, offered: { ingestStatus: () => NO_INGEST } };
  }
  warnOfRatio(config, log);
  warnOfTrust(config, log);
  const metrics = ingestMetrics(registry, config);
  const storeObserver = storeMetrics(registry);
  // If only block nodes are configured, the folder stays empty: it is not a source.
  const isSource = demo !== 'none' || config.streams !== null;
  const openStores = () =>
    folder === null ? openStreamBuckets(config, log, storeObserver) : openStreamFolder(folder, isSource);
  const run = (lease?: RoleLease) => runRole({ context, demo, openStores, metrics, storeObserver, lease });
  const watch = (role: () => IngestRole, state: () => IngestState): IngestWatch => {
    const begun = new IngestWatch({
      target: opened.target,
      log,
      state: role,
      taken: metrics.lastTaken,
      // The demo network belongs to this process: it runs only while this process writes. An embedded database has no
      // other ingest.
      poll:
        demo === 'runs' || opened.embedded
          ? null
          : (database, signal) => pollNextBlock({ config, database, openStores, signal }),
      yieldAfterMs: config.yieldAfterMs,
    });
    metrics.showState(state, begun);
    return begun;
  };
  if (opened.embedded) {
    const work = run();
    const shown = watch(
      () => 'writing',
      () => work.trouble() ?? 'writing',
    );
    await shown.tookOver();
    const ingestStatus = (): IngestStatus => ({ problem: work.problem(), state: work.trouble() });
    const stop = async (): Promise<void> => {
      await work.stop();
      await shown.stop();
    };
    return { ...work, stop, offered: { ingestStatus } };
  }
  return standBy({ target: opened.target, log, onIdle: metrics.idle, watch, run });
}

/**
 * Milliseconds for which the signatures of a local network may be late. It signs blocks in groups, and the first group,
 * which creates the population, takes many seconds on a busy machine.
 */
const LOCAL_GRACE_MS = 60_000;

/** Time limit of the database for a report, in milliseconds. */
const REPORT_TIMEOUT_MS = 5_000;

interface IngestRun {
  readonly context: RoleContext;
  readonly demo: DemoUse;
  readonly openStores: () => Promise<StreamStores>;
  readonly metrics: IngestMetrics;
  readonly storeObserver: StoreObserver;
  /** The right to be the only ingest of a shared database. */
  readonly lease: RoleLease | undefined;
}

/** Consensus time that no stored block has. */
const AFTER_ALL = 2n ** 63n;
/** Interval of attempts to take a snapshot while the ingest begins, in milliseconds. */
const START_RETRY_MS = 100;

/** Lets the network be ready once it can return to its start. */
function readyFromStart(
  network: Pick<LiveDemo, 'ready' | 'readyAfter'>,
  snapshots: NetworkSnapshots,
  signal: AbortSignal,
): Pick<LiveDemo, 'ready' | 'readyAfter'> {
  let isStarted = false;
  const take = (): Promise<true | undefined> =>
    snapshots.takeStart().then(
      () => true,
      () => undefined,
    );
  const start = async (): Promise<bigint> => {
    const after = await network.ready;
    await poll(take, { intervalMs: START_RETRY_MS, signal });
    isStarted = true;
    return after;
  };
  const ready = start();
  // The network ended before: callers wait for that.
  ready.catch(() => undefined);
  return {
    ready,
    readyAfter() {
      const after = network.readyAfter();
      // The snapshot waits for the mirror.
      return after === null || isStarted ? after : AFTER_ALL;
    },
  };
}

/** Follows the stream until it is stopped. If there is a lease, this process has it. */
function runRole({ context, demo, openStores, metrics, storeObserver, lease }: IngestRun): IngestWork {
  const { config, database: opened, log } = context;
  const controller = new AbortController();
  const { signal } = controller;
  let problem: StreamProblem | null = null;
  let isFailing = false;
  /** The longest wait for a lock; null while no session of the ingest waits too long. */
  let lockWait: LockWait | null = null;
  const chainHead = new ChainHead();
  let hasCaughtUp = false;
  const network = demo === 'runs' ? startLiveDemo(config, log, signal) : null;
  const snapshots = network === null ? undefined : new IngestSnapshots();
  if (network !== null && snapshots !== undefined) {
    const refusal = snapshotRefusal(config);
    const returns = new NetworkSnapshots(network, snapshots, refusal);
    // The traffic of another network would make the state of the start more costly every two seconds.
    const started = config.demoQuiet && refusal === null ? readyFromStart(network, returns, signal) : network;
    context.onDemo?.({ ...network, ...started, snapshots: returns });
  }
  const files = demo === 'none' ? null : demoFiles(config, log);
  const reports = new Database(opened.target, {
    applicationName: REPORTS_SESSION,
    maxConnections: 1,
    responseTimeoutMs: REPORT_TIMEOUT_MS,
    onError: warnOfLost(log),
  });
  const unwatch = lease?.onBroken(() => reports.break(new Error('The database does not answer')));
  const reporter = reportIngest(
    reports,
    {
      problem: () => {
        if (isFailing) return { sentence: 'The database rejects the rows to store.', cause: 'source' };
        if (lockWait !== null) return { sentence: `The ingest waits for ${lockWait.lock}.`, cause: 'source' };
        if (network?.isWaiting()) return { sentence: 'The demo network cannot write.', cause: 'source' };
        return problem && { sentence: publicSentence(problem), cause: problemCauseOf(problem.code) };
      },
      isBlocked: () => lockWait !== null,
      caughtUp: () => chainHead.isReached,
      sourceAnsweredAt: () => chainHead.answeredAt,
      // Another process reports on the stream as soon as this one may have lost the lease.
      mayReport: () => lease?.isHeld ?? true,
    },
    log,
  );
  const begun = async (): Promise<void> => {
    await network?.opened;
    await files?.begun(signal);
  };
  const follow = async (): Promise<void> => {
    await Promise.race([network?.ended ?? NEVER, begun()]);
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
          files?.prune(progress.lastConsensusEnd);
        },
        chainHead,
        onProblem: (current) => {
          problem = current;
          chainHead.sourceFails(current !== null && problemCauseOf(current.code) === 'source');
          metrics.waits(current);
        },
        ...(demo !== 'none' && { graceMs: LOCAL_GRACE_MS }),
        // Tests set this clock, also behind the machine's.
        ...(network !== null && { streamClock: () => Number(network.now() / NANOS_PER_MILLISECOND) }),
        onFailing: (current) => {
          isFailing = current;
        },
        onLockWaits: ([longest]) => {
          lockWait = longest ?? null;
        },
        onFirstUse: metrics.trustsFirstUse,
        observer: metrics,
        storeObserver,
        ...(lease && { lease }),
        ...(snapshots && { snapshots }),
      };
      await ingestToEnd(job, metrics.begun);
    } catch (error) {
      if (!(error instanceof StreamFileError)) throw error;
      // Nothing after this file can be trusted, but stored rows can: they continue to be served.
      const { code, file, message } = error;
      problem = { code, file, message };
      metrics.waits(problem);
      log.error({ file, code }, `${message} The ingest stops until tain is restarted.`);
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
    onFailure: metrics.retentionFailed,
  });
  // A stream that ends without being stopped has reached TAIN_END_DATE: the other roles continue.
  const unlessStopped = followed.then(() => {
    if (signal.aborted) return;
    log.info('The stream has reached its end (TAIN_END_DATE): the ingest stops');
    return NEVER;
  });
  const ended = Promise.race([unlessStopped, (network?.ended ?? NEVER).then(() => followed)]);
  ended.catch(() => undefined);
  return {
    ended,
    problem: () => (problem?.code === 'no-consensus' ? problem.message : null),
    trouble: () => (isFailing ? 'failing' : lockWait !== null ? 'blocked' : null),
    waitsFor: () => {
      if (demo === 'none') return null;
      const local = context.demo();
      if (local !== null) return waitOf(local, chainHead.storedUntil);
      hasCaughtUp ||= chainHead.isReached && chainHead.storedUntil !== null;
      return hasCaughtUp ? null : 'The mirror reads the blocks of the local network.';
    },
    async stop() {
      controller.abort();
      await reporter.stop();
      await Promise.allSettled([followed, retention, network?.ended]);
      unwatch?.();
      await reports.end();
    },
  };
}

/** Returns a public sentence, for the status page: problems of the file system contain paths of this machine. */
function publicSentence({ code, message }: StreamProblem): string {
  return problemCauseOf(code) === 'source' ? 'The source of the stream cannot be read.' : message;
}
