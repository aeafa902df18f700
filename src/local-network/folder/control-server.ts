import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { SHARED_CLIENT } from '../../kernel/limits/fair-semaphore.ts';
import { LimitReached, type OpenLimit } from '../../kernel/limits/limit.ts';
import { OpenCounter } from '../../kernel/limits/open-counter.ts';
import { listenOn } from '../../net/listening.ts';
import { replaceFile } from '../../store/embedded/replace-file.ts';
import { type ControlAnswer, type ControlEntry, MAX_LINE, parseRequest } from './control-messages.ts';
import { thisProcess } from './process-identity.ts';

/** Handlers of the commands. Each may throw a `Failure` for the client. */
export interface ControlHandlers {
  /** Releases the network's folder and the database. */
  pause(): Promise<void>;
  /** Resumes. Also called when the process that requested the pause has ended. */
  resume(): Promise<void>;
  /** Sets the network's clock ahead by `nanos` nanoseconds; resolves to the new time, in nanoseconds since 1970. */
  advance(nanos: bigint): Promise<bigint>;
}

export interface ControlServer {
  close(): Promise<void>;
}

/** Limit of connections that have sent the token. */
export const CONTROL_CONNECTIONS: OpenLimit = {
  name: 'control-connections',
  kind: 'open',
  counts: 'control connections of a local network with its secret',
  max: 8,
  perClient: 8,
};
/**
 * Maximum number of connections without the token. Beyond it the oldest is closed, because any user of the machine can
 * open them.
 */
const MAX_UNPROVEN = 64;
/** Time limit of a request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Accepts commands from other processes of the same user: listens on a port of the loopback interface, and writes the
 * port and the required token to a file that only this user can read.
 */
export async function openControl(folder: string, handlers: ControlHandlers): Promise<ControlServer> {
  const token = randomBytes(32).toString('hex');
  const connections = new Set<Socket>();
  const unproven = new Set<Socket>();
  const proven = new OpenCounter(CONTROL_CONNECTIONS);
  const server = createServer((socket) => {
    connections.add(socket);
    unproven.add(socket);
    const [oldest] = unproven;
    if (unproven.size > MAX_UNPROVEN) oldest?.destroy();
    socket.on('close', () => {
      connections.delete(socket);
      unproven.delete(socket);
    });
    const prove = (): void => {
      unproven.delete(socket);
      socket.once('close', proven.add(SHARED_CLIENT));
    };
    new Session(socket, token, handlers, prove).begin();
  });
  const port = await listenOn(server, '127.0.0.1', 0);
  // Without file descriptors a connection is not accepted.
  server.on('error', () => undefined);
  const file = path.join(folder, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
  const entry: ControlEntry = { ...(await thisProcess()), port, token };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(entry));
  return {
    async close() {
      await rm(file, { force: true });
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One connection, with requests of one line each, answered in order. Its pause ends with it. */
class Session {
  readonly #socket: Socket;
  readonly #token: Buffer;
  readonly #handlers: ControlHandlers;
  #text = '';
  #isPaused = false;
  #isProven = false;
  readonly #prove: () => void;
  #work: Promise<void> = Promise.resolve();

  /** `prove` counts the connection once it has sent the token; throws `LimitReached`. */
  constructor(socket: Socket, token: string, handlers: ControlHandlers, prove: () => void) {
    this.#prove = prove;
    this.#socket = socket;
    this.#token = Buffer.from(token);
    this.#handlers = handlers;
  }

  begin(): void {
    const socket = this.#socket;
    socket.setEncoding('utf8');
    socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#take(String(chunk)));
    socket.on('close', () => {
      // The process that requested the pause has ended, for whatever reason.
      this.#work = this.#work.then(() => this.#resume()).catch(() => undefined);
    });
  }

  #take(chunk: string): void {
    this.#text += chunk;
    if (this.#text.length > MAX_LINE) this.#socket.destroy();
    for (let end = this.#text.indexOf('\n'); end >= 0; end = this.#text.indexOf('\n')) {
      const line = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 1);
      this.#work = this.#work.then(() => this.#answer(line));
    }
  }

  async #answer(line: string): Promise<void> {
    const request = parseRequest(line);
    if (request === null || !this.#isKnown(request.token) || !this.#takeSlot()) {
      this.#socket.destroy();
      return;
    }
    // An authenticated request has no time limit.
    this.#socket.setTimeout(0);
    let answer: ControlAnswer;
    try {
      answer = { ok: true, ...(await this.#do(request)) };
    } catch (error) {
      const reason = error instanceof Failure ? error.message : 'It failed: see its log.';
      answer = { ok: false, reason };
    }
    if (!this.#socket.destroyed) this.#socket.write(`${JSON.stringify(answer)}\n`);
  }

  async #do(request: NonNullable<ReturnType<typeof parseRequest>>): Promise<{ readonly now?: string }> {
    switch (request.command) {
      case 'pause':
        await this.#handlers.pause();
        this.#isPaused = true;
        return {};
      case 'resume':
        await this.#resume();
        return {};
      case 'advance':
        return { now: (await this.#handlers.advance(request.nanos)).toString() };
    }
  }

  async #resume(): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    await this.#handlers.resume();
  }

  /** Returns whether the connection counts among those with the token. */
  #takeSlot(): boolean {
    if (this.#isProven) return true;
    if (this.#socket.destroyed) return false;
    try {
      this.#prove();
    } catch (error) {
      if (error instanceof LimitReached) return false;
      throw error;
    }
    this.#isProven = true;
    return true;
  }

  #isKnown(token: string): boolean {
    const given = Buffer.from(token);
    return given.length === this.#token.length && timingSafeEqual(given, this.#token);
  }
}
