import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { forceAfter } from '../kernel/abort-signal.ts';
import type { OpenLimit } from '../kernel/limits/limit.ts';
import { OpenCounter } from '../kernel/limits/open-counter.ts';
import { ownerOf } from '../net/limiter.ts';

/** Limits of connections, with idle timeouts in milliseconds. */
export interface SessionLimits {
  readonly max: number;
  /** Maximum number for one client, as identified by `ownerOf`. */
  readonly perClient: number;
  /** Interval of pings to an idle client. */
  readonly pingIntervalMs: number;
  /** Timeout of the response to a ping. */
  readonly pingTimeoutMs: number;
  /** Timeout of a connection without any call so far. */
  readonly unusedTimeoutMs: number;
  /** Timeout of a connection without calls, since its last call. */
  readonly idleTimeoutMs: number;
}

export const GRPC_CONNECTIONS: OpenLimit = {
  name: 'grpc-connections',
  kind: 'open',
  counts: 'connections of the gRPC service',
  max: 10_000,
  perClient: 2_500,
  settings: ['TAIN_MAX_CONNECTIONS', 'TAIN_MAX_CONNECTIONS_PER_CLIENT'],
};

export const SESSION_LIMITS: SessionLimits = {
  max: GRPC_CONNECTIONS.max,
  perClient: GRPC_CONNECTIONS.perClient,
  // Load balancers and NATs drop connections that are idle for some minutes.
  pingIntervalMs: 60_000,
  pingTimeoutMs: 20_000,
  unusedTimeoutMs: 60_000,
  idleTimeoutMs: 600_000,
};

interface Held {
  readonly session: ServerHttp2Session;
  calls: number;
  /** Time since which it has no call, by `performance.now()`. */
  idleSince: number;
  wasUsed: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Connections of a gRPC server: limits their number, pings their clients, and closes unused ones. */
export class Sessions {
  readonly #limits: SessionLimits;
  readonly #onRefused: () => void;
  readonly #open = new Set<Held>();
  readonly #slots: OpenCounter;
  #wasRefused = false;

  /** `onRefused` is called when a connection is refused for the first time. */
  constructor(limits: SessionLimits, onRefused: () => void) {
    this.#limits = limits;
    this.#slots = new OpenCounter({ ...GRPC_CONNECTIONS, ...limits });
    this.#onRefused = onRefused;
  }

  get open(): number {
    return this.#open.size;
  }

  /** Returns whether a new connection, which counts until it is closed, is within the limits. */
  accepts(socket: Socket): boolean {
    // Errors of a connection are caused by its client.
    socket.on('error', () => undefined);
    try {
      socket.once('close', this.#slots.add(ownerOf(socket.remoteAddress ?? '')));
      return true;
    } catch {
      if (!this.#wasRefused) this.#onRefused();
      this.#wasRefused = true;
      return false;
    }
  }

  /** Watches the session of an accepted connection. */
  watch(session: ServerHttp2Session): void {
    session.on('error', () => undefined);
    const held: Held = { session, calls: 0, idleSince: performance.now(), wasUsed: false, timer: undefined };
    this.#open.add(held);
    session.on('stream', (stream) => {
      held.calls += 1;
      held.wasUsed = true;
      stream.once('close', () => {
        held.calls -= 1;
        held.idleSince = performance.now();
      });
    });
    session.once('close', () => {
      clearTimeout(held.timer);
      this.#open.delete(held);
    });
    this.#pollLater(held);
  }

  /** Sends GOAWAY to all clients, and destroys the remaining connections after `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    const closed = [...this.#open].map(({ session }) => {
      const whenClosed = new Promise<void>((resolve) => session.once('close', () => resolve()));
      session.close();
      return whenClosed;
    });
    await forceAfter(Promise.all(closed), milliseconds, () => {
      for (const { session } of this.#open) session.destroy();
    });
  }

  #pollLater(held: Held): void {
    const { pingIntervalMs, unusedTimeoutMs } = this.#limits;
    held.timer = setTimeout(
      () => this.#poll(held),
      held.wasUsed ? pingIntervalMs : Math.min(pingIntervalMs, unusedTimeoutMs),
    );
    held.timer.unref();
  }

  #poll(held: Held): void {
    const { session, calls, wasUsed, idleSince } = held;
    if (session.destroyed || session.closed) return;
    const { idleTimeoutMs, unusedTimeoutMs, pingTimeoutMs } = this.#limits;
    const idle = calls > 0 ? 0 : performance.now() - idleSince;
    if (idle >= (wasUsed ? idleTimeoutMs : unusedTimeoutMs)) {
      session.close();
      // An unresponsive connection does not close by itself.
      held.timer = setTimeout(() => session.destroy(), pingTimeoutMs).unref();
      return;
    }
    const timer = setTimeout(() => session.destroy(), pingTimeoutMs).unref();
    const isSent = session.ping((error) => {
      clearTimeout(timer);
      if (error === null) this.#pollLater(held);
    });
    if (!isSent) {
      clearTimeout(timer);
      this.#pollLater(held);
    }
  }
}
