import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeDataFolder } from '../../src/store/embedded/folder.ts';
import { copyDataFolder } from '../app/commands/tain.ts';

/** A new `tain start` in its own folder, as after an installation. */
export interface LocalNetwork {
  /** URL of the mirror, without `/api/v1`. */
  readonly mirror: string;
  /** Address of the node, such as `127.0.0.1:50211`. */
  readonly node: string;
  /** URL of the JSON-RPC service; undefined without role `rpc`. */
  readonly rpc: string | undefined;
  /** Lines of the process's output. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
  /** Kills the process with SIGKILL, and leaves its folder. */
  kill(): Promise<void>;
}

const START_TIMEOUT_MS = 150_000;

/**
 * Starts the built program with additional settings. A folder in the settings (`TAIN_DATA_DIR`) is not removed. Rejects
 * when the process exits before it is ready.
 */
export async function startLocalNetwork(
  settings: Readonly<Record<string, string>> = {},
): Promise<LocalNetwork> {
  const { TAIN_DATA_DIR: given } = settings;
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), 'tain-local-network-')));
  const remove = async (): Promise<void> => {
    // A server with much to write outlives its process.
    if (given === undefined) await removeDataFolder(folder);
  };
  copyDataFolder(['start'], settings);
  const child = spawn(process.execPath, ['dist/main.js', 'start'], {
    env: {
      // Settings in the environment of the tests are not passed on.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TAIN_'))),
      TAIN_DATA_DIR: folder,
      TAIN_PORT: '0',
      TAIN_STATUS_PORT: '0',
      TAIN_DEMO_NODE_PORT: '0',
      TAIN_GRPC_PORT: '0',
      TAIN_DEMO_TPS: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const found = (pattern: RegExp): string | undefined =>
    lines.map((line) => pattern.exec(line)?.[1]).find((match) => match !== undefined);
  const follow = (text: string): void => {
    lines.push(...text.split('\n').filter((line) => line !== ''));
  };
  child.stdout?.setEncoding('utf8').on('data', follow);
  child.stderr?.setEncoding('utf8').on('data', follow);
  const until = Date.now() + START_TIMEOUT_MS;
  try {
    for (;;) {
      const mirror = found(MIRROR);
      const node = found(NODE);
      if (mirror !== undefined && node !== undefined && (await isReady(mirror))) {
        return {
          mirror,
          node,
          rpc: found(RPC),
          lines,
          stop: async () => {
            await end(child, 'SIGTERM');
            await remove();
          },
          kill: () => end(child, 'SIGKILL'),
        };
      }
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`the network did not start:\n${lines.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } catch (error) {
    await end(child, 'SIGTERM');
    await remove();
    throw error;
  }
}

/** Addresses in log lines. */
const MIRROR = /Query service at (http:\/\/127\.0\.0\.1:\d+)/;
const RPC = /JSON-RPC service at (http:\/\/127\.0\.0\.1:\d+)/;
const NODE = /"node":"(127\.0\.0\.1:\d+)"/;

/** Returns whether the mirror has the pre-funded accounts. */
async function isReady(mirror: string): Promise<boolean> {
  return fetch(`${mirror}/api/v1/accounts/0.0.1012`).then(
    (response) => response.ok,
    () => false,
  );
}

function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
