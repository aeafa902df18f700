import type { HapiVersion } from '@tain/ledger/hapi-version';
import type { Config } from '../../config/config.ts';
import { decodeBlock } from '../../ingest/decode/block/block.ts';
import { type BlockFeedOptions, blockFeed, blockStreams } from '../../ingest/feed/block-stream.ts';
import { CUTOVER_VERSIONS } from '../../ingest/feed/cutover.ts';
import type { Feed, ResumePoint } from '../../ingest/feed/feed.ts';
import { recordFeed, recordStreams } from '../../ingest/feed/record-stream.ts';
import { switchingFeed } from '../../ingest/feed/switching-feed.ts';
import type { BlockSource } from '../../ingest/source/block-source.ts';
import type { StreamSource } from '../../ingest/source/stream-source.ts';
import { isKnownGenesis, NetworkTrust, type SeenLedger } from '../../ingest/verify/network-trust.ts';
import { NodeStakes } from '../../ingest/verify/node-stakes.ts';
import { Problems, type StreamProblem } from '../../ingest/verify/problems.ts';
import { LedgerHistory, type LedgerSettings } from '../../ingest/verify/tss/ledger-history.ts';
import { ThresholdPool, type ThresholdPoolOptions } from '../../ingest/verify/tss/threshold-pool.ts';
import type { Log } from '../../kernel/log.ts';
import { addressBooksOf } from './stream-books.ts';
import { ledgerSettingsOf } from './stream-ledger.ts';
import type { StreamStores } from './stream-stores.ts';

/** Sources of a network's streams, and callbacks about their progress. */
export interface StreamOptions {
  readonly config: Config;
  readonly source: StreamSource;
  readonly blocks: BlockSource;
  readonly stores: StreamStores;
  readonly follow: boolean;
  readonly log: Log;
  readonly onProblem?: (problem: StreamProblem | null) => void;
  /** Called, when following, each time no further block can be trusted at present. */
  readonly onEnd?: () => void;
  /** See `ProblemOptions`. */
  readonly graceMs?: number;
}

/** Feed of a network according to the settings. It must be closed. */
export interface StreamFeed extends Feed {
  close(): Promise<void>;
}

/** Signatures are verified one after the other, so a second thread would be idle. */
const THREADS = 1;
const MAX_WAITING = 8;

/**
 * Opens the feed of record files, of blocks, or the one that switches between them, from the resume point of a
 * database.
 */
export async function openFeed(options: StreamOptions, resume: ResumePoint): Promise<StreamFeed> {
  const { config, source, blocks, stores, log, follow, onProblem, onEnd, graceMs } = options;
  const { pool, ledgers } = await openLedgers(config, {
    size: { threads: THREADS, maxWaiting: MAX_WAITING },
    resume,
    log,
    onLedger: (seen) => log.info({ ...seen }, seenSentence(seen)),
  });
  const startFrom = resume.lastBlock === null ? startOf(options) : null;
  // Without following, a folder with blocks only is read to its end without a book.
  const needsBook = follow ? config.streamKind !== 'block' : config.streamKind === 'record';
  const common = {
    addressBooks: await addressBooksOf(config, resume, stores.books, log, needsBook),
    stakes: new NodeStakes(resume.stakes),
    consensusRatio: config.consensusRatio,
    ...(startFrom === null ? {} : { startFrom }),
    follow,
    log,
    // Shared by both feeds: when one is stuck, the other may continue.
    problems: new Problems({
      log,
      ...(onProblem && { onProblem }),
      ...(graceMs !== undefined && { graceMs }),
    }),
    ...(onEnd ? { onEnd } : {}),
  };
  const record = { ...common, ...stores.polling, source, ledgers };
  const block = { ...common, source: blocks, threshold: ledgers, ...blockTrust(config, log) };
  const streams = { record: recordStreams(record), block: blockStreams(block), since: cutoverSince(config) };
  const feeds = {
    record: () => recordFeed(record),
    block: () => blockFeed(block),
    auto: () => switchingFeed({ ...common, ...streams }),
  };
  const feed = feeds[config.streamKind]();
  return { blocks: (after, signal) => feed.blocks(after, signal), close: () => pool.close() };
}

