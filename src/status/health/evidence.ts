import { recordOf } from '../../kernel/record-of.ts';
import {
  UNRECOGNIZED_SQL,
  type UnrecognizedRow,
  type UnrecognizedSince,
  unrecognizedOf,
} from '../../kernel/unrecognized.ts';
import type { Instant } from '../state/model.ts';
import type { Queryable } from '../state/select-state.ts';
import { SERVICE_KEYS, type ServiceKey } from './services.ts';

const SIGNATURE_OUTCOMES = ['verified', 'diverged', 'invalid', 'unreadable', 'missing'] as const;
export type SignatureOutcome = (typeof SIGNATURE_OUTCOMES)[number];

/** Outcomes of the nodes' signatures of one stream file. */
export interface FileEvidence {
  /** Consensus time of its end, in nanoseconds. */
  readonly consensusEnd: bigint;
  readonly nodes: readonly { readonly id: bigint; readonly accountId: bigint; readonly outcome: string }[];
}

/** Latest report of the ingest on one stream. Times are milliseconds, `consensusEnd` nanoseconds. */
export interface IngestEvidence {
  readonly stream: 'record' | 'block';
  readonly seenAt: number;
  readonly lastBlock: bigint | null;
  readonly consensusEnd: bigint | null;
  readonly version: string | null;
  readonly caughtUp: boolean;
  readonly problem: string | null;
  readonly problemSince: number | null;
  /** Origin of the problem; null without one, and from older releases. */
  readonly problemCause: 'source' | 'network' | 'file' | null;
  /** Time of the source's last status response; null from older releases, and before the first. */
  readonly sourceAnsweredAt: number | null;
  /** Time at which its last block was first seen. */
  readonly advancedAt: number | null;
}

/** Results of a service's requests to itself in the last minute, over all its processes. */
export interface ProbeEvidence {
  readonly asked: number;
  readonly failed: number;
  /** Slowest request of a round, in milliseconds: the mean over the rounds. */
  readonly slowestMs: number;
}

/** Responses of one service in the last minutes, over all its processes. */
export interface ServiceEvidence {
  /** Latest report of any process, in milliseconds; null without one. */
  readonly seenAt: number | null;
  readonly requests: number;
  readonly errors: number;
  /** Requests refused because of overload. */
  readonly refused: number;
  /** Results of probes; null when no process sends requests to itself. */
  readonly probes: ProbeEvidence | null;
  /** Highest p99 of any interval with requests, in milliseconds. */
  readonly p99Ms: number;
}

export interface BlockNodeEvidence {
  readonly name: string;
  readonly seenAt: number;
  readonly lastOkAt: number | null;
  readonly problem: string | null;
}

/** The recorded evidence, keyed by service. */
export interface Evidence extends Readonly<Record<ServiceKey, ServiceEvidence>> {
  /** Latest files, newest first. */
  readonly files: readonly FileEvidence[];
  /** Node id → consensus time (nanoseconds) of the last file that it validly signed. */
  readonly lastVerified: ReadonlyMap<bigint, bigint>;
  /** Stream that the ingest follows; of two, the one seen last. */
  readonly ingest: IngestEvidence | null;
  readonly blockNodes: readonly BlockNodeEvidence[];
  /** Parts of the stream that are unknown to the ingest, oldest first. */
  readonly unrecognized: readonly UnrecognizedSince[];
}

export const NO_SERVICE: ServiceEvidence = {
  seenAt: null,
  requests: 0,
  errors: 0,
  refused: 0,
  probes: null,
  p99Ms: 0,
};

/** Evidence before the first report. */
export const NO_EVIDENCE: Evidence = {
  files: [],
  lastVerified: new Map(),
  ingest: null,
  ...recordOf(SERVICE_KEYS, () => NO_SERVICE),
  blockNodes: [],
  unrecognized: [],
};

/**
 * Reads the evidence of other roles: the last `files` stream files, the responses of services in the last
 * `serviceWindowMs` milliseconds before `now`, and their requests to themselves in the last `silenceMs`. Instants more
 * than `silenceMs` ahead of `now` are ignored, because a clock was wrong when they were recorded.
 */
