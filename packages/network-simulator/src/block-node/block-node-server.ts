import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js';
import { stream } from '@tain/protos/block-stream';
import { bigIntToLong, longToBigInt } from '../ledger/long.ts';

/** Messages from and to a block node (HIP-1081). */

/** Codes of `SubscribeStreamResponse`. */
const SubscribeStatus = { success: 1, invalidStart: 4, notAvailable: 6 } as const;

/** Maximum block number. In a subscription it means no end, in a node's status that the node has no block. */
const NO_BLOCK = 0xffff_ffff_ffff_ffffn;

function subscribeMessage(message: stream.ISubscribeStreamResponse): Buffer {
  return Buffer.from(stream.SubscribeStreamResponse.encode(message).finish());
}

function endMessage(number: bigint): Buffer {
  return subscribeMessage({ endOfBlock: { blockNumber: bigIntToLong(number) } });
}

/** Encodes the range of a node's blocks. */
function rangeMessage(first: bigint, last: bigint): Buffer {
  const range = { firstAvailableBlock: bigIntToLong(first), lastAvailableBlock: bigIntToLong(last) };
  return Buffer.from(stream.ServerStatusResponse.encode(range).finish());
}

/** Decodes the range of a `SubscribeStreamRequest`. A request without an end means all blocks from the first on. */
function readSubscribeRequest(bytes: Uint8Array): { readonly start: bigint; readonly end: bigint } {
  const { startBlockNumber, endBlockNumber } = stream.SubscribeStreamRequest.decode(bytes);
  const end = BigInt.asUintN(64, longToBigInt(endBlockNumber));
  return { start: BigInt.asUintN(64, longToBigInt(startBlockNumber)), end: end === 0n ? NO_BLOCK : end };
}

/** Blocks of a block node. */
export interface BlockSource {
  /** First and last number, or null without blocks. */
  range(): { readonly first: bigint; readonly last: bigint } | null;
  /** Serialized `BlockItem`s of a block within the range. */
  items(number: bigint): Promise<readonly Uint8Array[]>;
  /** Resolves when a later block exists, or when the signal is aborted. */
  after(number: bigint, signal: AbortSignal): Promise<void>;
}

/** Faults of a block node at one block, to test readers. */
export type BlockNodeFault =
  /** Ends the connection after half of the items. */
  | 'cut'
  /** Sends nothing more. */
  | 'silence'
  /** Sends messages without items instead, until the subscription is cancelled. */
  | 'chatter'
  /** Ends the subscription as if it were complete. */
  | 'end'
  /** Sends the block after a while. */
  | 'late'
  /** Sends the items in reverse order. */
  | 'disorder'
  /** Sends the block twice. */
  | 'duplicate'
  /** Sends the previous block again instead. */
  | 'stale'
  /** Skips the block. */
  | 'gap'
  /** Reports the block as missing, although the reported range includes it. */
  | 'missing'
  /** Sends bytes that do not decode as a message. */
  | 'garbage';

export interface BlockNodeServerOptions {
  readonly host: string;
  /** TCP port; 0 for any free port. */
  readonly port: number;
  readonly source: BlockSource;
  /** Returns the fault at a block, before it is sent; null for none. */
  readonly fault?: (number: bigint) => BlockNodeFault | null;
  /** Added to the last block of the reported range, to lie about it. */
  readonly exaggeration?: bigint;
  /** Key and certificate (PEM) for TLS. Absent: clear text. */
  readonly tls?: { readonly key: Buffer; readonly certificate: Buffer };
}

type Stream = ServerWritableStream<Buffer, Buffer>;

/** Approximate size of messages in bytes, as in block nodes. */
const MESSAGE_BYTES = 1024 * 1024;
const CHATTER_INTERVAL_MS = 10;
const LATE_MS = 2_500;

const asIs = (bytes: Buffer): Buffer => bytes;
const method = (path: string, responseStream: boolean) => ({
  path,
  requestStream: false,
  responseStream,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
});
const STATUS_SERVICE: ServiceDefinition = {
  serverStatus: method('/org.hiero.block.api.BlockNodeService/serverStatus', false),
};
const SUBSCRIBE_SERVICE: ServiceDefinition = {
  subscribeBlockStream: method('/org.hiero.block.api.BlockStreamSubscribeService/subscribeBlockStream', true),
};

function credentialsOf({ tls }: BlockNodeServerOptions): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }]);
}

/** Block node (gRPC, HIP-1081) that serves the blocks of a demo network. */
export class BlockNodeServer {
  readonly port: number;
  readonly #server: Server;
  readonly #ending: AbortController;

  private constructor(server: Server, port: number, ending: AbortController) {
    this.#server = server;
    this.port = port;
    this.#ending = ending;
  }

