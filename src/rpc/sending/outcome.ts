import { withTimeout } from '../../kernel/abort-signal.ts';
import type { RpcContext } from '../method/context.ts';
import type { SendOutcome } from '../method/services.ts';
import { SENDING_ERRORS } from './errors.ts';

/**
 * Maximum milliseconds for which a request waits for the block of its transaction, unless the sender sets another time.
 */
const OUTCOME_TIMEOUT_MS = 30_000;

/**
 * Waits until the network accepts transactions and the state is visible on which they are checked. Throws `RpcError` when
 * that takes too long.
 */
export async function requireReady({
  services: { sender },
  reached,
  head,
}: Pick<RpcContext, 'services' | 'reached' | 'head'>): Promise<void> {
  if (sender?.ready === undefined) return;
  // A request that began before the first block reads no price.
  if (head === null) throw SENDING_ERRORS.notReady();
  const isReady = sender
    .ready()
    .then(reached)
    .then(() => true);
  if (!(await withTimeout(isReady, sender.readyTimeoutMs ?? 0, () => false))) throw SENDING_ERRORS.notReady();
}

/** Returns an outcome once its block is visible. */
export async function visibleOutcome(
  { reached }: Pick<RpcContext, 'reached'>,
  outcome: Promise<SendOutcome | null>,
): Promise<SendOutcome | null> {
  const end = await outcome;
  if (end !== null) await reached(end.time);
  return end;
}

/** Waits for an outcome; returns undefined when it takes too long. Throws `RpcError` for an unknown one. */
export async function knownOutcome(
  outcome: Promise<SendOutcome | null>,
  timeoutMs: number = OUTCOME_TIMEOUT_MS,
): Promise<SendOutcome | undefined> {
  const end = await withTimeout(outcome, timeoutMs, () => undefined);
  if (end === null) throw SENDING_ERRORS.node('UNKNOWN', 'the outcome of the transaction is not known');
  return end;
}