export async function selectEvidence(
  client: Queryable,
  options: {
    readonly now: number;
    readonly files: number;
    readonly serviceWindowMs: number;
    readonly silenceMs: number;
  },
): Promise<Evidence> {
  const { now, silenceMs } = options;
  const latest = new Date(now + silenceMs);
  const files = await client.query<{
    consensus_end: string;
    node_ids: string[];
    node_account_ids: string[];
    outcomes: string[];
  }>(
    `select consensus_end::text, node_ids::text[], node_account_ids::text[], outcomes
       from tain.signature_evidence order by consensus_end desc limit $1`,
    [options.files],
  );
  const seen = await client.query<{ node_id: string; last_verified: string }>(
    `select node_id::text, max(last_verified)::text as last_verified
       from tain.signature_day where last_verified is not null group by node_id`,
  );
  // A heartbeat from the future counts only when there is no other.
  const ingest = await client.query<{
    stream: 'record' | 'block';
    seen_at: Date;
    last_block: string | null;
    consensus_end: string | null;
    version: string | null;
    caught_up: boolean;
    problem: string | null;
    problem_since: Date | null;
    problem_cause: 'source' | 'network' | 'file' | null;
    source_answered_at: Date | null;
    advanced_at: Date | null;
  }>('select * from tain.ingest_state order by seen_at <= $1 desc, seen_at desc limit 1', [latest]);
  const services = await client.query<{
    service: string;
    seen_at: Date;
    requests: string;
    errors: string;
    refused: string;
    p99: number | null;
  }>(
    `select service, coalesce(max(at) filter (where at <= $2), max(at)) as seen_at,
            coalesce(sum(requests) filter (where at between $1 and $2), 0)::text as requests,
            coalesce(sum(errors) filter (where at between $1 and $2), 0)::text as errors,
            coalesce(sum(refused) filter (where at between $1 and $2), 0)::text as refused,
            max(p99_ms) filter (where at between $1 and $2 and requests > 0) as p99
       from tain.api_health group by service`,
    [new Date(now - options.serviceWindowMs), latest],
  );
  const probes = await client.query<{ service: string; asked: number; failed: number; slowest: number }>(
    `select service, sum(asked)::int as asked, sum(failed)::int as failed, avg(slowest_ms) as slowest
       from tain.api_probe where at between $1 and $2 group by service`,
    [new Date(now - silenceMs), latest],
  );
  const blockNodes = await client.query<{
    name: string;
    seen_at: Date;
    last_ok_at: Date | null;
    problem: string | null;
  }>('select name, seen_at, last_ok_at, problem from tain.block_node_health order by name');
  const unrecognized = await client.query<UnrecognizedRow>(UNRECOGNIZED_SQL);
  const service = (name: ServiceKey): ServiceEvidence => {
    const row = services.rows.find((candidate) => candidate.service === name);
    if (row === undefined) return NO_SERVICE;
    const probed = probes.rows.find((candidate) => candidate.service === name);
    return {
      seenAt: row.seen_at.getTime(),
      requests: Number(row.requests),
      errors: Number(row.errors),
      refused: Number(row.refused),
      probes:
        probed === undefined
          ? null
          : { asked: probed.asked, failed: probed.failed, slowestMs: probed.slowest },
      p99Ms: row.p99 ?? 0,
    };
  };
  const state = ingest.rows[0];
  return {
    files: files.rows.map((row) => ({
      consensusEnd: BigInt(row.consensus_end),
      nodes: row.node_ids.map((id, index) => ({
        id: BigInt(id),
        accountId: BigInt(row.node_account_ids[index] ?? 0),
        outcome: row.outcomes[index] ?? 'missing',
      })),
    })),
    lastVerified: new Map(seen.rows.map((row) => [BigInt(row.node_id), BigInt(row.last_verified)])),
    ingest:
      state === undefined
        ? null
        : {
            stream: state.stream,
            seenAt: state.seen_at.getTime(),
            lastBlock: state.last_block === null ? null : BigInt(state.last_block),
            consensusEnd: state.consensus_end === null ? null : BigInt(state.consensus_end),
            version: state.version,
            caughtUp: state.caught_up,
            problem: state.problem,
            problemSince: state.problem_since?.getTime() ?? null,
            problemCause: state.problem_cause,
            sourceAnsweredAt: state.source_answered_at?.getTime() ?? null,
            advancedAt: state.advanced_at?.getTime() ?? null,
          },
    ...recordOf(SERVICE_KEYS, service),
    blockNodes: blockNodes.rows.map((row) => ({
      name: row.name,
      seenAt: row.seen_at.getTime(),
      lastOkAt: row.last_ok_at?.getTime() ?? null,
      problem: row.problem,
    })),
    unrecognized: unrecognized.rows.map(unrecognizedOf),
  };
}

/** Returns the ISO instant, in whole milliseconds, of a consensus time in nanoseconds. */
export function instantOfNanos(nanos: bigint): Instant {
  return new Date(Number(nanos / 1_000_000n)).toISOString();
}
