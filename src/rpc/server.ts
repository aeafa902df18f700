import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { forceAfter, RequestSignal, withTimeout } from '../kernel/abort-signal.ts';
import { httpUrl } from '../kernel/http-url.ts';
import { BoundedCache } from '../kernel/limits/bounded-cache.ts';
import type { ByteAccount } from '../kernel/limits/byte-account.ts';
import type { ConcurrencyLimit, OpenLimit } from '../kernel/limits/limit.ts';
import { LoopTurns } from '../kernel/limits/loop-turns.ts';
import { OpenCounter } from '../kernel/limits/open-counter.ts';
import { Metrics } from '../kernel/metrics.ts';
import { metricsText } from '../kernel/metrics-text.ts';
import { type ConnectionLimits, connectionMetrics } from '../net/connection-limits.ts';
import { makeServer } from '../net/http-server.ts';
import { FREE_INPUT_BYTES } from '../net/input-turns.ts';
import { type ListenError, listenAlso, listenOn } from '../net/listening.ts';
import { type MetricsAccess, metricsStatus } from '../net/metrics-access.ts';
import { QueuedReads } from '../store/reads/servers/queued-reads.ts';
import type { ReadServers } from '../store/reads/servers/read-servers.ts';
import type { Sql } from '../store/sql.ts';
import { Dispatcher, rpcMetrics } from './dispatch/dispatcher.ts';
import { AnswerMemory, bytesOfRows } from './method/answer-memory.ts';
import type { RpcContext, RpcSettings } from './method/context.ts';
import { InstalledFilters } from './method/installed-filters.ts';
import type { JsonText } from './method/json-text.ts';
import { MethodRegistry } from './method/method.ts';
import { PendingTransactions } from './method/pending-transactions.ts';
import type { RpcServices } from './method/services.ts';
import { Subscriptions } from './method/subscriptions.ts';
import { METHODS } from './methods.ts';
import { openRpcDocument } from './openrpc/document.ts';
import { HeadFeed } from './push/head-feed.ts';
import {
  HttpTransport,
  LOCAL_RPC_MESSAGES,
  mayControl,
  RPC_MESSAGES,
  type ServedDocument,
} from './transport/http.ts';
import { WebSockets } from './transport/websockets.ts';

export interface RpcOptions {
  readonly servers: ReadServers;
  readonly settings: RpcSettings;
  readonly services: RpcServices;
  readonly log: Pick<Logger, 'error'>;
  readonly registry: Registry;
  readonly metricsAccess: MetricsAccess;
  readonly host: string;
  /** Port; 0: any free one. */
  readonly port: number;
  /** Further ports with the same service. */
  readonly furtherPorts: readonly number[];
  /** Called for each further port that cannot be listened on. */
  readonly onLackingPort: (error: ListenError) => void;
  /** Whether a trusted proxy is in front, whose entry in `X-Forwarded-For`, the last one, is the client's address. */
  readonly trustProxy: boolean;
  readonly connectionLimits: ConnectionLimits;
  /** Called when connections are refused for the first time. */
  readonly onRefused: () => void;
  /** Account of what clients make this process hold. */
  readonly bytes: ByteAccount;
  readonly websocketLimits: Pick<OpenLimit, 'max' | 'perClient'>;
  /** Maximum number of concurrent statements. */
  readonly connections: number;
  readonly maxBatch: number;
  /** Origins whose pages may control the local network, in addition to local ones. */
  readonly controlOrigins: ReadonlySet<string>;
  readonly errorStatus: number;
  /** Returns whether a first transaction can be sent, for the readiness. Default: always. */
  readonly isReady?: () => boolean;
  /** Version of this program. */
  readonly version: string;
}

/** A JSON-RPC service that listens. */
export interface RpcServer {
  readonly port: number;
  readonly url: string;
  /** Further ports that are open. */
  readonly furtherPorts: readonly number[];
  close(): Promise<void>;
}

/** Milliseconds after which open requests are ended when the server closes. */
const CLOSE_TIMEOUT_MS = 3_000;
/** Maximum milliseconds to wait for the block of a sent transaction after its consensus. */
const REACHED_TIMEOUT_MS = 20_000;
type Sender = Pick<RpcContext, 'client' | 'signal' | 'memory' | 'connection' | 'onAnswered' | 'mayControl'>;
/** State of the service when a message begins to read. */
type Begun = Pick<RpcContext, 'cache' | 'hasReturned'>;
/** Share of the memory of all clients that the answers to one message may use. */
const MESSAGE_SHARE = 1 / 2;
/** Maximum size of the cache of responses about blocks, in characters. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;
/** Statements of JSON-RPC requests. */
export const RPC_STATEMENTS: ConcurrencyLimit = {
  name: 'rpc-statements',
  kind: 'concurrency',
  counts: 'statements of JSON-RPC requests',
  max: 4,
  waiting: 10_000,
  settings: ['TAIN_RPC_CONNECTIONS'],
};

