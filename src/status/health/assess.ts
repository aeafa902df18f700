import type { Stale } from '../state/public-json.ts';
import type { HealthSettings } from '../state/settings.ts';
import { oneLine } from '../state/text.ts';
import { assessNode, type NodeRow } from './assess-nodes.ts';
import { judgeIngest, judgeNetwork, judgeStaleness, judgeStream } from './assess-stream.ts';
import {
  type BlockNodeEvidence,
  type Evidence,
  type IngestEvidence,
  SERVICE_KEYS,
  SERVICES,
  type ServiceEvidence,
} from './evidence.ts';
import { type ComponentFinding, isSilent, type Judgement, type Moment, noHeartbeat } from './finding.ts';
import { judgeService } from './judge-service.ts';

export interface Assessment {
  readonly findings: readonly ComponentFinding[];
  readonly nodes: readonly NodeRow[];
  /** Whether the network has changed over to blocks, which do not name the nodes that signed them. */
  readonly isWithoutSigners: boolean;
  /** Time since which evidence has not been current, and the reason; null while it is current. */
  readonly stale: Stale | null;
}

/** Observations of the status service that the recorded evidence does not contain. Times are in milliseconds. */
export interface Past extends Pick<Moment, 'evenSince' | 'clockOffsetMs'> {
  /** Time since which the service has read evidence again, after it was without a database. */
  readonly seesSince: number;
  /** Time since which the ingest has sent heartbeats without a longer silence; null while it sends none. */
  readonly ingestSince: number | null;
}

/** Observations of a service that has run for long, together with the ingest. */
const NO_PAST: Past = {
  evenSince: Number.NEGATIVE_INFINITY,
  clockOffsetMs: 0,
  seesSince: Number.NEGATIVE_INFINITY,
  ingestSince: Number.NEGATIVE_INFINITY,
};

const ROLE_KEYS = ['ingest', ...SERVICE_KEYS] as const;

/**
 * Returns a judgement of a role without a status, which therefore stays, if there was no database for its heartbeats until
 * a moment ago.
 */
function whileUnheard(
  key: string,
  judged: Judgement,
  seenAt: number | null,
  at: Moment,
  past: Past,
): Judgement {
  if (seenAt === null || !ROLE_KEYS.some((role) => role === key) || !isSilent(seenAt, at)) return judged;
  return at.now - past.seesSince < at.settings.silenceMs ? { ...judged, status: null } : judged;
}

/**
 * Returns the judgement of an ingest without a status, which therefore stays, if it has just started and catches up. A
 * problem that it names is no part of its start.
 */
function whileStarting(judged: Judgement, ingest: IngestEvidence | null, at: Moment, past: Past): Judgement {
  if (ingest === null || ingest.problem !== null) return judged;
  const isStarting = at.now - (past.ingestSince ?? at.now) < at.settings.startingMs;
  return isStarting && judged.status === 'degraded_performance' ? { ...judged, status: null } : judged;
}

/** Assessment while no evidence can be read. */
export const NO_ASSESSMENT: Assessment = { findings: [], nodes: [], isWithoutSigners: false, stale: null };

/** Maximum number of characters of a reason. */
const MAX_REASON = 1000;

/**
 * Judges the evidence. This is a pure function, so that every rule can be tested without a database or a clock. `past`
 * is the history of this service's own observations.
 */
