import type { Config } from '../../config/config.ts';
import { statusPortOf } from '../../config/status-settings.ts';
import { Failure } from '../../kernel/failure.ts';
import { localUrl } from '../../kernel/http-url.ts';
import { poll } from '../../kernel/retry.ts';
import { networkFile, readyNetwork } from '../../local-network/folder/network-file.ts';
import { demoUse } from '../../local-network/live-demo.ts';

/** Interval of the checks, in milliseconds. */
const POLL_INTERVAL_MS = 100;
/** Timeout of one request, in milliseconds: a probe responds within two seconds. */
const REQUEST_TIMEOUT_MS = 4_000;

export interface WaitContext {
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/**
 * `tain wait`: waits until the services of the settings are ready, a local network until a first transaction works.
 * Throws `Failure` (notReady) with the last reason after `limitMs` milliseconds.
 */
export async function waitUntilReady(config: Config, { limitMs, signal, print }: WaitContext): Promise<void> {
  const isLocal = demoUse(config) !== 'none';
  let reason: string | null = null;
  const check = async (): Promise<true | undefined> => {
    reason = isLocal ? await localWait(config) : await serviceWait(config);
    return reason === null || undefined;
  };
  if (await poll(check, { intervalMs: POLL_INTERVAL_MS, limitMs, signal })) {
    print(isLocal ? `Ready: ${networkFile(config.dataDir)} has the addresses and keys.` : 'Ready.');
    return;
  }
  throw new Failure('notReady', `Not ready after ${limitMs / 1000} s: ${reason}`);
}

/** Returns what the local network of the data folder and its mirror wait for, as a sentence; null when both are ready. */
async function localWait(config: Config): Promise<string | null> {
  const network = await readyNetwork(config.dataDir);
  const { rest = null } = network ?? {};
  if (rest !== null) return serviceWaitAt(rest);
  // Its mirror may run in another process, and one that is not ready yet can say what it waits for.
  const wait = config.roles.has('api') && config.port !== 0 ? await serviceWait(config) : null;
  if (network !== undefined) return wait;
  return wait ?? `no process runs a local network in ${config.dataDir} that is ready.`;
}

/** Returns what the services at the addresses of the settings wait for, as a sentence; null when they are ready. */
async function serviceWait(config: Config): Promise<string | null> {
  const { roles, host, port, metricsAddress } = config;
  if (roles.has('api')) return serviceWaitAt(localUrl(host, port));
  if (roles.has('status')) return serviceWaitAt(localUrl(host, statusPortOf(config)));
  if (metricsAddress !== null) return serviceWaitAt(localUrl(metricsAddress.host, metricsAddress.port));
  throw new Failure('usage', 'These roles have no address to wait for: set TAIN_METRICS_ADDRESS.');
}

async function serviceWaitAt(url: string): Promise<string | null> {
  const request = { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
  const response = await fetch(`${url}/health/readiness`, request).catch(() => null);
  if (response === null) return `${url} does not respond.`;
  if (response.ok) return null;
  const { roles } = ((await response.json().catch(() => null)) ?? {}) as { roles?: Record<string, unknown> };
  const waits = Object.entries(roles ?? {}).filter(([, words]) => words !== 'ready');
  if (waits.length === 0) return `${url} responds with ${response.status}.`;
  return waits.map(([role, words]) => `${role}: ${words}`.replace(/\.?$/, '.')).join(' ');
}
