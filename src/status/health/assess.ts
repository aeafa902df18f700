import { printEntityId } from '../../kernel/entity-id.ts';
import { type ComponentStatus, worse } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { oneLine } from '../state/text.ts';
import { assessNodes, type NodeRow } from './assess-nodes.ts';
import {
  type BlockNodeEvidence,
  type Evidence,
  type IngestEvidence,
  instantOfNanos,
  type ServiceEvidence,
} from './evidence.ts';
import { judgeService } from './judge-service.ts';

/** The judgement of one component at one moment, before hysteresis. */
export interface Finding {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Null: without evidence the last status stays. */
  readonly status: ComponentStatus | null;
  /** One sentence, for people. */
  readonly reason: string;
  readonly position: number;
  /** Not every mirror has it: it becomes a component with the first evidence of it. */
  readonly optional: boolean;
}

export interface Assessment {
  readonly findings: readonly Finding[];
  readonly nodes: readonly NodeRow[];
  /** Milliseconds since when evidence is no longer current, or null. */
  readonly staleSince: number | null;
  readonly staleReason: string | null;
  /** The network's name and version in the names of components: `Demo Network (v0.66.1)`. */
  readonly network: string;
}

/**
 * Judges the evidence. A pure function, so that every rule can be tested without a database or a clock. Since
 * `evenSince` (milliseconds) the clock runs evenly: records from before it jumped count against nobody.
 */
export function assess(
  evidence: Evidence,
  settings: HealthSettings,
  networkName: string,
  now: number,
  evenSince = Number.NEGATIVE_INFINITY,
): Assessment {
  const { ingest } = evidence;
  const at: Moment = { now, evenSince, settings };
  const silent = ingest !== null && isSilent(ingest.seenAt, at);
  const version = ingest?.version ?? null;
  const network = version === null ? networkName : `${networkName} (v${version.replace(/^v/, '')})`;
  const nodes = assessNodes(evidence, settings);
  const stream = streamFinding(evidence, at, silent);
  const findings: Finding[] = [
    networkFinding(network, nodes, stream, evidence, settings, silent),
    stream,
    ingestFinding(evidence, at, silent),
    serviceFinding('api', 'Query service', 'REST queries of the mirror', 5, evidence.api, at),
    serviceFinding(
      'contract_calls',
      'Contract calls',
      'Simulated calls of smart contracts',
      6,
      evidence.contractCalls,
      at,
    ),
    blockNodesFinding(evidence.blockNodes, at),
    ...nodes.map((node, index) => ({
      key: `node:${node.id}`,
      name: `Node ${node.id} (${printEntityId(node.accountId)})`,
      description: `Consensus node with the account ${printEntityId(node.accountId)}`,
      status: silent ? null : node.status,
      reason: node.reason,
      position: 1000 + index,
      optional: false,
    })),
  ];
  const behind = ingest?.consensusEnd != null ? now - Number(ingest.consensusEnd / 1_000_000n) : 0;
  const old = ingest !== null && !silent && !ingest.caughtUp && behind > settings.lagMajor;
  return {
    findings,
    nodes,
    staleSince: silent
      ? Math.min(ingest.seenAt, now)
      : old && ingest.consensusEnd !== null
        ? Number(ingest.consensusEnd / 1_000_000n)
        : null,
    staleReason: silent ? 'Ingest gives no sign of life' : old ? 'Ingest is still reading the past' : null,
    network,
  };
}

/** Longest reason, in characters. */
const MAX_REASON = 1000;

function finding(
  key: string,
  name: string,
  description: string,
  position: number,
  status: ComponentStatus | null,
  reason: string,
  optional = false,
): Finding {
  // Texts of others go into incidents, which allow no line breaks and no endless text.
  const said = oneLine(reason).slice(0, MAX_REASON);
  return { key, name, description, position, status, reason: said, optional };
}

function byDuration(duration: number, settings: HealthSettings): ComponentStatus {
  if (duration >= settings.lagMajor) return 'major_outage';
  if (duration >= settings.lagPartial) return 'partial_outage';
  return duration >= settings.lagDegraded ? 'degraded_performance' : 'operational';
}

/** The time of the look, and its rules. */
interface Moment {
  readonly now: number;
  readonly evenSince: number;
  readonly settings: HealthSettings;
}

/**
 * Whether a sign of life is too old. One from further in the future than clocks may differ does not count:
 * otherwise it would look fresh for as long as the clock was ahead.
 */
function isSilent(seenAt: number, { now, evenSince, settings }: Moment): boolean {
  const seen = seenAt > now + settings.silence ? Number.NEGATIVE_INFINITY : seenAt;
  return now - Math.max(seen, evenSince) > settings.silence;
}

function noSignOfLife(seenAt: number, now: number): string {
  return seenAt > now
    ? `The last sign of life is from the future (${iso(seenAt)}): a clock was or is wrong`
    : `No sign of life since ${iso(seenAt)}`;
}

/**
 * The age of the last block, in milliseconds. A block that ends in the future (the network's clock or ours is
 * or was wrong) is as old as the moment at which it came.
 */
function lagOf(ingest: IngestEvidence, end: number, { now, evenSince }: Moment): number {
  if (end <= now) return now - end;
  return Math.max(0, now - Math.max(ingest.advancedAt ?? now, evenSince));
}

