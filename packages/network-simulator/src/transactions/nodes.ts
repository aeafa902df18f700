import type { proto } from '@tain/protos/hapi';
import type { KeySpec } from '../ledger/entities.ts';
import { accountId, long } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import { ruled } from '../ledger/refusal.ts';
import { sha384 } from '../ledger/sha384.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { checkNewNode, checkNodeUpdate, createNode, deleteNode, updateNode } from './node-rules.ts';

/** Changes of consensus nodes other than the four that sign (HIP-869). */
const COUNCIL = 55;
const FIRST_EXTRA_NODE = 4;
const MAX_NODES = 12;
export const nodeCreate: KindRules = {
  weight: 0.1,
  isSchedulable: true,
  fee: { of: 'NodeCreate' },

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

  pure: ({ nodeCreate: body }) => checkNewNode(body ?? {}),

  apply: ruled((x) => createNode(x, x.body.nodeCreate ?? {})),
};

/** Returns one or two registered nodes that a consensus node may name as its operator's. */
function someRegistered(g: Generator): number[] {
  const { registeredNodes } = g.ledger;
  return registeredNodes.keys.filter((id) => registeredNodes.get(id)?.deleted === false).slice(0, 2);
}

/** Returns one of the nodes that may be changed or deleted. */
function extraNode(g: Generator): { readonly id: number; readonly adminKey: KeySpec } | undefined {
  return g.find(g.ledger.nodes, (row) => row.id >= FIRST_EXTRA_NODE && !row.deleted);
}

export const nodeUpdate: KindRules = {
  weight: 0.2,
  isSchedulable: true,
  fee: { of: 'NodeUpdate' },

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

  pure: ({ nodeUpdate: body }) => checkNodeUpdate(body ?? {}),

  apply: ruled((x) => updateNode(x, x.body.nodeUpdate ?? {})),
};

export const nodeDelete: KindRules = {
  weight: 0.03,
  isSchedulable: true,
  fee: { of: 'NodeDelete' },

  generate(g) {
    const node = extraNode(g);
    const id = g.failing() ? 9999 : node?.id;
    return id === undefined
      ? null
      : { data: { nodeDelete: { nodeId: long(id) } }, payer: COUNCIL, free: true };
  },

  apply: ruled((x) => deleteNode(x, x.body.nodeDelete?.nodeId)),
};
