import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LocalNetworkInfo, NetworkFile } from './local-network/folder/network-file.ts';
import { makeTemporaryFolder } from './local-network/folder/temporary-folder.ts';
import { removeDataFolder } from './store/embedded/folder.ts';

/** A local network from code (`import { startLocalNetwork } from 'tain'`). */

export type { LocalAccount } from './local-network/folder/network-file.ts';

export interface LocalNetworkOptions {
  /** Makes blocks only for transactions, as Hardhat's network does (`tain start --quiet`). */
  readonly quiet?: boolean;
  /** Folder of the data, which stays, and whose network is continued; by default a temporary one. */
  readonly dataDir?: string;
  /**
   * Further settings by their names (docs/configuration.md), such as `{ TAIN_DEMO_NODE_PORT: 50211 }`; a boolean is `on` or
   * `off`. All ports that are not set are free ones. Settings of the environment do not apply.
   */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** Called with each line of the log, a JSON object. */
  readonly onLog?: (line: string) => void;
  /** Milliseconds after which the start fails; 120,000 by default. */
  readonly timeoutMs?: number;
}

/** A running local network with its mirror. All URLs are without a slash at the end. */
export interface LocalNetwork extends LocalNetworkInfo {
  /** Mirror: REST API and explorer. */
  readonly restUrl: string;
  /** Mirror: JSON-RPC over HTTP. */
  readonly rpcUrl: string;
  /** Mirror: JSON-RPC over WebSocket. */
  readonly webSocketUrl: string;
  /** Mirror: host and port of gRPC. */
  readonly grpc: string;
  /** Consensus node for SDKs: `0.0.3`, and host and port of gRPC. */
  readonly node: { readonly account: string; readonly address: string };
  readonly dataDir: string;
  /** Marks the state to which `reset` returns, in place of the one marked before. */
  snapshot(): Promise<void>;
  /** Returns to the last snapshot; without one, starts over with a new history. Addresses stay. */
  reset(): Promise<void>;
  /** Sets the network's clock ahead. Each day that passes ends with its staking period; schedules become due or expire. */
  advance(time: LocalTime): Promise<void>;
  /** Stops the network; a temporary data folder is removed. */
  stop(): Promise<void>;
}

