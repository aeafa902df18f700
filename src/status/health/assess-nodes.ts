import { printEntityId } from '../../kernel/entity-id.ts';
import type { ComponentStatus, Instant } from '../state/model.ts';
import type { HealthSettings } from '../state/settings.ts';
import { type Evidence, instantOfNanos, type SignatureOutcome } from './evidence.ts';

/** Signatures of one consensus node among the latest stream files. */
export interface NodeRow {
  readonly id: bigint;
  readonly accountId: bigint;
  /** Label, such as `node 3 (0.0.6)`. */
  readonly label: string;
  /** Number of latest files checked, and the outcomes of its signatures of them. */
  readonly files: number;
  readonly outcomes: Readonly<Record<SignatureOutcome, number>>;
  /** Consensus time of the last file that it validly signed, or null without one. */
  readonly lastSeen: Instant | null;
  readonly status: ComponentStatus;
  readonly reason: string;
}

/** Minimum number of files for a judgement of a node. */
const MIN_FILES = 3;

/**
 * Judges each node of the latest file (and so of the address book in force) by the files since it has been in the book.
 * A node that signs a different hash than the majority is at best in partial outage.
 */
export function assessNodes(evidence: Evidence, settings: HealthSettings): NodeRow[] {
  const latest = evidence.files[0];
  if (latest === undefined) return [];
  const counts = new Map<bigint, Record<SignatureOutcome, number>>();
  for (const file of evidence.files) {
    for (const node of file.nodes) {
      const count = counts.get(node.id) ?? {
        verified: 0,
        diverged: 0,
        invalid: 0,
        unreadable: 0,
        missing: 0,
      };
      counts.set(node.id, count);
      const outcome = node.outcome as SignatureOutcome;
      if (Object.hasOwn(count, outcome)) count[outcome]++;
      else count.unreadable++;
    }
  }
  return latest.nodes.map((node) => {
    const outcomes = counts.get(node.id) ?? {
      verified: 0,
      diverged: 0,
      invalid: 0,
      unreadable: 0,
      missing: 0,
    };
    const files = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const last = evidence.lastVerified.get(node.id);
    const lastSeen = last === undefined ? null : instantOfNanos(last);
    // A few files are not enough evidence, unless the node contradicts the others.
    const judged = files >= MIN_FILES || outcomes.diverged > 0;
    const share = judged ? outcomes.verified / files : 1;
    const status = nodeStatus(share, outcomes, settings);
    return {
      id: node.id,
      accountId: node.accountId,
      label: `node ${node.id} (${printEntityId(node.accountId)})`,
      files,
      outcomes,
      lastSeen,
      status,
      reason: nodeReason(files, outcomes, lastSeen),
    };
  });
}

function nodeStatus(
  share: number,
  outcomes: Readonly<Record<SignatureOutcome, number>>,
  settings: HealthSettings,
): ComponentStatus {
  if (share < settings.nodeMajorBelow) return 'major_outage';
  if (share < settings.nodePartialBelow || outcomes.diverged > 0) return 'partial_outage';
  return share < settings.nodeDegradedBelow ? 'degraded_performance' : 'operational';
}

function nodeReason(
  files: number,
  outcomes: Readonly<Record<SignatureOutcome, number>>,
  lastSeen: Instant | null,
): string {
  const parts = [`Signed ${outcomes.verified} of the last ${files} files`];
  if (outcomes.diverged > 0) parts.push(`${outcomes.diverged} with a different hash than the majority`);
  if (outcomes.invalid > 0) parts.push(`${outcomes.invalid} with an invalid signature`);
  if (outcomes.unreadable > 0) parts.push(`${outcomes.unreadable} with an unreadable signature`);
  parts.push(lastSeen === null ? 'never seen' : `last at ${lastSeen}`);
  return parts.join(', ');
}
