import type { AbortSignalLike } from '../../../kernel/abort-signal.ts';
import type { Handled, ReadyAnswer } from '../../answer/ready-answer.ts';
import type { Wait, WaitTarget } from './wait.ts';
import type { QueuedRequest, WaitEnd, WaitQueue } from './wait-queue.ts';

/** Header that reports how a wait ended: `met;ms=120` or `expired;ms=10000`. */
const WAIT_HEADER = 'tain-wait';
const APPLIED_HEADER = 'preference-applied';

export interface WaitingRequest {
  readonly wait: Wait;
  /** The block, transaction or entity named by the path, if waits can watch for it. */
  readonly named: WaitTarget | undefined;
  /** Address of the client. */
  readonly client: string;
  readonly disconnect: AbortSignalLike | undefined;
  /** Responds to the request, also with an error. */
  readonly respond: () => Promise<Handled>;
}

/**
 * Answers a request when the wanted block, transaction or entity is visible, else when the wait expires. A request
 * that waits for the thing named by its path is repeated after that is visible, or after each block if waits cannot
 * watch for it, until the answer is not a 404. Throws `Problem` (429, 503) when too many requests wait.
 */
export async function answerAfter(
  queue: WaitQueue,
  { wait, named, client, disconnect, respond }: WaitingRequest,
): Promise<Handled> {
  let queued: QueuedRequest | undefined;
  let isMet = true;
  const enter = (): QueuedRequest => {
    queued ??= queue.enter(client, wait.maxMs, disconnect);
    return queued;
  };
  const ended = (): WaitEnd => (disconnect?.aborted ? 'left' : isMet ? 'met' : 'expired');
  try {
    const { target } = wait;
    if (target !== undefined && !queue.isVisible(target)) isMet = await enter().until(target);
    let handled = await respond();
    if (target === undefined && handled.answer.status === 404) {
      const entry = enter();
      let isVisible = named === undefined || (await entry.until(named));
      if (named !== undefined && isVisible) handled = (await entry.repeat(respond)) ?? handled;
      // A block, transaction or entity becomes visible with its block; other things may appear with any later block.
      while (isVisible && isMissing(handled.answer)) {
        isVisible = await entry.beyond(handled.answer.block);
        if (isVisible) handled = (await entry.repeat(respond)) ?? handled;
      }
      isMet = handled.answer.status !== 404;
    }
    const waitedMs = queued?.waitedMs ?? 0;
    return { ...handled, answer: withWait(handled.answer, wait, isMet, waitedMs), waitedMs };
  } catch (error) {
    isMet = false;
    throw error;
  } finally {
    queued?.leave(ended());
  }
}

/**
 * Returns whether the thing is not visible yet, or could not be read, so that the request is repeated after the next
 * block.
 */
function isMissing({ status }: ReadyAnswer): boolean {
  return status === 404 || status >= 500;
}

/**
 * Adds the outcome of the wait to an answer. An answer after an expired wait depends on the moment, so no cache may
 * store it.
 */
function withWait(
  answer: ReadyAnswer,
  { preferredSeconds }: Wait,
  isMet: boolean,
  waitedMs: number,
): ReadyAnswer {
  const applied =
    preferredSeconds === undefined ? {} : { [APPLIED_HEADER]: `wait=${preferredSeconds}`, vary: 'prefer' };
  const exposed = preferredSeconds === undefined ? WAIT_HEADER : `${WAIT_HEADER}, ${APPLIED_HEADER}`;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      [WAIT_HEADER]: `${isMet ? 'met' : 'expired'};ms=${Math.round(waitedMs)}`,
      ...applied,
      ...(isMet ? {} : { 'cache-control': 'no-store' }),
      'access-control-expose-headers': exposed,
    },
  };
}
