import {
  namedTransaction,
  type ProvenBlockFacts,
  type ProvenMessages,
  type ProvenTransaction,
  type VerifyOptions,
  verifyBlock,
  verifyMessages,
  verifyTransaction,
} from '@tain/verify/verify';
import { type CallOptions, pathText, queryText, type Value } from './values.ts';

/** Root of trust: the id of the network's ledger, or address books. It must not come from the server. */
export type Trust = VerifyOptions;

/**
 * Requests and verifies proofs. All methods throw `ProofRefused` for an invalid proof, and `AnswerError` when there
 * is none.
 */
export interface Proofs {
  /**
   * Resolves to the proven facts of a transaction. If several have one id, it is the one that the user sent (nonce 0,
   * not scheduled); `nonce` and `scheduled` choose another.
   */
  transaction(
    idOrHash: string,
    query?: { readonly nonce?: number | undefined; readonly scheduled?: boolean | undefined },
    options?: CallOptions,
  ): Promise<ProvenTransaction>;
  /** Resolves to the proven facts of a topic's message. Later messages of its block may be included. */
  message(topicId: Value, sequenceNumber: Value, options?: CallOptions): Promise<ProvenMessages>;
  /**
   * Resolves to the proven facts of all messages from one number to another, by one signature; none between them is
   * left out.
   */
  messages(topicId: Value, first: Value, last: Value, options?: CallOptions): Promise<ProvenMessages>;
  /** Resolves to the proven facts of a block. */
  block(hashOrNumber: Value, options?: CallOptions): Promise<ProvenBlockFacts>;
}

/** An answer differs from the proven facts. */
export class AnswerDiffers extends Error {
  override readonly name = 'AnswerDiffers';
  /** The differing field of the answer. */
  readonly field: string;

  constructor(field: string, claimed: unknown, proven: unknown) {
    super(`The response has ${String(claimed)} for ${field}; the proof has ${String(proven)}.`);
    this.field = field;
  }
}

type Get = (path: string, options: CallOptions | undefined) => Promise<unknown>;

/** `get` resolves to the parsed answer of a path. */
export function proofsOf(get: Get, trust: Trust): Proofs {
  const messages = async (path: string, topicId: Value, from: string, to: string, options?: CallOptions) => {
    const asked = { topic: fullId(topicId), from, to };
    return verifyMessages(await get(path, options), { ...trust, asked });
  };
  return {
    async transaction(idOrHash, query = {}, options) {
      const { nonce, scheduled } = query;
      const named = namedTransaction(idOrHash);
      const sent = named.transactionId === undefined ? {} : { nonce: 0, scheduled: false };
      const which = {
        ...sent,
        ...(nonce === undefined ? {} : { nonce }),
        ...(scheduled === undefined ? {} : { scheduled }),
      };
      const transaction = { ...named, ...which };
      const path = pathText('/api/v1/transactions/{id}/proof', [idOrHash]) + queryText(which);
      return verifyTransaction(await get(path, options), { ...trust, transaction });
    },
    async message(topicId, sequenceNumber, options) {
      const path = pathText('/api/v1/topics/{id}/messages/{number}/proof', [topicId, sequenceNumber]);
      const number = String(sequenceNumber);
      return messages(path, topicId, number, number, options);
    },
    async messages(topicId, first, last, options) {
      const [from, to] = [String(first), String(last)];
      const query = queryText({ sequencenumber: { gte: from, lte: to } });
      const path = pathText('/api/v1/topics/{id}/messages/proof', [topicId]) + query;
      return messages(path, topicId, from, to, options);
    },
    async block(hashOrNumber, options) {
      const asked = /^\d+$/.test(String(hashOrNumber)) ? { number: String(hashOrNumber) } : {};
      const path = pathText('/api/v1/blocks/{block}/proof', [hashOrNumber]);
      const facts = await verifyBlock(await get(path, options), { ...trust, ...asked });
      if (asked.number === undefined) expectHash(String(hashOrNumber), facts.hash);
      return facts;
    },
  };
}

function expectHash(hash: string, proven: string): void {
  const claimed = hash.replace(/^(?:0x)?/, '0x').toLowerCase();
  if (claimed !== proven) throw new AnswerDiffers('hash', claimed, proven);
}

/** Returns an id with shard and realm. */
export function fullId(id: unknown): string {
  return /^\d+$/.test(String(id)) ? `0.0.${id}` : String(id);
}
