import net from 'node:net';
import path from 'node:path';
import type { ConnectionTarget } from '../src/store/connections/database.ts';

/**
 * - `open`;
 * - `cut`: connections are reset, new ones immediately;
 * - `silent`: sent bytes are lost, and connections stay open; `deaf`: only bytes of the client, `mute`: only bytes of the server;
 * - `abandoned`: the server's side is closed, the client's stays open, and so do new ones, which get no response;
 * - `slow`: every byte is delayed by `delayMs`;
 * - `held`: as packets that a network drops and TCP sends again: all bytes arrive in order once it is open.
 */
export type ProxyState = 'open' | 'cut' | 'silent' | 'deaf' | 'mute' | 'abandoned' | 'slow' | 'held';

/** A TCP proxy before a database server that can fail as a network does. */
export class TcpProxy {
  port = 0;
  #target: ConnectionTarget;
  readonly #pairs = new Set<net.Socket>();
  readonly #server: net.Server;
  readonly #far = new Set<net.Socket>();
  /** Number of attempted connections. */
  connections = 0;
  /** Delay of each byte in milliseconds, while the state is `slow`. */
  delayMs = 0;
  #state: ProxyState = 'open';

  private constructor(target: ConnectionTarget) {
    this.#target = target;
    this.#server = net.createServer((near) => this.#connect(near));
  }

  static async to(target: ConnectionTarget): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    const address = proxy.#server.address();
    proxy.port = typeof address === 'object' && address !== null ? address.port : 0;
    return proxy;
  }

  /** Redirects to another server; connections are reset. */
  redirect(target: ConnectionTarget): void {
    const { state } = this;
    this.state = 'cut';
    this.#target = target;
    this.state = state;
  }

  /** The same database, through this proxy. */
  get target(): Exclude<ConnectionTarget, { url: string }> {
    return { ...this.#upstream, host: '127.0.0.1', port: this.port };
  }

  get url(): string {
    const { user, database } = this.#upstream;
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  get state(): ProxyState {
    return this.#state;
  }

  set state(state) {
    this.#state = state;
    for (const socket of this.#pairs) {
      if (state === 'cut') socket.destroy();
      else if (state === 'held') socket.pause();
      else socket.resume();
    }
    if (state === 'cut') this.#pairs.clear();
    if (state === 'abandoned') for (const far of this.#far) far.destroy();
  }

  close(): void {
    this.state = 'cut';
    this.#server.close();
  }

  get #upstream(): Exclude<ConnectionTarget, { url: string }> {
    if ('url' in this.#target) throw new Error('the test server is named by its socket');
    return this.#target;
  }

  #connect(near: net.Socket): void {
    this.connections += 1;
    near.on('error', () => undefined);
    if (this.#state === 'cut') return void near.resetAndDestroy();
    if (this.#state === 'abandoned') {
      this.#pairs.add(near);
      near.once('close', () => this.#pairs.delete(near));
      return;
    }
    const { host, port } = this.#upstream;
    const far = host.startsWith('/')
      ? net.connect(path.join(host, `.s.PGSQL.${port}`))
      : net.connect(port, host);
    this.#pairs.add(near).add(far);
    this.#far.add(far);
    far.once('close', () => this.#far.delete(far));
    near.on('data', (bytes) => this.#pass(bytes, far, 'deaf'));
    far.on('data', (bytes) => this.#pass(bytes, near, 'mute'));
    far.on('error', () => near.destroy());
    // Data received by a held socket has not been forwarded yet.
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    near.on('close', () => this.#ended(near, far));
    far.on('close', () => this.#ended(far, near));
    if (this.#state === 'held') for (const socket of [near, far]) socket.pause();
  }

  #pass(bytes: Buffer, to: net.Socket, lostIn: ProxyState): void {
    if (this.#state === 'silent' || this.#state === 'abandoned' || this.#state === lostIn) return;
    if (this.#state === 'slow') setTimeout(() => to.write(bytes), this.delayMs);
    else to.write(bytes);
  }

  #ended(socket: net.Socket, other: net.Socket): void {
    this.#pairs.delete(socket);
    const keepsClient = this.#state === 'abandoned' && !this.#far.has(other);
    if (this.#state !== 'held' && !keepsClient) other.destroy();
  }
}
