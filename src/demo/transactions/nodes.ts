import { com, type proto } from '@hiero-ledger/proto';
import { sha384 } from '../../kernel/record-stream.ts';
import type { KeySpec } from '../ledger/entities.ts';
import { accountId, long, numOf } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { Status } from '../ledger/status.ts';
import type { Generator } from './generator.ts';
import type { Kind } from './kind.ts';

/** Consensus nodes beyond the four that sign, and registered nodes (HIP-1137). */
type RegisteredEndpoint = com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint;
const COUNCIL = 55;
const FIRST_EXTRA_NODE = 4;
const MAX_NODES = 12;
const BlockNodeApi =
  com.hedera.hapi.node.addressbook.RegisteredServiceEndpoint.BlockNodeEndpoint.BlockNodeApi;

export const nodeCreate: Kind = {
  name: 'NODECREATE',
  field: 'nodeCreate',
  weight: 0.1,

  generate(g) {
    const id = g.ledger.counter.nextNode;
    const failing = g.failing();
    if (!failing && g.ledger.nodes.size >= MAX_NODES) return null;
    const key = g.keySpec();
    return {
      data: {
        nodeCreate: {
          accountId: accountId(failing ? g.ledger.counter.nextEntity + 3 : 10 + id),
          description: `standby node ${id}`,
          gossipEndpoint: [{ domainName: `gossip${id}.demo.invalid`, port: 50_111 }],
          serviceEndpoint: [{ domainName: `node${id}.demo.invalid`, port: 50_211 }],
          gossipCaCertificate: sha384(Buffer.from(`demo certificate of node ${id}`)),
          grpcCertificateHash: sha384(Buffer.from(`demo TLS certificate of node ${id}`)),
          adminKey: keyMessage(g.ledger.keys, key),
          declineReward: g.random.chance(0.5),
          ...(g.random.chance(0.5)
            ? { grpcProxyEndpoint: { domainName: `proxy${id}.demo.invalid`, port: 443 } }
            : null),
        },
      },
      payer: COUNCIL,
      signers: key.refs,
      free: true,
    };
  },

  apply(x) {
    const body = x.body.nodeCreate ?? {};
    const account = numOf(body.accountId?.accountNum);
    const key = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    if (key === null || !x.signedBy(key)) return Status.INVALID_SIGNATURE;
    if (!x.ledger.accounts.has(account)) return Status.INVALID_NODE_ACCOUNT_ID;
    const id = x.ledger.counter.nextNode;
    x.ledger.counters.edit(0).nextNode = id + 1;
    x.ledger.nodes.put(id, {
      id,
      account,
      description: body.description ?? '',
      adminKey: key,
      declineReward: body.declineReward ?? false,
      stake: 0n,
      stakeRewarded: 0n,
      stakeNotRewarded: 0n,
      rewardRate: 0n,
      deleted: false,
      createdAt: x.at,
    });
    x.receipt.nodeId = long(id);
    return Status.SUCCESS;
  },
};

/** One of the nodes that may come and go. */
function extraNode(g: Generator): { readonly id: number; readonly adminKey: KeySpec } | undefined {
  return g.find(g.ledger.nodes, (row) => row.id >= FIRST_EXTRA_NODE && !row.deleted);
}

export const nodeUpdate: Kind = {
  name: 'NODEUPDATE',
  field: 'nodeUpdate',
  weight: 0.2,

  generate(g) {
    const { random } = g;
    if (g.failing()) {
      const nodeUpdate = { nodeId: long(9_999), description: { value: 'nobody' } };
      return { data: { nodeUpdate }, payer: COUNCIL, free: true };
    }
    const node = extraNode(g);
    if (node === undefined) return null;
    const body: NonNullable<proto.ITransactionBody['nodeUpdate']> = { nodeId: long(node.id) };
    const kind = random.unit();
    if (kind < 0.4) body.description = { value: `standby node ${node.id}, ${random.word().toString(36)}` };
    else if (kind < 0.6) body.declineReward = { value: random.chance(0.5) };
    else if (kind < 0.8)
      body.grpcProxyEndpoint = random.chance(0.3)
        ? {}
        : { domainName: `proxy${random.below(9)}.demo.invalid`, port: 443 };
    else
      body.associatedRegisteredNodeList = {
        associatedRegisteredNode: [...g.ledger.registeredNodes.keys].slice(0, 2).map(long),
      };
    return {
      data: { nodeUpdate: body },
      payer: COUNCIL,
      signers: g.failing() ? [] : node.adminKey.refs,
      free: true,
    };
  },

  apply(x) {
    const body = x.body.nodeUpdate ?? {};
    const id = numOf(body.nodeId);
    const before = x.ledger.nodes.get(id);
    if (before === undefined || before.deleted) return Status.INVALID_NODE_ID;
    if (!x.signedBy(before.adminKey)) return Status.INVALID_SIGNATURE;
    const node = x.ledger.nodes.edit(id);
    if (body.description) node.description = body.description.value ?? '';
    if (body.declineReward) node.declineReward = body.declineReward.value ?? false;
    x.receipt.nodeId = long(id);
    return Status.SUCCESS;
  },
};