/** A time that passes, as the sum of its parts. */
export interface LocalTime {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** Command to the network's process. */
export type NetworkRequest = { readonly id: number } & NetworkCommand;
type NetworkCommand =
  | { readonly command: 'start'; readonly timeoutMs: number }
  | { readonly command: 'snapshot' | 'reset' }
  | { readonly command: 'advance'; readonly nanos: string };

/** Answer of the network's process: the network after the command, or why it failed. */
export type NetworkReply =
  | { readonly id: number; readonly network: DescribedNetwork }
  | { readonly id: number; readonly message: string };

/** Content of the network's file (docs/local-network.md), and the folder in which it lies. */
export type DescribedNetwork = NetworkFile & { readonly dataDir: string };

const PROCESS = fileURLToPath(new URL('./local-network-process.js', import.meta.url));
/** Memory of the process, as in the first line of `main.ts`. */
const HEAP_OPTIONS = '--max-semi-space-size=32 --max-old-space-size=1024';
const START_TIMEOUT_MS = 120_000;
/** Bun cannot run the network's process, so that programs there need Node.js, too. */
const isBun = process.versions.bun !== undefined;
const NODE_MISSING = 'A local network needs Node.js, but no folder of PATH has a program node.';
/** Milliseconds after which a process that does not stop is killed. Its folder is removed nevertheless. */
const STOP_TIMEOUT_MS = 15_000;
const NANOS_PER_SECOND = 1_000_000_000;
const WARN_LEVEL = 40;

/**
 * Starts a local network with its mirror in a process of its own, at free ports, and resolves when a first transaction works.
 * It ends with `stop`, or with this process, however that ends, and does not keep it from ending. Throws an error with the
 * network's own reason when it cannot start.
 */
export async function startLocalNetwork(options: LocalNetworkOptions = {}): Promise<LocalNetwork> {
  const isKept = (options.dataDir ?? options.settings?.TAIN_DATA_DIR) !== undefined;
  const running = new NetworkProcess(options, isKept ? null : await makeTemporaryFolder());
  try {
    const { timeoutMs = START_TIMEOUT_MS } = options;
    const { rest, jsonRpc, webSocket, grpc, node, chainId, operator, accounts, dataDir } = await running.run({
      command: 'start',
      timeoutMs,
    });
    if (!rest || !jsonRpc || !webSocket || !grpc || !node) {
      throw new Error('A local network needs the roles api, ingest, live and rpc (TAIN_ROLES).');
    }
    return {
      ...{ restUrl: rest, rpcUrl: jsonRpc, webSocketUrl: webSocket, grpc, node },
      ...{ chainId, operator, accounts, dataDir },
      snapshot: async () => void (await running.run({ command: 'snapshot' })),
      reset: async () => void (await running.run({ command: 'reset' })),
      advance: async (time) => void (await running.run({ command: 'advance', nanos: nanosOf(time) })),
      stop: () => running.stop(),
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** The process of a network, which takes commands. */
class NetworkProcess {
  readonly #child: ChildProcess;
  /** Data folder that is removed at the end, unless it is one to keep. */
  readonly #temporary: string | null;
  readonly #waiting = new Map<number, (reply: NetworkReply) => void>();
  readonly #exited: Promise<unknown>;
  #lastId = 0;
  /** Reason of the process's failure, in its own words. */
  #complaint = '';
  /** Last warning or error of its log: why it does not become ready, or has ended. */
  #warning = '';

  constructor({ onLog, ...options }: LocalNetworkOptions, temporary: string | null) {
    this.#temporary = temporary;
    const child = fork(PROCESS, temporary === null ? [] : [temporary], {
      env: environmentOf(temporary === null ? options : { ...options, dataDir: temporary }),
      // Options of this process, such as a debugger's address, are not for that one.
      execArgv: [],
      ...(isBun && { execPath: 'node' }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once('close', resolve);
      child.once('error', resolve);
    });
    child.on('message', (reply: NetworkReply) => this.#waiting.get(reply.id)?.(reply));
    child.on('error', (error: NodeJS.ErrnoException) => {
      this.#complaint ||= isBun && error.code === 'ENOENT' ? NODE_MISSING : error.message;
    });
    child.on('close', () => {
      const message = this.#ended();
      for (const [id, resolve] of this.#waiting) resolve({ id, message });
    });
    if (child.stderr === null) return;
    createInterface(child.stderr).on('line', (line) => {
      if (line.startsWith('tain: ')) this.#complaint = line.slice('tain: '.length);
      else this.#warning = warningOf(line) || this.#warning;
      onLog?.(line);
    });
  }

  #ended(): string {
    return this.#complaint || this.#withWarning('The local network has ended.');
  }

  #withWarning(message: string): string {
    return this.#warning === '' ? message : `${message} Its last warning: ${this.#warning}`;
  }

  /** Runs a command. Throws an error with the reason when it fails. */
  async run(command: NetworkCommand): Promise<DescribedNetwork> {
    if (!this.#child.connected) {
      await this.#exited;
      throw new Error(this.#ended());
    }
    this.#lastId += 1;
    const id = this.#lastId;
    this.#keepAwake(true);
    const reply = await new Promise<NetworkReply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ ...command, id }, () => undefined);
    });
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#keepAwake(false);
    if ('network' in reply) return reply.network;
    const isEnded = reply.message === this.#ended();
    throw new Error(
      command.command === 'start' && !isEnded ? this.#withWarning(reply.message) : reply.message,
    );
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#keepAwake(true);
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.#exited;
    clearTimeout(killing);
    // Nothing is left to remove, unless the process was killed.
    if (this.#temporary !== null) await removeDataFolder(this.#temporary);
  }

  /** Decides whether the process keeps this one from ending, which it does during commands only. */
  #keepAwake(isOn: boolean): void {
    const { channel, stderr } = this.#child;
    const pipe = stderr as unknown as { ref(): void; unref(): void } | null;
    const handles = [this.#child, channel, pipe];
    // Bun's lack the methods, so that a program there ends after `stop` only.
    for (const handle of handles) isOn ? handle?.ref?.() : handle?.unref?.();
  }
}

/** Returns the environment of the process: this one's without its settings, and those of the options. */
function environmentOf({ quiet, dataDir, settings = {} }: LocalNetworkOptions): NodeJS.ProcessEnv {
  const env = Object.entries(process.env).filter(([name]) => !/^(TAIN_|DATABASE_URL(_FILE)?$)/.test(name));
  const given = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value),
  ]);
  return {
    ...Object.fromEntries(env),
    // The last value of an option takes precedence.
    NODE_OPTIONS: `${HEAP_OPTIONS} ${process.env.NODE_OPTIONS ?? ''}`,
    TAIN_PORT: '0',
    ...(quiet && { TAIN_DEMO_QUIET: 'on' }),
    ...(dataDir !== undefined && { TAIN_DATA_DIR: dataDir }),
    ...Object.fromEntries(given),
  };
}

/** Returns the message of a line of the log (an object of pino) from the level of warnings on; empty for others. */
function warningOf(line: string): string {
  try {
    const { level, msg } = JSON.parse(line) as { readonly level?: unknown; readonly msg?: unknown };
    return Number(level) >= WARN_LEVEL && typeof msg === 'string' ? msg : '';
  } catch {
    return '';
  }
}

function nanosOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: LocalTime): string {
  const sum = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  if (!(sum >= 0) || !Number.isFinite(sum)) throw new Error('A time that passes must not be negative.');
  return String(BigInt(Math.round(sum * NANOS_PER_SECOND)));
}
