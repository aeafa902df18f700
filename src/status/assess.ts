import { printEntityId } from '../kernel/entity-id.ts';
import { assessNodes, type NodeRow } from './assess-nodes.ts';
import { type BlockNodeEvidence, type Evidence, instantOfNanos, type ServiceEvidence } from './evidence.ts';
import { type ComponentStatus, worse } from './model.ts';
import type { HealthSettings } from './settings.ts';

/** What evidence says of one component at one moment, before hysteresis. */
export interface Finding {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Null: evidence says nothing now, so the last status stays. */
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
  /** Milliseconds since when evidence no longer tells of the present, or null. */
  readonly staleSince: number | null;
  readonly staleReason: string | null;
  /** The network's name and version as the components say it: `Demo Network (v0.66.1)`. */
  readonly network: string;
}

/** Reads the evidence: pure, so that every rule can be tested without a database or a clock. */
export function assess(
  evidence: Evidence,
  settings: HealthSettings,
  networkName: string,
  now: number,
): Assessment {
  const { ingest } = evidence;
  const silent = ingest !== null && now - ingest.seenAt > settings.silence;
  const version = ingest?.version ?? null;
  const network = version === null ? networkName : `${networkName} (v${version.replace(/^v/, '')})`;
  const nodes = assessNodes(evidence, settings);
  const stream = streamFinding(evidence, settings, now, silent);
  const findings: Finding[] = [
    networkFinding(network, nodes, stream, evidence, settings, silent),
    stream,
    ingestFinding(evidence, settings, now, silent),
    serviceFinding('api', 'Query service', 'REST queries of the mirror', 5, evidence.api, settings, now),
    serviceFinding(
      'contract_calls',
      'Contract calls',
      'Simulated calls of smart contracts',
      6,
      evidence.contractCalls,
      settings,
      now,
    ),
    blockNodesFinding(evidence.blockNodes, settings, now),
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
      ? ingest.seenAt
      : old && ingest.consensusEnd !== null
        ? Number(ingest.consensusEnd / 1_000_000n)
        : null,
    staleReason: silent ? 'Ingest gives no sign of life' : old ? 'Ingest is still reading the past' : null,
    network,
  };
}

function finding(
  key: string,
  name: string,
  description: string,
  position: number,
  status: ComponentStatus | null,
  reason: string,
  optional = false,
): Finding {
  return { key, name, description, position, status, reason, optional };
}

function byDuration(duration: number, settings: HealthSettings): ComponentStatus {
  if (duration >= settings.lagMajor) return 'major_outage';
  if (duration >= settings.lagPartial) return 'partial_outage';
  return duration >= settings.lagDegraded ? 'degraded_performance' : 'operational';
}

/** The stream as the network gives it out: how old its last file is, and pauses between files. */
function streamFinding(evidence: Evidence, settings: HealthSettings, now: number, silent: boolean): Finding {
  const { ingest } = evidence;
  const name = ingest?.stream === 'block' ? 'Block stream' : 'Record stream';
  const make = (status: ComponentStatus | null, reason: string) =>
    finding('stream', name, 'Stream of signed blocks that the network publishes', 3, status, reason);
  if (ingest === null) return make(null, 'No evidence yet');
  if (silent) return make(null, `Unknown since ${iso(ingest.seenAt)}: ingest gives no sign of life`);
  if (ingest.consensusEnd === null) return make(null, 'No block yet');
  const end = Number(ingest.consensusEnd / 1_000_000n);
  if (ingest.problem !== null) {
    const status = worse('degraded_performance', byDuration(now - end, settings));
    return make(status, `No block since ${iso(end)}: ${ingest.problem}`);
  }
  if (!ingest.caughtUp && now - end >= settings.lagDegraded) {
    return make(null, `Ingest reads the past, at ${iso(end)}`);
  }
  const status = byDuration(now - end, settings);
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

/** The network as a whole: does it go on, and do enough of its nodes take part. */
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
  // Pauses and trouble of our own reading are the stream's, not the network's.
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

function ingestFinding(evidence: Evidence, settings: HealthSettings, now: number, silent: boolean): Finding {
  const { ingest } = evidence;
  const make = (status: ComponentStatus | null, reason: string) =>
    finding('ingest', 'Mirror ingest', 'Reading, verifying and storing the stream', 4, status, reason);
  if (ingest === null) return make(null, 'No evidence yet');
  if (silent) return make('major_outage', `No sign of life since ${iso(ingest.seenAt)}`);
  if (ingest.problem !== null) {
    const since = ingest.problemSince ?? ingest.seenAt;
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
  settings: HealthSettings,
  now: number,
): Finding {
  const optional = key !== 'api';
  const make = (status: ComponentStatus | null, reason: string) =>
    finding(key, name, description, position, status, reason, optional);
  if (service.seenAt === null) return make(null, 'No evidence yet');
  if (now - service.seenAt > settings.silence) {
    return make('major_outage', `No sign of life since ${iso(service.seenAt)}`);
  }
  const share = service.requests === 0 ? 0 : service.errors / service.requests;
  let status: ComponentStatus = 'operational';
  let reason = `${service.requests} requests in the last minutes, ${percent(share)} failed`;
  if (service.requests >= settings.serviceMinRequests) {
    if (share >= settings.errorsMajor) status = 'major_outage';
    else if (share >= settings.errorsPartial) status = 'partial_outage';
    else if (share >= settings.errorsDegraded) status = 'degraded_performance';
    const slow =
      service.p99Ms >= settings.latencyPartial
        ? 'partial_outage'
        : service.p99Ms >= settings.latencyDegraded
          ? 'degraded_performance'
          : 'operational';
    if (slow !== 'operational' && worse(slow, status) === slow && slow !== status) {
      reason = `The slowest hundredth of requests takes ${Math.round(service.p99Ms)} ms`;
    }
    status = worse(status, slow);
  }
  return make(status, reason);
}

function blockNodesFinding(
  nodes: readonly BlockNodeEvidence[],
  settings: HealthSettings,
  now: number,
): Finding {
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
  const recent = nodes.filter((node) => now - node.seenAt <= settings.silence);
  if (recent.length === 0) return make(null, nodes.length === 0 ? 'None is asked' : 'None was asked lately');
  const bad = recent.filter((node) => node.problem !== null);
  if (bad.length === 0) return make('operational', `${recent.length} answer`);
  const reason = bad.map((node) => `${node.name}: ${node.problem}`).join('; ');
  if (bad.length === recent.length) return make('major_outage', reason);
  return make(bad.length * 2 >= recent.length ? 'partial_outage' : 'degraded_performance', reason);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 2)} %`;
}

function iso(ms: number): string {
  return instantOfNanos(BigInt(Math.trunc(ms)) * 1_000_000n);
}
