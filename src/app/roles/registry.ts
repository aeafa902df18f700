import type { RoleName } from '../config/settings.ts';
import type { Role } from './role.ts';

/**
 * Every role, in the order in which they are started; they are stopped in the opposite one, so that
 * what answers ends before what writes. A role's code is loaded only where it runs.
 */
export const ROLES: Readonly<Record<RoleName, Role>> = {
  ingest: {
    schema: 'migrate',
    exclusive: 'always',
    start: async (context) => (await import('./ingest.ts')).startIngest(context),
  },
  status: {
    schema: 'ours',
    startsWithoutDatabase: true,
    exclusive: 'embedded',
    start: async (context) => (await import('./status.ts')).startStatusRole(context),
  },
  // It answers through the query service of its process, and so comes before it.
  evm: {
    schema: 'any',
    exclusive: 'embedded',
    start: async (context) => (await import('./evm.ts')).startEvmRole(context),
  },
  // On one data folder two query services would only fight for a port; on a shared database many are welcome.
  api: {
    schema: 'any',
    exclusive: 'embedded',
    start: async (context) => (await import('./api.ts')).startApiRole(context),
  },
};
