import { sql } from '../../access/sql.ts';
import type { Schema } from '../../query/json-schema.ts';
import { computed, integer, key, text } from '../answer/scalars.ts';
import { timestampOrZero, timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';

/** An endpoint as ingest stores it: one of the four services, or none. */
interface StoredEndpoint {
  readonly block_node?: { readonly endpoint_apis?: readonly string[] | null } | null;
  readonly general_service?: { readonly description?: string | null } | null;
  readonly mirror_node?: object | null;
  readonly rpc_relay?: object | null;
  readonly domain_name?: string | null;
  readonly ip_address?: string | null;
  readonly port?: number | null;
  readonly requires_tls?: boolean | null;
}

const APIS = ['OTHER', 'STATUS', 'PUBLISH', 'SUBSCRIBE_STREAM', 'STATE_PROOF'];
/** For what a newer network than this program lets a block node serve. */
const UNKNOWN_API = 'UNRECOGNIZED';

function endpointType({ block_node, mirror_node, rpc_relay }: StoredEndpoint): string {
  if (block_node) return 'BLOCK_NODE';
  if (mirror_node) return 'MIRROR_NODE';
  return rpc_relay ? 'RPC_RELAY' : 'GENERAL_SERVICE';
}

function endpointJson(endpoint: StoredEndpoint): object {
  const { block_node, general_service } = endpoint;
  return {
    block_node: block_node
      ? {
          endpoint_apis: (block_node.endpoint_apis ?? []).map((api) =>
            APIS.includes(api) ? api : UNKNOWN_API,
          ),
        }
      : null,
    domain_name: endpoint.domain_name ?? null,
    general_service: general_service ? { description: general_service.description ?? null } : null,
    ip_address: endpoint.ip_address ?? null,
    mirror_node: endpoint.mirror_node ? {} : null,
    port: endpoint.port ?? null,
    requires_tls: endpoint.requires_tls ?? false,
    rpc_relay: endpoint.rpc_relay ? {} : null,
    type: endpointType(endpoint),
  };
}

const EMPTY_OBJECT: Schema = { type: 'object', nullable: true };

const ENDPOINT_SCHEMA: Schema = {
  type: 'object',
  properties: {
    block_node: {
      type: 'object',
      nullable: true,
      properties: {
        endpoint_apis: { type: 'array', items: { type: 'string', enum: [...APIS, UNKNOWN_API] } },
      },
      required: ['endpoint_apis'],
    },
    domain_name: { type: 'string', nullable: true },
    general_service: {
      type: 'object',
      nullable: true,
      properties: { description: { type: 'string', nullable: true } },
      required: ['description'],
    },
    ip_address: { type: 'string', nullable: true },
    mirror_node: EMPTY_OBJECT,
    port: { type: 'integer', nullable: true },
    requires_tls: { type: 'boolean' },
    rpc_relay: EMPTY_OBJECT,
    type: { type: 'string', enum: ['BLOCK_NODE', 'GENERAL_SERVICE', 'MIRROR_NODE', 'RPC_RELAY'] },
  },
  required: [
    'block_node',
    'domain_name',
    'general_service',
    'ip_address',
    'mirror_node',
    'port',
    'requires_tls',
    'rpc_relay',
    'type',
  ],
};

/** A registered node (HIP-1137), from `registered_node`. */
export const REGISTERED_NODE_FIELDS = {
  admin_key: key(sql`admin_key`),
  created_timestamp: timestampOrZero(sql`created_timestamp`),
  description: text(sql`description`),
  registered_node_id: integer(sql`registered_node_id`, { nullable: false }),
  service_endpoints: computed<readonly object[]>(
    [sql`service_endpoints`],
    (stored) => {
      const endpoints: unknown = stored === null || stored === undefined ? null : JSON.parse(stored);
      return Array.isArray(endpoints)
        ? JSON.stringify((endpoints as StoredEndpoint[]).map(endpointJson))
        : '[]';
    },
    { type: 'array', items: ENDPOINT_SCHEMA },
  ),
  timestamp: timestampRangeOrZero(sql`timestamp_range`, { nullable: false }),
};