/** The stream as the network publishes it: the age of its last file, and pauses between files. */
function streamFinding(evidence: Evidence, at: Moment, silent: boolean): Finding {
  const { ingest } = evidence;
  const { now, settings } = at;
  const name = ingest?.stream === 'block' ? 'Block stream' : 'Record stream';
  const make = (status: ComponentStatus | null, reason: string) =>
    finding('stream', name, 'Stream of signed blocks that the network publishes', 3, status, reason);
  if (ingest === null) return make(null, 'No evidence yet');
  if (silent) return make(null, `Unknown: ${noSignOfLife(ingest.seenAt, now)}`);
  if (ingest.consensusEnd === null) return make(null, 'No block yet');
  const end = Number(ingest.consensusEnd / 1_000_000n);
  const lag = lagOf(ingest, end, at);
  if (ingest.problem !== null) {
    const status = worse('degraded_performance', byDuration(lag, settings));
    return make(status, `No block since ${iso(end)}: ${ingest.problem}`);
  }
  if (!ingest.caughtUp && now - end >= settings.lagDegraded) {
    return make(null, `Ingest reads the past, at ${iso(end)}`);
  }
  const status = byDuration(lag, settings);
  if (status !== 'operational') return make(status, `No new block since ${iso(end)}`);
  const gap = longestGap(evidence);
  if (gap >= settings.gapDegraded) {
    return make(
      'degraded_performance',
      `A pause of ${Math.round(gap / 1000)} s between two of the last files`,
    );
  }
  return make('operational', `Last block ${iso(end)}`);
}

function longestGap(evidence: Evidence): number {
  let longest = 0n;
  for (const [index, file] of evidence.files.entries()) {
    const older = evidence.files[index + 1];
    if (older !== undefined && file.consensusEnd - older.consensusEnd > longest) {
      longest = file.consensusEnd - older.consensusEnd;
    }
  }
  return Number(longest / 1_000_000n);
}

/** The network as a whole: whether it goes on, and whether enough of its nodes take part. */
function networkFinding(
  network: string,
  nodes: readonly NodeRow[],
  stream: Finding,
  evidence: Evidence,
  settings: HealthSettings,
  silent: boolean,
): Finding {
  const make = (status: ComponentStatus | null, reason: string) =>
    finding(
      'network',
      `${network} | Network Uptime`,
      'Whether the network reaches consensus and its nodes take part',
      1,
      status,
      reason,
    );
  if (silent || (nodes.length === 0 && stream.status === null)) return make(null, stream.reason);
  const out = nodes.filter((node) => node.status === 'partial_outage' || node.status === 'major_outage');
  const share = nodes.length === 0 ? 0 : out.length / nodes.length;
  let status: ComponentStatus = 'operational';
  // A share of 1/6 and the like must not miss by a rounding error.
  if (share + 1e-9 >= settings.networkPartialShare) status = 'partial_outage';
  else if (share + 1e-9 >= settings.networkDegradedShare) status = 'degraded_performance';
  // Pauses and problems of our own reading are the stream's, not the network's.
  const standsStill = evidence.ingest?.caughtUp === true && stream.status !== null;
  if (standsStill && stream.status !== 'degraded_performance') {
    status = worse(status, stream.status ?? 'operational');
  }
  const reason =
    out.length === 0
      ? stream.reason
      : `${out.length} of ${nodes.length} nodes do not take part: ${out.map((node) => node.label).join(', ')}`;
  return make(status, reason);
}

function ingestFinding(evidence: Evidence, at: Moment, silent: boolean): Finding {
  const { ingest } = evidence;
  const { now, settings } = at;
  const make = (status: ComponentStatus | null, reason: string) =>
    finding('ingest', 'Mirror ingest', 'Reading, verifying and storing the stream', 4, status, reason);
  if (ingest === null) return make(null, 'No evidence yet');
  if (silent) return make('major_outage', noSignOfLife(ingest.seenAt, now));
  if (ingest.problem !== null) {
    const since = Math.min(ingest.problemSince ?? ingest.seenAt, now);
    const status = worse('degraded_performance', byDuration(now - since, settings));
    return make(status, `Stopped since ${iso(since)}: ${ingest.problem}`);
  }
  const end = ingest.consensusEnd === null ? null : Number(ingest.consensusEnd / 1_000_000n);
  if (!ingest.caughtUp && end !== null && now - end >= settings.lagDegraded) {
    return make('degraded_performance', `Catching up, at ${iso(end)}`);
  }
  return make(
    'operational',
    end === null ? 'Waiting for the first block' : `Stored all blocks up to ${iso(end)}`,
  );
}

function serviceFinding(
  key: string,
  name: string,
  description: string,
  position: number,
  service: ServiceEvidence,
  at: Moment,
): Finding {
  const optional = key !== 'api';
  const make = ({ status, reason }: { status: ComponentStatus | null; reason: string }) =>
    finding(key, name, description, position, status, reason, optional);
  if (service.seenAt === null) return make({ status: null, reason: 'No evidence yet' });
  if (isSilent(service.seenAt, at)) {
    return make({ status: 'major_outage', reason: noSignOfLife(service.seenAt, at.now) });
  }
  return make(judgeService(service, at.settings));
}

function blockNodesFinding(nodes: readonly BlockNodeEvidence[], at: Moment): Finding {
  const make = (status: ComponentStatus | null, reason: string) =>
    finding(
      'block_nodes',
      'Block nodes',
      'Block nodes that blocks are fetched from',
      7,
      status,
      reason,
      true,
    );
  const recent = nodes.filter((node) => !isSilent(node.seenAt, at));
  if (recent.length === 0) return make(null, nodes.length === 0 ? 'None is asked' : 'None was asked lately');
  const bad = recent.filter((node) => node.problem !== null);
  if (bad.length === 0) return make('operational', `${recent.length} answer`);
  const reason = bad.map((node) => `${node.name}: ${node.problem}`).join('; ');
  if (bad.length === recent.length) return make('major_outage', reason);
  return make(bad.length * 2 >= recent.length ? 'partial_outage' : 'degraded_performance', reason);
}

function iso(ms: number): string {
  return instantOfNanos(BigInt(Math.trunc(ms)) * 1_000_000n);
}
