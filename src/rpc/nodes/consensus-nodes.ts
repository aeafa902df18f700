import type { Logger } from 'pino';
import { messageOf } from '../../kernel/failure.ts';
import { poll } from '../../kernel/retry.ts';
import type { AccountName } from './envelope.ts';
import { type NodeAnswer, NodeConnection } from './node-connection.ts';
import type { NodeEndpoint } from './node-endpoints.ts';

export interface ConsensusNodesOptions {
  /** Reads the endpoints of the newest address book. */
  readonly endpoints: () => Promise<readonly NodeEndpoint[]>;
  readonly connect?: (endpoint: NodeEndpoint) => Pick<NodeConnection, 'submit' | 'close'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Outcome of a delivery: the `code` of the last node that answered; null: a node may have taken the transaction, or none was reached. */
export interface Delivery {
  readonly code: string | null;
  readonly mayBeAccepted: boolean;
}

interface KnownNode {
  readonly key: string;
  readonly account: AccountName;
  readonly connection: Pick<NodeConnection, 'submit' | 'close'>;
  /** Time (`performance.now`) until which other nodes are preferred. */
  avoidedUntil: number;
}

/** Codes with which a node refuses a transaction that another one may take. */
const OTHER_NODE = new Set([
  'BUSY',
  'PLATFORM_NOT_ACTIVE',
  'PLATFORM_TRANSACTION_NOT_CREATED',
  'INVALID_NODE_ACCOUNT',
]);

const REFRESH_INTERVAL_MS = 60_000;
/** Milliseconds in which nodes are tried for one transaction, and between two rounds of all. */
const SUBMIT_TIMEOUT_MS = 15_000;
const ROUND_PAUSE_MS = 250;
/** Milliseconds in which a node that failed is tried last. */
const FAILED_AVOIDED_MS = 10_000;
const BUSY_AVOIDED_MS = 1_000;

/** The consensus nodes of the address book. */
export class ConsensusNodes {
  readonly #options: ConsensusNodesOptions;
  #nodes: readonly KnownNode[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: ConsensusNodesOptions) {
    this.#options = options;
  }

  /**
   * Submits a transaction to one node after another until one takes it, or may have taken it. `transactionFor` makes its bytes for a
   * node; all have the same id.
   */
  async deliver(transactionFor: (node: AccountName) => Uint8Array): Promise<Delivery> {
    let code: string | null = null;
    const round = async (isLate: () => boolean): Promise<Delivery | undefined> => {
      for (const node of await this.#inOrder()) {
        const answer = await node.connection.submit(transactionFor(node.account));
        if (answer.kind === 'unknown') {
          avoid(node, FAILED_AVOIDED_MS);
          return { code: null, mayBeAccepted: true };
        }
        if (answer.kind === 'answered') {
          code = answer.code;
          if (!OTHER_NODE.has(code)) return taken(answer);
        }
        avoid(node, answer.kind === 'answered' ? BUSY_AVOIDED_MS : FAILED_AVOIDED_MS);
        if (isLate()) break;
      }
      return undefined;
    };
    const delivery = await poll(round, { intervalMs: ROUND_PAUSE_MS, limitMs: SUBMIT_TIMEOUT_MS });
    if (delivery !== undefined) return delivery;
    // There may be a newer address book.
    if (code === null) this.#readAt = Number.NEGATIVE_INFINITY;
    return { code, mayBeAccepted: false };
  }

  close(): void {
    for (const { connection } of this.#nodes) connection.close();
    this.#nodes = [];
  }

  /** Returns all nodes in random order; nodes that failed lately come last. */
  async #inOrder(): Promise<KnownNode[]> {
    if (performance.now() - this.#readAt > REFRESH_INTERVAL_MS) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    const now = performance.now();
    return this.#nodes
      .map((node) => ({ node, rank: node.avoidedUntil > now ? node.avoidedUntil : Math.random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ node }) => node);
  }

  /** Reads the address book again. Keeps the present nodes if that fails. */
  async #read(): Promise<void> {
    let endpoints: readonly NodeEndpoint[];
    try {
      endpoints = await this.#options.endpoints();
    } catch (error) {
      this.#options.log.warn({ reason: messageOf(error) }, 'The address book cannot be read');
      return;
    }
    this.#readAt = performance.now();
    const connect = this.#options.connect ?? ((endpoint) => new NodeConnection(endpoint));
    const before = new Map(this.#nodes.map((node) => [node.key, node]));
    this.#nodes = endpoints.map((endpoint) => {
      const key = JSON.stringify([
        endpoint.account.num.toString(),
        endpoint.host,
        endpoint.port,
        endpoint.certificateHash,
      ]);
      const known = before.get(key);
      before.delete(key);
      return known ?? { key, account: endpoint.account, connection: connect(endpoint), avoidedUntil: 0 };
    });
    // A call in progress on a closed connection ends as `unknown`.
    for (const { connection } of before.values()) connection.close();
  }
}

/** Returns a delivery. DUPLICATE_TRANSACTION means that a node accepted this transaction earlier. */
function taken({ code }: Extract<NodeAnswer, { kind: 'answered' }>): Delivery {
  const isTaken = code === 'OK' || code === 'DUPLICATE_TRANSACTION';
  return { code: isTaken ? 'OK' : code, mayBeAccepted: isTaken };
}

function avoid(node: KnownNode, milliseconds: number): void {
  node.avoidedUntil = performance.now() + milliseconds;
}
