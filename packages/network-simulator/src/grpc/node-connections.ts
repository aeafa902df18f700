import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Metadata, ServerInterceptingCallInterface } from '@grpc/grpc-js';

interface Connection {
  readonly socket: Socket;
  readonly client: string;
  calls: number;
  /** Time (`performance.now()`) at which the connection was opened or its last call ended. */
  idleSince: number;
}

/**
 * Connections of a node's port. At the limit, a new connection replaces the longest idle one of the client with the
 * most idle connections. It is refused only if no connection is idle.
 */
export class NodeConnections {
  readonly #max: number;
  readonly #maxCalls: number;
  /** Open calls by address of the client, also those whose message has not arrived. */
  readonly #calls = new Map<string, number>();
  /** Connections by address and port of the client. */
  readonly #open = new Map<string, Connection>();
  /** Peers by the streams that HTTP/2 reads instead of their sockets, and by the headers of their calls. */
  readonly #peers = new WeakMap<object, string>();

  /** `maxCalls`: maximum number of open calls of one client. */
  constructor(max: number, maxCalls: number) {
    this.#max = max;
    this.#maxCalls = maxCalls;
  }

  /** Accepts a new connection, or closes it. Returns whether it was accepted. */
  admit(socket: Socket): boolean {
    const { remoteAddress: client, remotePort } = socket;
    if (client === undefined || (this.#open.size >= this.#max && !this.#displace())) {
      socket.destroy();
      return false;
    }
    const peer = peerOf(client, remotePort);
    const connection: Connection = { socket, client, calls: 0, idleSince: performance.now() };
    this.#open.set(peer, connection);
    socket.once('close', () => {
      if (this.#open.get(peer) === connection) this.#open.delete(peer);
    });
    return true;
  }

  /** Registers the stream that HTTP/2 reads instead of an accepted socket; it may be the socket itself. */
  watch(stream: object, { remoteAddress = '', remotePort }: Socket): void {
    this.#peers.set(stream, peerOf(remoteAddress, remotePort));
  }

  /** Returns the HTTP/2 stream of a call, which the types of gRPC lack. */
  streamOf(call: ServerInterceptingCallInterface): ServerHttp2Stream | undefined {
    return (call as { readonly stream?: ServerHttp2Stream }).stream;
  }

  /**
   * Returns the peer of a call. gRPC does not know that of a stream which is no socket: `session.socket` of the call's HTTP/2
   * stream then wraps it.
   */
  peerOf(call: ServerInterceptingCallInterface): string {
    const { session } = this.streamOf(call) ?? {};
    const { stream } = (session?.socket ?? {}) as { readonly stream?: object };
    return (stream && this.#peers.get(stream)) ?? call.getPeer();
  }

  /** Registers the peer of the call with these headers. */
  name(headers: Metadata, peer: string): void {
    this.#peers.set(headers, peer);
  }

  /** Registers that the call with these headers has ended. */
  forget(headers: Metadata): void {
    this.#peers.delete(headers);
  }

  /** Returns whether the call with these headers has not ended. */
  isOpen(headers: Metadata): boolean {
    return this.#peers.has(headers);
  }

  /** Returns the address of the client whose call has these headers. */
  clientOf(headers: Metadata): string {
    return this.addressOf(this.#peers.get(headers) ?? '');
  }

  /** Returns the address of a peer. */
  addressOf(peer: string): string {
    return peer.slice(0, peer.lastIndexOf(':'));
  }

  /**
   * Counts a call of a peer, and returns the function that ends it. Closes the connection of a client with too many: a
   * refused call stays in memory until its client ends it, and a message that arrives is not counted elsewhere.
   */
  begin(peer: string): () => void {
    const connection = this.#open.get(peer);
    if (connection === undefined) return () => undefined;
    const { client } = connection;
    const own = (this.#calls.get(client) ?? 0) + 1;
    this.#calls.set(client, own);
    connection.calls += 1;
    if (own > this.#maxCalls) connection.socket.destroy();
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      connection.calls -= 1;
      connection.idleSince = performance.now();
      const left = (this.#calls.get(client) ?? 1) - 1;
      if (left === 0) this.#calls.delete(client);
      else this.#calls.set(client, left);
    };
  }

  /** Closes an idle connection. Returns false when there is none. */
  #displace(): boolean {
    const idle = new Map<string, Connection[]>();
    for (const connection of this.#open.values()) {
      if (connection.calls > 0) continue;
      const own = idle.get(connection.client);
      if (own === undefined) idle.set(connection.client, [connection]);
      else own.push(connection);
    }
    let busiest: readonly Connection[] = [];
    for (const own of idle.values()) if (own.length > busiest.length) busiest = own;
    const [first, ...rest] = busiest;
    if (first === undefined) return false;
    const oldest = rest.reduce((a, b) => (b.idleSince < a.idleSince ? b : a), first);
    this.#open.delete(peerOf(oldest.client, oldest.socket.remotePort));
    oldest.socket.destroy();
    return true;
  }
}

/** Returns the peer's name in gRPC. */
function peerOf(address: string, port: number | undefined): string {
  return `${address}:${port}`;
}
