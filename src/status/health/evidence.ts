import { recordOf } from '../../kernel/counts.ts';
import {
  UNRECOGNIZED_SQL,
  type UnrecognizedRow,
  type UnrecognizedSince,
  unrecognizedOf,
} from '../../kernel/unrecognized.ts';
import { fromRow, type Queryable } from '../state/select-state.ts';
import type { HealthSettings } from '../state/settings.ts';

/** Services by their name in `tain.report_api`, which is also the component's key. An optional one exists while it has a heartbeat. */
export const SERVICES = {
  api: { name: 'Query service', description: 'REST queries of the mirror', position: 5, optional: false },
  contract_calls: {
    name: 'Contract calls',
    description: 'Simulated calls of smart contracts',
    position: 6,
    optional: true,
  },
  grpc: { name: 'gRPC', description: 'Topics and nodes over gRPC', position: 8, optional: true },
};

export type ServiceKey = keyof typeof SERVICES;

export const SERVICE_KEYS = Object.keys(SERVICES) as readonly ServiceKey[];

/** Signatures of one node of the latest file (and so of the address book in force) among the latest stream files. */
export interface NodeEvidence {
  readonly id: string;
  readonly accountId: string;
  /** Number of files since the node has been in the book, and of each outcome of its signatures of them. */
  readonly files: number;
  readonly verified: number;
  readonly diverged: number;
  readonly invalid: number;
  readonly unreadable: number;
  readonly missing: number;
  /** Consensus time of the last file that it validly signed. */
  readonly lastSeen: number | null;
}

/** Latest report of the ingest on one stream. */
export interface IngestEvidence {
  readonly stream: 'record' | 'block';
  readonly seenAt: number;
  readonly consensusEnd: number | null;
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

/** Responses of one service in the last minutes, over all its processes. */
export interface ServiceEvidence {
  /** Latest report of any process; null without one. */
  readonly seenAt: number | null;
  readonly requests: number;
  readonly errors: number;
  /** Requests refused because of overload. */
  readonly refused: number;
  /** Results of its requests to itself in the last minute; null when no process sends any. */
  readonly probes: {
    readonly asked: number;
    readonly failed: number;
    /** Slowest request of a round, in milliseconds: the mean over the rounds. */
    readonly slowestMs: number;
  } | null;
  /** Highest p99 of any interval with requests, in milliseconds. */
  readonly p99Ms: number;
}

export interface BlockNodeEvidence {
  readonly name: string;
  readonly seenAt: number;
  readonly problem: string | null;
}

/** The recorded evidence, keyed by service. All times, also those of consensus, are whole milliseconds. */
export interface Evidence extends Readonly<Record<ServiceKey, ServiceEvidence>> {
  /** Consensus times of the ends of the latest files, newest first. */
  readonly fileEnds: readonly number[];
  readonly nodes: readonly NodeEvidence[];
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
  fileEnds: [],
  nodes: [],
  ingest: null,
  ...recordOf(SERVICE_KEYS, () => NO_SERVICE),
  blockNodes: [],
  unrecognized: [],
};

const msOf = (instant: string) => `floor(extract(epoch from ${instant}) * 1000)::float8`;
const msOfNanos = (nanos: string) => `(${nanos} / 1000000)::float8`;

/**
 * Reads the evidence of other roles: the last `windowFiles` stream files, the responses of services in the last
 * `serviceWindowMs` milliseconds before `now`, and their requests to themselves in the last `silenceMs`. Instants more
 * than `silenceMs` ahead of `now` are ignored, because a clock was wrong when they were recorded.
 */
export async function selectEvidence(
  client: Queryable,
  { windowFiles, serviceWindowMs, silenceMs }: HealthSettings,
  now: number,
): Promise<Evidence> {
  const select = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query(text, values)).rows.map((row) => fromRow<T>(row));
  const latest = new Date(now + silenceMs);
  const files = await select<{ end: number }>(
    `select ${msOfNanos('consensus_end')} as end from tain.signature_evidence order by consensus_end desc limit $1`,
    [windowFiles],
  );
  const nodes = await select<NodeEvidence>(
    `with latest as (
       select * from tain.signature_evidence order by consensus_end desc limit $1
     ), signature as (
       select consensus_end, s.* from latest,
         unnest(node_ids, node_account_ids, outcomes) as s(node_id, account_id, outcome)
     ), seen as (
       select node_id, max(last_verified) as last from tain.signature_day group by node_id
     )
     select node_id::text as id, (array_agg(account_id order by consensus_end desc))[1]::text as account_id,
            count(*)::int as files,
            count(*) filter (where outcome = 'verified')::int as verified,
            count(*) filter (where outcome = 'diverged')::int as diverged,
            count(*) filter (where outcome = 'invalid')::int as invalid,
            count(*) filter (where outcome not in ('verified', 'diverged', 'invalid', 'missing'))::int as unreadable,
            count(*) filter (where outcome = 'missing')::int as missing,
            ${msOfNanos('seen.last')} as last_seen
       from signature left join seen using (node_id)
      group by node_id, seen.last
     having max(consensus_end) = (select max(consensus_end) from latest)
      order by node_id`,
    [windowFiles],
  );
  // A heartbeat from the future counts only when there is no other.
  const [ingest = null] = await select<IngestEvidence>(
    `select stream, ${msOf('seen_at')} as seen_at, ${msOfNanos('consensus_end')} as consensus_end, version, caught_up,
            problem, ${msOf('problem_since')} as problem_since, problem_cause,
            ${msOf('source_answered_at')} as source_answered_at, ${msOf('advanced_at')} as advanced_at
       from tain.ingest_state s order by s.seen_at <= $1 desc, s.seen_at desc limit 1`,
    [latest],
  );
  const services = await select<ServiceEvidence & { readonly service: string }>(
    `select service, ${msOf('coalesce(max(at) filter (where at <= $3), max(at))')} as seen_at,
            coalesce(sum(requests) filter (where at between $1 and $3), 0)::float8 as requests,
            coalesce(sum(errors) filter (where at between $1 and $3), 0)::float8 as errors,
            coalesce(sum(refused) filter (where at between $1 and $3), 0)::float8 as refused,
            coalesce(max(p99_ms) filter (where at between $1 and $3 and requests > 0), 0) as p99_ms,
            (select json_build_object('asked', sum(asked), 'failed', sum(failed), 'slowestMs', avg(slowest_ms))
               from tain.api_probe p where p.service = h.service and at between $2 and $3
             having count(*) > 0) as probes
       from tain.api_health h group by service`,
    [new Date(now - serviceWindowMs), new Date(now - silenceMs), latest],
  );
  const blockNodes = await select<BlockNodeEvidence>(
    `select name, ${msOf('seen_at')} as seen_at, problem from tain.block_node_health order by name`,
  );
  const unrecognized = await client.query<UnrecognizedRow>(UNRECOGNIZED_SQL);
  return {
    fileEnds: files.map(({ end }) => end),
    nodes,
    ingest,
    ...recordOf(SERVICE_KEYS, (key) => services.find(({ service }) => service === key) ?? NO_SERVICE),
    blockNodes,
    unrecognized: unrecognized.rows.map(unrecognizedOf),
  };
}
