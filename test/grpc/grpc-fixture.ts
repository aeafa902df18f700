import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import { Client, type ClientReadableStream, credentials, Metadata, type StatusObject } from '@grpc/grpc-js';
import { bigIntToLong, longToBigInt } from '@tain/ledger/long';
import { NANOS_PER_SECOND, nanosOf } from '@tain/ledger/timestamp';
import { com } from '@tain/protos/hapi';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { GrpcOutcome } from '../../src/grpc/calls.ts';
import { type GrpcServer, startGrpcServer } from '../../src/grpc/http2-server.ts';
import { type GrpcService, makeGrpcService } from '../../src/grpc/service.ts';
import { SESSION_LIMITS, type SessionLimits } from '../../src/grpc/sessions.ts';
import type { SubscriptionLimits } from '../../src/grpc/subscription.ts';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { Database } from '../../src/store/connections/database.ts';
import { ReadServers } from '../../src/store/reads/servers/read-servers.ts';
import { createTestDatabase } from '../database.ts';
import { block } from '../rest/rows.ts';

export const SUBSCRIBE = '/com.hedera.mirror.api.proto.ConsensusService/subscribeTopic';
export const GET_NODES = '/com.hedera.mirror.api.proto.NetworkService/getNodes';

type Row = Readonly<Record<string, unknown>>;

/** A gRPC service on a fresh database. The test announces blocks itself. */
export interface TestGrpc {
  readonly database: Database;
  readonly service: GrpcService;
  readonly server: GrpcServer;
  readonly registry: Registry;
  readonly servers: ReadServers;
  readonly client: Client;
  /** Lines of the log at level error and above. */
  readonly errors: string[];
  insert(table: string, rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

export interface TestGrpcOptions {
  readonly clock?: () => number;
  readonly topicWaitMs?: number;
  readonly limits?: Partial<SubscriptionLimits>;
  readonly sessions?: Partial<SessionLimits>;
  readonly startsPerSecond?: number;
  readonly max?: number;
  readonly maxPerClient?: number;
  readonly stallTimeoutMs?: number;
  /** Account of unread messages. Default: its own. */
  readonly bytes?: ByteAccount;
  readonly trustProxy?: boolean;
  readonly onEnd?: (outcome: GrpcOutcome) => void;
  readonly tls?: { readonly certificate: Buffer; readonly key: Buffer };
}

export async function startTestGrpc(options: TestGrpcOptions = {}): Promise<TestGrpc> {
  const {
    clock = Date.now,
    topicWaitMs = 50,
    tls,
    max = 1_000,
    maxPerClient = 1_000,
    stallTimeoutMs,
    startsPerSecond,
  } = options;
  const { database, target, drop } = await createTestDatabase();
  const registry = new Registry();
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) });
  const primary = new Database(target, {
    applicationName: 'test grpc',
    maxConnections: 4,
    statementTimeoutMs: 10_000,
    repeatableRead: true,
    onError: () => undefined,
  });
  const servers = new ReadServers({ primary, replicas: [], maxLagMs: 1_000, log });
  const service = makeGrpcService({
    servers,
    connections: 4,
    network: { shard: 0n, realm: 0n },
    clock,
    log,
    registry,
    callLimits: { max, perClient: maxPerClient, ...(startsPerSecond !== undefined && { startsPerSecond }) },
    bytes: options.bytes ?? new ByteAccount(),
    topicWaitMs,
    subscriptionLimits: options.limits ?? {},
    ...(options.onEnd && { onEnd: options.onEnd }),
  });
  const server = await startGrpcServer({
    ...service,
    host: '127.0.0.1',
    port: 0,
    ...(tls && { tls }),
    trustProxy: options.trustProxy ?? false,
    sessionLimits: { ...SESSION_LIMITS, ...options.sessions },
    ...(stallTimeoutMs !== undefined && { stallTimeoutMs }),
    onRefused: () => undefined,
  });
  const client = clientOf(server.port);
  return {
    database,
    service,
    server,
    registry,
    servers,
    client,
    errors,
    insert: (table, rows) => insert(database, table, rows),
    async close() {
      client.close();
      await server.close();
      await servers.close();
      await primary.end();
      await drop();
    },
  };
}

/** Begins a call with Node.js's HTTP/2 client, which shows what gRPC's own client hides. */
export function openCall(
  session: ClientHttp2Session,
  path: string,
  headers: OutgoingHttpHeaders = {},
): ClientHttp2Stream {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  stream.on('error', () => undefined);
  return stream;
}

export function clientOf(port: number, options: Record<string, number> = {}): Client {
  return new Client(`127.0.0.1:${port}`, credentials.createInsecure(), options);
}

