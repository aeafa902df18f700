import { printEntityId } from '@tain/ledger/entity-id';
import { type ComponentStatus, type Instant, instantOf } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import type { NodeEvidence } from './evidence.ts';
import type { Judgement } from './finding.ts';

/** Signatures of one consensus node among the latest stream files, and their judgement. */
export interface NodeRow extends Judgement, Omit<NodeEvidence, 'lastSeen'> {
  /** Account, such as `0.0.6`. */
  readonly account: string;
  /** Label, such as `node 3 (0.0.6)`. */
  readonly label: string;
  /** Consensus time of the last file that it validly signed, or null without one. */
  readonly lastSeen: Instant | null;
  readonly status: ComponentStatus;
}

/** Minimum number of files for a judgement of a node. */
const MIN_FILES = 3;

/** Judges a node. One that signs a different hash than the majority is at best in partial outage. */
export function assessNode(node: NodeEvidence, settings: HealthSettings): NodeRow {
  const { id, files, verified, diverged } = node;
  const account = printEntityId(BigInt(node.accountId));
  const lastSeen = node.lastSeen === null ? null : instantOf(node.lastSeen);
  // A few files are not enough evidence, unless the node contradicts the others.
  const share = files >= MIN_FILES || diverged > 0 ? verified / files : 1;
  const status = nodeStatus(share, diverged > 0, settings);
  const label = `node ${id} (${account})`;
  return { ...node, account, label, lastSeen, status, reason: nodeReason(node, lastSeen) };
}

function nodeStatus(share: number, contradicts: boolean, settings: HealthSettings): ComponentStatus {
  if (share < settings.nodeMajorBelow) return 'major_outage';
  if (share < settings.nodePartialBelow || contradicts) return 'partial_outage';
  return share < settings.nodeDegradedBelow ? 'degraded_performance' : 'operational';
}

function nodeReason(node: NodeEvidence, lastSeen: Instant | null): string {
  const parts = [`Signed ${node.verified} of the last ${node.files} files`];
  if (node.diverged > 0) parts.push(`${node.diverged} with a different hash than the majority`);
  if (node.invalid > 0) parts.push(`${node.invalid} with an invalid signature`);
  if (node.unreadable > 0) parts.push(`${node.unreadable} with an unreadable signature`);
  parts.push(lastSeen === null ? 'never seen' : `last at ${lastSeen}`);
  return parts.join(', ');
}