  /** Starts to listen. Rejects when the port is taken. */
  static async start(options: BlockNodeServerOptions): Promise<BlockNodeServer> {
    const server = new Server();
    const ending = new AbortController();
    const answerRange: handleUnaryCall<Buffer, Buffer> = (_, answer) => answer(null, statusOf(options));
    const subscribe: handleServerStreamingCall<Buffer, Buffer> = (call) => {
      void serve(call, options, ending.signal).catch(() => call.emit('error', { code: status.INTERNAL }));
    };
    server.addService(STATUS_SERVICE, { serverStatus: answerRange });
    server.addService(SUBSCRIBE_SERVICE, { subscribeBlockStream: subscribe });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`${options.host}:${options.port}`, credentialsOf(options), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    return new BlockNodeServer(server, port, ending);
  }

  /** Ends all subscriptions and stops listening. */
  stop(): void {
    this.#ending.abort();
    this.#server.forceShutdown();
  }
}

function statusOf({ source, exaggeration = 0n }: BlockNodeServerOptions): Buffer {
  const range = source.range();
  const first = range?.first ?? NO_BLOCK;
  const last = range === null ? NO_BLOCK : range.last + exaggeration;
  return rangeMessage(first, last);
}

async function serve(call: Stream, options: BlockNodeServerOptions, ending: AbortSignal): Promise<void> {
  const { source } = options;
  const { start, end } = readSubscribeRequest(call.request);
  const left = new AbortController();
  call.on('cancelled', () => left.abort());
  const signal = AbortSignal.any([ending, left.signal]);
  const range = source.range();
  if (range !== null && start < range.first) return finish(call, SubscribeStatus.notAvailable);
  if (start > (range === null ? 0n : range.last + 1n)) return finish(call, SubscribeStatus.invalidStart);
  for (let next = start; next <= end; next += 1n) {
    while ((source.range()?.last ?? -1n) < next) {
      await source.after(next - 1n, signal);
      if (signal.aborted) return;
    }
    const fault = options.fault?.(next) ?? null;
    const goesOn =
      fault === null ? await send(call, source, next) : await misbehave(call, source, next, fault);
    if (!goesOn || signal.aborted) return;
  }
  finish(call, SubscribeStatus.success);
}

function finish(call: Stream, code: number): void {
  call.write(subscribeMessage({ status: code }));
  call.end();
}

/** Sends a block. Returns whether the subscription continues. */
async function send(call: Stream, source: BlockSource, number: bigint): Promise<boolean> {
  await write(call, await source.items(number), number);
  return true;
}

/** Sends items in messages, and the end of the block unless `end` is null. Waits for a slow reader. */
async function write(call: Stream, items: readonly Uint8Array[], end: bigint | null): Promise<void> {
  let message: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    if (message.length > 0 && !call.write(subscribeMessage({ blockItems: { items: message } })))
      await drained(call);
    message = [];
    size = 0;
  };
  for (const item of items) {
    message.push(item);
    size += item.length;
    if (size >= MESSAGE_BYTES) await flush();
  }
  await flush();
  if (end !== null && !call.write(endMessage(end))) await drained(call);
}

async function drained(call: Stream): Promise<void> {
  const end = new AbortController();
  const cancelled = () => end.abort();
  call.on('cancelled', cancelled);
  try {
    if (!call.cancelled) await once(call, 'drain', { signal: end.signal });
  } catch (error) {
    if (!end.signal.aborted) throw error;
  } finally {
    call.off('cancelled', cancelled);
  }
}

async function misbehave(
  call: Stream,
  source: BlockSource,
  number: bigint,
  fault: BlockNodeFault,
): Promise<boolean> {
  const items = await source.items(number);
  switch (fault) {
    case 'cut':
      await write(call, items.slice(0, Math.ceil(items.length / 2)), null);
      call.emit('error', { code: status.UNAVAILABLE, details: 'cut' });
      return false;
    case 'silence':
      await write(call, items.slice(0, 1), null);
      return false;
    case 'chatter':
      while (!call.cancelled) {
        if (!call.write(subscribeMessage({ blockItems: { items: [] } }))) await drained(call);
        await delay(CHATTER_INTERVAL_MS);
      }
      return false;
    case 'end':
      finish(call, SubscribeStatus.success);
      return false;
    case 'late':
      await delay(LATE_MS);
      return send(call, source, number);
    case 'disorder':
      await write(call, [...items].reverse(), number);
      return true;
    case 'duplicate':
      await write(call, items, number);
      await write(call, items, number);
      return true;
    case 'stale':
      await write(call, await source.items(number - 1n), number - 1n);
      return true;
    case 'gap':
      return true;
    case 'missing':
      finish(call, SubscribeStatus.notAvailable);
      return false;
    case 'garbage':
      call.write(Buffer.from([0x12, 0xff, 0xff, 0xff, 0x7f]));
      return true;
  }
}
