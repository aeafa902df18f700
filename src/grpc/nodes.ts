import { decodeEntityId, printEntityId } from '@tain/ledger/entity-id';
import { bigIntToLong } from '@tain/ledger/long';
import { idInNetwork, type Network } from '@tain/ledger/network';
import { ADDRESS_BOOK_FILE, NODE_DETAILS_FILE } from '@tain/ledger/system-files';
import { com, proto } from '@tain/protos/hapi';
import { newestRow } from '../store/access/lookup.ts';
import type { Select } from '../store/connections/select.ts';
import { sql } from '../store/sql.ts';
import { CallError, firstOf, type GrpcCall } from './call.ts';
import { decoded, parseEntity } from './topic-query.ts';

export interface NodesOptions {
  readonly network: Network;
  /** Throws `CallError` when the database fails. */
  readonly select: Select;
}

/** Request of a client for an address book. */
interface BookQuery {
  /** Packed id. */
  readonly file: bigint;
  /** Maximum number of nodes; 0: unlimited. */
  readonly limit: number;
}

/** Maximum number of nodes of one write. */
const MAX_SENT = 50;

/** `NetworkService/getNodes`: the nodes of the newest version of an address book, by number. */
export async function sendNodes({ network, select }: NodesOptions, call: GrpcCall): Promise<void> {
  const request = (await firstOf(call.requests)) ?? new Uint8Array();
  const { file, limit } = parseBookQuery(request, network);
  const nodes = await selectNodes(select, file);
  if (nodes === undefined) throw new CallError('notFound', `${printEntityId(file)} does not exist`);
  const requested = limit === 0 ? nodes : nodes.slice(0, limit);
  for (let from = 0; from < requested.length; from += MAX_SENT) {
    await call.send(requested.slice(from, from + MAX_SENT).map(nodeAddress));
  }
}

/** Parses an `AddressBookQuery`, with the texts of the public mirror node. Throws `CallError`. */
function parseBookQuery(bytes: Uint8Array, network: Network): BookQuery {
  const { fileId, limit } = decoded(() => com.hedera.mirror.api.proto.AddressBookQuery.decode(bytes));
  const file =
    fileId === null || fileId === undefined
      ? undefined
      : parseEntity(fileId.shardNum, fileId.realmNum, fileId.fileNum);
  const problems = [
    ...(file === undefined ? ['getNodes.filter.fileId: must not be null'] : []),
    ...(limit < 0 ? ['getNodes.filter.limit: must be greater than or equal to 0'] : []),
  ];
  if (file === undefined || problems.length > 0) throw new CallError('invalidArgument', problems.join(', '));
  const books = [ADDRESS_BOOK_FILE, NODE_DETAILS_FILE].map((num) => idInNetwork(network, num));
  if (!books.includes(file)) throw new CallError('invalidArgument', 'Not a valid address book file');
  return { file, limit };
}

/** A node as read from the tables, in PostgreSQL's text form. */
type NodeRow = readonly (string | null)[];

interface Endpoint {
  readonly ip: string | null;
  readonly port: number | null;
  readonly domain: string | null;
}

/**
 * Returns the nodes of the newest address book of a file; undefined when there is none. One statement, so all rows belong
 * to one snapshot.
 */
async function selectNodes(select: Select, file: bigint): Promise<NodeRow[] | undefined> {
  const book = newestRow({
    select: sql`b.start_consensus_timestamp`,
    from: sql`address_book b`,
    where: [sql`b.file_id = ${file}`],
    by: [sql`b.start_consensus_timestamp`],
  });
  const rows = await select(
    sql`select e.node_id, coalesce(n.account_id, e.node_account_id), e.memo, e.public_key, e.node_cert_hash, e.description,
        coalesce(s.stake, 0), endpoints.list
      from (${book}) b
      left join address_book_entry e on e.consensus_timestamp = b.start_consensus_timestamp
      left join node n on n.node_id = e.node_id
      left join node_stake s on s.node_id = e.node_id
        and s.consensus_timestamp = (select max(consensus_timestamp) from node_stake)
      left join lateral (
        select json_agg(json_build_object('ip', a.ip_address_v4, 'port', a.port, 'domain', a.domain_name)
          order by a.ip_address_v4 collate "C", a.port, a.domain_name collate "C")::text as list
        from address_book_service_endpoint a
        where a.consensus_timestamp = e.consensus_timestamp and a.node_id = e.node_id
      ) endpoints on true
      order by e.node_id`,
  );
  if (rows.length === 0) return undefined;
  // A book without nodes is one row without a node.
  return rows.filter(([id]) => id !== null);
}

/** Serializes a `NodeAddress`. */
function nodeAddress(row: NodeRow): Uint8Array {
  const [id, account, memo, key, certificateHash, description, stake, endpoints] = row;
  const { shard, realm, num } = decodeEntityId(BigInt(account ?? 0));
  return proto.NodeAddress.encode({
    nodeId: bigIntToLong(BigInt(id ?? 0)),
    nodeAccountId: {
      shardNum: bigIntToLong(shard),
      realmNum: bigIntToLong(realm),
      accountNum: bigIntToLong(num),
    },
    ...(memo !== null && memo !== undefined && { memo: Buffer.from(memo) }),
    ...(key !== null && key !== undefined && { RSA_PubKey: key }),
    ...(certificateHash && { nodeCertHash: Buffer.from(certificateHash.slice(2), 'hex') }),
    ...(description !== null && description !== undefined && { description }),
    stake: bigIntToLong(BigInt(stake ?? 0)),
    serviceEndpoint: (JSON.parse(endpoints ?? '[]') as Endpoint[]).flatMap(serviceEndpoint),
  }).finish();
}

/**
 * Serializes an endpoint. Returns none for an endpoint with neither address nor name, because SDKs fail on it and it
 * leads nowhere.
 */
function serviceEndpoint({ ip, port, domain }: Endpoint): proto.IServiceEndpoint[] {
  const ipAddressV4 = addressBytes(ip ?? '');
  const domainName = domain ?? '';
  if (ipAddressV4.length === 0 && domainName === '') return [];
  return [{ ipAddressV4, port: port ?? 0, domainName }];
}

/** Returns the four bytes of an IPv4 address; empty for any other text. */
function addressBytes(text: string): Uint8Array {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text.trim())?.slice(1).map(Number) ?? [];
  return parts.every((part) => part <= 255) ? Uint8Array.from(parts) : new Uint8Array();
}
