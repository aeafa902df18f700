import { com, type proto } from '@tain/protos/hapi';
import type { ServiceEndpoint } from '../ledger/entities.ts';
import { long, numOf } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { Status } from '../ledger/status.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';

/** Nodes of other services that register with the network (HIP-1137). */
type RegisteredEndpoint = com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint;
const MAX_REGISTERED = 30;
/** A number that no registered node has. */
const NOBODY = 9_999;
const BlockNodeApi =
  com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint.BlockNodeApi;

/** Endpoints of one of the four kinds of service that a node can register for. */
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

/** What an endpoint's message says. */
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

  apply(x) {
    const body = x.body.registeredNodeCreate ?? {};
    const key = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    if (key === null || !x.signedBy(key)) return Status.INVALID_SIGNATURE;
    const id = x.ledger.counter.nextRegisteredNode;
    x.ledger.counters.edit(0).nextRegisteredNode = id + 1;
    x.ledger.registeredNodes.put(id, {
      id,
      description: body.description ?? '',
      endpoints: (body.serviceEndpoint ?? []).map(serviceOf),
      adminKey: key,
      deleted: false,
      createdAt: x.at,
    });
    x.receipt.registeredNodeId = long(id);
    return Status.SUCCESS;
  },
};

export const registeredNodeUpdate: KindRules = {
  weight: 0.1,

  generate(g) {
    const node = g.find(g.ledger.registeredNodes, (row) => !row.deleted);
    if (node === undefined) return null;
    const body: NonNullable<proto.ITransactionBody['registeredNodeUpdate']> = {
      registeredNodeId: long(node.id),
    };
    if (g.failing()) body.registeredNodeId = long(NOBODY);
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

  apply(x) {
    const body = x.body.registeredNodeUpdate ?? {};
    const id = numOf(body.registeredNodeId);
    const before = x.ledger.registeredNodes.get(id);
    if (before === undefined || before.deleted) return Status.INVALID_REGISTERED_NODE_ID;
    if (!x.signedBy(before.adminKey)) return Status.INVALID_SIGNATURE;
    const key = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    if (body.adminKey && !x.signedBy(key)) return Status.INVALID_SIGNATURE;
    const node = x.ledger.registeredNodes.edit(id);
    if (key !== null) node.adminKey = key;
    if (body.serviceEndpoint?.length) node.endpoints = body.serviceEndpoint.map(serviceOf);
    if (body.description) node.description = body.description.value ?? '';
    x.receipt.registeredNodeId = long(id);
    return Status.SUCCESS;
  },
};

export const registeredNodeDelete: KindRules = {
  weight: 0.03,

  generate(g) {
    if (g.failing()) {
      return { data: { registeredNodeDelete: { registeredNodeId: long(NOBODY) } }, payer: g.payer().num };
    }
    const node = g.find(g.ledger.registeredNodes, (row) => !row.deleted);
    if (node === undefined) return null;
    return {
      data: { registeredNodeDelete: { registeredNodeId: long(node.id) } },
      payer: g.payer().num,
      signers: node.adminKey.refs,
    };
  },

  apply(x) {
    const id = numOf(x.body.registeredNodeDelete?.registeredNodeId);
    const node = x.ledger.registeredNodes.get(id);
    if (node === undefined || node.deleted) return Status.INVALID_REGISTERED_NODE_ID;
    if (!x.signedBy(node.adminKey)) return Status.INVALID_SIGNATURE;
    x.ledger.registeredNodes.edit(id).deleted = true;
    return Status.SUCCESS;
  },
};
