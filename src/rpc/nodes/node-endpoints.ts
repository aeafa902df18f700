import { decodeEntityId } from '@tain/ledger/entity-id';
import { idInNetwork, type Network } from '@tain/ledger/network';
import { ADDRESS_BOOK_FILE } from '@tain/ledger/system-files';
import type { Database } from '../../store/connections/database.ts';
import type { AccountName } from './envelope.ts';

/** Address at which a consensus node takes transactions. */
export interface NodeEndpoint {
  /** The node's account. */
  readonly account: AccountName;
  readonly host: string;
  readonly port: number;
  /** SHA-384 of the node's certificate as PEM, hex digits; null: clear text. */
  readonly certificateHash: string | null;
}

/** Ports of consensus nodes that take TLS; all others are clear text, as in SDKs. */
const TLS_PORTS = new Set([443, 50_212]);

interface EndpointRow {
  readonly account: string;
  /** Hash of the certificate: hex of the column, whose bytes are text. */
  readonly hash: string | null;
  readonly ip: string | null;
  readonly domain: string | null;
  readonly port: number;
}

const NODES = `
  select coalesce(n.account_id, e.node_account_id)::text as account, encode(e.node_cert_hash, 'hex') as hash,
         a.ip_address_v4 as ip, a.domain_name as domain, a.port
    from address_book_entry e
    join address_book_service_endpoint a on a.consensus_timestamp = e.consensus_timestamp and a.node_id = e.node_id
    left join node n on n.node_id = e.node_id
   where e.consensus_timestamp = (select max(start_consensus_timestamp) from address_book where file_id = $1)
     and n.deleted is not true
   order by e.node_id, a.ip_address_v4 collate "C", a.port, a.domain_name collate "C"`;

/**
 * Returns the endpoints of the newest address book, one for each node: with TLS where the book has the hash of its
 * certificate, else in clear text. A transaction is signed, so it cannot be changed in transit.
 */
export async function selectNodeEndpoints(database: Database, network: Network): Promise<NodeEndpoint[]> {
  const { rows } = await database.pool.query<EndpointRow>(NODES, [idInNetwork(network, ADDRESS_BOOK_FILE)]);
  return endpointsOf(rows);
}

/** Returns the endpoints of rows of the address book. */
export function endpointsOf(rows: readonly EndpointRow[]): NodeEndpoint[] {
  const nodes = new Map<string, NodeEndpoint>();
  for (const { account, hash, ip, domain, port } of rows) {
    const host = domain?.trim() || ip?.trim() || '';
    const isTls = TLS_PORTS.has(port);
    const certificateHash = isTls ? hashOf(hash) : null;
    if (host === '' || port < 1 || port > 65_535 || (isTls && certificateHash === null)) continue;
    const known = nodes.get(account);
    if (known !== undefined && (known.certificateHash !== null || certificateHash === null)) continue;
    nodes.set(account, { account: decodeEntityId(BigInt(account)), host, port, certificateHash });
  }
  return [...nodes.values()];
}

function hashOf(column: string | null): string | null {
  const text = Buffer.from(column ?? '', 'hex')
    .toString('latin1')
    .trim()
    .replace(/^0x/, '')
    .toLowerCase();
  return /^[\da-f]{96}$/.test(text) ? text : null;
}
