import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * Stream of a socket, for `node:http2`, which reads a socket itself inside native code: up to 2 MB of each in one iteration of
 * the event loop. It reads this stream by events, so that `InputTurns` can take turns. Costs the process about 10 µs a call.
 */
export class SocketStream extends Duplex {
  readonly #socket: Socket;

  /** `socket`: a socket without listeners of `data`, which nothing has read. It must allow that only the other side has ended. */
  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) socket.pause();
    });
    socket.once('end', () => this.push(null));
    // Errors of a connection are caused by its client.
    socket.on('error', () => undefined);
    socket.once('close', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    const socket = this.#socket;
    socket.cork();
    for (const [index, { chunk }] of chunks.entries()) {
      socket.write(chunk, index === chunks.length - 1 ? done : undefined);
    }
    socket.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
