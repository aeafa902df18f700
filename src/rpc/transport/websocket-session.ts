import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { RequestSignal } from '../../kernel/abort-signal.ts';
import { BUFFER_BYTES, type ByteAccount, type ByteHold } from '../../kernel/limits/byte-account.ts';
import { LimitReached } from '../../kernel/limits/limit.ts';
import type { LoopTurns } from '../../kernel/limits/loop-turns.ts';
import type { OpenCounter } from '../../kernel/limits/open-counter.ts';
import { InputTurns } from '../../net/input-turns.ts';
import type { Dispatcher, Incoming } from '../dispatch/dispatcher.ts';
import { errorJson, RATE_LIMITED, RpcError } from '../method/rpc-error.ts';
import type { Connection } from '../method/services.ts';

/** Maximum number of messages of one connection in progress; further ones are not read meanwhile. */
const MAX_UNDER_WAY = 32;
/** Number of unread bytes above which no further message is read. */
const HIGH_WATER_BYTES = 64 * 1024;
/** Maximum number of unread bytes when something is pushed; beyond that the connection is closed. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
/** Size of an incomplete message from which it is counted. */
const SMALL_BYTES = 16 * 1024;
/** Size of the head and mask of a ping or pong of a client. */
const CONTROL_HEAD_BYTES = 6;

/** Close code of the relay for a client that does not read. */
const TOO_SLOW = 4_004;
/** Close code of a server that temporarily cannot continue (IANA registry of RFC 6455). */
const TRY_AGAIN_LATER = 1_013;

export interface SessionOptions {
  readonly dispatcher: Dispatcher;
  readonly bytes: ByteAccount;
  /** Counter of messages in progress. */
  readonly messages: OpenCounter;
  /** Turns of messages, over HTTP and WebSocket. */
  readonly turns: LoopTurns;
  /** Milliseconds without progress in sending after which the connection is closed. */
  readonly stallTimeoutMs: number;
}

/** Client of a connection, and whether it may control the local network. */
type Sender = Pick<Incoming, 'client' | 'mayControl'>;

/** One WebSocket connection. Reads messages no faster than they are answered and the client reads the answers. */
export class WebSocketSession implements Connection {
  readonly client: string;
  readonly #mayControl: boolean;
  readonly #socket: WebSocket;
  readonly #net: Socket;
  readonly #options: SessionOptions;
  /** Bytes of messages that wait or are incomplete, and of unread answers. */
  readonly #hold: ByteHold;
  readonly #running = new Set<RequestSignal>();
  /** Messages that had been read when the socket was paused. */
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Bytes that were read and wait for their turn, part of the incomplete ones. */
  #unparsedBytes = 0;
  #incompleteBytes = 0;
  /** Size of the last ping or pong. A chunk that contains nothing else is part of no message. */
  #controlBytes = 0;

  /** `net`: socket below. */
  constructor(socket: WebSocket, net: Socket, { client, mayControl }: Sender, options: SessionOptions) {
    this.client = client;
    this.#mayControl = mayControl;
    this.#socket = socket;
    this.#net = net;
    this.#options = options;
    this.#hold = options.bytes.open(client, () => this.#end(TRY_AGAIN_LATER, 'Too many bytes of one client'));
    socket.on('message', (data: Buffer) => this.#received(data));
    new InputTurns(net, {
      client,
      turns: options.turns,
      onHeld: (bytes) => {
        this.#unparsedBytes = bytes;
      },
    });
    for (const event of ['ping', 'pong'] as const) {
      socket.on(event, (data) => {
        this.#controlBytes = data.length + CONTROL_HEAD_BYTES;
      });
    }
    net.on('data', (chunk: Buffer) => {
      const isControl = chunk.length === this.#controlBytes;
      this.#controlBytes = 0;
      if (isControl) return;
      this.#incompleteBytes += chunk.length + BUFFER_BYTES;
      if (this.#incompleteBytes > SMALL_BYTES) this.#count();
    });
    net.on('timeout', () => {
      if (this.buffered > 0) this.#end(TOO_SLOW, 'The client does not read');
    });
    socket.once('close', () => this.#closed());
  }

  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  get isClosed(): boolean {
    return this.#socket.readyState === this.#socket.CLOSED;
  }

  /** Pushes texts, in one write. Closes the connection of a client that does not read. */
  push(messages: readonly string[]): void {
    if (this.buffered > MAX_BUFFERED_BYTES) {
      this.#end(TOO_SLOW, 'The client does not read');
      return;
    }
    this.#net.cork();
    for (const text of messages) this.#send([Buffer.from(text)]);
    this.#net.uncork();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  #received(data: Buffer): void {
    this.#incompleteBytes = this.#unparsedBytes;
    if (this.#mayAnswer()) {
      void this.#answer(data);
    } else {
      this.#waiting.push(data);
      this.#waitingBytes += data.length + BUFFER_BYTES;
      this.#socket.pause();
    }
    this.#count();
  }

  #mayAnswer(): boolean {
    return this.#running.size < MAX_UNDER_WAY && this.buffered <= HIGH_WATER_BYTES;
  }

  async #answer(data: Buffer): Promise<void> {
    const { bytes, dispatcher, messages, turns } = this.#options;
    const { client } = this;
    const signal = new RequestSignal();
    const hold = bytes.open(client, () => signal.abort());
    this.#running.add(signal);
    const requestId = randomUUID();
    let release = (): void => undefined;
    const listeners: (() => void)[] = [];
    try {
      hold.set(data.length);
      await turns.take(client);
      if (hold.isEnded) throw new LimitReached(bytes.limit, true);
      release = messages.add(client);
      const incoming = {
        client,
        signal,
        hold,
        connection: this,
        onAnswered: (listener: () => void) => void listeners.push(listener),
        mayControl: this.#mayControl,
        transport: 'websocket',
      } as const;
      // A connection may end while its messages wait for their turn.
      if (!signal.aborted) this.#send((await dispatcher.answer(data, incoming, requestId)).body);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.#send([Buffer.from(errorJson(new RpcError(RATE_LIMITED, error.message), requestId))]);
    }
    for (const listener of listeners) listener();
    release();
    hold.release();
    this.#running.delete(signal);
    this.#continue();
  }

  /** Reads on, if enough was answered and read. */
  #continue(): void {
    while (this.#mayAnswer()) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#waitingBytes -= next.length + BUFFER_BYTES;
      void this.#answer(next);
    }
    this.#count();
    if (this.#waiting.length === 0 && this.#mayAnswer() && this.#socket.isPaused) this.#socket.resume();
  }

  /** Sends one message in fragments, which are not copied. */
  #send(parts: readonly Buffer[]): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    parts.forEach((part, index) => {
      const fin = index === parts.length - 1;
      socket.send(part, { binary: false, fin }, fin ? () => this.#sent() : undefined);
    });
    if (this.buffered > 0 && !this.#net.timeout) this.#net.setTimeout(this.#options.stallTimeoutMs);
    this.#count();
  }

  /** Called when the client's system has taken a message. */
  #sent(): void {
    if (this.buffered === 0 && this.#net.timeout) this.#net.setTimeout(0);
    this.#continue();
  }

  #count(): void {
    this.#hold.set(this.#incompleteBytes + this.#waitingBytes + this.buffered);
  }

  #end(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }

  #closed(): void {
    this.#waiting.length = 0;
    this.#hold.release();
    for (const signal of this.#running) signal.abort();
  }
}
