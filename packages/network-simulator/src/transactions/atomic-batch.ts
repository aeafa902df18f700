import { proto } from '@tain/protos/hapi';
import { type Draft, dataField, signDraft } from '../ledger/draft.ts';
import { Execution } from '../ledger/execution.ts';
import { topicId } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import type { KeyRef } from '../ledger/keys.ts';
import { oneKey } from '../ledger/new-account.ts';
import { holds, Status } from '../ledger/status.ts';
import { chargeFee, execute } from '../ledger/submit.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { topicMessage } from './topic-message.ts';

const HBAR = 100_000_000;
const MAX_INNER = 5;
const BODY_FIELDS = new Set([
  'transactionID',
  'nodeAccountID',
  'transactionFee',
  'transactionValidDuration',
  'generateRecord',
  'memo',
  'batchKey',
  'maxCustomFees',
  'highVolume',
]);

/** Several transactions that all succeed or all fail (HIP-551). */
export const atomicBatch: KindRules = {
  weight: 5,

  generate(g) {
    const batchKey = oneKey(g.pooledKey());
    const payer = g.payer();
    const transactions: Uint8Array[] = [];
    const failing = g.failing();
    const count = g.random.between(2, MAX_INNER);
    for (let i = 0; i < count; i++) {
      const draft = innerDraft(g, failing && i === count - 1);
      const extra = { ...draft.extra, batchKey: keyMessage(g.ledger.keys, batchKey) };
      // Every inner transaction has an id of its own; their starts differ by a nanosecond.
      transactions.push(
        signDraft(g.ledger, { ...draft, extra }, g.at + BigInt(i + 1), 0, g.options.signInner, true)
          .signedBytes,
      );
    }
    return { data: { atomicBatch: { transactions } }, payer: payer.num, signers: batchKey.refs };
  },

  async apply(x) {
    const inner = (x.body.atomicBatch?.transactions ?? []).map((bytes, i) => innerExecution(x, bytes, i));
    const done: Execution[] = [];
    for (const child of inner) {
      await execute(child, 0);
      done.push(child);
      if (!holds(child.status)) break;
    }
    const failed = done.some((child) => !holds(child.status));
    if (!failed) {
      x.following.push(...done);
      return Status.SUCCESS;
    }
    x.afterFailure = () => {
      for (const child of done) x.following.push(revert(x, child));
    };
    return Status.INNER_TRANSACTION_FAILED;
  },
};

/** Transfers and messages; their senders may be others than the batch's payer. */
function innerDraft(g: Generator, failing: boolean): Draft {
  const payer = g.payer();
  if (failing) {
    const amount = payer.balance * 2n;
    return {
      data: hbarTransfer([
        [payer.num, -amount],
        [g.other(payer.num).num, amount],
      ]),
      payer: payer.num,
    };
  }
  const topic = g.random.chance(0.4)
    ? g.topic((row) => row.submitKey === null && row.fees.length === 0)
    : undefined;
  if (topic !== undefined) {
    const consensusSubmitMessage = {
      topicID: topicId(topic.num),
      message: topicMessage(g.random, topic.num),
    };
    return { data: { consensusSubmitMessage }, payer: payer.num };
  }
  const receiver = g.other(payer.num);
  const amount = g.random.amount(1_000, HBAR / 10);
  return {
    data: hbarTransfer([
      [payer.num, -amount],
      [receiver.num, amount],
    ]),
    payer: payer.num,
    signers: receiver.receiverSigRequired ? g.keysOf(receiver.num) : [],
  };
}

function innerExecution(x: Execution, signedBytes: Uint8Array, index: number): Execution {
  const { bodyBytes, sigMap } = proto.SignedTransaction.decode(signedBytes);
  const body = proto.TransactionBody.decode(bodyBytes);
  const field = Object.keys(body).find((name) => !BODY_FIELDS.has(name)) ?? dataField(body);
  return new Execution(x.ledger, {
    rules: x.rules,
    field,
    body,
    at: x.at + BigInt(index + 1),
    signers: new Set((sigMap?.sigPair ?? []).map((pair) => signerOf(x, pair))),
    signedBytes,
  });
}

function signerOf(x: Execution, pair: proto.ISignaturePair): KeyRef {
  const publicKey = pair.pubKeyPrefix ?? new Uint8Array();
  return x.ledger.keys.refOfMessage(
    pair.ed25519?.length ? { ed25519: publicKey } : { ECDSASecp256k1: publicKey },
  );
}

/** The record of an inner transaction when the batch fails: its fee, and a status that says so. */
function revert(x: Execution, child: Execution): Execution {
  const status = holds(child.status) ? Status.REVERTED_SUCCESS : child.status;
  const { rules, field, body, at, signers, signedBytes } = child;
  const left = new Execution(x.ledger, { rules, field, body, at, signers, signedBytes });
  chargeFee(left, 0);
  left.status = status;
  return left;
}
