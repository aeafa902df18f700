import { X509Certificate } from 'node:crypto';
import type { proto } from '@tain/protos/hapi';
import type Long from 'long';
import type { Node, ProxyEndpoint } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { long } from '../ledger/ids.ts';
import { specOf } from '../ledger/key-message.ts';
import { MAX_BATCH, MAX_TEXT } from '../ledger/limits.ts';
import { accountNumber, nodeNumber } from '../ledger/named.ts';
import { check } from '../ledger/refusal.ts';
import { accountSigns, hasSigned, isPrivileged, keySigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { isEmptyKey, isValidKey } from '../ledger/valid-key.ts';

/**
 * Effects of creations, updates and deletions of consensus nodes (HIP-869). The initial nodes sign this network's
 * blocks: their accounts cannot be changed, and they cannot be deleted.
 */

type Create = NonNullable<proto.ITransactionBody['nodeCreate']>;
type Update = NonNullable<proto.ITransactionBody['nodeUpdate']>;

const COUNCIL = 55;
const SIGNING_NODES = 4;
const MAX_NODES = 100;
const MAX_SERVICE_ENDPOINTS = 8;
const MAX_REGISTERED = 20;
const MAX_DOMAIN = 253;

/** Ends the transaction unless a description has at most 100 bytes and no zero byte. */
export function checkDescription(text: string): void {
  const fits = Buffer.byteLength(text) <= MAX_TEXT && !text.includes('\0');
  check(fits, Status.INVALID_NODE_DESCRIPTION);
}

function checkAdminKey(key: proto.IKey | null | undefined): asserts key is proto.IKey {
  check(!isEmptyKey(key), Status.KEY_REQUIRED);
  check(isValidKey(key), Status.INVALID_ADMIN_KEY);
}

function checkEndpoints(endpoints: readonly proto.IServiceEndpoint[], max: number, tooMany: Status): void {
  check(endpoints.length <= max, tooMany);
  for (const { port, ipAddressV4, domainName } of endpoints) {
    const domain = (domainName ?? '').trim();
    const bytes = ipAddressV4?.length ?? 0;
    check(Boolean(port) && (bytes > 0 || domain !== ''), Status.INVALID_ENDPOINT);
    check(bytes === 0 || domain === '', Status.IP_FQDN_CANNOT_BE_SET_FOR_SAME_ENDPOINT);
    check(domain.length <= MAX_DOMAIN, Status.FQDN_SIZE_TOO_LARGE);
    check(bytes === 0 || bytes === 4, Status.INVALID_IPV4_ADDRESS);
  }
}

/** Returns the endpoint in a message; an empty message means no endpoint. */
function proxyOf(endpoint: proto.IServiceEndpoint | null | undefined): ProxyEndpoint | null {
  return endpoint?.domainName ? { domain: endpoint.domainName, port: endpoint.port ?? 0 } : null;
}

function checkProxy({ domainName, ipAddressV4 }: proto.IServiceEndpoint): void {
  check(Boolean(domainName), Status.INVALID_SERVICE_ENDPOINT);
  check((domainName ?? '').trim().length <= MAX_DOMAIN, Status.FQDN_SIZE_TOO_LARGE);
  check(!ipAddressV4?.length, Status.INVALID_SERVICE_ENDPOINT);
}

/** Returns the numbers of registered nodes, all of which must exist. */
function registeredOf(x: Execution, ids: readonly Long[]): number[] {
  check(ids.length <= MAX_REGISTERED, Status.MAX_REGISTERED_NODES_EXCEEDED);
  return ids.map((value) => {
    const id = nodeNumber(value);
    check(x.ledger.registeredNodes.get(id)?.deleted === false, Status.INVALID_REGISTERED_NODE_ID);
    return id;
  });
}

/**
 * Returns OK unless a client's new node or update of a node has bytes that are no X.509 certificate
 * (`AddressBookValidator.validateX509Certificate`). The network's own nodes have hashes in their place.
 */
export function certificateStatus({ nodeCreate, nodeUpdate }: proto.ITransactionBody): Status {
  const bytes = nodeCreate?.gossipCaCertificate ?? nodeUpdate?.gossipCaCertificate?.value;
  if (!bytes) return Status.OK;
  try {
    return new X509Certificate(bytes).raw.length > 0 ? Status.OK : Status.INVALID_GOSSIP_CA_CERTIFICATE;
  } catch {
    return Status.INVALID_GOSSIP_CA_CERTIFICATE;
  }
}

/** Requires a living account that no node has. */
function freeAccount(x: Execution, num: number): void {
  const account = x.ledger.accounts.get(num);
  check(account !== undefined, Status.INVALID_NODE_ACCOUNT_ID);
  check(!account.deleted, Status.ACCOUNT_DELETED);
  for (const node of x.ledger.nodes.values())
    check(node.deleted || node.account !== num, Status.ACCOUNT_IS_LINKED_TO_A_NODE);
}

/** Ends the transaction unless the new node is valid by itself. */
export function checkNewNode(body: Create): void {
  check(accountNumber(body.accountId) > 0, Status.INVALID_NODE_ACCOUNT_ID);
  check(Boolean(body.gossipEndpoint?.length), Status.INVALID_GOSSIP_ENDPOINT);
  check(Boolean(body.serviceEndpoint?.length), Status.INVALID_SERVICE_ENDPOINT);
  check(Boolean(body.gossipCaCertificate?.length), Status.INVALID_GOSSIP_CA_CERTIFICATE);
  checkAdminKey(body.adminKey);
}

export function createNode(x: Execution, body: Create): Status {
  check(isPrivileged(x, COUNCIL), Status.AUTHORIZATION_FAILED);
  const account = accountNumber(body.accountId);
  keySigns(x, body.adminKey);
  if (x.ledger.accounts.has(account)) accountSigns(x, account, Status.INVALID_SIGNATURE);
  check(x.ledger.nodes.size < MAX_NODES, Status.MAX_NODES_CREATED);
  freeAccount(x, account);
  checkDescription(body.description ?? '');
  checkEndpoints(body.gossipEndpoint ?? [], MAX_BATCH, Status.GOSSIP_ENDPOINTS_EXCEEDED_LIMIT);
  const tooMany = Status.SERVICE_ENDPOINTS_EXCEEDED_LIMIT;
  checkEndpoints(body.serviceEndpoint ?? [], MAX_SERVICE_ENDPOINTS, tooMany);
  if (body.grpcProxyEndpoint) checkProxy(body.grpcProxyEndpoint);
  const registered = registeredOf(x, body.associatedRegisteredNode ?? []);
  const adminKey = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
  check(adminKey !== null, Status.INVALID_ADMIN_KEY);
  const id = x.ledger.counter.nextNode;
  x.ledger.counters.edit(0).nextNode = id + 1;
  x.ledger.nodes.put(id, {
    id,
    account,
    description: body.description ?? '',
    adminKey,
    declineReward: body.declineReward ?? false,
    grpcProxy: proxyOf(body.grpcProxyEndpoint),
    registered,
    stake: 0n,
    stakeRewarded: 0n,
    stakeNotRewarded: 0n,
    rewardRate: 0n,
    deleted: false,
    createdAt: x.at,
  });
  x.receipt.nodeId = long(id);
  return Status.SUCCESS;
}

/** Returns the living node of an id. */
function nodeOf(x: Execution, id: Long | null | undefined, deleted: Status): Readonly<Node> {
  const node = x.ledger.nodes.get(nodeNumber(id ?? null));
  check(node !== undefined, Status.INVALID_NODE_ID);
  check(!node.deleted, deleted);
  return node;
}

/** Ends the transaction unless the update of a node is valid by itself. */
export function checkNodeUpdate(body: Update): void {
  const certificate = body.gossipCaCertificate;
  check(!certificate || Boolean(certificate.value?.length), Status.INVALID_GOSSIP_CA_CERTIFICATE);
  if (body.adminKey) checkAdminKey(body.adminKey);
  const hash = body.grpcCertificateHash;
  check(!hash || Boolean(hash.value?.length), Status.INVALID_GRPC_CERTIFICATE_HASH);
}

export function updateNode(x: Execution, body: Update): Status {
  const before = nodeOf(x, body.nodeId, Status.INVALID_NODE_ID);
  updateSigners(x, before, body);

  const account = accountNumber(body.accountId);
  if (body.accountId) {
    check(x.ledger.accounts.has(account), Status.INVALID_NODE_ACCOUNT_ID);
    if (account !== before.account) {
      check(before.id >= SIGNING_NODES, Status.NOT_SUPPORTED);
      freeAccount(x, account);
    }
  }
  if (body.description) checkDescription(body.description.value ?? '');
  checkEndpoints(body.gossipEndpoint ?? [], MAX_BATCH, Status.GOSSIP_ENDPOINTS_EXCEEDED_LIMIT);
  const tooMany = Status.SERVICE_ENDPOINTS_EXCEEDED_LIMIT;
  checkEndpoints(body.serviceEndpoint ?? [], MAX_SERVICE_ENDPOINTS, tooMany);
  const proxy = body.grpcProxyEndpoint;
  if (proxy && (proxy.domainName || proxy.port || proxy.ipAddressV4?.length)) checkProxy(proxy);
  const list = body.associatedRegisteredNodeList;
  const registered = list && registeredOf(x, list.associatedRegisteredNode ?? []);

  const node = x.ledger.nodes.edit(before.id);
  if (body.adminKey) node.adminKey = specOf(x.ledger.keys, body.adminKey) ?? node.adminKey;
  if (body.accountId) node.account = account;
  if (proxy) node.grpcProxy = proxyOf(proxy);
  if (registered) node.registered = registered;
  if (body.description) node.description = body.description.value ?? '';
  if (body.declineReward) node.declineReward = body.declineReward.value ?? false;
  x.receipt.nodeId = long(before.id);
  return Status.SUCCESS;
}

/**
 * Requires the signatures of the admin key and of a new account; if only the account changes, the old account may
 * sign instead of the admin key.
 */
function updateSigners(x: Execution, node: Readonly<Node>, body: Update): void {
  const { nodeId, accountId, ...others } = body;
  if (accountId) {
    const num = accountNumber(accountId);
    check(num > 0, Status.INVALID_NODE_ACCOUNT_ID);
    accountSigns(x, num, Status.INVALID_SIGNATURE);
    const isAlone = Object.values(others).every((value) => !value || (Array.isArray(value) && !value.length));
    if (isAlone && hasSigned(x, node.account)) return;
  }
  check(x.signedBy(node.adminKey), Status.INVALID_SIGNATURE);
  keySigns(x, body.adminKey);
}

export function deleteNode(x: Execution, id: Long | null | undefined): Status {
  const node = nodeOf(x, id, Status.NODE_DELETED);
  check(isPrivileged(x, COUNCIL) || x.signedBy(node.adminKey), Status.INVALID_SIGNATURE);
  check(node.id >= SIGNING_NODES, Status.NOT_SUPPORTED);
  x.ledger.nodes.edit(node.id).deleted = true;
  return Status.SUCCESS;
}
