import { withTimeout } from '../../kernel/abort-signal.ts';
import type { RpcContext } from '../method/context.ts';
import type { SendOutcome } from '../method/services.ts';
import { SENDING_ERRORS } from './errors.ts';

/**
 * Maximum milliseconds for which a request waits for the block of its transaction, unless the sender sets another time.
 */
const OUTCOME_TIMEOUT_MS = 30_000;

/**
 * Waits until the network accepts transactions and the state is visible on which they are checked. Returns the context,
 * with the newest block for a request that began before the first one. Throws `RpcError` when it takes too long.
 */
export async function readyContext(context: RpcContext): Promise<RpcContext> {
  const { sender } = context.services;
  if (sender?.ready === undefined) return context;
  const newest = await withTimeout(
    sender.ready().then(context.reached),
    sender.readyTimeoutMs ?? 0,
    () => null,
  );
  if (newest === null) throw SENDING_ERRORS.notReady();
  return context.head === null ? { ...context, head: newest } : context;
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