/** Inserts rows in the format of the conformance cases. */
export async function insert(database: Database, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await database.pool.query(
    `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
    [text],
  );
}

export const TOPIC = 777n;
/** Returns the consensus time of the message with a number. */
export const timeOf = (number: number): bigint => 1_700_000_000n * NANOS_PER_SECOND + BigInt(number) * 1_000n;

export const topicEntity = (id: bigint = TOPIC, type = 'TOPIC'): Row => ({
  id,
  num: id,
  realm: 0,
  shard: 0,
  type,
  timestamp_range: '[1,)',
});

/** Stores messages with these numbers, without a visible block. */
export async function addMessages(
  { database }: Pick<TestGrpc, 'database'>,
  first: number,
  last: number,
  topic = TOPIC,
): Promise<void> {
  await database.pool.query(
    `insert into topic_message (consensus_timestamp, message, running_hash, sequence_number, topic_id)
     select 1700000000000000000 + n * 1000, convert_to('message ' || n, 'UTF8'), '\\x0102', n, $3
     from generate_series($1::bigint, $2::bigint) n`,
    [first, last, topic],
  );
}

/** Stores and announces the block that ends with a message. */
export function show(grpc: Pick<TestGrpc, 'database' | 'servers'>, number: number): Promise<void> {
  return showBlock(grpc, number, timeOf(number));
}

/** Stores and announces a block, by its number and its consensus end in nanoseconds. */
export async function showBlock(
  { database, servers }: Pick<TestGrpc, 'database' | 'servers'>,
  number: number,
  end: bigint,
): Promise<void> {
  const row = { ...block(number, 1), consensus_start: end, consensus_end: end };
  await insert(database, 'record_file', [row]);
  servers.announced({ number: BigInt(number), consensusEnd: end });
}

const { ConsensusTopicQuery, ConsensusTopicResponse } = com.hedera.mirror.api.proto;

export interface QueryParts {
  readonly topic?: bigint | null;
  readonly start?: bigint;
  readonly end?: bigint;
  readonly limit?: bigint;
}

export const protoTime = (nanos: bigint) => ({
  seconds: bigIntToLong(nanos / NANOS_PER_SECOND),
  nanos: Number(nanos % NANOS_PER_SECOND),
});

export function topicQuery({ topic = TOPIC, start, end, limit }: QueryParts = {}): Buffer {
  return Buffer.from(
    ConsensusTopicQuery.encode({
      ...(topic !== null && { topicID: { topicNum: bigIntToLong(topic) } }),
      ...(start !== undefined && { consensusStartTime: protoTime(start) }),
      ...(end !== undefined && { consensusEndTime: protoTime(end) }),
      ...(limit !== undefined && { limit: bigIntToLong(limit) }),
    }).finish(),
  );
}

export interface Received {
  readonly number: bigint;
  readonly time: bigint;
}

const unchanged = (bytes: Buffer): Buffer => bytes;

export function open(
  client: Client,
  path: string,
  request: Buffer,
  metadata = new Metadata(),
): ClientReadableStream<Buffer> {
  const call = client.makeServerStreamRequest(path, unchanged, unchanged, request, metadata);
  call.on('error', () => undefined);
  return call;
}

export function parseResponse(bytes: Uint8Array): Received {
  const { sequenceNumber, consensusTimestamp } = ConsensusTopicResponse.decode(bytes);
  return {
    number: longToBigInt(sequenceNumber),
    time: nanosOf(longToBigInt(consensusTimestamp?.seconds), consensusTimestamp?.nanos ?? 0),
  };
}

/** Returns all messages of a call, and its status. */
export async function collect(
  call: ClientReadableStream<Buffer>,
): Promise<{ messages: Buffer[]; code: number; text: string }> {
  const messages: Buffer[] = [];
  call.on('data', (bytes: Buffer) => messages.push(bytes));
  // The status event fires on arrival, `end` after all messages are read. After an error `end` does not fire.
  const read = new Promise<void>((resolve) => {
    call.once('end', resolve);
    call.once('error', () => resolve());
  });
  const [{ code, details: text }] = await Promise.all([statusOf(call), read]);
  return { messages, code, text };
}

function statusOf(call: ClientReadableStream<Buffer>): Promise<StatusObject> {
  return new Promise((resolve) => call.once('status', resolve));
}

/** A subscription whose messages are read on arrival. */
export class Subscriber {
  readonly call: ClientReadableStream<Buffer>;
  readonly numbers: number[] = [];
  readonly ended: Promise<{ readonly code: number; readonly text: string }>;
  #wake: (() => void) | undefined;

  constructor(client: Client, query: QueryParts = {}) {
    this.call = open(client, SUBSCRIBE, topicQuery(query));
    this.call.on('data', (bytes: Buffer) => {
      this.numbers.push(Number(parseResponse(bytes).number));
      this.#wake?.();
    });
    this.ended = new Promise((resolve) => {
      this.call.once('status', ({ code, details }) => resolve({ code, text: details }));
    });
  }

  /** Waits until a message with this number or a higher one has arrived. Throws if the call ends before. */
  async has(number: number): Promise<void> {
    while ((this.numbers.at(-1) ?? 0) < number) {
      const arrived = new Promise<undefined>((resolve) => {
        this.#wake = () => resolve(undefined);
      });
      const end = await Promise.race([arrived, this.ended]);
      if (end !== undefined && (this.numbers.at(-1) ?? 0) < number) {
        throw new Error(`ended before message ${number}: ${end.code} ${end.text}`);
      }
    }
  }
}

/** Returns the numbers of a range. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
