import { proto } from '@tain/protos/hapi';
import { type Draft, signDraft } from '../ledger/draft.ts';
import { Execution } from '../ledger/execution.ts';
import { nanosOf, topicId } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import type { KeyRef } from '../ledger/keys.ts';
import { accountKey, accountNumber, isZeroId, repeats } from '../ledger/named.ts';
import { oneKey } from '../ledger/new-account.ts';
import { check, Refusal, ruledLater } from '../ledger/refusal.ts';
import { keySigns } from '../ledger/required-keys.ts';
import { holds, Status } from '../ledger/status.ts';
import { chargeFee, execute, payerSigned } from '../ledger/submit.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import { isValidKey } from '../ledger/valid-key.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { topicMessage } from './topic-submission.ts';

const HBAR = 100_000_000;
const MAX_INNER = 5;
/** Maximum number of inner transactions of a batch. */
const MAX_BATCH = 50;
/** Nanoseconds between inner transactions that may have children, which precede or follow each of them. */
const CHILD_SPACING_NS = 150n;
/** Types that a batch must not contain, by the field of the body. */
const NEVER_INNER: ReadonlySet<string> = new Set(['freeze', 'atomicBatch', 'scheduleCreate', 'scheduleSign']);

/** Several transactions that all succeed or all fail (HIP-551). */
export const atomicBatch: KindRules = {
  weight: 5,
  fee: { of: 'AtomicBatch' },

  generate(g) {
    const batchKey = oneKey(g.pooledKey());
    const payer = g.payer();
    const transactions: Uint8Array[] = [];
    const failing = g.failing();
    const count = g.random.between(2, MAX_INNER);
    for (let i = 0; i < count; i++) {
      const draft = innerDraft(g, failing && i === count - 1);
      const extra = { ...draft.extra, batchKey: keyMessage(g.ledger.keys, batchKey) };
      // Every inner transaction has its own id, because their valid starts differ by a nanosecond.
      transactions.push(
        signDraft(g.ledger, { ...draft, extra }, g.at + BigInt(i + 1), 0, g.options.signInner, true)
          .signedBytes,
      );
    }
    return { data: { atomicBatch: { transactions } }, payer: payer.num, signers: batchKey.refs };
  },

  pure({ atomicBatch: body }, others) {
    for (const inner of parsedInner(body?.transactions ?? [])) others(inner.field, inner.body);
  },

  apply: ruledLater(async (x) => {
    const inner = innerExecutions(x);
    const done: Execution[] = [];
    let refused: Status | null = null;
    for (const child of inner) {
      refused = x.rules.refusalOfInner?.(child) ?? null;
      if (refused === null) await execute(child, 0);
      else child.status = refused;
      done.push(child);
      if (!holds(child.status)) break;
    }
    if (done.every((child) => holds(child.status))) {
      x.following.push(...done);
      return Status.SUCCESS;
    }
    x.afterFailure = () => {
      const last = done.at(-1);
      for (const child of done) x.following.push(revert(x, child, refused === null || child !== last));
    };
    return Status.INNER_TRANSACTION_FAILED;
  }),
};

/** Decodes the inner transactions. Ends the batch unless they are valid together. */
function parsedInner(transactions: readonly Uint8Array[]): Inner[] {
  check(transactions.length > 0, Status.BATCH_LIST_EMPTY);
  const parsed = transactions.map(parseInner);
  const ids = parsed.map(({ body: { transactionID: id } }) => {
    return `${accountKey(id?.accountID)}@${nanosOf(id?.transactionValidStart)}?${id?.nonce ?? 0}`;
  });
  check(!repeats(ids), Status.BATCH_LIST_CONTAINS_DUPLICATES);
  for (const { body } of parsed) {
    check(Boolean(body.batchKey), Status.MISSING_BATCH_KEY);
    check(Boolean(body.nodeAccountID) && isZeroId(body.nodeAccountID), Status.INVALID_NODE_ACCOUNT_ID);
  }
  return parsed;
}

/** Returns the executions of the inner transactions, whose batch keys must have signed. */
function innerExecutions(x: Execution): Execution[] {
  const transactions = x.body.atomicBatch?.transactions ?? [];
  const parsed = parsedInner(transactions);
  for (const { body, field } of parsed) {
    check(!NEVER_INNER.has(field), Status.BATCH_TRANSACTION_IN_BLACKLIST);
    check(isValidKey(body.batchKey), Status.INVALID_BATCH_KEY);
    keySigns(x, body.batchKey);
  }
  check(parsed.length <= MAX_BATCH, Status.BATCH_SIZE_LIMIT_EXCEEDED);
  const step = x.signers.ofInner ? CHILD_SPACING_NS : 1n;
  return parsed.map(({ body, field, bodyBytes, pairs }, i) => {
    const payer = x.ledger.accounts.get(accountNumber(body.transactionID?.accountID));
    check(payer !== undefined && !payer.deleted && !payer.contract, Status.PAYER_ACCOUNT_NOT_FOUND);
    return new Execution(x.ledger, {
      rules: x.rules,
      field,
      body,
      at: x.at + BigInt(i + 1) * step,
      signers: x.signers.ofInner?.(bodyBytes, pairs) ?? new Set(pairs.map((pair) => signerOf(x, pair))),
      signedBytes: transactions[i] ?? new Uint8Array(),
    });
  });
}

interface Inner {
  readonly body: proto.ITransactionBody;
  readonly field: string;
  readonly bodyBytes: Uint8Array;
  readonly pairs: readonly proto.ISignaturePair[];
}

function parseInner(signedBytes: Uint8Array): Inner {
  try {
    const { bodyBytes, sigMap } = proto.SignedTransaction.decode(signedBytes);
    const body = proto.TransactionBody.decode(bodyBytes);
    check(body.data !== undefined, Status.INVALID_TRANSACTION_BODY);
    return { body, field: body.data, bodyBytes, pairs: sigMap?.sigPair ?? [] };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(Status.INVALID_TRANSACTION);
  }
}

/** Returns a transfer or message, whose sender may differ from the batch's payer. */
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

function signerOf(x: Execution, pair: proto.ISignaturePair): KeyRef {
  const publicKey = pair.pubKeyPrefix ?? new Uint8Array();
  return x.ledger.keys.refOfMessage(
    pair.ed25519?.length ? { ed25519: publicKey } : { ECDSASecp256k1: publicKey },
  );
}

/**
 * Fills the record of an inner transaction of a failed batch: its fee, unless a node refused it, and an error status.
 */
function revert(x: Execution, child: Execution, pays: boolean): Execution {
  const status = holds(child.status) ? Status.REVERTED_SUCCESS : child.status;
  const { rules, field, body, at, signers, signedBytes } = child;
  const left = new Execution(x.ledger, { rules, field, body, at, signers, signedBytes });
  if (pays && payerSigned(left)) chargeFee(left, 0);
  left.status = status;
  return left;
}
