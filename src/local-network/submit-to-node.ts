import { MAX_GAS_PER_TRANSACTION } from '@tain/ledger/gas';
import { OPERATOR_KEY } from '@tain/network-simulator/ledger/well-known';
import type { ConsensusNode, Privilege } from '@tain/network-simulator/node/consensus-node';
import { proto } from '@tain/protos/hapi';
import { poll } from '../kernel/retry.ts';
import { type Envelope, type EnvelopeOptions, envelopeOf, ValidStarts } from '../rpc/nodes/envelope.ts';
import { ed25519Signer } from '../rpc/nodes/operator-key.ts';
import type { FromNetwork, ToNetwork } from './network-messages.ts';

type Submit = Extract<ToNetwork, { kind: 'submit' }>;

/** Account with which relays of local networks pay: it pays no fees there, and its key is public. */
export const OPERATOR = { shard: 0n, realm: 0n, num: 2n };
/** Maximum fee in tinybars: the price of the maximum gas, as the relay offers. */
export const MAX_FEE = 85n * MAX_GAS_PER_TRANSACTION;
/** Account of the node of a local network. */
const NODE = { shard: 0n, realm: 0n, num: 3n };
/** Milliseconds before now at which a transaction becomes valid. */
const VALID_SINCE_MS = 1_000;
const STARTS = new ValidStarts(VALID_SINCE_MS);
const SIGNING_OPERATOR = { account: OPERATOR, sign: ed25519Signer(OPERATOR_KEY) };

/**
 * Milliseconds that a transaction waits for a network that is not ready or has no room, and the interval of attempts.
 */
const BUSY_TIMEOUT_MS = 15_000;
const BUSY_RETRY_MS = 50;
/** Milliseconds of one wait for the block; repeated while the transaction is in none. */
const BLOCK_WAIT_MS = 60_000;

const { OK, BUSY, UNKNOWN } = proto.ResponseCodeEnum;

/** Builds a transaction for the node of a local network, by default one that the operator signs and pays for. */
export function localEnvelope(
  data: proto.ITransactionBody,
  options: Partial<Pick<EnvelopeOptions, 'operator' | 'maxFee'>> = {},
): Envelope {
  const defaults = { operator: SIGNING_OPERATOR, maxFee: MAX_FEE };
  return envelopeOf(data, { ...defaults, ...options, node: NODE, validStart: STARTS.next() });
}

/** Sends a transaction of the operator, and waits for its block. Returns its status, or the response code of a refusal. */
export async function sendAsOperator(
  node: ConsensusNode,
  data: proto.ITransactionBody,
  privilege: Privilege | null = null,
): Promise<number> {
  const { bytes } = localEnvelope(data);
  const code = await submitted(node, bytes, privilege);
  return code === OK ? ((await outcomeOf(node, bytes))?.status ?? UNKNOWN) : code;
}

/** Submits a transaction to the node, and posts its response, then the outcome of the transaction. Never rejects. */
export async function submitToNode(
  intake: Promise<ConsensusNode>,
  { call, transaction, privilege }: Submit,
  post: (message: FromNetwork) => void,
): Promise<void> {
  const node = await intake;
  const code = await submitted(node, transaction, privilege);
  post({ kind: 'submitted', call, code });
  if (code !== OK) return;
  post({ kind: 'settled', call, outcome: await outcomeOf(node, transaction) });
}

/** Submits a transaction until the node has room for it. Returns its response code. */
async function submitted(
  node: ConsensusNode,
  transaction: Uint8Array,
  privilege: Privilege | null,
): Promise<number> {
  const attempt = async (): Promise<number | undefined> => {
    const { code } = await (privilege === null
      ? node.submit(transaction)
      : node.submitPrivileged(transaction, privilege));
    return code === BUSY ? undefined : code;
  };
  return (await poll(attempt, { intervalMs: BUSY_RETRY_MS, limitMs: BUSY_TIMEOUT_MS })) ?? BUSY;
}

/** Waits for the block of a transaction that the node accepted; null when it will be in none. */
async function outcomeOf(
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

/** Returns the name of a response code. */
export function nameOf(code: number): string {
  return proto.ResponseCodeEnum[code] ?? String(code);
}
