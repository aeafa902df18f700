import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { ByteAccount } from '../kernel/limits/byte-account.ts';
import { LoopTurns } from '../kernel/limits/loop-turns.ts';
import { FREE_INPUT_BYTES, INPUT_BYTES, takeTurns } from './input-turns.ts';

/** Streams of the sockets of one HTTP/2 service, whose input is parsed in turns of clients. */
export class StreamsInTurns {
  readonly #turns = new LoopTurns(FREE_INPUT_BYTES);
  readonly #account = new ByteAccount(INPUT_BYTES);

  /** Returns the stream of a socket that nothing has read. `client`: as identified by `ownerOf`. */
  streamOf(socket: Socket, client: string): SocketStream {
    // `InputTurns` requires it. A socket during a handshake would stay open after its client left.
    socket.allowHalfOpen = true;
    const stream = new SocketStream(socket);
    takeTurns(socket, { client, turns: this.#turns, account: this.#account });
    return stream;
  }
}

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