export function assess(
  recorded: Evidence,
  settings: HealthSettings,
  networkName: string,
  now: number,
  past: Past = NO_PAST,
): Assessment {
  const isWithoutSigners = hasPastSignatures(recorded, settings);
  const evidence = isWithoutSigners ? { ...recorded, fileEnds: [], nodes: [] } : recorded;
  const { ingest } = evidence;
  const { evenSince, clockOffsetMs } = past;
  const at: Moment = { now, evenSince, clockOffsetMs, settings };
  const isIngestSilent = ingest !== null && isSilent(ingest.seenAt, at);
  const nodes = evidence.nodes.map((node) => assessNode(node, settings));
  const findings: ComponentFinding[] = [];
  const add = (
    key: string,
    name: string,
    description: string,
    position: number,
    judged: Judgement,
    seenAt = ingest?.seenAt ?? null,
    { optional = false, isRemoved = false } = {},
  ) => {
    const { status, reason } = whileUnheard(key, judged, seenAt, at, past);
    findings.push({
      ...{ key, name, description, position, status, seenAt, optional, isRemoved },
      // Texts from outside become part of incidents, which allow neither line breaks nor unlimited text. The full stop
      // is removed, because the sentence around a reason has its own.
      reason: oneLine(reason).slice(0, MAX_REASON).replace(/\.+$/, ''),
      isAlive: seenAt !== null && !isSilent(seenAt, at),
    });
  };
  const stream = judgeStream(evidence, at);
  const version = ingest?.version == null ? '' : ` (v${ingest.version.replace(/^v/, '')})`;
  add(
    'network',
    `${networkName}${version} | Network Uptime`,
    'Whether the network reaches consensus and its nodes take part',
    1,
    judgeNetwork(evidence, nodes, stream, at),
  );
  const streamName = ingest?.stream === 'block' ? 'Block stream' : 'Record stream';
  add('stream', streamName, 'Stream of signed blocks that the network publishes', 3, stream);
  const judgedIngest = whileStarting(judgeIngest(evidence, at), ingest, at, past);
  add('ingest', 'Mirror ingest', 'Reading, verifying and storing the stream', 4, judgedIngest);
  for (const key of SERVICE_KEYS) {
    const { name, description, position, optional } = SERVICES[key];
    const { seenAt } = evidence[key];
    const isRemoved = optional && seenAt === null;
    add(key, name, description, position, judgeApi(evidence[key], at), seenAt, { optional, isRemoved });
  }
  const blockNodes = evidence.blockNodes.filter((node) => !isSilent(node.seenAt, at));
  add(
    'block_nodes',
    'Block nodes',
    'Block nodes that blocks are fetched from',
    7,
    judgeBlockNodes(blockNodes, evidence.blockNodes.length > 0),
    blockNodes.length === 0 ? null : Math.max(...blockNodes.map((node) => node.seenAt)),
    // Only a running ingest could query them.
    { optional: true, isRemoved: ingest !== null && !isIngestSilent && blockNodes.length === 0 },
  );
  for (const [index, { id, account, status, reason }] of nodes.entries()) {
    add(`node:${id}`, `Node ${id} (${account})`, `Consensus node with the account ${account}`, 1000 + index, {
      status: isIngestSilent ? null : status,
      reason,
    });
  }
  return { findings, nodes, isWithoutSigners, stale: judgeStaleness(evidence, at) };
}

/**
 * Returns whether the last signed record file is older than the last block by `lagDegradedMs`. After the cutover the
 * nodes' share of the last record files, and a pause between two of them, would otherwise count for ever.
 */
function hasPastSignatures({ fileEnds, ingest }: Evidence, { lagDegradedMs }: HealthSettings): boolean {
  const [latest] = fileEnds;
  if (latest === undefined || ingest?.stream !== 'block' || ingest.consensusEnd === null) return false;
  return ingest.consensusEnd - latest > lagDegradedMs;
}

function judgeApi(service: ServiceEvidence, at: Moment): Judgement {
  const { seenAt } = service;
  if (seenAt === null) return { status: null, reason: 'No evidence yet' };
  if (isSilent(seenAt, at)) return { status: 'major_outage', reason: noHeartbeat(seenAt, at) };
  return judgeService(service, at.settings);
}

/** Judges the block nodes that were queried recently. `isKnown`: whether there were any earlier. */
function judgeBlockNodes(recent: readonly BlockNodeEvidence[], isKnown: boolean): Judgement {
  const { length: count } = recent;
  if (count === 0) {
    return { status: null, reason: isKnown ? 'No node was queried recently' : 'No node is queried' };
  }
  const bad = recent.filter((node) => node.problem !== null);
  if (bad.length === 0) {
    return { status: 'operational', reason: count === 1 ? '1 node responds' : `${count} nodes respond` };
  }
  const reason = bad.map((node) => `${node.name}: ${node.problem}`).join('; ');
  if (bad.length === count) return { status: 'major_outage', reason };
  return { status: bad.length * 2 >= count ? 'partial_outage' : 'degraded_performance', reason };
}
