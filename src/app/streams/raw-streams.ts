import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { TssRefusal } from '@tain/verify/tss/refusal';
import type { Registry } from 'prom-client';
import { bucketsOf, readsBuckets } from '../../config/bucket-locations.ts';
import type { Config } from '../../config/config.ts';
import { BlockCache } from '../../ingest/prove/block-cache.ts';
import { ClimbCache, type VerifySignature } from '../../ingest/prove/block-signature.ts';
import { makeProof } from '../../ingest/prove/make-proof.ts';
import type { RawStream } from '../../ingest/prove/raw-stream.ts';
import type { BlockSource } from '../../ingest/source/block-source.ts';
import { openRecords } from '../../ingest/source/record-source.ts';
import { openStoredBlocks } from '../../ingest/source/stored-blocks.ts';
import { openStore } from '../../ingest/store/store-kinds.ts';
import type { ThresholdPool } from '../../ingest/verify/tss/threshold-pool.ts';
import { toAbortSignal } from '../../kernel/abort-signal.ts';
import { Failure, messageOf } from '../../kernel/failure.ts';
import { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import { type ConcurrencyLimit, LimitReached } from '../../kernel/limits/limit.ts';
import type { Log } from '../../kernel/log.ts';
import { Metrics } from '../../kernel/metrics.ts';
import { demoFolder } from '../../local-network/folder/folders.ts';
import type { ProofOutcome, ProofRequest, Prover } from '../../rest/route/prover.ts';
import type { Select } from '../../store/connections/select.ts';
import { DISCOVERY_INTERVAL_MS, discoverBlockNodes } from './block-source.ts';
import { archiveLocationOf } from './stream-archive.ts';
import { networkFolderOf, profilesOf } from './stream-feed.ts';
import { ledgerSettingsOf } from './stream-ledger.ts';
import { openStreamBuckets, openStreamFolder, type StreamStores } from './stream-stores.ts';

/** Time limit for reading the raw files of one proof, in milliseconds. */
const READ_TIMEOUT_MS = 20_000;
/**
 * Limit of concurrent proofs in one process. The spare one prevents one client's proofs from a slow bucket from
 * delaying all others.
 */
export const PROOFS: ConcurrencyLimit = {
  name: 'proofs',
  kind: 'concurrency',
  counts: 'proofs',
  max: 4,
  spare: 1,
  waiting: 64,
};

/** Raw files of a mirror, for proofs. */
export interface RawStreams {
  readonly prover: Prover;
  close(): Promise<void>;
}

interface Opened {
  readonly streams: readonly RawStream[];
  readonly verifySignature: VerifySignature;
  close(): Promise<void>;
}

export interface RawStreamOptions {
  /** Registry of the duration metric. */
  readonly registry?: Registry;
  /** Looks up registered block nodes. */
  readonly select?: Select;
}

/**
 * Opens the raw files for proofs: the archive, if configured, then the stream that the mirror follows (the demo
 * network's folder, a folder, a bucket), then the block nodes that it follows, named or registered. They are opened
 * with the first request for a proof. Null when there are none, or when the settings give no access to them.
 */
export function rawStreams(
  config: Config,
  log: Log,
  { registry, select }: RawStreamOptions = {},
): RawStreams | null {
  if (!hasSource(config)) return null;
  const metrics = registry && new Metrics(registry);
  const seconds = metrics && proofSeconds(metrics);
  let opened: Promise<Opened> | null = null;
  const ending = new AbortController();
  // All waiting requests and concurrent reads listen to this one signal.
  setMaxListeners(0, ending.signal);
  const proofs = new FairSemaphore(PROOFS);
  metrics?.tasks('tain_api_proofs', 'Proofs', proofs);
  const cache = new BlockCache();
  const climbs = new ClimbCache();
  return {
    async prover(request) {
      const begun = performance.now();
      const outcome = await proved(request);
      const took = (performance.now() - begun) / 1000;
      seconds?.observe({ subject: request.subject.kind, outcome: outcome.kind }, took);
      return outcome;
    },
    async close() {
      ending.abort();
      await opened?.then(
        (each) => each.close(),
        () => undefined,
      );
    },
  };

  async function proved(request: ProofRequest): Promise<ProofOutcome> {
    const { block, subject, client, signal, ...grounds } = request;
    const aborted = signal ? AbortSignal.any([ending.signal, toAbortSignal(signal)]) : ending.signal;
    try {
      const make = async () => {
        opened ??= open(config, log, select);
        opened.catch(() => {
          opened = null;
        });
        const { streams, verifySignature } = await opened;
        const own = AbortSignal.any([aborted, AbortSignal.timeout(READ_TIMEOUT_MS)]);
        setMaxListeners(0, own);
        const sources = { ...grounds, streams, verifySignature, cache, climbs };
        return await makeProof(block, subject, sources, own);
      };
      return await proofs.run(client, make, aborted);
    } catch (error) {
      if (error instanceof LimitReached) {
        return { kind: 'unavailable', detail: 'Too many concurrent proofs are requested' };
      }
      if (signal?.aborted) return { kind: 'unavailable', detail: 'The client has disconnected' };
      log.warn({ block: block.number.toString(), reason: messageOf(error) }, 'A proof cannot be created');
      return { kind: 'unavailable', detail: 'The raw file cannot be read now' };
    }
  }
}

function proofSeconds(metrics: Metrics) {
  return metrics.histogram(
    'tain_api_proof_seconds',
    'Time to create a proof, by kind and outcome.',
    [0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    ['subject', 'outcome'],
  );
}

function hasSource(config: Config): boolean {
  return (
    config.archive !== null ||
    config.streams !== null ||
    config.blockNodes !== null ||
    config.network === 'demo' ||
    canReadBuckets(config)
  );
}

/**
 * Returns whether the settings give access to the bucket: a query service apart from the ingest may have none of its
 * credentials.
 */
function canReadBuckets(config: Config): boolean {
  if (!readsBuckets(config)) return false;
  try {
    return bucketsOf(config, 'records').length > 0;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

async function open(config: Config, log: Log, select: Select | undefined): Promise<Opened> {
  const all: StreamStores[] = [];
  const closing: (() => Promise<void>)[] = [];
  if (config.archive !== null) {
    const store = await openStore(archiveLocationOf(config, config.archive));
    const network = networkFolderOf(config);
    all.push({
      records: store,
      blocks: store,
      books: [],
      layout: { pathType: 'AUTO', network: network === 'demo' ? null : network },
      polling: {},
      holdsYears: false,
      close: () => store.close(),
    });
  }
  try {
    const followed = await openFollowed(config, log);
    if (followed !== null) all.push(followed);
  } catch (error) {
    if (all.length === 0) throw error;
    log.warn({ reason: messageOf(error) }, 'Proofs are created only from the archive');
  }
  for (const stores of all) closing.push(() => stores.close());
  const streams: RawStream[] = all.map((stores) => ({
    records: openRecords(stores.records, stores.layout),
    blocks: openStoredBlocks(stores.blocks, networkFolderOf(config)),
  }));
  const close = async (): Promise<void> => {
    for (const each of closing) await each();
  };
  let pool: ThresholdPool;
  try {
    const nodes = await openBlockNodes(config, log, select);
    if (nodes !== null) {
      streams.push({ records: null, blocks: nodes });
      closing.push(() => nodes.close());
    }
    pool = await openThreshold(config);
    closing.push(() => pool.close());
  } catch (error) {
    await close();
    throw error;
  }
  return {
    streams,
    async verifySignature(publication, root, signature) {
      try {
        // Only chooses which signature is returned. The client verifies it again.
        await pool.verifyThreshold({ publication, needsSchnorr: false }, root, signature);
        return true;
      } catch (error) {
        if (error instanceof TssRefusal) return false;
        throw error;
      }
    },
    close,
  };
}

/** Opens a pool whose thread starts with the first signature to verify. */
async function openThreshold(config: Config): Promise<ThresholdPool> {
  const { ThresholdPool } = await import('../../ingest/verify/tss/threshold-pool.ts');
  const profiles = profilesOf(config, await ledgerSettingsOf(config));
  return new ThresholdPool({ threads: 1, maxWaiting: PROOFS.max + (PROOFS.spare ?? 0), profiles });
}

/**
 * Opens the block nodes that the ingest follows, for requests of single blocks; gRPC is loaded only for them. Null when
 * it follows none.
 */
async function openBlockNodes(
  { blockNodes }: Config,
  log: Log,
  select: Select | undefined,
): Promise<BlockSource | null> {
  if (blockNodes === null) return null;
  const { named, registered } = blockNodes;
  const { BlockNodes } = await import('../../ingest/block-nodes/block-nodes.ts');
  const { REQUEST_LIMITS, RequestedBlocks } = await import('../../ingest/block-nodes/requested-blocks.ts');
  const nodes = new BlockNodes(named, {
    limits: REQUEST_LIMITS,
    onFailure: ({ node, code, message }) => log.warn({ node, code }, message),
  });
  let polledAt = Number.NEGATIVE_INFINITY;
  return new RequestedBlocks(nodes, async () => {
    if (!registered || select === undefined || performance.now() < polledAt + DISCOVERY_INTERVAL_MS) return;
    polledAt = performance.now();
    await discoverBlockNodes(nodes, named, select, log);
  });
}

async function openFollowed(config: Config, log: Log): Promise<StreamStores | null> {
  if (config.streams !== null) return openStreamFolder(path.resolve(config.streams), false);
  if (canReadBuckets(config)) return openStreamBuckets(config, log);
  return config.network === 'demo' ? openStreamFolder(demoFolder(config), false) : null;
}