export interface LedgersOptions {
  readonly size: Pick<ThresholdPoolOptions, 'threads' | 'maxWaiting'>;
  readonly resume: Pick<ResumePoint, 'ledgers' | 'lastBlock'>;
  readonly log: Log;
  /** Called once for each ledger that signatures are verified under. */
  readonly onLedger: (seen: SeenLedger) => void;
}

/**
 * Opens the ledgers that a network published, and the threads that verify their signatures, which must be closed.
 * Throws `Failure` when the settings about the first ledger cannot be used.
 */
export async function openLedgers(
  config: Config,
  { size, resume, log, onLedger }: LedgersOptions,
): Promise<{ readonly pool: ThresholdPool; readonly ledgers: NetworkTrust }> {
  const settings = await ledgerSettingsOf(config);
  const pool = new ThresholdPool({ ...size, profiles: profilesOf(config, settings) });
  const history = new LedgerHistory(settings, resume.ledgers, resume.lastBlock !== null);
  return { pool, ledgers: new NetworkTrust(history, pool, log, onLedger) };
}

/** Returns a sentence about the profile, key and ledger that signatures are verified under. */
export function seenSentence({ ledgerId, grounds, profile, profileBy, wrapsKey, nodes }: SeenLedger): string {
  const by = {
    setting: 'set by TAIN_TSS_PROFILE',
    key: 'by its WRAPS key',
    newest: wrapsKey === null ? 'the newest' : 'the newest, since its WRAPS key is unknown',
  };
  const key = wrapsKey === null ? 'it has no WRAPS key' : `SHA-256 of the WRAPS key ${wrapsKey}`;
  const trust = grounds === 'none' ? 'it is not trusted' : `trusted by ${grounds}`;
  return `Threshold signatures are verified under ledger ${ledgerId} (${trust}; ${nodes} nodes) by profile ${profile} (${by[profileBy]}); ${key}.`;
}

/** Returns the options about the blocks that are accepted, and their decoding. */
export function blockTrust(
  config: Config,
  log: Log,
): Pick<BlockFeedOptions, 'decode' | 'trust' | 'acceptsMocks'> {
  const unsigned = {
    acceptsUnsigned: config.trust === 'chain',
    isKnown: (root: string) => isKnownGenesis(config.network, root),
    onLeftOut: (sentence: string) => log.warn({}, sentence),
  };
  return {
    decode: (file, root, size, proven) => decodeBlock(file, root, size, { ...unsigned, ...proven }),
    trust: config.trust,
    acceptsMocks: config.network === 'demo',
  };
}

/**
 * Returns the version from which blocks are read: only public networks write earlier blocks, as a preview in parallel
 * to their record stream.
 */
export function cutoverSince({ network }: Config): HapiVersion | null {
  return network === 'demo' || network === 'other' ? null : CUTOVER_VERSIONS[network];
}

/** Applies the configured profile to the configured ledger. */
export function profilesOf(
  { tssProfile }: Config,
  { pinned, given }: LedgerSettings,
): ThresholdPoolOptions['profiles'] {
  const id = pinned ?? given?.ledgerId;
  return new Map(id && tssProfile !== null ? [[Buffer.from(id).toString('hex'), tssProfile]] : []);
}

/**
 * Returns the instant (nanoseconds) at which an empty database begins; null: at the first file. A public network's
 * bucket is followed from now on unless the settings say otherwise, because reading its history would take weeks.
 */
export function startOf({
  config,
  stores,
  follow,
}: Pick<StreamOptions, 'config' | 'stores' | 'follow'>): bigint | null {
  return config.startDate ?? (follow && stores.holdsYears ? BigInt(Date.now()) * 1_000_000n : null);
}

/** Warns when the settings accept blocks without a verified signature. */
export function warnOfTrust({ trust }: Config, log: Log): void {
  if (trust !== 'chain') return;
  log.warn(
    { trust },
    'Blocks whose proof cannot be verified are stored by their hash chain alone (TAIN_TRUST=chain): their signatures may be invalid.',
  );
}

/** Returns the required name of the folder of a network's blocks; null for any. */
export function networkFolderOf({ network }: Config): string | null {
  return network === 'other' ? null : network;
}
