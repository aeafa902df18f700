import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket, type TLSSocketOptions } from 'node:tls';
import { ByteAccount } from '../kernel/limits/byte-account.ts';
import { LoopTurns } from '../kernel/limits/loop-turns.ts';
import { FREE_INPUT_BYTES, INPUT_BYTES, takeTurns } from './input-turns.ts';

/** Streams of the sockets of one HTTP/2 service, whose input is parsed in turns of clients. */
export class StreamsInTurns {
  readonly #turns = new LoopTurns(FREE_INPUT_BYTES);
  /** Turns without free units, because encrypted input of 150 bytes may be a handshake, which takes a millisecond or more. */
  readonly #encryptedTurns = new LoopTurns();
  readonly #account = new ByteAccount(INPUT_BYTES);

  /** Returns the stream of a socket that nothing has read. `client`: as identified by `ownerOf`. */
  streamOf(socket: Socket, client: string): SocketStream {
    return this.#streamOf(socket, client, this.#turns);
  }

  /** Returns a socket that begins with a TLS handshake, decrypted. `secure` is emitted when the handshake is complete. */
  decryptedSocketOf(socket: Socket, client: string, options: TLSSocketOptions): TLSSocket {
    return new DecryptedSocket(this.#streamOf(socket, client, this.#encryptedTurns), options);
  }

  #streamOf(socket: Socket, client: string, turns: LoopTurns): SocketStream {
    // `InputTurns` requires it.
    socket.allowHalfOpen = true;
    const stream = new SocketStream(socket);
    takeTurns(socket, { client, turns, account: this.#account });
    return stream;
  }
}

/**
 * Stream of a socket, for `node:http2`, which reads a socket itself inside native code: up to 2 MB of each in one iteration of
 * the event loop. It reads this stream by events, so that `InputTurns` can take turns. Costs the process about 10 µs a call. It is
 * destroyed when the other side ends, whose clients read nothing more.
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
    // Node.js would end its side, too, and then fail on a response that follows, which ends the process.
    socket.once('end', () => this.destroy());
    // Errors of a connection are caused by its client.
    socket.on('error', () => undefined);
    socket.once('close', () => this.destroy());
  }

  /** Drops what was not parsed yet, and all further input. */
  dropInput(): void {
    this.removeAllListeners('data');
    this.resume();
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

/** Maximum duration of a TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/**
 * Server's side of a TLS connection, whose encrypted input is read in turns. The server of `node:tls` decrypts up to 64 KB of each
 * socket in one iteration of the event loop, which may be 2,800 records of a byte, or a handshake of each.
 */
class DecryptedSocket extends TLSSocket {
  readonly #encrypted: SocketStream;

  constructor(encrypted: SocketStream, options: TLSSocketOptions) {
    super(encrypted as unknown as Socket, { ...options, isServer: true });
    this.#encrypted = encrypted;
    // Errors of a connection are caused by its client.
    this.on('error', () => undefined);
    const timer = setTimeout(() => this.destroy(), HANDSHAKE_TIMEOUT_MS).unref();
    this.once('close', () => {
      clearTimeout(timer);
      encrypted.destroy();
    });
    this.once('secure', () => {
      clearTimeout(timer);
      this.disableRenegotiation();
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    // Input would make TLS respond after its end, which Node.js answers with a failed assertion that ends the process.
    this.#encrypted.dropInput();
    super._final(done);
  }
}
