import { unrecognizedSentence } from '../../kernel/unrecognized.ts';
import { type ComponentStatus, worse } from '../state/model.ts';
import type { NodeRow } from './assess-nodes.ts';
import type { Evidence, IngestEvidence } from './evidence.ts';
import { byDuration, type Finding, finding, iso, type Moment, noHeartbeat, type Subject } from './finding.ts';

/**
 * Returns the age of the last block in milliseconds. A block that ends in the future (a clock is or was wrong) is as
 * old as its arrival.
 */
function lagOf(ingest: IngestEvidence, end: number, { now, evenSince }: Moment): number {
  if (end <= now) return now - end;
  return Math.max(0, now - Math.max(ingest.advancedAt ?? now, evenSince));
}

const NO_ANSWER = 'The source of this mirror does not respond';

/**
 * Returns whether the mirror's source responds and its database accepts blocks. If not, a stalled stream is no evidence
 * against the network. An older release does not report when its source last responded.
 */
function sourceAnswers(ingest: IngestEvidence, at: Moment): boolean {
  if (ingest.problem !== null) return ingest.problemCause !== 'source';
  return unansweredSince(ingest, at) === null;
}

/** Returns the time in milliseconds since which the source has not responded; null where it is unknown. */
function unansweredSince({ sourceAnsweredAt }: IngestEvidence, at: Moment): number | null {
  if (sourceAnsweredAt === null) return null;
  const since = Math.min(Math.max(sourceAnsweredAt, at.evenSince), at.now);
  return at.now - since >= at.settings.lagDegradedMs ? since : null;
}
/** Judges the stream as the network publishes it: the age of its last file, and pauses between files. */
export function streamFinding(evidence: Evidence, at: Moment, silent: boolean): Finding {
  const { ingest } = evidence;
  const { now, settings } = at;
  const name = ingest?.stream === 'block' ? 'Block stream' : 'Record stream';
  const subject: Subject = {
    key: 'stream',
    name,
    description: 'Stream of signed blocks that the network publishes',
    position: 3,
    seenAt: ingest?.seenAt ?? null,
  };
  const make = (status: ComponentStatus | null, reason: string) => finding(subject, status, reason);
  if (ingest === null) return make(null, 'No evidence yet');
  if (silent) return make(null, `Unknown: ${noHeartbeat(ingest.seenAt, now)}`);
  if (ingest.consensusEnd === null) return make(null, 'No block yet');
  const end = Number(ingest.consensusEnd / 1_000_000n);
  const lag = lagOf(ingest, end, at);
  if (!sourceAnswers(ingest, at) && lag >= settings.lagDegradedMs) {
    return make(null, `Unknown since ${iso(end)}: ${ingest.problem ?? NO_ANSWER}`);
  }
  if (ingest.problem !== null && ingest.problemCause !== 'source') {
    const status = worse('degraded_performance', byDuration(lag, settings));
    return make(status, `No block since ${iso(end)}: ${ingest.problem}`);
  }
  if (!ingest.caughtUp && now - end >= settings.lagDegradedMs) {
    return make(null, `The ingest is catching up, at ${iso(end)}`);
  }
  if (settings.isQuiet) return make('operational', `Last block ${iso(end)}: no blocks without transactions`);
  const status = byDuration(lag, settings);
  if (status !== 'operational') return make(status, `No new block since ${iso(end)}`);
  const gap = maxGap(evidence);
  if (gap >= settings.gapDegradedMs) {
    return make(
      'degraded_performance',
      `A pause of ${Math.round(gap / 1000)} s between two of the last files`,
    );
  }
  return make('operational', `Last block ${iso(end)}`);
}

function maxGap(evidence: Evidence): number {
  let max = 0n;
  for (const [index, file] of evidence.files.entries()) {
    const older = evidence.files[index + 1];
    if (older !== undefined && file.consensusEnd - older.consensusEnd > max) {
      max = file.consensusEnd - older.consensusEnd;
    }
  }
  return Number(max / 1_000_000n);
}

