import { unrecognizedSentence } from '../../kernel/unrecognized.ts';
import { type ComponentStatus, instantOf, isOut, worstOf } from '../state/model.ts';
import type { Stale } from '../state/public-json.ts';
import type { NodeRow } from './assess-nodes.ts';
import type { Evidence, IngestEvidence } from './evidence.ts';
import { byDuration, isSilent, type Judgement, ledgerNow, type Moment, noHeartbeat } from './finding.ts';

/**
 * Returns the age of the last block in milliseconds, by the clock of the ledger. A block that ends in the future (a
 * clock is or was wrong) is as old as its arrival.
 */
function lagOf(ingest: IngestEvidence, end: number, at: Moment): number {
  const present = ledgerNow(at);
  return end <= present ? present - end : sinceArrival(ingest, at);
}

/** Returns the time since the last block arrived, in milliseconds. */
function sinceArrival({ advancedAt }: IngestEvidence, { now, evenSince }: Moment): number {
  return Math.max(0, now - Math.max(advancedAt ?? now, evenSince));
}

/**
 * Returns whether an old block is no evidence yet, because it has just arrived and the pace of the stream is unknown:
 * the clock of this machine may be wrong.
 */
function isUnpaced(ingest: IngestEvidence, at: Moment): boolean {
  return at.clockOffsetMs === null && sinceArrival(ingest, at) < at.settings.lagDegradedMs;
}

