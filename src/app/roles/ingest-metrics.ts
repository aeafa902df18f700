import type { Registry } from 'prom-client';
import type { BlockNodeError } from '../../ingest/block-nodes/block-node-error.ts';
import type { BlockPosition } from '../../ingest/decode/decoded-block.ts';
import type { IngestProgress } from '../../ingest/options.ts';
import type { StateObserver } from '../../ingest/records/batch.ts';
import type { StreamProblem } from '../../ingest/verify/problems.ts';
import type { ProvenBlock } from '../../ingest/verify/proven-block.ts';
import { Metrics } from '../../kernel/metrics.ts';
import { UNRECOGNIZED_KINDS } from '../../kernel/unrecognized.ts';
import type { RetentionFamily } from '../../store/schema/kept-tables.ts';
import { BoundedLabel } from '../observe/store-metrics.ts';
import type { IngestState } from './capabilities.ts';

/**
 * Maximum number of nodes with their own series: more than any network has, so that no address book can fill the
 * memory.
 */
const MAX_NODES = 200;

/** Observer of the blocks that an ingest reads. */
export interface IngestObserver extends StateObserver {
  /** Records that the stream is read again after the last stored block; null: there is none. */
  opened(lastBlock: Pick<BlockPosition, 'number' | 'consensusEnd'> | null): void;
  /** Records a block that was read and proven. */
  taken(proven: ProvenBlock): void;
  /** Records that the database failed and the statement is retried. */
  retried(): void;
  /** Records that the archive has everything up to block `number`; `owed` proven blocks after it are still missing. */
  archived(number: bigint, owed: bigint): void;
  blockNodeFailed(error: Pick<BlockNodeError, 'node' | 'code'>): void;
  blockNodeFollowed(node: string): void;
}

/** Metrics of the ingest. */
export interface IngestMetrics extends IngestObserver {
  /** Resets the progress to 0. */
  begun(): void;
  progressed(progress: IngestProgress): void;
  /** Records that the stream waits for a file, or continues (null). */
  waits(problem: StreamProblem | null): void;
  /** Uses `state` from now on as the state that this process may report. */
  showState(state: () => IngestState, watch?: WatchFigures): void;
  /** Number of the last block that was read and proven; null before the first. */
  lastTaken(): bigint | null;
  /** Removes the values of a process that no longer follows the stream. */
  idle(): void;
  /** Records that the first ledger is trusted because it came first. */
  trustsFirstUse(): void;
  /** Records that the removal of old rows failed and is retried. */
  retentionFailed(): void;
  /** Counts rows of a family that were removed. */
  removed(family: RetentionFamily, rows: number): void;
}

/** Figures about other ingests of the same database. */
export interface WatchFigures {
  readonly since: Date;
  readonly standbys: number;
  readonly isAhead: boolean;
}

const NOTHING = { blocks: 0, transactions: 0 };

