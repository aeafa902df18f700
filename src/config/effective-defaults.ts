import { apiConnectionsOf, apiProcessesOf, furtherPortsOf } from './api-settings.ts';
import { bucketNameOf, readsBuckets } from './bucket-locations.ts';
import { type Config, chainIdOf } from './config.ts';
import { evmRatesOf } from './evm-settings.ts';
import { grpcPortOf } from './live-settings.ts';
import { rpcPortsOf } from './rpc-settings.ts';
import type { SETTINGS } from './settings.ts';
import { statusPortOf } from './status-settings.ts';

/**
 * Returns the values of settings that follow from the network, from other settings or from this machine where they are not set,
 * as texts by their keys in `SETTINGS`; empty: none. Port 0: any free one.
 */
export function effectiveDefaults(config: Config): ReadonlyMap<string, string> {
  const processes = apiProcessesOf(config);
  const rates = evmRatesOf(config);
  const { port: rpcPort, furtherPorts: webSocket } = rpcPortsOf(config);
  const bucketOf = (kind: 'records' | 'blocks'): string =>
    (readsBuckets(config) && bucketNameOf(config, kind)) || '';
  const values = {
    dataDir: config.dataDir,
    chainId: chainIdOf(config),
    furtherPorts: furtherPortsOf(config).ports.join(','),
    apiProcesses: processes,
    apiConnections: apiConnectionsOf(config, processes),
    evmRequestsPerSecond: rates.requestsPerSecond,
    evmGasPerSecond: rates.gasPerSecond,
    evmTracesPerSecond: rates.tracesPerSecond,
    grpcPort: grpcPortOf(config),
    rpcPort,
    rpcWsPort: webSocket.join(','),
    statusPort: statusPortOf(config),
    bucketName: bucketOf('records'),
    blockBucketName: bucketOf('blocks'),
  } satisfies Partial<Record<keyof typeof SETTINGS, string | number>>;
  return new Map(Object.entries(values).map(([key, value]) => [key, String(value)]));
}
