import { com, type proto } from '@tain/protos/hapi';
import type Long from 'long';
import type { RegisteredNode, ServiceEndpoint } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { long } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { textStatus } from '../ledger/limits.ts';
import { nodeNumber, repeats } from '../ledger/named.ts';
import { check, ruled } from '../ledger/refusal.ts';
import { isPrivileged } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { isEmptyKey, isValidKey } from '../ledger/valid-key.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { checkDescription } from './node-rules.ts';

/** Nodes of other services that register with the network (HIP-1137). */
type RegisteredEndpoint = com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint;
const MAX_REGISTERED = 30;
const COUNCIL = 55;
/** Maximum number of endpoints of a registered node. */
const MAX_ENDPOINTS = 50;
const MAX_PORT = 65_535;
const MAX_DOMAIN = 250;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.?$/i;
/** Number that is not assigned to a registered node. */
const UNKNOWN_NODE = 9_999;
const BlockNodeApi =
  com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint.BlockNodeApi;

/** Returns endpoints of one of the four kinds of service that a node can register for. */
function endpoints(g: Generator): RegisteredEndpoint[] {
  const { random } = g;
  const address = random.chance(0.5)
    ? { ipAddress: Uint8Array.of(203, 0, 113, random.between(1, 250)) }
    : { domainName: `service${random.below(100)}.demo.invalid` };
  const base = { ...address, port: random.between(1024, 65_000), requiresTls: random.chance(0.7) };
  const block: RegisteredEndpoint = {
    ...base,
    blockNode: { endpointApi: [BlockNodeApi.STATUS, BlockNodeApi.PUBLISH, BlockNodeApi.SUBSCRIBE_STREAM] },
  };
  const kind = random.below(5);
  if (kind === 0) return [{ ...base, mirrorNode: {} }];
  if (kind === 1) return [{ ...base, rpcRelay: {} }];
  if (kind === 2) return [{ ...base, generalService: { description: 'archive' } }];
  return kind === 3 ? [block] : [block, { ...base, port: 443, mirrorNode: {} }];
}

/** Decodes an endpoint. */
function serviceOf(endpoint: RegisteredEndpoint): ServiceEndpoint {
  const { blockNode, mirrorNode, rpcRelay, generalService } = endpoint;
  return {
    kind: blockNode ? 'block' : mirrorNode ? 'mirror' : rpcRelay ? 'rpcRelay' : 'general',
    address: endpoint.domainName || [...(endpoint.ipAddress ?? [])].join('.'),
    domain: Boolean(endpoint.domainName),
    port: endpoint.port ?? 0,
    tls: endpoint.requiresTls ?? false,
    about: generalService?.description ?? '',
    apis: blockNode?.endpointApi ?? [],
  };
}

export const registeredNodeCreate: KindRules = {
  weight: 0.2,
  isSchedulable: true,
  fee: { of: 'RegisteredNodeCreate' },

  generate(g) {
    if (g.ledger.registeredNodes.size >= MAX_REGISTERED) return null;
    const key = g.keySpec();
    const registeredNode = {
      adminKey: keyMessage(g.ledger.keys, key),
      description: `registered ${g.random.word().toString(36)}`,
      serviceEndpoint: endpoints(g),
    };
    return {
      data: { registeredNodeCreate: registeredNode },
      payer: g.payer().num,
      signers: g.failing() ? [] : key.refs,
    };
  },

  pure({ registeredNodeCreate: body }) {
    check(Boolean(body?.serviceEndpoint?.length), Status.INVALID_REGISTERED_ENDPOINT);
    check(!isEmptyKey(body?.adminKey), Status.KEY_REQUIRED);
    check(isValidKey(body?.adminKey), Status.INVALID_ADMIN_KEY);
  },

  apply: ruled((x) => {
    const body = x.body.registeredNodeCreate ?? {};
    const endpoints = body.serviceEndpoint ?? [];
    const key = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    check(key !== null && x.signedBy(key), Status.INVALID_SIGNATURE);
    checkDescription(body.description ?? '');
    checkEndpoints(endpoints);
    const id = x.ledger.counter.nextRegisteredNode;
    x.ledger.counters.edit(0).nextRegisteredNode = id + 1;
    x.ledger.registeredNodes.put(id, {
      id,
      description: body.description ?? '',
      endpoints: endpoints.map(serviceOf),
      adminKey: key,
      deleted: false,
      createdAt: x.at,
    });
    x.receipt.registeredNodeId = long(id);
    return Status.SUCCESS;
  }),
};

