import { requireBuckets } from '../../config/bucket-locations.ts';
import { operatorSettingsOf } from '../../config/rpc-settings.ts';
import type { RoleName } from '../../config/settings.ts';
import { type AnyRole, role } from './role.ts';

/**
 * All roles, in the order in which they are started; they are stopped in the opposite order, so that the services end
 * before the ingest. A role's code is loaded only in processes that run it.
 *
 * On an embedded database only one process has a role: two query services would compete for one port. On a shared
 * database many may have it, and of several ingests one writes.
 */
export const ROLES: Readonly<Record<RoleName, AnyRole>> = {
  // Starts before the ingest, which reads its stream.
  network: role({
    schema: 'any',
    startsWithoutDatabase: true,
    needsNoDatabase: true,
    offers: [],
    uses: [],
    load: async () => (await import('./network.ts')).startNetworkRole,
  }),
  ingest: role({
    schema: 'migrate',
    requireSettings: requireBuckets,
    offers: ['ingestStatus'],
    uses: [],
    load: async () => (await import('./ingest.ts')).startIngest,
  }),
  status: role({
    schema: 'ours',
    startsWithoutDatabase: true,
    offers: [],
    uses: [],
    load: async () => (await import('./status.ts')).startStatusRole,
  }),
  // Starts after the query service of its process, which serves it to browsers.
  live: role({
    schema: 'any',
    offers: ['grpc'],
    uses: [],
    load: async () => (await import('./live.ts')).startLiveRole,
  }),
  // Starts before the query service and the JSON-RPC service of its process, through which it responds.
  evm: role({
    schema: 'any',
    offers: ['callContract', 'traceTransaction', 'simulate'],
    uses: [],
    load: async () => (await import('./evm.ts')).startEvmRole,
  }),
  rpc: role({
    schema: 'any',
    requireSettings: (config) => void operatorSettingsOf(config),
    offers: [],
    uses: ['callContract', 'traceTransaction', 'simulate'],
    load: async () => (await import('./rpc.ts')).startRpcRole,
  }),
  api: role({
    schema: 'any',
    offers: [],
    uses: ['ingestStatus', 'callContract', 'traceTransaction', 'grpc'],
    load: async () => (await import('./api.ts')).startApiRole,
  }),
};
