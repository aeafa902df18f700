import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-ports.ts';

/** The published JSON-RPC relay: a built checkout (`npm ci && npm run build`). */
export interface RelayProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Options of a relay. */
export interface RelayStart {
  /** Folder of the checkout. */
  readonly source: string;
  /** URL of the mirror, without `/api/v1`, and address of the node. */
  readonly mirror: string;
  readonly node: string;
  /** Settings in addition to those of docs/local-network.md. */
  readonly settings?: Readonly<Record<string, string>>;
}

const START_TIMEOUT_MS = 180_000;
/** Private key of 0.0.2, as published for local networks. */
const OPERATOR_KEY =
  '302e020100300506032b65700422042091132178e72057a1d7528025956fe39b0b847f200ab59b2fdd367017f3087137';

/** Returns the environment with which the relay and its suites find a local network. */
export function relaySettings({ mirror, node }: Pick<RelayStart, 'mirror' | 'node'>): Record<string, string> {
  return {
    CHAIN_ID: '0x12a',
    HEDERA_NETWORK: JSON.stringify({ [node]: '0.0.3' }),
    MIRROR_NODE_URL: mirror,
    OPERATOR_ID_MAIN: '0.0.2',
    OPERATOR_KEY_MAIN: OPERATOR_KEY,
    REDIS_ENABLED: 'false',
    // The relay's images set the package's version in this variable.
    npm_package_version: '0.0.0',
  };
}

/** Starts the relay on a free port. Rejects with its output when it exits before it responds. */
export async function startRelay({ source, mirror, node, settings }: RelayStart): Promise<RelayProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/index.js'], {
    cwd: source,
    env: {
      PATH: process.env.PATH,
      ...relaySettings({ mirror, node }),
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      RATE_LIMIT_DISABLED: 'true',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const follow = (text: string): void => {
    lines.push(text);
    if (lines.length > 200) lines.shift();
  };
  child.stdout?.setEncoding('utf8').on('data', follow);
  child.stderr?.setEncoding('utf8').on('data', follow);
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const first = await askRelay(url, 'eth_chainId').catch(() => undefined);
    if (first?.error !== undefined) lines.push(JSON.stringify(first.error));
    if (first?.result === '0x12a') return { url, stop: () => end(child) };
    if (child.exitCode !== null || first?.error !== undefined || Date.now() > until) {
      await end(child);
      throw new Error(`the relay did not start:\n${lines.join('')}`);
    }
    await sleep(100);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: results of JSON-RPC are looked at field by field
export type Answer = { readonly result?: any; readonly error?: any };

/** Response of JSON-RPC: the result, or the error. */
export async function askRelay(url: string, method: string, ...params: readonly unknown[]): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as Answer;
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