const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Starts the JSON-RPC service on one port for HTTP and WebSocket. Throws when it cannot listen there. */
export async function startRpc(options: RpcOptions): Promise<RpcServer> {
  const { servers, settings, services, log, registry, host, port, trustProxy, bytes } = options;
  const reads = new QueuedReads(servers, { ...RPC_STATEMENTS, max: options.connections }, 'JSON-RPC');
  const maxAnswerBytes = Math.floor(bytes.limit.max * MESSAGE_SHARE);
  const filters = new InstalledFilters(bytes);
  const emptyCache = () =>
    new BoundedCache<JsonText>(CACHE_CHARACTERS, (key, json) => key.length + json.length);
  // Replaced instead of cleared, because requests in progress may still add responses that they read before.
  let cache = emptyCache();
  let returns = 0;
  // A repeated announcement of a block means that it was corrected. After null any block may have been corrected.
  let newest = -1n;
  const forget = servers.onAnnounced((block) => {
    if (block === null || block.consensusEnd <= newest) cache = emptyCache();
    newest = block?.consensusEnd ?? newest;
  });
  const forgetReturns = servers.blocks.onReturn((block) => {
    cache = emptyCache();
    returns += 1;
    newest = block.end;
    filters.returnTo(block);
  });
  const beginReads = (): Begun => {
    const before = returns;
    return { cache, hasReturned: () => returns !== before };
  };
  const pending = new PendingTransactions(bytes);
  const turns = new LoopTurns(FREE_INPUT_BYTES);
  const subscriptions = new Subscriptions(bytes, turns);
  const contextOf = (
    requestId: string,
    head: RpcContext['head'],
    begun: Begun,
    { client, signal, memory, connection, onAnswered, mayControl }: Sender,
  ): RpcContext => {
    const run = async (query: Sql) => {
      const read = await reads.run(query, client, signal);
      memory.add(bytesOfRows(read.rows));
      return read;
    };
    return {
      requestId,
      client,
      signal,
      memory,
      connection,
      onAnswered,
      mayControl,
      ...begun,
      filters,
      settings,
      services,
      pending,
      subscriptions,
      reached: (time) => reachedBlock(servers, time),
      returned: (work) => afterReturn(servers, work),
      onFailure: (err, text) => log.error({ err, requestId }, text),
      head,
      turn: () => turns.take(client),
      select: async (query) => (await run(query)).rows,
      selectSeen: run,
    };
  };
  const feed = new HeadFeed({
    blocks: servers.blocks,
    subscriptions,
    begin: ({ index, end }, client) => {
      const signal = new RequestSignal();
      const hold = bytes.open(client, () => signal.abort());
      const memory = new AnswerMemory(hold, maxAnswerBytes).part();
      const head = { number: index, consensusEnd: end };
      return {
        context: contextOf('push', head, beginReads(), {
          client,
          signal,
          memory,
          connection: undefined,
          onAnswered: () => undefined,
          mayControl: false,
        }),
        release: () => hold.release(),
      };
    },
    onFailure: (err) => log.error({ err }, 'A block could not be pushed to JSON-RPC subscribers'),
  });
  const unlisten = pending.onAdded(({ hash }) => {
    for (const group of subscriptions.groups('newPendingTransactions'))
      group.send([{ json: JSON.stringify(hash) }]);
  });
  const methods = new MethodRegistry(METHODS);
  const dispatcher = new Dispatcher({
    registry: methods,
    metrics: rpcMetrics(registry),
    maxBatch: options.maxBatch,
    errorStatus: options.errorStatus,
    maxAnswerBytes,
    contextOf: async (incoming, requestId) => {
      services.development?.noteRequest(incoming.client);
      const begun = beginReads();
      const head = await reads.head(incoming.client, incoming.signal);
      return (memory) => contextOf(requestId, head, begun, { ...incoming, memory });
    },
    onFailure: (err, method, requestId) => log.error({ err, method, requestId }, 'A JSON-RPC request failed'),
  });
  const document = Buffer.from(JSON.stringify(openRpcDocument(methods.methods, options.version)));
  const documents = new Map<string, (request: IncomingMessage) => ServedDocument | Promise<ServedDocument>>([
    ['/health/liveness', () => ({ status: 200, type: TEXT, body: 'OK' })],
    ['/health/readiness', () => readiness(reads, options.isReady ?? (() => true))],
    ['/openrpc', () => ({ status: 200, type: JSON_TYPE, body: document })],
    ['/config', () => ({ status: 200, type: JSON_TYPE, body: configOf(options) })],
    ['/metrics', (request) => metricsOf(options, request)],
  ]);
  const ofRequest = (request: IncomingMessage): string => connections.clientOf(request);
  // Without a local network no method controls anything, so that preflight requests need no rule.
  const canBeControlled = services.development !== undefined || services.accounts !== undefined;
  const controlledBy = ({ headers }: IncomingMessage): boolean =>
    !canBeControlled || mayControl(headers, options.controlOrigins);
  const messages = new OpenCounter(canBeControlled ? LOCAL_RPC_MESSAGES : RPC_MESSAGES);
  // Messages always take a turn; small inputs of WebSockets are parsed without one.
  const transport = new HttpTransport({
    dispatcher,
    bytes,
    messages,
    turns,
    clientOf: ofRequest,
    mayControl: controlledBy,
    document: async (path, request) => documents.get(path)?.(request),
  });
  const { server, connections } = makeServer(
    options.connectionLimits,
    options.onRefused,
    (request, response) => void transport.handle(request, response),
    { bytes, trustProxy },
    'at-once',
  );
  connectionMetrics(registry, 'rpc', connections);
  const websockets = new WebSockets({
    dispatcher,
    bytes,
    messages,
    turns,
    stallTimeoutMs: options.connectionLimits.stallTimeoutMs,
    clientOf: ofRequest,
    mayControl: controlledBy,
    limits: options.websocketLimits,
    onUpgraded: ({ socket }) => connections.upgraded(socket),
  });
  const metrics = new Metrics(registry);
  metrics.tasks('tain_rpc_statements', 'Statements of JSON-RPC requests', reads.statements);
  metrics.observedGauge('tain_rpc_websockets', 'WebSocket connections that are open.', () => websockets.open);
  metrics.observedGauge(
    'tain_rpc_subscriptions',
    'Subscriptions of WebSocket connections.',
    () => subscriptions.size,
  );
  server.on('upgrade', (request, socket: Socket, head) => {
    connections.handOver(socket);
    websockets.upgrade(request, socket, head);
  });
  const taken = await listenOn(server, host, port);
  const further = await listenAlso(server, host, options.furtherPorts, options.onLackingPort).catch(
    (error: unknown) => {
      server.close();
      throw error;
    },
  );
  return {
    port: taken,
    url: httpUrl(host, taken),
    furtherPorts: further.ports,
    async close() {
      forget();
      forgetReturns();
      unlisten();
      feed.close();
      further.stop();
      websockets.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await forceAfter(closed, CLOSE_TIMEOUT_MS, () => {
        websockets.terminate();
        server.closeAllConnections();
      });
    },
  };
}

