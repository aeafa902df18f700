import type { proto } from '@tain/protos/hapi';
import type { KeySpec, ProxyEndpoint } from '../ledger/entities.ts';
import { accountId, long, numOf } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import { sha384 } from '../ledger/sha384.ts';
import { Status } from '../ledger/status.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';

/** Consensus nodes beyond the four that sign (HIP-869). */
const COUNCIL = 55;
const FIRST_EXTRA_NODE = 4;
const MAX_NODES = 12;
export const nodeCreate: KindRules = {
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
          associatedRegisteredNode: someRegistered(g).map(long),
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
      grpcProxy: proxyOf(body.grpcProxyEndpoint),
      registered: (body.associatedRegisteredNode ?? []).map(numOf),
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

/** The endpoint in a message; an empty message means that there is none. */
function proxyOf(endpoint: proto.IServiceEndpoint | null | undefined): ProxyEndpoint | null {
  return endpoint?.domainName ? { domain: endpoint.domainName, port: endpoint.port ?? 0 } : null;
}

/** One or two registered nodes that a consensus node may name as its operator's. */
function someRegistered(g: Generator): number[] {
  const { registeredNodes } = g.ledger;
  return registeredNodes.keys.filter((id) => registeredNodes.get(id)?.deleted === false).slice(0, 2);
}

/** One of the nodes that may come and go. */
function extraNode(g: Generator): { readonly id: number; readonly adminKey: KeySpec } | undefined {
  return g.find(g.ledger.nodes, (row) => row.id >= FIRST_EXTRA_NODE && !row.deleted);
}

export const nodeUpdate: KindRules = {
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
    const signers = [...node.adminKey.refs];
    const kind = random.unit();
    if (kind < 0.25) body.description = { value: `standby node ${node.id}, ${random.word().toString(36)}` };
    else if (kind < 0.45) body.declineReward = { value: random.chance(0.5) };
    else if (kind < 0.55) body.accountId = accountId(20 + random.below(20));
    else if (kind < 0.7) {
      const key = g.keySpec();
      body.adminKey = keyMessage(g.ledger.keys, key);
      signers.push(...key.refs);
    } else if (kind < 0.85)
      body.grpcProxyEndpoint = random.chance(0.3)
        ? {}
        : { domainName: `proxy${random.below(9)}.demo.invalid`, port: 443 };
    else
      body.associatedRegisteredNodeList = {
        associatedRegisteredNode: someRegistered(g).map(long),
      };
    return {
      data: { nodeUpdate: body },
      payer: COUNCIL,
      signers: g.failing() ? [] : signers,
      free: true,
    };
  },

  apply(x) {
    const body = x.body.nodeUpdate ?? {};
    const id = numOf(body.nodeId);
    const before = x.ledger.nodes.get(id);
    if (before === undefined || before.deleted) return Status.INVALID_NODE_ID;
    if (!x.signedBy(before.adminKey)) return Status.INVALID_SIGNATURE;
    const key = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    if (body.adminKey && !x.signedBy(key)) return Status.INVALID_SIGNATURE;
    const node = x.ledger.nodes.edit(id);
    if (key !== null) node.adminKey = key;
    if (body.accountId) node.account = numOf(body.accountId.accountNum);
    if (body.grpcProxyEndpoint) node.grpcProxy = proxyOf(body.grpcProxyEndpoint);
    if (body.associatedRegisteredNodeList)
      node.registered = (body.associatedRegisteredNodeList.associatedRegisteredNode ?? []).map(numOf);
    if (body.description) node.description = body.description.value ?? '';
    if (body.declineReward) node.declineReward = body.declineReward.value ?? false;
    x.receipt.nodeId = long(id);
    return Status.SUCCESS;
  },
};

export const nodeDelete: KindRules = {
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
