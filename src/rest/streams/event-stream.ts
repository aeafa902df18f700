import type { ServerResponse } from 'node:http';
import { type BackOff, waitAfter } from '../../kernel/retry.ts';
import type { VisibleBlock } from '../../store/reads/visible-blocks.ts';
import { Problem } from '../query/problem.ts';
import type { Position } from '../route/cursor.ts';
import { type EndReason, endFrame, opening, progressFrame, type StreamFormat } from './frames.ts';
import { NotRetained, type StreamFilter } from './stream-filter.ts';
import type { StreamPage } from './stream-page.ts';

/** Delays between attempts to read from a database that does not respond. */
const RETRIES: BackOff = { first: 100, max: 5_000 };
/** Maximum time to send the last frame. */
const LAST_FRAME_MS = 5_000;

/** Parameters of an opened stream. */
export interface OpenedStream {
  readonly filter: StreamFilter;
  readonly format: StreamFormat;
  readonly client: string;
  /** Position up to which rows were sent or are not requested. */
  readonly position: Position;
  /** Last requested time (nanoseconds), and last requested number. */
  readonly to: bigint | undefined;
  readonly lastNumber: bigint | undefined;
  /** Number of events after which the stream ends. */
  readonly limit: bigint | undefined;
}

/** Services of the server's streams that a single stream needs. */
export interface StreamHost {
  /** The last visible block. */
  readonly tip: () => VisibleBlock | undefined;
  /** End of the block before it. */
  readonly previousEnd: () => bigint;
  /** Calls `wake` at the next block. */
  readonly awaitBlock: (stream: EventStream) => void;
  /** Milliseconds without a frame after which progress is sent. */
  readonly heartbeatMs: number;
  /** Milliseconds within which a client has to read something of the data waiting for it. */
  readonly stallTimeoutMs: number;
  /** Reports that a page waits for its client, or no longer does. */
  readonly holds: (stream: EventStream, page: StreamPage, bytes: number) => void;
  readonly released: (stream: EventStream, page: StreamPage) => void;
  readonly sent: (stream: EventStream, events: number, isLive: boolean) => void;
  readonly ended: (stream: EventStream, reason: EndReason | 'left') => void;
  readonly failed: (error: unknown) => void;
}

/**
 * One client's stream. Reads page after page from the database, no faster than its client, up to the last visible
 * block; then it waits for the next one. So a slow client loses no event, and occupies the memory of one page.
 */
export class EventStream {
  readonly opened: OpenedStream;
  readonly #response: ServerResponse;
  readonly #host: StreamHost;
  #position: Position;
  #left: bigint | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;
  #isDraining = false;
  #isAtEnd = false;
  #lastFrame = performance.now();

  /** Requires that the head of the response was written. */
  constructor(opened: OpenedStream, response: ServerResponse, host: StreamHost) {
    this.opened = opened;
    this.#response = response;
    this.#host = host;
    this.#position = opened.position;
    this.#left = opened.limit;
  }

