import { sql } from '../../store/sql.ts';
import { computed, cryptoKey, integer, text } from '../answer/scalars.ts';
import { timestampOrZero, timestampRangeOrZero } from '../answer/timestamp-or-zero.ts';
import type { Schema } from '../query/json-schema.ts';

/** An endpoint as stored by the ingest: one of the four services, or none. */
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
/** Name of an API of a block node of a newer network that is unknown to this version. */
const UNKNOWN_API = 'UNRECOGNIZED';

/** A member of an endpoint: its description, and its value for a stored endpoint. */
interface Member {
  readonly schema: Schema;
  readonly of: (endpoint: StoredEndpoint) => unknown;
}

const EMPTY_OBJECT: Schema = { type: 'object', nullable: true };

/** Types of endpoints by the member that marks them; without any it is a general service. */
const TYPES = { block_node: 'BLOCK_NODE', mirror_node: 'MIRROR_NODE', rpc_relay: 'RPC_RELAY' } as const;
const GENERAL = 'GENERAL_SERVICE';

function typeOf(endpoint: StoredEndpoint): string {
  const service = (['block_node', 'mirror_node', 'rpc_relay'] as const).find((name) => endpoint[name]);
  return service === undefined ? GENERAL : TYPES[service];
}

/** An object with one member; null when nothing is stored. */
function one(name: string, schema: Schema): Schema {
  return { type: 'object', nullable: true, properties: { [name]: schema }, required: [name] };
}

/** Members of an endpoint in the answer, in order. */
const ENDPOINT: Readonly<Record<string, Member>> = {
  block_node: {
    schema: one('endpoint_apis', { type: 'array', items: { type: 'string', enum: [...APIS, UNKNOWN_API] } }),
    of: ({ block_node: node }) =>
      node
        ? { endpoint_apis: (node.endpoint_apis ?? []).map((api) => (APIS.includes(api) ? api : UNKNOWN_API)) }
        : null,
  },
  domain_name: {
    schema: { type: 'string', nullable: true },
    of: ({ domain_name: name }) => name ?? null,
  },
  general_service: {
    schema: one('description', { type: 'string', nullable: true }),
    of: ({ general_service: service }) => (service ? { description: service.description ?? null } : null),
  },
  ip_address: {
    schema: { type: 'string', nullable: true },
    of: ({ ip_address: address }) => address ?? null,
  },
  mirror_node: { schema: EMPTY_OBJECT, of: ({ mirror_node: node }) => (node ? {} : null) },
  port: { schema: { type: 'integer', nullable: true }, of: ({ port }) => port ?? null },
  requires_tls: { schema: { type: 'boolean' }, of: ({ requires_tls: isRequired }) => isRequired ?? false },
  rpc_relay: { schema: EMPTY_OBJECT, of: ({ rpc_relay: relay }) => (relay ? {} : null) },
  type: { schema: { type: 'string', enum: [...Object.values(TYPES), GENERAL].sort() }, of: typeOf },
};

const MEMBERS = Object.entries(ENDPOINT);

const ENDPOINT_SCHEMA: Schema = {
  type: 'object',
  properties: Object.fromEntries(MEMBERS.map(([name, { schema }]) => [name, schema])),
  required: MEMBERS.map(([name]) => name),
};

function endpointJson(endpoint: StoredEndpoint): object {
  return Object.fromEntries(MEMBERS.map(([name, { of }]) => [name, of(endpoint)]));
}

/** A registered node (HIP-1137), from `registered_node`. */
export const REGISTERED_NODE_FIELDS = {
  admin_key: cryptoKey(sql`admin_key`),
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