export const registeredNodeUpdate: KindRules = {
  weight: 0.1,
  isSchedulable: true,
  fee: { of: 'RegisteredNodeUpdate' },

  generate(g) {
    const node = g.find(g.ledger.registeredNodes, (row) => !row.deleted);
    if (node === undefined) return null;
    const body: NonNullable<proto.ITransactionBody['registeredNodeUpdate']> = {
      registeredNodeId: long(node.id),
    };
    if (g.failing()) body.registeredNodeId = long(UNKNOWN_NODE);
    const signers = g.failing() ? [] : [...node.adminKey.refs];
    const kind = g.random.unit();
    if (kind < 0.4) body.description = { value: `renamed ${g.random.word().toString(36)}` };
    else if (kind < 0.8) body.serviceEndpoint = endpoints(g);
    else {
      const key = g.keySpec();
      body.adminKey = keyMessage(g.ledger.keys, key);
      signers.push(...key.refs);
    }
    return { data: { registeredNodeUpdate: body }, payer: g.payer().num, signers };
  },

  pure({ registeredNodeUpdate: body }) {
    check(!body?.adminKey || !isEmptyKey(body.adminKey), Status.KEY_REQUIRED);
    check(!body?.adminKey || isValidKey(body.adminKey), Status.INVALID_ADMIN_KEY);
  },

  apply: ruled((x) => {
    const body = x.body.registeredNodeUpdate ?? {};
    const before = registeredOf(x, body.registeredNodeId);
    check(x.signedBy(before.adminKey), Status.INVALID_SIGNATURE);
    const key = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    check(key === null || x.signedBy(key), Status.INVALID_SIGNATURE);
    if (body.description) checkDescription(body.description.value ?? '');
    checkEndpoints(body.serviceEndpoint ?? []);
    const node = x.ledger.registeredNodes.edit(before.id);
    if (key !== null) node.adminKey = key;
    if (body.serviceEndpoint?.length) node.endpoints = body.serviceEndpoint.map(serviceOf);
    if (body.description) node.description = body.description.value ?? '';
    x.receipt.registeredNodeId = long(before.id);
    return Status.SUCCESS;
  }),
};

function registeredOf(x: Execution, id: Long | null | undefined): Readonly<RegisteredNode> {
  const node = x.ledger.registeredNodes.get(nodeNumber(id ?? null));
  check(node !== undefined && !node.deleted, Status.INVALID_REGISTERED_NODE_ID);
  return node;
}

/** Ends the transaction unless every endpoint has an address and a service. */
function checkEndpoints(list: readonly RegisteredEndpoint[]): void {
  check(list.length <= MAX_ENDPOINTS, Status.REGISTERED_ENDPOINTS_EXCEEDED_LIMIT);
  for (const { port, ipAddress, domainName, blockNode, mirrorNode, rpcRelay, generalService } of list) {
    check((port ?? 0) <= MAX_PORT, Status.INVALID_REGISTERED_ENDPOINT);
    check(Boolean(ipAddress) || Boolean(domainName), Status.INVALID_REGISTERED_ENDPOINT);
    const isAddress = domainName ? isDomain(domainName) : [4, 16].includes(ipAddress?.length ?? 0);
    check(isAddress, Status.INVALID_REGISTERED_ENDPOINT_ADDRESS);
    const hasType = Boolean(blockNode ?? mirrorNode ?? rpcRelay ?? generalService);
    check(hasType, Status.INVALID_REGISTERED_ENDPOINT_TYPE);
    const apis = blockNode?.endpointApi ?? [];
    check(!blockNode || (apis.length > 0 && !repeats(apis)), Status.INVALID_REGISTERED_ENDPOINT);
    const about = textStatus(generalService?.description ?? '', Status.INVALID_REGISTERED_ENDPOINT);
    check(about === Status.OK, Status.INVALID_REGISTERED_ENDPOINT);
  }
}

/** Returns whether a name consists of labels of letters, digits and inner hyphens. */
function isDomain(name: string): boolean {
  return name.length <= MAX_DOMAIN && DOMAIN.test(name);
}

export const registeredNodeDelete: KindRules = {
  weight: 0.03,
  isSchedulable: true,
  fee: { of: 'RegisteredNodeDelete' },

  generate(g) {
    if (g.failing()) {
      return {
        data: { registeredNodeDelete: { registeredNodeId: long(UNKNOWN_NODE) } },
        payer: g.payer().num,
      };
    }
    const node = g.find(g.ledger.registeredNodes, (row) => !row.deleted);
    if (node === undefined) return null;
    return {
      data: { registeredNodeDelete: { registeredNodeId: long(node.id) } },
      payer: g.payer().num,
      signers: node.adminKey.refs,
    };
  },

  apply: ruled((x) => {
    const node = registeredOf(x, x.body.registeredNodeDelete?.registeredNodeId);
    check(isPrivileged(x, COUNCIL) || x.signedBy(node.adminKey), Status.INVALID_SIGNATURE);
    for (const { deleted, registered } of x.ledger.nodes.values())
      check(deleted || !registered.includes(node.id), Status.REGISTERED_NODE_STILL_ASSOCIATED);
    x.ledger.registeredNodes.edit(node.id).deleted = true;
    return Status.SUCCESS;
  }),
};
