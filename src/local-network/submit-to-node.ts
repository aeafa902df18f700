import type { ConsensusNode } from '@tain/network-simulator/node/consensus-node';
import { proto } from '@tain/protos/hapi';
import { poll } from '../kernel/retry.ts';
import type { FromNetwork, ToNetwork } from './network-messages.ts';

type Submit = Extract<ToNetwork, { kind: 'submit' }>;

/**
 * Milliseconds that a transaction waits for a network that is not ready or has no room, and the interval of attempts.
 */
const BUSY_TIMEOUT_MS = 15_000;
const BUSY_RETRY_MS = 50;
/** Milliseconds of one wait for the block; repeated while the transaction is in none. */
const BLOCK_WAIT_MS = 60_000;

const { OK, BUSY } = proto.ResponseCodeEnum;

/** Submits a transaction to the node, and posts its response, then the outcome of the transaction. Never rejects. */
export async function submitToNode(
  intake: Promise<ConsensusNode>,
  { call, transaction, privilege }: Submit,
  post: (message: FromNetwork) => void,
): Promise<void> {
  const node = await intake;
  const code = await submitted(() =>
    privilege === null ? node.submit(transaction) : node.submitPrivileged(transaction, privilege),
  );
  post({ kind: 'submitted', call, code });
  if (code !== OK) return;
  post({ kind: 'settled', call, outcome: await outcomeOf(node, transaction) });
}

/** Submits a transaction until the node has room for it. Returns its response code. */
export async function submitted(submit: () => ReturnType<ConsensusNode['submit']>): Promise<number> {
  const attempt = async (): Promise<number | undefined> => {
    const { code } = await submit();
    return code === BUSY ? undefined : code;
  };
  return (await poll(attempt, { intervalMs: BUSY_RETRY_MS, limitMs: BUSY_TIMEOUT_MS })) ?? BUSY;
}

/** Waits for the block of a transaction that the node accepted; null when it will be in none. */
export async function outcomeOf(
  { recent }: ConsensusNode,
  transaction: Uint8Array,
): Promise<Extract<FromNetwork, { kind: 'settled' }>['outcome']> {
  const { signedTransactionBytes } = proto.Transaction.decode(transaction);
  const { bodyBytes } = proto.SignedTransaction.decode(signedTransactionBytes);
  const id = proto.TransactionBody.decode(bodyBytes).transactionID ?? {};
  for (;;) {
    await recent.settled(id, BLOCK_WAIT_MS);
    const found = recent.find(id);
    if (found === undefined) return null;
    if (found.record === null) continue;
    const { receipt, consensusTimestamp } = proto.TransactionRecord.decode(found.record);
    return { status: receipt?.status ?? 0, time: nanosOf(consensusTimestamp) };
  }
}

function nanosOf(timestamp: proto.ITimestamp | null | undefined): bigint {
  return BigInt(String(timestamp?.seconds ?? 0)) * 1_000_000_000n + BigInt(timestamp?.nanos ?? 0);
}
