import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { CallContract, TraceTransaction } from '../calls/contract-call.ts';
import type { Clock } from '../kernel/clock.ts';
import { urlOnSameHost } from '../kernel/http-url.ts';
import { ByteAccount } from '../kernel/limits/byte-account.ts';
import { type ProcessReadiness, READY } from '../kernel/process-readiness.ts';
import type { ProbeRound } from '../kernel/service.ts';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from '../net/connection-limits.ts';
import { Limiter } from '../net/limiter.ts';
import type { MetricsAccess } from '../net/metrics-access.ts';
import type { Database } from '../store/connections/database.ts';
import { ReadServers } from '../store/reads/servers/read-servers.ts';
import type { Outcome } from './answer/ready-answer.ts';
import { AnswerCache } from './http/answer-cache.ts';
import { CsvFiles } from './http/csv-files.ts';
import { apiMetrics } from './http/metrics.ts';
import { Probe } from './http/probe.ts';
import { QueryGate } from './http/query-gate.ts';
import { UserDirectory } from './http/received-request.ts';
import { RequestHandler } from './http/request-handler.ts';
import { routeRead, SnapshotReader } from './http/snapshot-reader.ts';
import { lookupBy } from './http/waiting/lookup.ts';
import { WaitQueue } from './http/waiting/wait-queue.ts';
import { serveDocuments } from './plugins/documents.ts';
import { serveExplorer } from './plugins/explorer.ts';
import { answerErrors, makeFramework, senderFor, servePreflight, shutdownOf } from './plugins/framework.ts';
import { type GrpcOnHttp, serveGrpcWeb } from './plugins/grpc-web.ts';
import { type ListeningOptions, listen } from './plugins/listening.ts';
import { ServiceReadiness, serveMetrics, serveProbes } from './plugins/monitoring.ts';
import { servePages } from './plugins/pages.ts';
import { serveResources } from './plugins/resources.ts';
import { serveStreams } from './plugins/streams.ts';
import { proofRoutes } from './proofs/proof-routes.ts';
import type { Prover } from './route/prover.ts';
import type { ServerCapabilities } from './route/route.ts';
import type { ApiSettings } from './route/settings.ts';
import { EventStreams } from './streams/event-streams.ts';

export interface ApiOptions extends ListeningOptions {
  readonly database: Database;
  /** Replicas of the database, which serve requests while they are in step. */
  readonly replicas?: readonly Database[];
  /** The database and its replicas, if they are shared; their creator closes them. Default: its own. */
  readonly servers?: ReadServers;
  readonly settings: ApiSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  /** Access to `/metrics`. Default: every client. */
  readonly metricsAccess?: MetricsAccess;
  readonly connectionLimits?: ConnectionLimits;
  /** Account of what clients make this process hold. Default: its own. */
  readonly bytes?: ByteAccount;
  /** Called when connections are refused for the first time. */
  readonly onRefused?: () => void;
  /** Returns why the ingest waits, or null: too few signatures for the next file. */
  readonly ingestProblem?: () => string | null;
  /** Returns whether the ingest of this process writes or stands by; null without one. Shown by the readiness. */
  readonly ingestState?: () => string | null;
  /** Returns the readiness of the roles of this process; default: ready. Shown by the readiness. */
  readonly processReadiness?: () => ProcessReadiness;
  /** Returns the services that run in addition to the queries; default: none. Called for each answer that reports them. */
  readonly capabilities?: () => ServerCapabilities;
  /** Executes calls of contracts; undefined: they are answered with 501. */
  readonly callContract?: CallContract;
  /** Traces recorded transactions; undefined: traces are answered with 501. */
  readonly traceTransaction?: TraceTransaction;
  /** Makes proofs; undefined: there are no paths for them. */
  readonly prover?: Prover;
  /** Serves gRPC and gRPC-web; undefined: they are refused. */
  readonly grpc?: GrpcOnHttp;
  /** Public address of the status service; default: its port on this machine, if there is one to link to. */
  readonly statusUrl?: string;
  readonly statusPort?: number;
  /** Address of a Sourcify server, which the explorer offers; default: none. */
  readonly sourcifyUrl?: string;
  /** Port of JSON-RPC on this machine, which the explorer shows; undefined: none. */
  readonly rpcPort?: number;
  /** Called for each answer with the outcome of the request and milliseconds from request to answer. */
  readonly onAnswer?: (outcome: Outcome, milliseconds: number) => void;
}

export interface Api {
  readonly url: string;
  /** Further ports that are open. */
  readonly furtherPorts: readonly number[];
  /**
   * Sends requests to the service itself, apart from all clients, to check whether it works. Returns null when the
   * signal is aborted. Uses one connection in addition to the gate's.
   */
  probe(signal: AbortSignal): Promise<ProbeRound | null>;
  /** Stops accepting requests, ends those under way, and closes the server. */
  close(): Promise<void>;
}