/** Judges the network as a whole: whether it continues, and whether enough of its nodes participate. */
export function networkFinding(
  network: string,
  nodes: readonly NodeRow[],
  stream: Finding,
  evidence: Evidence,
  at: Moment,
  silent: boolean,
): Finding {
  const { settings } = at;
  const subject: Subject = {
    key: 'network',
    name: `${network} | Network Uptime`,
    description: 'Whether the network reaches consensus and its nodes take part',
    position: 1,
    seenAt: evidence.ingest?.seenAt ?? null,
  };
  const make = (status: ComponentStatus | null, reason: string) => finding(subject, status, reason);
  const isUnknown = stream.status === null && evidence.ingest !== null && !sourceAnswers(evidence.ingest, at);
  if (silent || isUnknown || (nodes.length === 0 && stream.status === null)) return make(null, stream.reason);
  const out = nodes.filter((node) => node.status === 'partial_outage' || node.status === 'major_outage');
  const share = nodes.length === 0 ? 0 : out.length / nodes.length;
  let status: ComponentStatus = 'operational';
  // The tolerance prevents a rounding error from missing a share such as 1/6.
  if (share + 1e-9 >= settings.networkPartialShare) status = 'partial_outage';
  else if (share + 1e-9 >= settings.networkDegradedShare) status = 'degraded_performance';
  // Pauses and invalid files are judged with the stream, not with the network.
  const cause = evidence.ingest?.problem == null ? null : evidence.ingest.problemCause;
  const standsStill = evidence.ingest?.caughtUp === true && stream.status !== null && cause !== 'file';
  if (standsStill && stream.status !== 'degraded_performance') {
    status = worse(status, stream.status ?? 'operational');
  }
  const reason =
    out.length === 0
      ? stream.reason
      : `${out.length} of ${nodes.length} nodes do not take part: ${out.map((node) => node.label).join(', ')}`;
  return make(status, reason);
}

export function ingestFinding(evidence: Evidence, at: Moment, silent: boolean): Finding {
  const { ingest } = evidence;
  const { now, settings } = at;
  const subject: Subject = {
    key: 'ingest',
    name: 'Mirror ingest',
    description: 'Reading, verifying and storing the stream',
    position: 4,
    seenAt: ingest?.seenAt ?? null,
  };
  const make = (status: ComponentStatus | null, reason: string) => finding(subject, status, reason);
  if (ingest === null) return make(null, 'No evidence yet');
  if (silent) return make('major_outage', noHeartbeat(ingest.seenAt, now));
  if (ingest.problem !== null) {
    const since = Math.min(ingest.problemSince ?? ingest.seenAt, now);
    const status = worse('degraded_performance', byDuration(now - since, settings));
    return make(status, `Stopped at ${iso(since)}: ${ingest.problem}`);
  }
  const unanswered = unansweredSince(ingest, at);
  if (unanswered !== null) {
    return make(
      byDuration(now - unanswered, settings),
      `Its source has not responded since ${iso(unanswered)}`,
    );
  }
  const end = ingest.consensusEnd === null ? null : Number(ingest.consensusEnd / 1_000_000n);
  if (!ingest.caughtUp && (end === null || now - end >= settings.lagDegradedMs)) {
    const stands = standsSince(ingest, at);
    if (stands !== null) {
      return make(
        byDuration(now - stands, settings),
        `Has stored nothing since ${iso(stands)}, although the source has more`,
      );
    }
    if (end !== null) return make('degraded_performance', `Catching up, at ${iso(end)}`);
  }
  const reason = end === null ? 'Waiting for the first block' : `Stored all blocks up to ${iso(end)}`;
  const newer = unrecognizedSentence(evidence.unrecognized);
  return make('operational', newer === null ? reason : `${reason}. ${newer}`);
}

/**
 * Returns the time in milliseconds since which an ingest that is behind has stored nothing; null while it continues.
 * A backfill stores block after block unless something blocks it: a full disk, a lock, a server that is down.
 */
function standsSince({ advancedAt }: IngestEvidence, { now, evenSince, settings }: Moment): number | null {
  const advanced = Math.min(Math.max(advancedAt ?? now, evenSince), now);
  return now - advanced < settings.lagPartialMs ? null : advanced;
}

/** Time (milliseconds) since which evidence is no longer current, and the reason. */
export interface Staleness {
  readonly staleSince: number | null;
  readonly staleReason: string | null;
}

/** Returns the time since which evidence of the network has been missing, and the reason, once the gap is too long. */
export function staleness({ ingest }: Evidence, at: Moment, silent: boolean): Staleness {
  const current = { staleSince: null, staleReason: null };
  if (ingest === null) return current;
  if (silent) {
    return { staleSince: Math.min(ingest.seenAt, at.now), staleReason: 'The ingest sends no heartbeats' };
  }
  if (ingest.consensusEnd === null) return current;
  const end = Number(ingest.consensusEnd / 1_000_000n);
  if (!sourceAnswers(ingest, at) && lagOf(ingest, end, at) >= at.settings.lagPartialMs) {
    return { staleSince: Math.min(end, at.now), staleReason: ingest.problem ?? NO_ANSWER };
  }
  if (!ingest.caughtUp && at.now - end > at.settings.lagMajorMs) {
    const isStanding = standsSince(ingest, at) !== null;
    return {
      staleSince: end,
      staleReason: isStanding ? 'The ingest stores no blocks' : 'The ingest is still catching up',
    };
  }
  return current;
}
