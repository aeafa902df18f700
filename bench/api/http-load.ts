import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateLoad } from '../load-generator.ts';
import type { Load } from './pgbench.ts';

const run = promisify(execFile);

/** The result of a load test. */
export interface Answered {
  /** Requests a second. */
  readonly rate: number;
  /** Latency in milliseconds: median and 99th percentile. */
  readonly p50: number;
  readonly p99: number;
  /** Number of failed responses and broken connections. */
  readonly failed: number;
}

/** Requests the paths in rotation over a number of connections. */
export type HttpLoad = (url: string, paths: readonly string[], load: Load) => Promise<Answered>;

/**
 * Chooses the client that uses the least processor time of the machine that it shares with the service: wrk, a small C
 * program like pgbench; otherwise autocannon, which uses about as much as the service.
 */
export async function findHttpLoad(): Promise<{ readonly name: string; readonly load: HttpLoad }> {
  const found = await run('wrk', ['--version']).catch((error: { stdout?: string }) => error);
  // wrk has no option that prints its version and exits with success.
  return found.stdout?.startsWith('wrk')
    ? { name: 'wrk', load: loadWithWrk }
    : { name: 'autocannon', load: loadWithAutocannon };
}

async function loadWithWrk(
  url: string,
  paths: readonly string[],
  { clients, seconds }: Load,
): Promise<Answered> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-wrk-'));
  try {
    const script = path.join(folder, 'paths.lua');
    const quoted = paths.map((text) => `wrk.format("GET", ${JSON.stringify(text)})`);
    await writeFile(
      script,
      `local requests, at\ninit = function() requests = {${quoted.join(',\n')}} at = 0 end\n` +
        'request = function() at = at % #requests + 1 return requests[at] end\n',
    );
    const { stdout } = await run(
      'wrk',
      ['-t', '1', '-c', String(clients), '-d', `${seconds}s`, '--latency', '-s', script, url],
      { timeout: (seconds + 30) * 1000 },
    );
    const numberOf = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
    const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout);
    return {
      rate: numberOf(/Requests\/sec:\s+([\d.]+)/),
      p50: milliseconds(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
      p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
      failed:
        numberOf(/Non-2xx or 3xx responses: (\d+)/) +
        (errors?.slice(1).reduce((sum, count) => sum + Number(count), 0) ?? 0),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Parses a time printed by wrk: `830.00us`, `12.30ms`, `1.02s`. */
function milliseconds(text: string | undefined): number {
  const [, amount, unit] = /^([\d.]+)(us|ms|s|m)$/.exec(text ?? '') ?? [];
  if (amount === undefined) throw new Error(`no time in the output of wrk: ${text}`);
  const scale = { us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit ?? ''] ?? 1;
  return Number(amount) * scale;
}

async function loadWithAutocannon(
  url: string,
  paths: readonly string[],
  { clients, seconds }: Load,
): Promise<Answered> {
  const { requests, latency, non2xx, errors } = await generateLoad({
    url,
    connections: clients,
    duration: seconds,
    requests: paths.map((text) => ({ path: text })),
  });
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}
