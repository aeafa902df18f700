import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import type { Logger } from 'pino';
import { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import type { ConcurrencyLimit } from '../../kernel/limits/limit.ts';
import { ERRORS } from '../method/rpc-error.ts';
import type { OutgoingTransaction, Submission, TransactionSender } from '../method/services.ts';
import { SENDING_ERRORS } from '../sending/errors.ts';
import type { ConsensusNodes, Delivery } from './consensus-nodes.ts';
import { envelopeOf, ethereumBody, type OperatorAccount, ValidStarts } from './envelope.ts';
import type { Reserved, SendBudget } from './send-budget.ts';
import type { SendOutcomes } from './send-outcomes.ts';

/** Transactions that are handed to consensus nodes at the same time. */
export const RPC_SENDS: ConcurrencyLimit = {
  name: 'rpc-sends',
  kind: 'concurrency',
  counts: 'transactions on their way to consensus nodes',
  max: 32,
  waiting: 256,
};

export interface NetworkSenderOptions {
  readonly operator: OperatorAccount;
  readonly budget: Pick<SendBudget, 'reserve' | 'settle'>;
  readonly nodes: Pick<ConsensusNodes, 'deliver'>;
  readonly outcomes: Pick<SendOutcomes, 'of' | 'forget'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly outcomeTimeoutMs?: number;
}

/** Milliseconds before now at which a transaction becomes valid, so that nodes whose clock is behind accept it. */
const VALID_SINCE_MS = 5_000;
/** Tinybars for one gas where the mirror has no fee schedule yet. */
const DEFAULT_PRICE = 85n;
/**
 * Gas that costs more than a byte of a transaction: 100,000 tinycents for node and network beyond the included bytes
 * (HIP-1261), where a gas costs 852.
 */
const GAS_PER_BYTE = 125n;
/** Maximum size of a transaction with its envelope (HIP-1086), in bytes. */
const MAX_ENVELOPE_BYTES = 133_120;
/** Response codes of a node that are caused by the operator's account or key. */
const OPERATOR_FAULTS = new Set([
  'INVALID_SIGNATURE',
  'PAYER_ACCOUNT_NOT_FOUND',
  'PAYER_ACCOUNT_DELETED',
  'INSUFFICIENT_PAYER_BALANCE',
  'INSUFFICIENT_TX_FEE',
]);
const UNKNOWN_OUTCOME = Promise.resolve(null);

/** Sends Ethereum transactions to consensus nodes; the operator pays for the transactions around them. */
export class NetworkSender implements TransactionSender {
  readonly closesBlocks = true;
  readonly outcomeTimeoutMs: number | undefined;
  readonly #options: NetworkSenderOptions;
  readonly #semaphore = new FairSemaphore(RPC_SENDS);
  readonly #starts = new ValidStarts(VALID_SINCE_MS);
  /** Code of the fault that was logged; undefined: none. */
  #reported: string | null | undefined;

  constructor(options: NetworkSenderOptions) {
    this.#options = options;
    this.outcomeTimeoutMs = options.outcomeTimeoutMs;
  }

  /**
   * Reserves the cost of the transaction, then submits it. The client's signal is ignored once submission has begun,
   * because a node may have the transaction.
   */
  submit(transaction: OutgoingTransaction): Promise<Submission> {
    return this.#semaphore.run(transaction.client, () => this.#submit(transaction), transaction.signal);
  }

  async #submit(transaction: OutgoingTransaction): Promise<Submission> {
    const { outcomes, budget, nodes } = this.#options;
    const maxFee = maxFeeAt(transaction.networkPrice, transaction.raw.length);
    const envelopeFor = this.#envelopes(transaction, maxFee);
    const reserved = await this.#reserve(transaction, maxFee, (start) =>
      verifySize(envelopeFor(start, ANY_NODE)),
    );
    const { validStart } = reserved;
    const transactionId = envelopeFor(validStart, ANY_NODE).id;
    if (reserved.outcome === 'sent') return { code: null, transactionId, outcome: outcomes.of(validStart) };
    const outcome = outcomes.of(validStart);
    const delivery = await nodes.deliver((node) => envelopeFor(validStart, node).bytes);
    if (delivery.code === 'OK') this.#reported = undefined;
    if (delivery.mayBeAccepted) return { code: delivery.code, transactionId, outcome };
    outcomes.forget(validStart);
    await budget.settle(validStart, 0n);
    this.#report(delivery);
    if (delivery.code === null) throw ERRORS.internal('No consensus node can be reached');
    return { code: delivery.code, transactionId, outcome: UNKNOWN_OUTCOME };
  }

  #envelopes({ raw }: OutgoingTransaction, maxFee: bigint) {
    const { operator } = this.#options;
    const data = ethereumBody(raw);
    return (validStart: bigint, node: OperatorAccount['account']) =>
      envelopeOf(data, { operator, node, validStart, maxFee });
  }

  /** Reserves the maximum fee under a new id. Throws `RpcError` when the budget is used up. */
  async #reserve(
    { hash, client }: OutgoingTransaction,
    maximum: bigint,
    verify: (validStart: bigint) => void,
  ): Promise<Reserved> {
    const bytes = Buffer.from(hash.slice(2), 'hex');
    for (;;) {
      const validStart = this.#starts.next();
      verify(validStart);
      const reserved = await this.#options.budget.reserve({ validStart, hash: bytes, client, maximum });
      if (reserved.outcome === 'total' || reserved.outcome === 'client')
        throw SENDING_ERRORS.budgetExceeded();
      if (reserved.outcome !== 'taken') return reserved;
    }
  }

  /** Logs a fault of the operator's account or key, which no client can correct, once while it lasts. */
  #report({ code }: Delivery): void {
    if (code === this.#reported || (code !== null && !OPERATOR_FAULTS.has(code))) return;
    this.#reported = code;
    this.#options.log.warn({ code }, 'Transactions of JSON-RPC clients cannot be sent');
  }
}

/** Placeholder for the node in an envelope that is only measured. */
const ANY_NODE = { shard: 0n, realm: 0n, num: 3n };

/**
 * Returns the tinybars that a transaction may cost the operator: those of the maximum gas, as the relay offers, or of its
 * bytes, which cost more near the maximum size. `price`: weibars.
 */
function maxFeeAt(price: bigint | undefined, bytes: number): bigint {
  const ofBytes = BigInt(bytes) * GAS_PER_BYTE;
  const gas = ofBytes > MAX_GAS_PER_TRANSACTION ? ofBytes : MAX_GAS_PER_TRANSACTION;
  return (price === undefined ? DEFAULT_PRICE : price / WEIBARS_PER_TINYBAR) * gas;
}

/** Throws `RpcError` for a transaction that no node takes. */
function verifySize({ bytes }: { readonly bytes: Uint8Array }): void {
  if (bytes.length > MAX_ENVELOPE_BYTES) {
    throw SENDING_ERRORS.oversized('transaction', bytes.length, MAX_ENVELOPE_BYTES);
  }
}
