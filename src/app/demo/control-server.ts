import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { type ControlAnswer, type ControlEntry, MAX_LINE, parseRequest } from './control-messages.ts';
import { thisProcess } from './process-identity.ts';

/** What a process of a local network does when it is told to. Each may throw a `Failure` for who asked. */
export interface ControlHandlers {
  /** Leaves the network's folder and the database. */
  pause(): Promise<void>;
  /** Goes on. Called also when who paused it has gone. */
  resume(): Promise<void>;
  /** Sets the network's clock ahead by nanoseconds; resolves to its time then, in nanoseconds since 1970. */
  advance(nanos: bigint): Promise<bigint>;
}

export interface ControlServer {
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 8;
/** Milliseconds in which a request must have come. */
const PATIENCE = 5_000;

/**
 * Lets other processes of the same user command this one: it listens on a port of the loopback interface, and says in a file
 * that only this user can read which one it is, and the word without which it does nothing.
 */
export async function openControl(folder: string, handlers: ControlHandlers): Promise<ControlServer> {
  const token = randomBytes(32).toString('hex');
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    new Session(socket, token, handlers).begin();
  });
  server.maxConnections = MAX_CONNECTIONS;
  const port = await listen(server);
  const file = path.join(folder, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
  const entry: ControlEntry = { ...(await thisProcess()), port, token };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, JSON.stringify(entry), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return {
    async close() {
      await rm(file, { force: true });
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** One connection: requests of one line each, answered in turn. A pause lasts no longer than it. */
class Session {
  readonly #socket: Socket;
  readonly #token: Buffer;
  readonly #handlers: ControlHandlers;
  #text = '';
  #isPaused = false;
  #work: Promise<void> = Promise.resolve();

  constructor(socket: Socket, token: string, handlers: ControlHandlers) {
    this.#socket = socket;
    this.#token = Buffer.from(token);
    this.#handlers = handlers;
  }

  begin(): void {
    const socket = this.#socket;
    socket.setEncoding('utf8');
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => this.#take(String(chunk)));
    socket.on('close', () => {
      // Who paused us has ended, however hard.
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
    if (request === null || !this.#isKnown(request.token)) {
      this.#socket.destroy();
      return;
    }
    // From here on it is ours, and may take its time.
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

  #isKnown(token: string): boolean {
    const given = Buffer.from(token);
    return given.length === this.#token.length && timingSafeEqual(given, this.#token);
  }
}
