import type { Socket } from 'node:net';
import type { ByteAccount } from '../kernel/limits/byte-account.ts';
import type { ByteLimit } from '../kernel/limits/limit.ts';
import type { LoopTurns } from '../kernel/limits/loop-turns.ts';

/** Maximum size of an input that is parsed as soon as it is read: requests of browsers and most messages have less. */
const MAX_FREE_BYTES = 16 * 1024;
/**
 * Bytes of input that are parsed as soon as they are read in one iteration of the event loop, of all connections: `free` of the
 * turns. Above it small inputs take turns, too, because 2 KB may be 65 requests.
 */
export const FREE_INPUT_BYTES = 64 * 1024;
/** Maximum size of input that is parsed in one turn. */
const SLICE_BYTES = 4 * 1024;

/**
 * Input of connections that waits to be parsed, at each service. Apart from what requests hold, because a request that is refused
 * gets a response, and input has no request yet.
 */
export const INPUT_BYTES: ByteLimit = {
  name: 'input-bytes',
  kind: 'bytes',
  counts: 'bytes of input that waits to be parsed, of each service',
  max: 32 * 1024 * 1024,
};

type Parse = (this: Socket, chunk: Buffer) => void;

export interface InputTurnsOptions {
  /** Client of the connection, as identified by `ownerOf`. */
  readonly client: string;
  /** Turns whose units are bytes. */
  readonly turns: LoopTurns;
  /** Called with the number of bytes that were read and not parsed, when it changes. */
  readonly onHeld: (bytes: number) => void;
  /**
   * Number of parsers of the connection. Default: one, which has added a listener of `data`. Each response to a client has a parser of
   * its own, which adds a listener meanwhile.
   */
  readonly parsers?: 'one' | 'one-each-response';
}

/**
 * Makes a connection take turns, and counts its input that waits in an account, which ends the connection when its bytes
 * are used up. Throws as the constructor does.
 */
export function takeTurns(
  socket: Socket,
  { account, ...options }: Omit<InputTurnsOptions, 'onHeld'> & { readonly account: ByteAccount },
): InputTurns {
  const hold = account.open(options.client, () => socket.destroy());
  return new InputTurns(socket, { ...options, onHeld: (bytes) => hold.set(bytes) });
}

/**
 * Passes the input of a connection to its parser in slices, in turns with other clients. Node.js reads 64 KB of each of
 * hundreds of sockets in one iteration of the event loop, which parse as 2,500 requests, 11,000 parts of a body or 11,000
 * WebSocket messages: 16 ms for each socket before anything else runs. Slices of a connection that was ended are not parsed.
 */
