import net from 'node:net';
import path from 'node:path';
import type { ConnectionTarget } from '../src/db/database.ts';

/**
 * A way over TCP to a database server, which can be
 *
 * - `open`;
 * - `cut`: connections are reset, new ones at once;
 * - `silent`: what is sent is lost, and connections stay;
 * - `held`: as packets that a network drops and TCP sends again: all arrives in order once it is open.
 */
export class TcpWay {
  port = 0;
  readonly #target: ConnectionTarget;
  readonly #pairs = new Set<net.Socket>();
  readonly #server: net.Server;
  #state: 'open' | 'cut' | 'silent' | 'held' = 'open';

  private constructor(target: ConnectionTarget) {
    this.#target = target;
    this.#server = net.createServer((near) => this.#connect(near));
  }

  static async to(target: ConnectionTarget): Promise<TcpWay> {
    const way = new TcpWay(target);
    await new Promise<void>((resolve) => way.#server.listen(0, '127.0.0.1', resolve));
    const address = way.#server.address();
    way.port = typeof address === 'object' && address !== null ? address.port : 0;
    return way;
  }

  /** The same database, by this way. */
  get target(): Exclude<ConnectionTarget, { url: string }> {
    return { ...this.#place, host: '127.0.0.1', port: this.port };
  }

  get url(): string {
    const { user, database } = this.#place;
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  get state(): 'open' | 'cut' | 'silent' | 'held' {
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
  }

  close(): void {
    this.state = 'cut';
    this.#server.close();
  }

  get #place(): Exclude<ConnectionTarget, { url: string }> {
    if ('url' in this.#target) throw new Error('the test server is named by its socket');
    return this.#target;
  }

  #connect(near: net.Socket): void {
    near.on('error', () => undefined);
    if (this.#state === 'cut') return void near.resetAndDestroy();
    const { host, port } = this.#place;
    const far = host.startsWith('/')
      ? net.connect(path.join(host, `.s.PGSQL.${port}`))
      : net.connect(port, host);
    this.#pairs.add(near).add(far);
    near.on('data', (bytes) => this.#state === 'silent' || far.write(bytes));
    far.on('data', (bytes) => this.#state === 'silent' || near.write(bytes));
    far.on('error', () => near.destroy());
    // What a held socket has received is still to come.
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    near.on('close', () => this.#ended(near, far));
    far.on('close', () => this.#ended(far, near));
    if (this.#state === 'held') for (const socket of [near, far]) socket.pause();
  }

  #ended(socket: net.Socket, other: net.Socket): void {
    this.#pairs.delete(socket);
    if (this.#state !== 'held') other.destroy();
  }
}
