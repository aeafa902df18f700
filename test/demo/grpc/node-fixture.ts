import type { Socket } from 'node:net';
import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { proto } from '@tain/protos/services';
import type { NodeServer } from '../../../packages/network-simulator/src/grpc/node-server.ts';
import { serveNode } from '../../../packages/network-simulator/src/grpc/serve-node.ts';
import type { Ledger } from '../../../packages/network-simulator/src/ledger/ledger.ts';
import type { ConsensusNode } from '../../../packages/network-simulator/src/node/consensus-node.ts';
import type { NodeLimits } from '../../../packages/network-simulator/src/node/node-limits.ts';
import { RecentTransactions } from '../../../packages/network-simulator/src/node/recent-transactions.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { ownerOf } from '../../../src/net/limiter.ts';
import { StreamsInTurns } from '../../../src/net/socket-stream.ts';

export const { ANSWER_ONLY, COST_ANSWER } = proto.ResponseType;
const OK = proto.ResponseCodeEnum.OK;

export interface Payment {
  readonly bytes: Uint8Array;
  readonly cost: bigint;
}

/** A node on a ledger without blocks, which records the received transactions. */
export interface StillNode extends ConsensusNode {
  readonly submitted: Buffer[];
  readonly payments: Payment[];
  /** Response code of `submit` and `pay`. */
  code: proto.ResponseCodeEnum;
}

export function stillNode(ledger: Ledger): StillNode {
  const node: StillNode = {
    runCode: demoEngine,
    submitted: [],
    payments: [],
    code: OK,
    recent: new RecentTransactions(),
    async submit(bytes) {
      node.submitted.push(Buffer.from(bytes));
      return { code: node.code, cost: node.code === OK ? 0n : 77n };
    },
    async submitPrivileged() {
      throw new Error('no server submits with a privilege');
    },
    async pay(bytes, cost) {
      node.payments.push({ bytes: Buffer.from(bytes), cost });
      return { code: node.code, cost: node.code === OK ? 0n : cost };
    },
    read: async (read) => read(ledger),
    hold: () => undefined,
    closeBlock: () => undefined,
    clockChanged: () => undefined,
    drop: () => undefined,
    now: () => ledger.lastConsensus,
    pause: () => Promise.reject(new Error('no server pauses the network')),
    returnTo: () => Promise.reject(new Error('no server returns the network')),
    resume: () => undefined,
  };
  return node;
}

/** Status code and text of a failed gRPC call. */
export class CallFailed extends Error {
  readonly code: number;

  constructor({ code, details }: ServiceError) {
    super(details);
    this.code = code;
  }
}

export interface TestNode {
  readonly server: NodeServer;
  readonly failures: unknown[];
  /** Calls a procedure, such as `proto.CryptoService/cryptoGetBalance`, with bytes. */
  call(path: string, bytes: Uint8Array): Promise<Buffer>;
  /** Sends a query to a procedure. Without a header it requests the answer. */
  query(path: string, query: proto.IQuery): Promise<proto.Response>;
  stop(): Promise<void>;
}

/** Returns a client with its own connection. */
export function startTestClient(port: number): Pick<TestNode, 'call'> & { close(): void } {
  // By default, clients with the same options share connections.
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
  const unchanged = (bytes: Buffer): Buffer => bytes;
  return {
    call: (path, bytes) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(`/${path}`, unchanged, unchanged, Buffer.from(bytes), (error, answer) => {
          if (error) reject(new CallFailed(error));
          else resolve(answer ?? Buffer.alloc(0));
        });
      }),
    close: () => client.close(),
  };
}

/** Serves a node on a free port, and returns it with a client. `inTurns`: whether the input of clients is parsed in turns. */
export async function startTestNode(
  node: ConsensusNode,
  limits: Partial<NodeLimits> = {},
  inTurns = true,
): Promise<TestNode> {
  const failures: unknown[] = [];
  const log = { warn: ({ err }: { err?: unknown }) => void failures.push(err) };
  const streams = new StreamsInTurns();
  const streamOf = (socket: Socket) => streams.streamOf(socket, ownerOf(socket.remoteAddress ?? ''));
  const server = await serveNode({
    node,
    host: '127.0.0.1',
    port: 0,
    limits,
    ...(inTurns && { streamOf }),
    log,
  });
  const client = startTestClient(server.port);
  const { call } = client;
  return {
    server,
    failures,
    call,
    query: async (path, query) => proto.Response.decode(await call(path, proto.Query.encode(query).finish())),
    async stop() {
      client.close();
      await server.stop();
    },
  };
}