/** Describes an age of blocks that arrive at the network's pace, in milliseconds; negative: they are from the future. */
export function clockSentence(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  return offsetMs > 0
    ? `Blocks arrive at the pace of the network, but ${seconds} s old: this machine's clock is ahead, or its source is late`
    : `Blocks arrive ${seconds} s from the future: this machine's clock is behind the network's`;
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
export function judgeStream({ ingest, fileEnds }: Evidence, at: Moment): Judgement {
  const { settings } = at;
  if (ingest === null) return { status: null, reason: 'No evidence yet' };
  if (isSilent(ingest.seenAt, at)) {
    return { status: null, reason: `Unknown: ${noHeartbeat(ingest.seenAt, at)}` };
  }
  const { consensusEnd: end, problem } = ingest;
  if (end === null) return { status: null, reason: 'No block yet' };
  const lag = lagOf(ingest, end, at);
  const status = byDuration(lag, settings);
  const last = instantOf(end);
  if (!sourceAnswers(ingest, at) && lag >= settings.lagDegradedMs) {
    return { status: null, reason: `Unknown since ${last}: ${problem ?? NO_ANSWER}` };
  }
  if (problem !== null && ingest.problemCause !== 'source') {
    return {
      status: worstOf(['degraded_performance', status]),
      reason: `No block since ${last}: ${problem}`,
    };
  }
  if (!ingest.caughtUp && ledgerNow(at) - end >= settings.lagDegradedMs) {
    return { status: null, reason: `The ingest is catching up, at ${last}` };
  }
  if (settings.isQuiet) {
    return { status: 'operational', reason: `Last block ${last}: no blocks without transactions` };
  }
  if (status !== 'operational' && isUnpaced(ingest, at)) {
    return { status: null, reason: `The pace of the stream is not known yet, at ${last}` };
  }
  if (status !== 'operational') return { status, reason: `No new block since ${last}` };
  const gap = Math.max(0, ...fileEnds.slice(1).map((older, index) => (fileEnds[index] ?? older) - older));
  if (gap >= settings.gapDegradedMs) {
    return {
      status: 'degraded_performance',
      reason: `A pause of ${Math.round(gap / 1000)} s between two of the last files`,
    };
  }
  return { status, reason: `Last block ${last}` };
}

/** Judges the network as a whole: whether it continues, and whether enough of its nodes participate. */
export function judgeNetwork(
  { ingest }: Evidence,
  nodes: readonly NodeRow[],
  stream: Judgement,
  at: Moment,
): Judgement {
  const { settings } = at;
  const isUnknown =
    ingest === null
      ? nodes.length === 0
      : isSilent(ingest.seenAt, at) ||
        (stream.status === null && (nodes.length === 0 || !sourceAnswers(ingest, at)));
  if (isUnknown) return { status: null, reason: stream.reason };
  const out = nodes.filter((node) => isOut(node.status));
  const share = nodes.length === 0 ? 0 : out.length / nodes.length;
  const statuses: ComponentStatus[] = [];
  // The tolerance prevents a rounding error from missing a share such as 1/6.
  if (share + 1e-9 >= settings.networkPartialShare) statuses.push('partial_outage');
  else if (share + 1e-9 >= settings.networkDegradedShare) statuses.push('degraded_performance');
  // Pauses and invalid files are judged with the stream, not with the network.
  const isInvalid = ingest !== null && ingest.problem !== null && ingest.problemCause === 'file';
  if (ingest?.caughtUp && !isInvalid && stream.status !== null && isOut(stream.status)) {
    statuses.push(stream.status);
  }
  const names = out.map((node) => node.label).join(', ');
  return {
    status: worstOf(statuses),
    reason:
      out.length === 0 ? stream.reason : `${out.length} of ${nodes.length} nodes do not take part: ${names}`,
  };
}

export function judgeIngest({ ingest, unrecognized }: Evidence, at: Moment): Judgement {
  const { now, settings } = at;
  if (ingest === null) return { status: null, reason: 'No evidence yet' };
  if (isSilent(ingest.seenAt, at)) {
    return { status: 'major_outage', reason: noHeartbeat(ingest.seenAt, at) };
  }
  const since = (ms: number) => byDuration(now - ms, settings);
  if (ingest.problem !== null) {
    const begun = Math.min(ingest.problemSince ?? ingest.seenAt, now);
    const status = worstOf(['degraded_performance', since(begun)]);
    return { status, reason: `Stopped at ${instantOf(begun)}: ${ingest.problem}` };
  }
  const unanswered = unansweredSince(ingest, at);
  if (unanswered !== null) {
    const reason = `Its source has not responded since ${instantOf(unanswered)}`;
    return { status: since(unanswered), reason };
  }
  const { consensusEnd: end } = ingest;
  if (!ingest.caughtUp && (end === null || ledgerNow(at) - end >= settings.lagDegradedMs)) {
    const stands = standsSince(ingest, at);
    if (stands !== null) {
      const reason = `Has stored nothing since ${instantOf(stands)}, although the source has more`;
      return { status: since(stands), reason };
    }
    if (end !== null) return { status: 'degraded_performance', reason: `Catching up, at ${instantOf(end)}` };
  }
  const { clockOffsetMs: offset } = at;
  // Blocks from the future look recent, so they make nothing look worse than it is.
  if (offset !== null && offset !== 0) {
    return { status: offset > 0 ? 'degraded_performance' : 'operational', reason: clockSentence(offset) };
  }
  const reason = end === null ? 'Waiting for the first block' : `Stored all blocks up to ${instantOf(end)}`;
  const newer = unrecognizedSentence(unrecognized);
  return { status: 'operational', reason: newer === null ? reason : `${reason}. ${newer}` };
}

/**
 * Returns the time in milliseconds since which an ingest that is behind has stored nothing; null while it continues.
 * A backfill stores block after block unless something blocks it: a full disk, a lock, a server that is down.
 */
function standsSince({ advancedAt }: IngestEvidence, { now, evenSince, settings }: Moment): number | null {
  const advanced = Math.min(Math.max(advancedAt ?? now, evenSince), now);
  return now - advanced < settings.lagPartialMs ? null : advanced;
}

/** Returns since when and why evidence of the network has been missing, once that is too long; null while it is current. */
export function judgeStaleness({ ingest }: Evidence, at: Moment): Stale | null {
  if (ingest === null) return null;
  const { now, settings } = at;
  const stale = (since: number, why: string) => ({ since: instantOf(Math.min(since, now)), why });
  if (isSilent(ingest.seenAt, at)) return stale(ingest.seenAt, 'The ingest sends no heartbeats');
  const { consensusEnd: end } = ingest;
  if (end === null) return null;
  if (!sourceAnswers(ingest, at) && lagOf(ingest, end, at) >= settings.lagPartialMs) {
    return stale(end, ingest.problem ?? NO_ANSWER);
  }
  if (!ingest.caughtUp && ledgerNow(at) - end > settings.lagMajorMs) {
    const stands = standsSince(ingest, at) !== null;
    return stale(end, stands ? 'The ingest stores no blocks' : 'The ingest is still catching up');
  }
  return null;
}
