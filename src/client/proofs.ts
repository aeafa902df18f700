import type { ProvenBlockFacts, ProvenMessages, ProvenTransaction, VerifyOptions } from '../proof/verify.ts';
import { type CallOptions, pathText, queryText, type Value } from './values.ts';

/** What is trusted: the id of the network's ledger, or address books. A server cannot tell it. */
export type Trust = VerifyOptions;

/** Asks for proofs, and verifies them. All throw `ProofRefused` where one does not hold, and `AnswerError` where there is none. */
export interface Proofs {
  /** What is proven of a transaction. Of several with one id the first; `nonce` and `scheduled` choose another. */
  transaction(
    idOrHash: string,
    query?: { readonly nonce?: number | undefined; readonly scheduled?: boolean | undefined },
    options?: CallOptions,
  ): Promise<ProvenTransaction>;
  /** What is proven of a message of a topic; later ones of its block may come with it. */
  message(topicId: Value, sequenceNumber: Value, options?: CallOptions): Promise<ProvenMessages>;
  /** What is proven of a block. */
  block(hashOrNumber: Value, options?: CallOptions): Promise<ProvenBlockFacts>;
}

/** An answer says something else than what is proven. */
export class AnswerDiffers extends Error {
  override readonly name = 'AnswerDiffers';
  /** The field of the answer. */
  readonly field: string;

  constructor(field: string, said: unknown, proven: unknown) {
    super(`The answer says ${String(said)} for ${field}; proven is ${String(proven)}.`);
    this.field = field;
  }
}

type Ask = (path: string, options: CallOptions | undefined) => Promise<unknown>;

/** The verifier is loaded when the first proof is asked for: most clients never do. */
const verifier = () => import('../proof/verify.ts');

/** `ask` resolves to the parsed answer of a path. */
export function proofsOf(ask: Ask, trust: Trust | undefined): Proofs {
  const trusted = (): Trust => {
    if (trust === undefined) throw new TypeError('proofs need the option trust');
    return trust;
  };
  return {
    async transaction(idOrHash, query = {}, options) {
      const verify = trusted();
      const path = pathText('/api/v1/transactions/{id}/proof', [idOrHash]) + queryText(query);
      const { namedTransaction, verifyTransaction } = await verifier();
      const { nonce, scheduled } = query;
      const transaction = {
        ...namedTransaction(idOrHash),
        ...(nonce === undefined ? {} : { nonce }),
        ...(scheduled === undefined ? {} : { scheduled }),
      };
      return verifyTransaction(await ask(path, options), { ...verify, transaction });
    },
    async message(topicId, sequenceNumber, options) {
      const verify = trusted();
      const path = pathText('/api/v1/topics/{id}/messages/{number}/proof', [topicId, sequenceNumber]);
      const { verifyMessages } = await verifier();
      const from = String(sequenceNumber);
      const topic = /^\d+$/.test(String(topicId)) ? `0.0.${topicId}` : String(topicId);
      return verifyMessages(await ask(path, options), { ...verify, asked: { topic, from, to: from } });
    },
    async block(hashOrNumber, options) {
      const verify = trusted();
      const { verifyBlock } = await verifier();
      const asked = /^\d+$/.test(String(hashOrNumber)) ? { number: String(hashOrNumber) } : {};
      const path = pathText('/api/v1/blocks/{block}/proof', [hashOrNumber]);
      const facts = await verifyBlock(await ask(path, options), { ...verify, ...asked });
      // Of a record file the nodes may have signed another hash than that by which it is named.
      if (asked.number === undefined && facts.evidence.kind !== 'record-signatures')
        compare(
          'hash',
          String(hashOrNumber)
            .replace(/^(?:0x)?/, '0x')
            .toLowerCase(),
          facts.hash,
        );
      return facts;
    },
  };
}

type Row = Readonly<Record<string, unknown>>;
type Verify = (answer: Row, proofs: Proofs, options: CallOptions | undefined) => Promise<void>;

/** Look-ups whose answers can be compared with what is proven, by group and method. */
export const VERIFIED: ReadonlyMap<string, Verify> = new Map<string, Verify>([
  ['transactions.get', verifyTransactions],
  ['topics.message', verifyMessage],
  ['blocks.get', verifyBlockAnswer],
]);

/** `bigint` or number: what a number that lost its last digits says is compared as far as it goes. */
function isSameNumber(said: unknown, proven: string): boolean {
  return typeof said === 'number' ? said === Number(proven) : String(said) === proven;
}

function compare(field: string, said: unknown, proven: unknown): void {
  if (said !== proven) throw new AnswerDiffers(field, said, proven);
}

function compareNumber(field: string, said: unknown, proven: string): void {
  if (!isSameNumber(said, proven)) throw new AnswerDiffers(field, said, proven);
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function ofHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.replace(/^0x/, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const SUCCESS = 22;

async function verifyTransactions(
  answer: Row,
  proofs: Proofs,
  options: CallOptions | undefined,
): Promise<void> {
  for (const one of answer.transactions as readonly Row[]) {
    const query = { nonce: Number(one.nonce), scheduled: Boolean(one.scheduled) };
    const { link, result, status, transaction_hash, memo } = await proofs.transaction(
      String(one.transaction_id),
      query,
      options,
    );
    if (result === null) throw new AnswerDiffers('result', one.result, `nothing: its link is ${link}`);
    compare('transaction_hash', one.transaction_hash, toBase64(ofHex(transaction_hash)));
    compare('consensus_timestamp', one.consensus_timestamp, result.consensus_timestamp);
    compare('memo_base64', one.memo_base64, toBase64(memo));
    if ((one.result === 'SUCCESS') !== (status === SUCCESS))
      throw new AnswerDiffers('result', one.result, status);
    compareNumber('charged_tx_fee', one.charged_tx_fee, result.charged_tx_fee);
    compareTransfers(one.transfers as readonly Row[], result.transfers);
  }
}

function compareTransfers(
  said: readonly Row[],
  proven: readonly { readonly account: string; readonly amount: string }[],
): void {
  const left = [...proven];
  for (const { account, amount } of said) {
    const place = left.findIndex((each) => each.account === account && isSameNumber(amount, each.amount));
    if (place < 0) throw new AnswerDiffers('transfers', `${account} ${String(amount)}`, 'no such transfer');
    left.splice(place, 1);
  }
  const [missing] = left;
  if (missing) throw new AnswerDiffers('transfers', 'nothing', `${missing.account} ${missing.amount}`);
}

async function verifyMessage(answer: Row, proofs: Proofs, options: CallOptions | undefined): Promise<void> {
  const { topic_id: topic, sequence_number: number } = answer;
  const proven = await proofs.message(String(topic), String(number), options);
  const found = proven.messages.find(({ sequence_number }) => sequence_number === String(number));
  compare('consensus_timestamp', answer.consensus_timestamp, found?.consensus_timestamp);
  compare('payer_account_id', answer.payer_account_id, found?.payer_account_id);
  compare('message', answer.message, toBase64(found?.message ?? new Uint8Array()));
}

async function verifyBlockAnswer(
  answer: Row,
  proofs: Proofs,
  options: CallOptions | undefined,
): Promise<void> {
  const { number, hash, evidence } = await proofs.block(String(answer.number), options);
  compareNumber('number', answer.number, String(number));
  if (evidence.kind !== 'record-signatures' || evidence.signed === 'file') compare('hash', answer.hash, hash);
}