/** Maximum number of wrong passwords of one client, and the period in which they count. */
const MAX_WRONG_PASSWORDS = 10;
const WRONG_PASSWORDS_MS = 60_000;

/** Starts the query API. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { settings, database, clock, log, registry } = options;
  const gate = new QueryGate(settings.maxConnections, settings.maxWaiting);
  const cache = settings.cache ? new AnswerCache(settings.cacheBytes) : undefined;
  const { replicas = [] } = options;
  const servers =
    options.servers ??
    new ReadServers({ primary: database, replicas, maxLagMs: settings.replicaMaxLag, log });
  // Runs before other listeners are notified of a block. Also runs for a known block, because its rows may have been
  // corrected.
  const invalidate = () => cache?.invalidate();
  const listeners = [
    servers.onAnnounced(invalidate),
    servers.blocks.onBlock(invalidate),
    servers.blocks.onReturn(() => cache?.clear()),
  ];
  const closeServers = async (): Promise<void> => {
    for (const forget of listeners) forget();
    if (options.servers === undefined) await servers.close();
  };
  const reader = new SnapshotReader(servers, gate, servers.outages);
  const { maxWaits: max, maxWaitsPerClient: maxPerClient } = settings;
  const waiting = new WaitQueue({ servers, lookup: lookupBy(reader), max, maxPerClient });
  const metrics = apiMetrics(registry, gate, cache, servers, waiting);
  const passwords = new Limiter(MAX_WRONG_PASSWORDS, WRONG_PASSWORDS_MS, clock);
  const users = new UserDirectory(settings.users, passwords);
  const read = routeRead({
    settings,
    clock,
    reader,
    servers,
    ingestProblem: options.ingestProblem ?? (() => null),
    capabilities: options.capabilities ?? (() => ({ roles: ['api'], features: {} })),
    callContract: options.callContract,
    traceTransaction: options.traceTransaction,
  });
  const bytes = options.bytes ?? new ByteAccount();
  const csvFiles = new CsvFiles({ read, settings, bytes, registry, log });
  const requests = new RequestHandler({
    settings,
    read,
    gate,
    servers,
    users,
    waiting,
    cache,
    csvFiles,
    log,
  });
  const send = senderFor(settings);
  const { grpc } = options;
  const { app, clientOf, stream } = makeFramework({
    trustProxy: settings.trustProxy,
    limits: options.connectionLimits ?? DEFAULT_CONNECTION_LIMITS,
    registry,
    onRefused: () => options.onRefused?.(),
    bytes,
    send,
    acceptHttp2: grpc && ((socket) => grpc.accept(socket)),
  });
  const probe = new Probe();
  const { statusUrl, statusPort, rpcPort, onAnswer } = options;
  servePreflight(app);
  const { ingestState = () => null, processReadiness = () => READY } = options;
  serveProbes(app, new ServiceReadiness(database, servers), ingestState, processReadiness, send);
  serveMetrics(app, registry, options.metricsAccess ?? 'open', send);
  const further = options.prover === undefined ? [] : proofRoutes(options.prover);
  // Pages are the same for every client, because caches store them: only `/status` redirects to the host that the
  // client used.
  const statusLink = statusUrl ?? (statusPort === undefined ? null : '/status');
  const examples = serveDocuments(app, requests, reader, send, statusLink, further);
  const hasProofs = options.prover !== undefined;
  const statusUrlAt = (host: string | undefined) => statusUrl ?? urlOnSameHost(host, statusPort);
  const rpcUrlAt = (host: string | undefined) => urlOnSameHost(host, rpcPort);
  const explorer = serveExplorer(app, {
    statusUrlAt,
    rpcUrlAt,
    sourcifyUrl: options.sourcifyUrl ?? null,
    send,
  });
  answerErrors(app, log, send, explorer);
  servePages(app, { statusUrl: statusLink, statusUrlAt, send, hasProofs, explorer });
  const streams = new EventStreams({
    read,
    servers,
    users,
    blocks: servers.blocks,
    bytes,
    settings,
    registry,
    log,
  });
  if (settings.eventStreams > 0) {
    serveStreams(app, { streams, requests, metrics, clientOf, stream, onAnswer, send });
  }
  if (grpc !== undefined) serveGrpcWeb(app, grpc, clientOf, stream);
  serveResources(app, { requests, probe, metrics, clientOf, onAnswer, send, further });

  await servers.start();
  const { url, furtherPorts, stopListening } = await listen(app, options, closeServers);
  await servers.listen();
  return {
    url,
    furtherPorts,
    probe: (signal) =>
      probe.round(async (path, headers) => (await app.inject({ url: path, headers })).statusCode, signal),
    close: shutdownOf(app, {
      first: [
        () => streams.close(),
        () => grpc?.close(),
        () => csvFiles.close(),
        stopListening,
        () => examples.close(),
        () => waiting.close(),
      ],
      last: [closeServers],
    }),
  };
}
