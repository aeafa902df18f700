import { printEntityId } from '../../kernel/entity-id.ts';
import type { Change } from '../state/change.ts';
import type { ComponentStatus } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { assessNodes, type NodeRow } from './assess-nodes.ts';
import { ingestFinding, networkFinding, type Staleness, staleness, streamFinding } from './assess-stream.ts';
import type { BlockNodeEvidence, Evidence, ServiceEvidence } from './evidence.ts';
import { type Finding, finding, isSilent, type Moment, noHeartbeat, type Subject } from './finding.ts';
import { judgeService } from './judge-service.ts';
import { SERVICE_KEYS, SERVICES, type ServiceKey } from './services.ts';

export interface Assessment extends Staleness {
  readonly findings: readonly Finding[];
  readonly nodes: readonly NodeRow[];
  /** Whether the network has changed over to blocks, which do not name the nodes that signed them. */
  readonly isWithoutSigners: boolean;
  /** Name and version of the network in the names of components, such as `Demo Network (v0.66.1)`. */
  readonly network: string;
}

/**
 * Judges the evidence. This is a pure function, so that every rule can be tested without a database or a clock. The
 * clock has not been set since `evenSince` (milliseconds): earlier records are ignored.
 */
export function assess(
  recorded: Evidence,
  settings: HealthSettings,
  networkName: string,
  now: number,
  evenSince = Number.NEGATIVE_INFINITY,
): Assessment {
  const isWithoutSigners = hasPastSignatures(recorded, settings);
  const evidence = isWithoutSigners ? { ...recorded, files: [] } : recorded;
  const { ingest } = evidence;
  const at: Moment = { now, evenSince, settings };
  const silent = ingest !== null && isSilent(ingest.seenAt, at);
  const version = ingest?.version ?? null;
  const network = version === null ? networkName : `${networkName} (v${version.replace(/^v/, '')})`;
  const nodes = assessNodes(evidence, settings);
  const stream = streamFinding(evidence, at, silent);
  const findings: Finding[] = [
    networkFinding(network, nodes, stream, evidence, at, silent),
    stream,
    ingestFinding(evidence, at, silent),
    ...SERVICE_KEYS.map((key) => serviceFinding(key, evidence[key], at)),
    blockNodesFinding(evidence.blockNodes, at, ingest !== null && !silent),
    ...nodes.map((node, index) => ({
      key: `node:${node.id}`,
      name: `Node ${node.id} (${printEntityId(node.accountId)})`,
      description: `Consensus node with the account ${printEntityId(node.accountId)}`,
      status: silent ? null : node.status,
      reason: node.reason,
      position: 1000 + index,
      optional: false,
      isRemoved: false,
      seenAt: ingest?.seenAt ?? null,
    })),
  ];
  return { findings, nodes, isWithoutSigners, ...staleness(evidence, at, silent), network };
}

/** Returns the evidence on single components, by key, before hysteresis, for changes that depend on it. */
export function evidenceFor(
  { findings }: Assessment,
  settings: HealthSettings,
  now: number,
): Pick<Change, 'seen' | 'isAlive'> {
  const at: Moment = { now, evenSince: Number.NEGATIVE_INFINITY, settings };
  const find = (key: string) => findings.find((candidate) => candidate.key === key);
  return {
    seen(key) {
      const { status = null, reason = '' } = find(key) ?? {};
      return status === null ? null : { status, reason };
    },
    isAlive(key) {
      const seenAt = find(key)?.seenAt ?? null;
      return seenAt !== null && !isSilent(seenAt, at);
    },
  };
}

/**
 * Returns whether the last signed record file is older than the last block by `lagDegradedMs`. After the cutover the
 * nodes' share of the last record files, and a pause between two of them, would otherwise count for ever.
 */
function hasPastSignatures({ files, ingest }: Evidence, { lagDegradedMs }: HealthSettings): boolean {
  const [latest] = files;
  if (latest === undefined || ingest?.stream !== 'block' || ingest.consensusEnd === null) return false;
  return ingest.consensusEnd - latest.consensusEnd > BigInt(lagDegradedMs) * 1_000_000n;
}

function serviceFinding(key: ServiceKey, service: ServiceEvidence, at: Moment): Finding {
  const { seenAt } = service;
  const subject: Subject = { key, ...SERVICES[key], seenAt };
  if (seenAt === null) {
    return finding({ ...subject, isRemoved: SERVICES[key].optional }, null, 'No evidence yet');
  }
  if (isSilent(seenAt, at)) return finding(subject, 'major_outage', noHeartbeat(seenAt, at.now));
  const { status, reason } = judgeService(service, at.settings);
  return finding(subject, status, reason);
}

/** Judges the block nodes. `isIngestRunning`: whether an ingest runs that could query them. */
function blockNodesFinding(
  nodes: readonly BlockNodeEvidence[],
  at: Moment,
  isIngestRunning: boolean,
): Finding {
  const recent = nodes.filter((node) => !isSilent(node.seenAt, at));
  const subject: Subject = {
    key: 'block_nodes',
    name: 'Block nodes',
    description: 'Block nodes that blocks are fetched from',
    position: 7,
    optional: true,
    isRemoved: isIngestRunning && recent.length === 0,
    seenAt: recent.length === 0 ? null : Math.max(...recent.map((node) => node.seenAt)),
  };
  const make = (status: ComponentStatus | null, reason: string) => finding(subject, status, reason);
  if (recent.length === 0)
    return make(null, nodes.length === 0 ? 'No node is queried' : 'No node was queried recently');
  const bad = recent.filter((node) => node.problem !== null);
  if (bad.length === 0) {
    return make('operational', recent.length === 1 ? '1 node responds' : `${recent.length} nodes respond`);
  }
  const reason = bad.map((node) => `${node.name}: ${node.problem}`).join('; ');
  if (bad.length === recent.length) return make('major_outage', reason);
  return make(bad.length * 2 >= recent.length ? 'partial_outage' : 'degraded_performance', reason);
}
