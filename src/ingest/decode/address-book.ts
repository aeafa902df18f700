import { decodeEntityId, encodeEntityId } from '@tain/ledger/entity-id';
import { longToBigInt } from '@tain/ledger/long';
import { proto } from '@tain/protos/hapi';

/** One address of a node: an IPv4 address or a domain name (the other is empty). */
export interface ServiceEndpoint {
  readonly ipAddressV4: string;
  readonly domainName: string;
  readonly port: number;
}

/** A node of an address book, as stored in table `address_book_entry`. */
export interface AddressBookEntry {
  readonly nodeId: bigint;
  /** Packed entity id. */
  readonly nodeAccountId: bigint;
  readonly memo: string | null;
  /** Hex of the DER SubjectPublicKeyInfo of the node's RSA key; empty when the book has none. */
  readonly publicKey: string;
  readonly nodeCertHash: Uint8Array | null;
  readonly description: string;
  /** Tinybars; deprecated in the ledger and 0 in newer books. */
  readonly stake: bigint;
  /** Addresses without duplicates. */
  readonly endpoints: readonly ServiceEndpoint[];
}

/** An address book, in force for stream instants from `startConsensusTimestamp` until a later one. */
export interface AddressBook {
  /** Nanoseconds: 1 for the initial book, else the consensus time of its transaction + 1. */
  readonly startConsensusTimestamp: bigint;
  /** Packed id of file 0.0.101 or 0.0.102. */
  readonly fileId: bigint;
  /** The serialized `NodeAddressBook`. */
  readonly fileData: Uint8Array;
  /** Entries by node id, ascending, without duplicates. */
  readonly entries: readonly AddressBookEntry[];
}

/** Widths of the columns for these texts; longer texts are truncated, so that a book cannot stop the stream. */
const MAX_MEMO = 128;
const MAX_PUBLIC_KEY = 1024;
const MAX_DESCRIPTION = 100;
const MAX_DOMAIN_NAME = 253;

/** Accounts of the first nodes: without a node id, node `n` is account `n + 3`. */
const FIRST_NODE_ACCOUNT = 3n;
const END_OF_NODE_ACCOUNTS = 20n;

/**
 * Returns the entries of a serialized `NodeAddressBook`, by node id. Old books name nodes only by their account, in the
 * memo, and may list a node once per address. Null when the bytes are not an address book: not parseable (a file is
 * uploaded in parts), without nodes, with a node that has no account, or with an account of another shard or realm than
 * that of `fileId`.
 */
export function readAddressBook(bytes: Uint8Array, fileId: bigint): AddressBookEntry[] | null {
  let nodes: readonly proto.INodeAddress[];
  try {
    nodes = proto.NodeAddressBook.decode(bytes).nodeAddress;
  } catch {
    return null;
  }
  const network = decodeEntityId(fileId);
  const entries = new Map<bigint, AddressBookEntry & { readonly endpoints: ServiceEndpoint[] }>();
  for (const node of nodes) {
    const account = accountOf(node);
    const endpoints = endpointsOf(node);
    if (account === null || endpoints === null) return null;
    const { shard, realm, num } = decodeEntityId(account);
    if (shard !== network.shard || realm !== network.realm) return null;
    const nodeId = nodeIdOf(node, num);
    if (nodeId < 0n) return null;
    let entry = entries.get(nodeId);
    if (!entry) {
      entry = {
        nodeId,
        nodeAccountId: account,
        memo: node.memo?.length ? text(Buffer.from(node.memo).toString(), MAX_MEMO) : null,
        publicKey: text(node.RSA_PubKey ?? '', MAX_PUBLIC_KEY),
        nodeCertHash: node.nodeCertHash?.length ? node.nodeCertHash : null,
        description: text(node.description ?? '', MAX_DESCRIPTION),
        stake: longToBigInt(node.stake),
        endpoints: [],
      };
      entries.set(nodeId, entry);
    }
    addMissing(entry.endpoints, endpoints);
  }
  if (entries.size === 0) return null;
  return [...entries.values()].sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
}

/** Returns the node's account: its own field, else the memo as `s.r.n`; null without either. */
function accountOf(node: proto.INodeAddress): bigint | null {
  try {
    const id = node.nodeAccountId;
    if (id)
      return encodeEntityId(
        longToBigInt(id.shardNum),
        longToBigInt(id.realmNum),
        longToBigInt(id.accountNum),
      );
    const parts = /^(\d{1,4})\.(\d{1,5})\.(\d{1,12})$/.exec(Buffer.from(node.memo ?? '').toString());
    return parts && encodeEntityId(BigInt(parts[1] ?? ''), BigInt(parts[2] ?? ''), BigInt(parts[3] ?? ''));
  } catch {
    return null;
  }
}

function nodeIdOf(node: proto.INodeAddress, account: bigint): bigint {
  const nodeId = longToBigInt(node.nodeId);
  const withoutId = nodeId === 0n && account < END_OF_NODE_ACCOUNTS && account >= FIRST_NODE_ACCOUNT;
  return withoutId ? account - FIRST_NODE_ACCOUNT : nodeId;
}

/** Returns the addresses of a node. Null when one is neither 4 bytes long nor absent. */
function endpointsOf(node: proto.INodeAddress): ServiceEndpoint[] | null {
  const endpoints: ServiceEndpoint[] = [];
  const deprecated = Buffer.from(node.ipAddress ?? '')
    .toString()
    .trim();
  if (deprecated !== '') {
    endpoints.push({ ipAddressV4: text(deprecated, 15), domainName: '', port: node.portno ?? 0 });
  }
  for (const { ipAddressV4, domainName, port } of node.serviceEndpoint ?? []) {
    const length = ipAddressV4?.length ?? 0;
    if (length !== 0 && length !== 4) return null;
    endpoints.push({
      ipAddressV4: ipAddressV4 ? [...ipAddressV4].join('.') : '',
      domainName: text(domainName ?? '', MAX_DOMAIN_NAME),
      port: port ?? 0,
    });
  }
  return endpoints;
}

function addMissing(present: ServiceEndpoint[], more: readonly ServiceEndpoint[]): void {
  for (const endpoint of more) {
    const { ipAddressV4, domainName, port } = endpoint;
    const known = present.some(
      (other) => other.ipAddressV4 === ipAddressV4 && other.domainName === domainName && other.port === port,
    );
    if (!known) present.push(endpoint);
  }
}

/**
 * Fits a text into its column: truncates it to `width`, and replaces NUL, which PostgreSQL does not accept, by U+FFFD.
 */
function text(value: string, width: number): string {
  return [...value.replaceAll('\0', '\ufffd')].slice(0, width).join('');
}