  /** Sends until the stream ends. Never throws. */
  async run(): Promise<void> {
    const response = this.#response;
    const { socket } = response;
    const stalled = () => {
      if (this.#isDraining) this.end('slow reader');
    };
    socket?.on('timeout', stalled);
    response.once('close', () => {
      socket?.off('timeout', stalled);
      this.#over('left');
    });
    response.on('error', () => undefined);
    response.write(opening(this.opened.format));
    let failures = 0;
    while (!this.#isOver) {
      try {
        await this.#step();
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!this.#canGoOn(error)) return;
        // A new block ends the pause, which `retry` does not allow.
        await this.#pause(waitAfter(failures, RETRIES));
      }
    }
  }

  /** Called when a block is visible. */
  wake(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  /** Sends progress if nothing was sent for a while. */
  tick(now: number): void {
    if (this.#isOver || this.#isDraining || now - this.#lastFrame < this.#host.heartbeatMs) return;
    this.#progress();
  }

  /** Ends the stream, because the database went back to a block. Its cursor is at that block, if it was after it. */
  returnTo(end: bigint): void {
    if (this.#position.time > end) this.#position = { time: end };
    this.end('return');
  }

  /**
   * Ends the stream with a last frame that has its cursor. That of a slow reader has none: its unread page would stay in
   * memory, which no longer counts.
   */
  end(reason: EndReason): void {
    if (this.#isOver) return;
    const response = this.#response;
    if (reason === 'slow reader') response.destroy();
    else {
      response.end(endFrame(this.opened.format, this.#position, reason));
      // Closes the connection of a client that does not read.
      setTimeout(() => response.destroy(), LAST_FRAME_MS).unref();
    }
    this.#over(reason);
  }

  async #step(): Promise<void> {
    const { filter, to, client, lastNumber } = this.opened;
    if (to !== undefined && isBehind(this.#position, to)) return this.end('end of range');
    const tip = this.#host.tip();
    if (tip === undefined || isBehind(this.#position, tip.end)) return this.#await(tip);
    const isLive = this.#position.time >= this.#host.previousEnd();
    const page = await filter.read(this.#position, tip, client);
    if (this.#isOver) return;
    await this.#send(page, isLive);
    if (this.#isOver) return;
    if (this.#left === 0n) this.end('limit');
    else if (lastNumber !== undefined && page.lastNumber !== undefined && page.lastNumber >= lastNumber) {
      this.end('end of range');
    }
  }

  /** Waits for a block. A stream that reaches the current end sends its progress immediately. */
  async #await(tip: VisibleBlock | undefined): Promise<void> {
    if (!this.#isAtEnd) {
      this.#isAtEnd = true;
      this.#progress(tip?.index);
    }
    const woken = this.#woken();
    this.#host.awaitBlock(this);
    await woken;
  }

  async #send(whole: StreamPage, isLive: boolean): Promise<void> {
    const left = this.#left;
    const page = left !== undefined && left <= whole.events.length ? whole.first(Number(left)) : whole;
    const { length } = page.events;
    const frames = length === 0 ? undefined : page.frames(this.opened.format);
    // The position is set before waiting, because the written page counts as sent, however the stream ends meanwhile.
    this.#position = page.end;
    if (left !== undefined) this.#left = left - BigInt(length);
    if (frames === undefined) return;
    const isTaken = this.#response.write(frames);
    this.#lastFrame = performance.now();
    this.#host.sent(this, length, isLive);
    if (!isTaken) await this.#drained(page, frames.length);
  }

  /** Waits until the client has read a page. */
  async #drained(page: StreamPage, bytes: number): Promise<void> {
    const { socket } = this.#response;
    this.#isDraining = true;
    this.#host.holds(this, page, bytes);
    socket?.setTimeout(this.#host.stallTimeoutMs);
    const woken = this.#woken();
    const wake = () => this.wake();
    this.#response.once('drain', wake);
    await woken;
    this.#response.off('drain', wake);
    socket?.setTimeout(0);
    this.#isDraining = false;
    this.#host.released(this, page);
  }

  #progress(block?: bigint): void {
    const tip = this.#host.tip();
    const at = block ?? (tip !== undefined && isBehind(this.#position, tip.end) ? tip.index : undefined);
    this.#response.write(progressFrame(this.opened.format, this.#position, at));
    this.#lastFrame = performance.now();
  }

  /** Returns whether a failed read may succeed later; otherwise the stream has ended. */
  #canGoOn(error: unknown): boolean {
    if (this.#isOver) return false;
    if (error instanceof NotRetained) this.end('retention');
    else if (error instanceof Problem && error.status === 503) return true;
    else {
      // An entity in its filters may have been removed, which is not a failure of the service.
      if (!(error instanceof Problem)) this.#host.failed(error);
      this.end('error');
    }
    return false;
  }

  async #pause(milliseconds: number): Promise<void> {
    const woken = this.#woken();
    this.#host.awaitBlock(this);
    const timer = setTimeout(() => this.wake(), milliseconds).unref();
    await woken;
    clearTimeout(timer);
  }

  /** Resolves when `wake` is called, or the stream has ended. */
  #woken(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #over(reason: EndReason | 'left'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#host.ended(this, reason);
    this.wake();
  }
}

/** Returns whether a position is after all rows of a time. */
function isBehind({ time, ordinal }: Position, end: bigint): boolean {
  return time > end || (time === end && ordinal === undefined);
}
