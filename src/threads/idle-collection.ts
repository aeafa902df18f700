import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

const INTERVAL_MS = 10_000;
/** Number of intervals from a collection, which stops the thread for about a tenth of a second, to the next one. */
const MIN_INTERVALS = 30;
/** Share of the time in which a thread runs code, below which it is idle. */
const MAX_UTILIZATION = 0.1;
/** Size of the heap from which it is collected, in sizes after the last collection. */
const MIN_GROWTH = 1.5;

/**
 * A regular collection keeps the memory of the garbage for the thread. Node.js 20 has no flavors, and with options collects only
 * new objects.
 */
const OPTIONS: readonly object[] =
  Number.parseInt(process.versions.node, 10) >= 22 ? [{ type: 'major', flavor: 'last-resort' }] : [];

/**
 * Collects the garbage of this thread while it is idle, every five minutes at most, if its heap has grown by half since the last
 * time. V8 collects only when code allocates, so a thread that became idle would keep what its start, an import or a burst of
 * requests left. Ends with `signal` or the thread.
 */
export function collectWhenIdle(signal?: AbortSignal, intervalMs: number = INTERVAL_MS): void {
  v8.setFlagsFromString('--expose-gc');
  // Such a collection would drop the compiled code of functions, so that the next requests are slower.
  v8.setFlagsFromString('--no-flush-bytecode');
  const collect: unknown = vm.runInNewContext('gc');
  if (typeof collect !== 'function') return;
  let utilization = performance.eventLoopUtilization();
  let collected = 0;
  let left = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const isIdle = performance.eventLoopUtilization(now, utilization).utilization < MAX_UTILIZATION;
    utilization = now;
    left -= 1;
    if (!isIdle || left > 0 || v8.getHeapStatistics().total_heap_size < collected * MIN_GROWTH) return;
    collect(...OPTIONS);
    collected = v8.getHeapStatistics().total_heap_size;
    left = MIN_INTERVALS;
  }, intervalMs).unref();
  signal?.addEventListener('abort', () => clearInterval(timer), { once: true });
}
