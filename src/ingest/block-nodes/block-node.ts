import {
  Client,
  type ClientReadableStream,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { MalformedError } from '@tain/ledger/wire-reader';
import { withTimeout } from '../../kernel/abort-signal.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { BlockNodeAddress } from './address.ts';
import { AssemblyError, BlockAssembler, type ReceivedBlock } from './block-assembler.ts';
import { BlockNodeError } from './block-node-error.ts';
import { BoundedReading } from './bounded-reading.ts';
import {
  type HeldBlocks,
  readServerStatus,
  readSubscribeMessage,
  STATUS_METHOD,
  SUBSCRIBE_METHOD,
  SubscribeCode,
  type SubscribeMessage,
  subscribeRequest,
} from './messages.ts';

/** Limits of a block node, in milliseconds and bytes. */
export interface BlockNodeLimits {
  /** Timeout of a `serverStatus` call, including the connection. */
  readonly statusTimeoutMs: number;
  /** Timeout of the next message of a block that has begun. */
  readonly messageTimeoutMs: number;
  /** Timeout of a whole block, from its first message. */
  readonly blockTimeoutMs: number;
  /** Timeout of the first item of the next block, whatever else is sent in the meantime. */
  readonly idleTimeoutMs: number;
  /** Maximum bytes of a message. Fewer are read ahead, so that at most twice as many wait. */
  readonly maxMessageBytes: number;
  /** Maximum bytes of a block. */
  readonly maxBlockBytes: number;
}

export const BLOCK_NODE_LIMITS: BlockNodeLimits = {
  statusTimeoutMs: 5_000,
  messageTimeoutMs: 5_000,
  blockTimeoutMs: 30_000,
  idleTimeoutMs: 20_000,
  maxMessageBytes: 32 * 1024 * 1024,
  maxBlockBytes: 128 * 1024 * 1024,
};

/** Maximum bytes of the status of a node, which are two numbers and its version. */
const MAX_STATUS_BYTES = 64 * 1024;

/** Maximum length of a reason from a node or the library. */
const MAX_REASON = 300;

const asIs = (bytes: Buffer): Buffer => bytes;

function connect({ target, tls }: { target: string; tls: boolean }, limits: BlockNodeLimits): Client {
  return new Client(target, tls ? credentials.createSsl() : credentials.createInsecure(), {
    // The default of 4 MB is less than a busy block.
    'grpc.max_receive_message_length': limits.maxMessageBytes,
    'grpc.initial_reconnect_backoff_ms': 200,
    'grpc.max_reconnect_backoff_ms': 5_000,
  });
}

/** A connection to one block node (gRPC, HIP-1081), opened by the first call, and again after it was lost. */
export class BlockNode {
  readonly address: BlockNodeAddress;
  readonly #client: Client;
  readonly #statusClient: Client;
  readonly #limits: BlockNodeLimits;

  constructor(address: BlockNodeAddress, limits: BlockNodeLimits = BLOCK_NODE_LIMITS) {
    this.address = address;
    this.#limits = limits;
    this.#client = connect(address, limits);
    this.#statusClient = address.status === undefined ? this.#client : connect(address.status, limits);
  }

  /** Returns the range of blocks that the node holds; null: none. Throws `BlockNodeError`, or the signal's reason. */
  async range(signal: AbortSignal): Promise<HeldBlocks | null> {
    signal.throwIfAborted();
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const call = this.#statusClient.makeUnaryRequest(
        STATUS_METHOD,
        asIs,
        asIs,
        Buffer.alloc(0),
        new Metadata(),
        { deadline: Date.now() + this.#limits.statusTimeoutMs },
        (error, answer) => {
          signal.removeEventListener('abort', cancel);
          if (error !== null) reject(signal.aborted ? signal.reason : this.#callError(error));
          else resolve(answer ?? Buffer.alloc(0));
        },
      );
      const cancel = () => call.cancel();
      signal.addEventListener('abort', cancel, { once: true });
    });
    if (bytes.length > MAX_STATUS_BYTES)
      throw this.#error('too-large', `a status of more than ${MAX_STATUS_BYTES} bytes`);
    try {
      return readServerStatus(bytes);
    } catch (error) {
      throw this.#error('malformed', messageOf(error), error);
    }
  }

  /**
   * Yields blocks from number `start` on, as they arrive; ends when the node ends the subscription between two blocks.
   * Backpressure slows the node down. Throws `BlockNodeError`, or the signal's reason.
   */
  async *blocks(start: bigint, signal: AbortSignal): AsyncGenerator<ReceivedBlock, void, void> {
    signal.throwIfAborted();
    const reading = new BoundedReading(this.#limits.maxMessageBytes);
    const call = this.#client.makeServerStreamRequest(
      SUBSCRIBE_METHOD,
      asIs,
      reading.count,
      subscribeRequest(start),
      new Metadata(),
      { interceptors: [reading.interceptor] },
    );
    const cancel = () => call.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const assembler = new BlockAssembler(start, this.#limits.maxBlockBytes);
    const messages = this.#messages(call, reading, assembler, signal);
    try {
      for await (const message of messages) {
        if (message.kind === 'status') return this.#ended(message.code, assembler);
        const block = assembler.push(message);
        if (block !== null) yield block;
      }
      if (assembler.isWithinBlock) throw this.#error('unavailable', `ended within block ${assembler.next}`);
    } catch (error) {
      if (error instanceof AssemblyError) throw this.#error(error.code, error.message, error);
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  close(): void {
    this.#client.close();
    this.#statusClient.close();
  }

  async *#messages(
    call: ClientReadableStream<Buffer>,
    reading: BoundedReading,
    assembler: BlockAssembler,
    signal: AbortSignal,
  ): AsyncGenerator<SubscribeMessage, void, void> {
    // A cancelled call emits an error, even when nothing reads it any more.
    call.on('error', () => {});
    const incoming: AsyncIterator<Buffer> = call[Symbol.asyncIterator]();
    let isWithinBlock = false;
    // Start of the block, or of the wait for it: messages without items do not extend it.
    let since = performance.now();
    while (true) {
      if (assembler.isWithinBlock !== isWithinBlock) {
        isWithinBlock = assembler.isWithinBlock;
        since = performance.now();
      }
      const { blockTimeoutMs, idleTimeoutMs, messageTimeoutMs } = this.#limits;
      const left = (isWithinBlock ? blockTimeoutMs : idleTimeoutMs) - (performance.now() - since);
      // Not by a timer: a message that is already here always comes before it.
      if (left <= 0) throw this.#late(assembler);
      const time = isWithinBlock ? Math.min(messageTimeoutMs, left) : left;
      const next = await this.#inTime(incoming.next(), time, assembler, signal);
      if (next.done === true) return;
      reading.taken(next.value);
      try {
        yield readSubscribeMessage(next.value);
      } catch (error) {
        if (!(error instanceof MalformedError)) throw error;
        throw this.#error('malformed', error.message, error);
      }
    }
  }

  /** Waits for the call's next result, at most `time` milliseconds. */
  async #inTime<T>(
    next: Promise<T>,
    time: number,
    assembler: BlockAssembler,
    signal: AbortSignal,
  ): Promise<T> {
    try {
      return await withTimeout(next, time, () => {
        throw this.#late(assembler);
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof BlockNodeError ? error : this.#callError(error);
    }
  }

  #late({ isWithinBlock, next }: BlockAssembler): BlockNodeError {
    const what = isWithinBlock ? `the rest of block ${next}` : `block ${next}`;
    return this.#error(isWithinBlock ? 'timeout' : 'idle', `did not send ${what} in time`);
  }

  /** Handles the status that ends a subscription: success between two blocks, or a refusal. */
  #ended(code: number, assembler: BlockAssembler): void {
    if (code === SubscribeCode.success && !assembler.isWithinBlock) return;
    const lacks = code === SubscribeCode.notAvailable || code === SubscribeCode.invalidStart;
    throw this.#error(
      lacks ? 'not-available' : 'refused',
      lacks
        ? `does not have block ${assembler.next} (status ${code})`
        : `ended the subscription with status ${code}`,
    );
  }

  #callError(error: unknown): BlockNodeError {
    const { code } = error as Partial<ServiceError>;
    if (code === status.DEADLINE_EXCEEDED) return this.#error('timeout', 'no answer in time', error);
    if (code === status.RESOURCE_EXHAUSTED) return this.#error('too-large', messageOf(error), error);
    const reason = reasonOf(error);
    if (code === status.UNAVAILABLE && /certificate|altnames/i.test(reason)) {
      return this.#error('untrusted', `its certificate is not accepted: ${reason}`, error);
    }
    return this.#error('unavailable', reason, error);
  }

  #error(code: BlockNodeError['code'], reason: string, cause?: unknown): BlockNodeError {
    return new BlockNodeError(code, this.address.target, reason, cause === undefined ? {} : { cause });
  }
}

/** Returns the library's reason for a failed call, without its prefix. */
function reasonOf(error: unknown): string {
  const text = messageOf(error).replace(/^\d+ [A-Z_]+: /, '');
  const last = /^No connection established\. Last error: (.*?)\.? Resolution note:/s.exec(text)?.[1] ?? text;
  return (
    last
      .replace(/^Error(?: \[\w+\])?: /, '')
      // Advice that Node.js appends since version 24.
      .replace(/; if the root CA is installed locally.*$/s, '')
      .replaceAll(/\s+/g, ' ')
      .slice(0, MAX_REASON)
  );
}