/** Registers the ingest's metrics. */
export function ingestMetrics(registry: Registry, { trust }: { readonly trust: string }): IngestMetrics {
  const metrics = new Metrics(registry);
  const blocks = metrics.counter('tain_ingest_blocks_total', 'Blocks stored.');
  const transactions = metrics.counter('tain_ingest_transactions_total', 'Transactions stored.');
  const bytes = metrics.counter(
    'tain_ingest_block_bytes_total',
    'Bytes of the blocks that were read and proven, as received, without signatures and sidecars.',
  );
  const proofs = metrics.counter(
    'tain_ingest_proven_blocks_total',
    'Blocks stored, by kind of proof; `chain`: by their hash chain alone.',
    ['proof'],
  );
  const unrecognized = metrics.counter(
    'tain_ingest_unrecognized_total',
    'Parts of the stream that this version does not recognize, by kind: the network is newer.',
    ['kind'],
  );
  // Starts from 0, so that an alert sees the first one.
  for (const kind of UNRECOGNIZED_KINDS) unrecognized.inc({ kind }, 0);
  const signatures = metrics.counter(
    'tain_ingest_signatures_total',
    'Signatures of proven files by node id and outcome: verified, diverged (of another file), invalid, unreadable, missing.',
    ['node', 'outcome'],
  );
  const problems = metrics.counter(
    'tain_ingest_problems_total',
    'Number of times that the stream started to wait for a file that cannot be verified, by reason.',
    ['code'],
  );
  const unknownValues = metrics.counter(
    'tain_ingest_unknown_values_total',
    'Values that are missing in the state changes of blocks and unknown from earlier blocks, by kind: stored as null, omitted, or unchanged.',
    ['value'],
  );
  const conflicts = metrics.counter(
    'tain_ingest_conflicting_values_total',
    'Values for which a block and its state changes differ, by field; the field of the block is stored.',
    ['value'],
  );
  const retries = metrics.counter(
    'tain_ingest_database_retries_total',
    'Failures of the database after which the ingest retried.',
  );
  const nodeFailures = metrics.counter(
    'tain_block_node_failures_total',
    'Failures of block nodes, by node and reason.',
    ['node', 'code'],
  );
  const nodeSwitches = metrics.counter(
    'tain_block_node_switches_total',
    'Number of switches of the ingest to another block node, by the new node.',
    ['node'],
  );
  metrics
    .gauge(
      'tain_ingest_trusts_chain',
      '1 where blocks whose proof cannot be checked are stored on their hash chain alone (TAIN_TRUST=chain).',
    )
    .set(trust === 'chain' ? 1 : 0);
  const firstUse = metrics.gauge(
    'tain_ingest_trusts_first_ledger',
    "1 if the network's first ledger is trusted on first use (see TAIN_LEDGER_ID).",
  );
  const lag = metrics.gauge(
    'tain_ingest_lag_seconds',
    'Age of the last block when it was stored; none where another process writes.',
  );
  const timestamp = metrics.gauge(
    'tain_ingest_last_block_timestamp_seconds',
    'Consensus time of the last block stored, as Unix time; none where nothing is stored, or another process writes.',
  );
  const number = metrics.gauge(
    'tain_ingest_block_number',
    'Last block stored; none where nothing is stored, or another process writes.',
  );
  /** Removes the values that only the writing process has. */
  const forgetLast = (): void => {
    for (const each of [lag, timestamp, number]) each.remove();
  };
  forgetLast();
  const unstored = metrics.gauge(
    'tain_ingest_unstored_blocks',
    'Blocks that were read and proven, and are not stored yet.',
  );
  const waiting = metrics.gauge(
    'tain_ingest_waiting',
    '1 while the next file cannot be verified yet, or the source fails.',
  );
  const removed = metrics.counter(
    'tain_retention_removed_rows_total',
    'Rows removed by retention, by family.',
    ['family'],
  );
  let state: (() => IngestState) | null = null;
  let watch: WatchFigures | undefined;
  const watchGauge = (name: string, help: string, of: (figures: WatchFigures) => number) =>
    metrics.observedGauge(name, help, () => watch && of(watch));
  watchGauge(
    'tain_ingest_state_since_timestamp_seconds',
    'Start of the present state of this process (writing, standby, or without its database), as Unix time.',
    ({ since }) => since.getTime() / 1000,
  );
  watchGauge(
    'tain_ingest_standbys',
    'Other ingests of the same database that stand by.',
    ({ standbys }) => standbys,
  );
  watchGauge(
    'tain_ingest_source_ahead',
    '1 while this ingest stands by and its source has a block that the writing ingest has not stored.',
    ({ isAhead }) => (isAhead ? 1 : 0),
  );
  const stateGauge = (name: string, help: string, shown: IngestState) =>
    metrics.observedGauge(name, help, () => (state?.() === shown ? 1 : 0));
  stateGauge(
    'tain_ingest_writing',
    '1 while this process is the ingest that writes to the database; the sum over all processes is their number.',
    'writing',
  );
  stateGauge(
    'tain_ingest_failing',
    '1 while this process is the writing ingest and the database rejects its writes, so nothing is stored.',
    'failing',
  );
  stateGauge(
    'tain_ingest_blocked',
    '1 while this process is the writing ingest and has waited for a lock for more than five seconds; the log names the holder.',
    'blocked',
  );
  stateGauge(
    'tain_ingest_standby',
    '1 while another ingest writes to the database and this one waits to take over.',
    'standby',
  );
  stateGauge(
    'tain_ingest_disconnected',
    '1 while the database does not respond, so the writing ingest is unknown.',
    'disconnected',
  );

  const retentionFailures = metrics.counter(
    'tain_retention_failures_total',
    'Failures of the removal of old rows; it is retried.',
  );
  const archivedNumber = metrics.gauge(
    'tain_archive_block_number',
    'Last block up to which the archive has no gap.',
  );
  const owed = metrics.gauge('tain_archive_owed_blocks', 'Proven blocks that are not in the archive yet.');

  const nodes = new BoundedLabel(MAX_NODES);
  const blockNodes = new BoundedLabel(MAX_NODES);
  let last: Pick<IngestProgress, 'blocks' | 'transactions'> = NOTHING;
  let lastProofs: IngestProgress['proofs'] = new Map();
  let lastUnrecognized: IngestProgress['unrecognized'] = new Map();
  /** Number of the last block that was read; null before the first. */
  let takenNumber: bigint | null = null;
  let storedNumber = 0n;
  const setUnstored = (): void => {
    unstored.set(takenNumber !== null && takenNumber > storedNumber ? Number(takenNumber - storedNumber) : 0);
  };
  const showLast = (last: bigint, consensusEnd: bigint): void => {
    number.set(Number(last));
    timestamp.set(secondsOf(consensusEnd));
  };
  return {
    retentionFailed: () => retentionFailures.inc(),
    removed: (family, rows) => removed.inc({ family }, rows),
    begun() {
      last = NOTHING;
      lastProofs = new Map();
      lastUnrecognized = new Map();
    },
    opened(lastBlock) {
      takenNumber = null;
      setUnstored();
      if (lastBlock !== null) showLast(lastBlock.number, lastBlock.consensusEnd);
    },
    taken({ block, number: taken, signatures: given }) {
      bytes.inc(block.size);
      if (takenNumber === null) storedNumber = taken - 1n;
      takenNumber = taken;
      setUnstored();
      for (const { nodeId, outcome } of given) signatures.inc({ node: nodes.of(String(nodeId)), outcome });
    },
    progressed(progress) {
      blocks.inc(progress.blocks - last.blocks);
      storedNumber = progress.lastNumber;
      setUnstored();
      transactions.inc(progress.transactions - last.transactions);
      for (const [proof, count] of progress.proofs)
        proofs.inc({ proof }, count - (lastProofs.get(proof) ?? 0));
      for (const [kind, count] of progress.unrecognized)
        unrecognized.inc({ kind }, count - (lastUnrecognized.get(kind) ?? 0));
      lastUnrecognized = new Map(progress.unrecognized);
      last = progress;
      lastProofs = new Map(progress.proofs);
      showLast(progress.lastNumber, progress.lastConsensusEnd);
      lag.set(Date.now() / 1000 - secondsOf(progress.lastConsensusEnd));
    },
    waits(problem) {
      waiting.set(problem === null ? 0 : 1);
      if (problem !== null) problems.inc({ code: problem.code });
    },
    retried: () => retries.inc(),
    unknown: (value, count) => unknownValues.inc({ value }, count),
    conflict: (_item, value) => conflicts.inc({ value }),
    archived(archived, missing) {
      archivedNumber.set(Number(archived));
      owed.set(Number(missing));
    },
    blockNodeFailed: ({ node, code }) => nodeFailures.inc({ node: blockNodes.of(node), code }),
    blockNodeFollowed: (node) => nodeSwitches.inc({ node: blockNodes.of(node) }),
    showState(current, figures) {
      state = current;
      watch = figures;
    },
    lastTaken: () => takenNumber,
    idle() {
      waiting.set(0);
      forgetLast();
      takenNumber = null;
      setUnstored();
    },
    trustsFirstUse: () => firstUse.set(1),
  };
}

/** Returns the Unix time in seconds, to the millisecond. */
function secondsOf(nanos: bigint): number {
  return Number(nanos / 1_000_000n) / 1000;
}
