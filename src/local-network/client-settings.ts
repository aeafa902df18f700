import type { Connection, SettingClient } from '../rpc/method/services.ts';

/** Time without requests after which a client over HTTP counts as gone, in milliseconds. */
const CLIENT_IDLE_TIMEOUT_MS = 600_000;

/** A setting that a client made. */
interface Setting {
  readonly by: SettingClient;
  readonly end: () => void;
  /** Ends it after a time without requests of a client over HTTP. */
  readonly idle: NodeJS.Timeout | undefined;
}

/**
 * Settings of a local network that end with the client that made them, because all clients share the network: when its WebSocket
 * connection is closed, or after a time without a request of its address. A client over HTTP that has gone is no different from one
 * that is silent, because each of its requests may have a connection of its own.
 */
export class ClientSettings {
  readonly #settings = new Map<string, Setting>();
  /** Connections whose end is watched. */
  readonly #watched = new WeakSet<Connection>();

  /**
   * Holds a setting of a name in place of an earlier one, until `end` is called: at once if the client closed its connection while the
   * setting was made.
   */
  hold(name: string, by: SettingClient, end: () => void): void {
    this.release(name);
    const { connection } = by;
    if (connection?.isClosed) {
      end();
      return;
    }
    const idle =
      connection === undefined
        ? setTimeout(() => this.#end((one) => one === setting), CLIENT_IDLE_TIMEOUT_MS).unref()
        : undefined;
    const setting = { by, end, idle };
    this.#settings.set(name, setting);
    if (connection === undefined || this.#watched.has(connection)) return;
    this.#watched.add(connection);
    connection.onClose(() => this.#end((one) => one.by.connection === connection));
  }

  /** Forgets a setting that was changed back. */
  release(name: string): void {
    clearTimeout(this.#settings.get(name)?.idle);
    this.#settings.delete(name);
  }

  /** Records a request of a client. */
  noteRequest(client: string): void {
    for (const { by, idle } of this.#settings.values()) if (by.client === client) idle?.refresh();
  }

  #end(isEnded: (setting: Setting) => boolean): void {
    for (const [name, setting] of [...this.#settings]) {
      if (!isEnded(setting)) continue;
      this.release(name);
      setting.end();
    }
  }
}
