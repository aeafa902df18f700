import { Failure } from '../../kernel/failure.ts';
import { demoFiles, startLiveDemo, waitOf } from '../../local-network/live-demo.ts';
import type { RoleContext, RunningRole } from './role.ts';

/** Interval of the removal of old files, in milliseconds. */
const PRUNE_INTERVAL_MS = 600_000;
/** Nanoseconds for which files are retained for mirrors in other processes, whether or not they have read them. */
const RETENTION_NS = 18n * 3_600_000_000_000n;

/**
 * Starts the network role: only the demo network, whose folder mirrors in other processes read (`TAIN_DEMO_RUN=off`).
 * Throws `Failure` when the settings name another network.
 */
export async function startNetworkRole({ config, log, onDemo }: RoleContext): Promise<RunningRole> {
  if (config.network !== 'demo') {
    throw new Failure('usage', `Role network is the demo network, but TAIN_NETWORK is ${config.network}.`);
  }
  const controller = new AbortController();
  const network = startLiveDemo(config, log, controller.signal);
  onDemo?.(network);
  const { prune } = demoFiles(config, log);
  const timer = setInterval(() => prune(network.now() - RETENTION_NS), PRUNE_INTERVAL_MS).unref();
  return {
    ended: network.ended,
    offered: {},
    waitsFor: () => waitOf(network),
    async stop() {
      clearInterval(timer);
      controller.abort();
      await Promise.allSettled([network.ended]);
    },
  };
}