export const nodeDelete: Kind = {
  name: 'NODEDELETE',
  field: 'nodeDelete',
  weight: 0.03,

  generate(g) {
    const node = extraNode(g);
    const id = g.failing() ? 9999 : node?.id;
    return id === undefined
      ? null
      : { data: { nodeDelete: { nodeId: long(id) } }, payer: COUNCIL, free: true };
  },

  apply(x) {
    const id = numOf(x.body.nodeDelete?.nodeId);
    const node = x.ledger.nodes.get(id);
    if (node === undefined || node.deleted) return Status.INVALID_NODE_ID;
    x.ledger.nodes.edit(id).deleted = true;
    return Status.SUCCESS;
  },
};

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

export const registeredNodeCreate: Kind = {
  name: 'REGISTEREDNODECREATE',
  field: 'registeredNodeCreate',
  weight: 0.2,

  generate(g) {
    if (g.ledger.registeredNodes.size >= 30) return null;
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
      adminKey: key,
      deleted: false,
      createdAt: x.at,
    });
    x.receipt.registeredNodeId = long(id);
    return Status.SUCCESS;
  },
};

export const registeredNodeUpdate: Kind = {
  name: 'REGISTEREDNODEUPDATE',
  field: 'registeredNodeUpdate',
  weight: 0.1,

  generate(g) {
    const node = g.find(g.ledger.registeredNodes, (row) => !row.deleted);
    if (node === undefined) return null;
    const body: NonNullable<proto.ITransactionBody['registeredNodeUpdate']> = {
      registeredNodeId: long(node.id),
    };
    if (g.random.chance(0.5)) body.description = { value: `renamed ${g.random.word().toString(36)}` };
    else body.serviceEndpoint = endpoints(g);
    const signers = g.failing() ? [] : node.adminKey.refs;
    return { data: { registeredNodeUpdate: body }, payer: g.payer().num, signers };
  },

  apply(x) {
    const body = x.body.registeredNodeUpdate ?? {};
    const id = numOf(body.registeredNodeId);
    const before = x.ledger.registeredNodes.get(id);
    if (before === undefined || before.deleted) return Status.INVALID_REGISTERED_NODE_ID;
    if (!x.signedBy(before.adminKey)) return Status.INVALID_SIGNATURE;
    const node = x.ledger.registeredNodes.edit(id);
    if (body.description) node.description = body.description.value ?? '';
    x.receipt.registeredNodeId = long(id);
    return Status.SUCCESS;
  },
};

export const registeredNodeDelete: Kind = {
  name: 'REGISTEREDNODEDELETE',
  field: 'registeredNodeDelete',
  weight: 0.03,

  generate(g) {
    if (g.failing()) {
      return { data: { registeredNodeDelete: { registeredNodeId: long(9_999) } }, payer: g.payer().num };
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

/** The network's ledger id, once more with every call; the last one counts. */
export const ledgerIdPublication: Kind = {
  name: 'LEDGERIDPUBLICATION',
  field: 'ledgerIdPublication',
  weight: 0.01,

  generate: (g) => ({
    data: {
      ledgerIdPublication: {
        ledgerId: sha384(Buffer.from(`demo ledger ${g.random.below(3)}`)).subarray(0, 32),
        historyProofVerificationKey: sha384(Buffer.from('demo verification key')),
        nodeContributions: [...g.ledger.nodes.values()]
          .filter((node) => !node.deleted)
          .map((node) => ({
            nodeId: long(node.id),
            weight: long(1),
            historyProofKey: sha384(Buffer.from(`proof ${node.id}`)),
          })),
      },
    },
    payer: 50,
    memo: 'Ledger id',
    free: true,
  }),

  apply: () => Status.SUCCESS,
};