/** See `RpcContext.reached`. Never rejects. */
async function reachedBlock({ blocks }: ReadServers, time: bigint): Promise<RpcContext['head']> {
  const returning = new AbortController();
  // A block that was removed never becomes visible.
  const forget = blocks.onReturn(() => returning.abort());
  const signal = AbortSignal.any([returning.signal, AbortSignal.timeout(REACHED_TIMEOUT_MS)]);
  while (!signal.aborted && (blocks.last === undefined || blocks.last.end < time)) {
    await blocks.next(blocks.last?.index ?? -1n, signal).catch(() => undefined);
  }
  forget();
  return blocks.last === undefined ? null : { number: blocks.last.index, consensusEnd: blocks.last.end };
}

/** See `RpcContext.returned`. */
async function afterReturn({ blocks }: ReadServers, work: () => Promise<boolean>): Promise<boolean> {
  let forget: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    forget = blocks.onReturn(() => resolve());
  });
  try {
    const hasReturned = await work();
    if (hasReturned) await withTimeout(gone, REACHED_TIMEOUT_MS, () => undefined);
    return hasReturned;
  } finally {
    forget();
  }
}

/** Returns whether a first transaction can be sent and the database responds, also one without blocks. */
async function readiness(reads: QueuedReads, canSend: () => boolean): Promise<ServedDocument> {
  const isReady =
    canSend() &&
    (await reads.head('').then(
      () => true,
      () => false,
    ));
  return { status: isReady ? 200 : 503, type: TEXT, body: isReady ? 'OK' : 'DOWN' };
}

function configOf({ settings, maxBatch, version }: RpcOptions): string {
  const { chainId, clientVersion, maxLogs } = settings;
  return JSON.stringify({ version, chainId: `0x${chainId.toString(16)}`, clientVersion, maxBatch, maxLogs });
}

async function metricsOf(
  { registry, metricsAccess }: RpcOptions,
  { headers }: IncomingMessage,
): Promise<ServedDocument> {
  const status = metricsStatus(metricsAccess, headers.authorization);
  if (status !== 200) return { status, type: TEXT, body: '' };
  return { status, type: registry.contentType, body: await metricsText(registry) };
}
