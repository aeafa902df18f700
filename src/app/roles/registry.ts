import type { RoleName } from '../config/settings.ts';
import { requireBuckets } from '../streams/bucket-places.ts';
import { type AnyRole, role } from './role.ts';

/**
 * Every role, in the order in which they are started; they are stopped in the opposite one, so that
 * what answers ends before what writes. A role's code is loaded only where it runs.
 *
 * On an embedded database one process has a role: two query services would only fight for a port. On a shared one many
 * are welcome, and of several ingests one writes.
 */
export const ROLES: Readonly<Record<RoleName, AnyRole>> = {
  // What the ingest reads.
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
  // The query service of its process serves it to browsers, and so comes after it.
  live: role({
    schema: 'any',
    offers: ['grpcCalls'],
    uses: [],
    load: async () => (await import('./live.ts')).startLiveRole,
  }),
  // It answers through the query service and the JSON-RPC service of its process, and so comes before them.
  evm: role({
    schema: 'any',
    offers: ['callContract', 'traceTransaction', 'simulate'],
    uses: [],
    load: async () => (await import('./evm.ts')).startEvmRole,
  }),
  rpc: role({
    schema: 'any',
    offers: [],
    uses: ['callContract', 'traceTransaction', 'simulate'],
    load: async () => (await import('./rpc.ts')).startRpcRole,
  }),
  api: role({
    schema: 'any',
    offers: [],
    uses: ['ingestStatus', 'callContract', 'traceTransaction', 'grpcCalls'],
    load: async () => (await import('./api.ts')).startApiRole,
  }),
};
