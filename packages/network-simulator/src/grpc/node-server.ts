import { constants } from 'node:http2';
import { createServer, type Socket, type Server as SocketServer } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type handleUnaryCall,
  type Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js';
import { SERVICES } from '@tain/protos/rpcs';
import { NODE_LIMITS, type NodeLimits } from '../node/node-limits.ts';
import { NodeConnections } from './node-connections.ts';

/** Client of a call, as long as it waits. */
export interface Caller {
  /** Address. */
  readonly client: string;
  /** Whether the call has not ended. */
  isAwaited(): boolean;
}

/** Handlers of calls, with serialized messages in and out. */
export interface NodeCalls {
  /** Handles a `Transaction`, and returns a `TransactionResponse`. */
  transaction(bytes: Uint8Array): Promise<Uint8Array>;
  /** Handles a `Query` of a client, and returns a `Response`, or null for malformed bytes. */
  query(bytes: Uint8Array, by: Caller): Promise<Uint8Array | null>;
}

/** Account of the bytes of answers that clients have not read. */
export interface AnswerAccount {
  /** Begins the answer of a client. `onEnd` is called if the account ends it. */
  open(client: string, onEnd: () => void): { set(bytes: number): void; release(): void };
}

export interface NodeServerOptions {
  readonly calls: NodeCalls;
  readonly host: string;
  /** TCP port; 0 for any free port. */
  readonly port: number;
  readonly limits?: Partial<NodeLimits>;
  /** Returns a stream for HTTP/2 to read instead of a socket, so that the input of clients is parsed in turns. */
  readonly streamOf?: (socket: Socket) => Duplex;
  /** Default: answers are not counted. */
  readonly answers?: AnswerAccount;
  /** Called with the error of a call; its client only receives a failure status. */
  readonly onFailure: (error: unknown) => void;
}

/** Idle timeout of connections, and interval and timeout of pings. */
const IDLE_TIMEOUT_MS = 30 * 60_000;
const PING_INTERVAL_MS = 5 * 60_000;
const PING_TIMEOUT_MS = 20_000;
/** Memory of one connection, which gRPC leaves unlimited. */
const SESSION_MEMORY_MB = 64;
/** Open calls of a client, with those whose message has not arrived, per call that may run. */
const ARRIVING_FACTOR = 2;
/** Timeout of running calls after a stop. */
const STOP_TIMEOUT_MS = 1_000;

const NO_QUERY = { code: status.INVALID_ARGUMENT, details: 'No query' };

const asIs = (bytes: Buffer): Buffer => bytes;
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Server of a consensus node: the services of HAPI over gRPC, in clear text. */
export class NodeServer {
  readonly port: number;
  readonly #sockets: SocketServer;
  readonly #end: () => Promise<void>;

  private constructor(sockets: SocketServer, port: number, end: () => Promise<void>) {
    this.#sockets = sockets;
    this.port = port;
    this.#end = end;
  }

  /** Starts to listen. Rejects with the error of `listen` when the port is taken. */
  static async start({
    calls,
    host,
    port,
    limits,
    streamOf = (socket) => socket,
    answers,
    onFailure,
  }: NodeServerOptions): Promise<NodeServer> {
    const allowed = { ...NODE_LIMITS, ...limits };
    const { streams, callTimeoutMs, messageBytes } = allowed;
    const connections = new NodeConnections(allowed.connections, allowed.callsPerClient * ARRIVING_FACTOR);
    const server = new Server({
      interceptors: [limited(callTimeoutMs, connections, answers)],
      'grpc.max_receive_message_length': messageBytes,
      'grpc.max_send_message_length': -1,
      'grpc.max_concurrent_streams': streams,
      'grpc-node.max_session_memory': SESSION_MEMORY_MB,
      'grpc.max_connection_idle_ms': IDLE_TIMEOUT_MS,
      'grpc.keepalive_time_ms': PING_INTERVAL_MS,
      'grpc.keepalive_timeout_ms': PING_TIMEOUT_MS,
      'grpc.enable_channelz': 0,
    });
    const { transaction, query } = handlers(calls, allowed, connections, onFailure);
    for (const [service, rpcs] of Object.entries(SERVICES)) {
      const names = Object.keys(rpcs);
      const definition = Object.fromEntries(names.map((name) => [name, method(`/${service}/${name}`)]));
      const handler = (name: string) => (rpcs[name] === 'query' ? query : transaction);
      server.addService(
        definition as ServiceDefinition,
        Object.fromEntries(names.map((name) => [name, handler(name)])),
      );
    }
    const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
    const sockets = createServer({ noDelay: true }, (socket) => {
      // An error of a connection is caused by its client, so it is ignored.
      socket.on('error', () => undefined);
      if (!connections.admit(socket)) return;
      const stream = streamOf(socket);
      connections.watch(stream, socket);
      injector.injectConnection(stream);
    });
    await new Promise<void>((resolve, reject) => {
      sockets.once('error', reject);
      sockets.listen({ host, port }, () => {
        sockets.off('error', reject);
        sockets.on('error', onFailure);
        resolve();
      });
    });
    const address = sockets.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    return new NodeServer(sockets, bound, async () => {
      injector.drain(STOP_TIMEOUT_MS);
      const over = setTimeout(() => server.forceShutdown(), STOP_TIMEOUT_MS);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(over);
      injector.destroy();
    });
  }

