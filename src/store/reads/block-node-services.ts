import type { Select } from '../connections/select.ts';
import { sql } from '../sql.ts';

/** Address of a service of a block node. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** A registered block node (HIP-1137) that blocks can be read from. */
export interface BlockNodeServices {
  readonly id: bigint;
  readonly status: ServiceAddress;
  readonly subscribe: ServiceAddress;
}

/** An endpoint in `registered_node.service_endpoints`; any field may be missing. */
interface StoredEndpoint {
  readonly block_node?: { readonly endpoint_apis?: readonly string[] };
  readonly domain_name?: string;
  readonly ip_address?: string;
  readonly port?: number;
  readonly requires_tls?: boolean;
}

/** The kind of block nodes in `registered_node.type`. */
const BLOCK_NODE = 1;
/** Maximum number of nodes read, far above that of any network, because the ledger sets no limit. */
const MAX_NODES = 1_000;

/**
 * Returns the registered nodes by id, without deleted ones, that receive blocks from consensus nodes (an endpoint
 * offers `PUBLISH`) and serve them to others (endpoints for `STATUS` and `SUBSCRIBE_STREAM`).
 */
export async function selectBlockNodeServices(select: Select): Promise<BlockNodeServices[]> {
  const rows = await select(sql`
    select registered_node_id, service_endpoints
    from registered_node
    where deleted is not true and type @> array[${BLOCK_NODE}]::smallint[]
    order by registered_node_id
    limit ${MAX_NODES}`);
  return rows.flatMap(([id, endpoints]) => servicesOf(BigInt(id ?? 0), endpoints ?? null) ?? []);
}

function servicesOf(id: bigint, stored: string | null): BlockNodeServices | null {
  const endpoints: unknown = stored === null ? null : JSON.parse(stored);
  if (!Array.isArray(endpoints)) return null;
  const offering = (api: string) =>
    (endpoints as StoredEndpoint[]).find((each) => each.block_node?.endpoint_apis?.includes(api) === true);
  const [status, subscribe] = [addressOf(offering('STATUS')), addressOf(offering('SUBSCRIBE_STREAM'))];
  if (offering('PUBLISH') === undefined || status === null || subscribe === null) return null;
  return { id, status, subscribe };
}

function addressOf(endpoint: StoredEndpoint | undefined): ServiceAddress | null {
  const host = endpoint?.domain_name ?? endpoint?.ip_address ?? '';
  const port = endpoint?.port ?? 0;
  if (host === '' || port < 1 || port > 65_535) return null;
  return { host: host.includes(':') ? `[${host}]` : host, port, tls: endpoint?.requires_tls === true };
}
