import type { com, proto } from '@tain/protos/hapi';
import type { Draft } from '../ledger/draft.ts';
import type { Execution } from '../ledger/execution.ts';
import { accountId, long, numOf } from '../ledger/ids.ts';
import { sha384 } from '../ledger/sha384.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';

/**
 * Transactions that nodes send each other to run the network. The ledger accepts them, and stores only that they
 * happened. They are rare here; real networks hide most of them.
 */
const NODE = 3;
const NETWORK = 50;
const bytes = (g: Generator, length = 48): Uint8Array => sha384(g.random.bytes(8)).subarray(0, length);

type Bodies = {
  readonly [Field in keyof proto.ITransactionBody]?: (g: Generator) => proto.ITransactionBody[Field];
};

const BODIES = {
  hintsPreprocessingVote: (g) => ({
    constructionId: long(1),
    vote: { congruentNodeId: long(g.random.below(4)) },
  }),
  hintsKeyPublication: (g) => ({ partyId: g.random.below(4), numParties: 4, hintsKey: bytes(g) }),
  hintsPartialSignature: (g) => ({ constructionId: long(1), message: bytes(g), partialSignature: bytes(g) }),
  historyProofSignature: (g) => ({ constructionId: long(1), signature: { signature: bytes(g) } }),
  historyProofKeyPublication: (g) => ({ proofKey: bytes(g, 32) }),
  historyProofVote: (g) => ({ constructionId: long(1), vote: { congruentNodeId: long(g.random.below(4)) } }),
  crsPublication: (g) => ({ newCrs: bytes(g), proof: bytes(g) }),
  hookDispatch: (g) => ({
    execution: {
      hookEntityId: { accountId: accountId(g.account().num) },
      call: { hookId: long(1), evmHookCall: { data: g.random.bytes(4), gasLimit: long(25_000) } },
    },
  }),
  migrationRootHashVote: (g) => ({
    previousWrappedRecordBlockRootHash: bytes(g),
    wrappedIntermediatePreviousBlockRootsHashes: [bytes(g)],
    wrappedIntermediateBlockRootsLeafCount: long(1),
  }),
} as const satisfies Bodies;

function internalKind(field: keyof typeof BODIES): KindRules {
  return {
    weight: 0.01,
    generate(g) {
      // Only nodes may send these transactions.
      const payer = g.failing() ? g.payer().num : NODE;
      return { data: { [field]: BODIES[field](g) }, payer, free: payer === NODE };
    },
    apply: (x) => (x.payer === NODE ? Status.SUCCESS : Status.NOT_SUPPORTED),
  };
}

export const networkInternal = Object.fromEntries(
  Object.keys(BODIES).map((field) => [field, internalKind(field as keyof typeof BODIES)]),
) as Readonly<Record<keyof typeof BODIES, KindRules>>;

/** A transaction type that no proto describes yet. */
export const futureTransaction: KindRules = {
  weight: 0.01,
  generate: (g) => ({
    data: {},
    raw: { field: 'future', content: g.failing() ? new Uint8Array() : bytes(g, 20) },
    payer: g.payer().num,
    memo: 'from the future',
  }),
  apply: (x) => (x.raw.length > 0 ? Status.SUCCESS : Status.INVALID_TRANSACTION_BODY),
};

/** Publication of a node's endpoint for other ledgers (HIP-1535). The content of the message is not public yet. */
export const clprEndpointPublication: KindRules = {
  weight: 0,
  generate(g) {
    const payer = g.failing() ? g.payer().num : NODE;
    const raw = { field: 'clprEndpointPublication', content: bytes(g, 20) } as const;
    return { data: {}, raw, payer, free: payer === NODE };
  },
  apply: (x) => (x.payer === NODE ? Status.SUCCESS : Status.NOT_SUPPORTED),
};

/**
 * Update of node stakes by a user, which fails: only the network ends a staking period, in records without a submitter.
 */
export const nodeStakeUpdateByUser: KindRules = {
  weight: 0.01,
  generate: (g) => ({
    data: {
      nodeStakeUpdate: { stakingPeriod: long(1440), nodeStake: [{ nodeId: long(0), rewardRate: long(1) }] },
    },
    payer: g.payer().num,
  }),
  apply: () => Status.NOT_SUPPORTED,
};

/** Returns a transaction that publishes a ledger. */
export function publicationDraft(
  ledgerIdPublication: com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody,
): Draft {
  return { data: { ledgerIdPublication }, payer: NETWORK, memo: 'Ledger id', free: true };
}

/** Publication of the network's ledger id. A later publication replaces an earlier one. */
export const ledgerIdPublication: KindRules = {
  weight: 0.01,

  generate(g): Draft {
    const id = sha384(Buffer.from(`demo ledger ${g.random.below(3)}`)).subarray(0, 32);
    const nodeContributions = [...g.ledger.nodes.values()]
      .filter((node) => !node.deleted)
      .map((node) => ({
        nodeId: long(node.id),
        weight: long(1 + g.random.below(9)),
        historyProofKey: sha384(Buffer.from(`proof ${node.id}`)),
      }));
    const made = {
      ledgerId: g.failing() ? new Uint8Array() : id,
      historyProofVerificationKey: sha384(Buffer.from(`demo verification key ${g.random.below(3)}`)),
      nodeContributions,
    };
    // If blocks are signed, their ledger must not be replaced.
    return publicationDraft((made.ledgerId.length > 0 && g.ledgerPublication) || made);
  },

  apply(x: Execution) {
    const body = x.body.ledgerIdPublication ?? {};
    if (x.payer !== NETWORK) return Status.NOT_SUPPORTED;
    if (!body.ledgerId?.length) return Status.INVALID_TRANSACTION_BODY;
    x.ledger.ledgerIds.put(Buffer.from(body.ledgerId).toString('hex'), {
      id: ownCopy(body.ledgerId),
      verificationKey: body.historyProofVerificationKey ?? new Uint8Array(),
      contributions: (body.nodeContributions ?? []).map(({ nodeId, weight, historyProofKey }) => ({
        node: numOf(nodeId),
        weight: numOf(weight),
        key: historyProofKey ?? new Uint8Array(),
      })),
      publishedAt: x.at,
    });
    return Status.SUCCESS;
  },
};