  /** Refuses further calls. Resolves when the running calls are answered, or after a second. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#sockets.close(() => resolve()));
    await this.#end();
    await closed;
  }
}

function method(path: string) {
  return {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asBuffer,
    responseDeserialize: asIs,
  };
}

/** Returns the procedures. A limited number of calls runs concurrently; SDKs retry refused ones. */
function handlers(
  calls: NodeCalls,
  limits: NodeLimits,
  connections: NodeConnections,
  onFailure: (error: unknown) => void,
) {
  let running = 0;
  const clients = new Map<string, number>();
  const handler =
    (
      run: (bytes: Uint8Array, by: Caller) => Promise<Uint8Array | null>,
    ): handleUnaryCall<Buffer, Uint8Array> =>
    (call, answer) => {
      const client = connections.clientOf(call.metadata);
      const own = clients.get(client) ?? 0;
      if (running >= limits.calls || own >= limits.callsPerClient) {
        answer({ code: status.RESOURCE_EXHAUSTED, details: 'The node has too many calls' });
        return;
      }
      running++;
      clients.set(client, own + 1);
      run(call.request, { client, isAwaited: () => connections.isOpen(call.metadata) })
        .then(
          (bytes) => answer(bytes === null ? NO_QUERY : null, bytes),
          (error: unknown) => {
            onFailure(error);
            answer({ code: status.INTERNAL, details: 'The node failed' });
          },
        )
        .finally(() => {
          running--;
          const left = (clients.get(client) ?? 1) - 1;
          if (left === 0) clients.delete(client);
          else clients.set(client, left);
        });
    };
  return {
    transaction: handler((bytes) => calls.transaction(bytes)),
    query: handler((bytes, by) => calls.query(bytes, by)),
  };
}

/**
 * Limits each call to `milliseconds`, including the arrival of its message, and counts it for its connection, and its answer until
 * the operating system has it. An answer that its client does not read would stay in memory beyond that time, so its stream is
 * closed.
 */
function limited(
  milliseconds: number,
  connections: NodeConnections,
  answers: AnswerAccount | undefined,
): ServerInterceptor {
  return (_, call) => {
    const peer = connections.peerOf(call);
    const ended = connections.begin(peer);
    const closeStream = (): void => connections.streamOf(call)?.close(constants.NGHTTP2_CANCEL);
    const answer = answers?.open(connections.addressOf(peer), closeStream);
    let isSending = false;
    let headers: Metadata | undefined;
    const end = (): void => {
      clearTimeout(timer);
      if (headers !== undefined) connections.forget(headers);
      answer?.release();
      ended();
    };
    const timer = setTimeout(() => {
      if (isSending) closeStream();
      else intercepting.sendStatus({ code: status.DEADLINE_EXCEEDED, details: 'The call took too long' });
    }, milliseconds);
    timer.unref();
    const intercepting = new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, receive) => {
            headers = metadata;
            connections.name(metadata, peer);
            receive(metadata);
          },
          onCancel: end,
        }),
      sendMessage: (message: Uint8Array, next) => {
        isSending = true;
        answer?.set(message.length);
        next(message);
      },
      sendStatus: (outcome, next) => {
        end();
        next(outcome);
      },
    });
    return intercepting;
  };
}