export class InputTurns {
  readonly #socket: Socket;
  readonly #options: InputTurnsOptions;
  readonly #parse: Parse;
  /** The socket's own methods. */
  readonly #pause: () => Socket;
  readonly #resume: () => Socket;
  readonly #emit: Socket['emit'];
  readonly #read = (chunk: Buffer): void => this.#received(chunk);
  readonly #stop = (): void => {
    this.#input.length = 0;
    this.#held(0);
  };
  readonly #input: Buffer[] = [];
  #bytes = 0;
  #isParsing = false;
  /** Whether the parser wants input. It pauses the socket while its consumers do not take more. */
  #isWanted = true;
  /** Whether nothing more is parsed for now, although the parser wants input. */
  #isSuspended = false;
  /** Whether the end of the input was read, which follows its last slice. */
  #isEnded = false;

  /**
   * Replaces the only listener of `data`, which the parser of `node:http` or `ws` has added (see `parsers`), and the methods by
   * which the parser pauses and resumes the socket. Throws if there is another number of listeners. The socket must allow that only the
   * other side has ended.
   */
  constructor(socket: Socket, options: InputTurnsOptions) {
    const isOfClient = options.parsers === 'one-each-response';
    this.#socket = socket;
    this.#options = options;
    this.#pause = socket.pause.bind(socket);
    this.#resume = socket.resume.bind(socket);
    this.#emit = socket.emit.bind(socket);
    this.#parse = isOfClient ? (slice) => void this.#emit('data', slice) : this.#replaceParser();
    socket.once('close', this.#stop);
    // Node.js reads the end of a paused socket, too.
    socket.emit = (event: string | symbol, ...values: unknown[]) => {
      if (event === 'data' && isOfClient) {
        this.#received(values[0] as Buffer);
        return true;
      }
      if (event !== 'end' || this.#input.length === 0) return this.#emit(event, ...values);
      this.#isEnded = true;
      return true;
    };
    socket.pause = () => {
      this.#isWanted = false;
      return this.#pause();
    };
    socket.resume = () => {
      this.#isWanted = true;
      if (this.#isSuspended) return socket;
      if (this.#input.length === 0) return this.#resume();
      void this.#parseInTurns();
      return socket;
    };
  }

  #replaceParser(): Parse {
    const socket = this.#socket;
    const [parse, ...others] = socket.listeners('data') as Parse[];
    if (parse === undefined || others.length > 0) throw new Error('The socket has no single parser');
    socket.off('data', parse);
    socket.on('data', this.#read);
    return parse;
  }

  /** Parses nothing, beyond the slice that is being parsed, until it is called with false. */
  suspend(isSuspended: boolean): void {
    if (this.#isSuspended === isSuspended) return;
    this.#isSuspended = isSuspended;
    if (isSuspended) this.#pause();
    else if (this.#isWanted) this.#socket.resume();
  }

  /** Gives back the socket, whose next bytes are of another protocol. */
  handOver(): void {
    const socket = this.#socket;
    const rest = Buffer.concat(this.#input);
    this.#stop();
    socket.off('data', this.#read);
    socket.off('close', this.#stop);
    socket.pause = this.#pause;
    socket.resume = this.#resume;
    socket.emit = this.#emit;
    // Nothing can follow the end that was read.
    if (this.#isEnded) socket.destroy();
    else if (rest.length > 0) socket.unshift(rest);
  }

  #received(chunk: Buffer): void {
    if (this.#input.length === 0 && !this.#isSuspended && this.#isFree(chunk.length)) {
      this.#parse.call(this.#socket, chunk);
      return;
    }
    this.#input.push(chunk);
    this.#held(this.#bytes + chunk.length);
    void this.#parseInTurns();
  }

  #isFree(bytes: number): boolean {
    return bytes <= MAX_FREE_BYTES && this.#options.turns.beginNow(bytes);
  }

  /** Parses the input while it is wanted, and reads no more until its end. */
  async #parseInTurns(): Promise<void> {
    if (this.#isParsing) return;
    this.#isParsing = true;
    const { client, turns } = this.#options;
    const socket = this.#socket;
    this.#pause();
    while (this.#input.length > 0 && this.#mayParse) {
      await turns.take(client);
      if (socket.destroyed || socket.writableEnded) this.#stop();
      const slice = this.#mayParse ? this.#nextSlice() : undefined;
      if (slice !== undefined) this.#parse.call(socket, slice);
    }
    this.#isParsing = false;
    if (socket.destroyed || this.#input.length > 0) return;
    if (this.#isEnded) this.#emit('end');
    else if (this.#mayParse) this.#resume();
  }

  get #mayParse(): boolean {
    return this.#isWanted && !this.#isSuspended;
  }

  #nextSlice(): Buffer | undefined {
    const first = this.#input.shift();
    if (first === undefined) return undefined;
    if (first.length > SLICE_BYTES) this.#input.unshift(first.subarray(SLICE_BYTES));
    const slice = first.subarray(0, SLICE_BYTES);
    this.#held(this.#bytes - slice.length);
    return slice;
  }

  #held(bytes: number): void {
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#options.onHeld(bytes);
  }
}
