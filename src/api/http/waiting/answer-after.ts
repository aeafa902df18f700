import type { AbortSignalLike } from '../../../kernel/abort-signal.ts';
import type { ReadyAnswer } from '../../answer/ready-answer.ts';
import type { Handled } from '../outcome.ts';
import type { Wait } from './wait.ts';
import type { Stay, WaitEnd, WaitingRoom } from './waiting-room.ts';
import type { Wanted } from './wanted.ts';

/** Says how a wait ended: `met;ms=120` or `expired;ms=10000`. */
const WAIT_HEADER = 'tain-wait';
const APPLIED_HEADER = 'preference-applied';

export interface WaitingRequest {
  readonly wait: Wait;
  /** What its path names, where waits know such things. */
  readonly named: Wanted | undefined;
  /** Who asks. */
  readonly client: string;
  readonly left: AbortSignalLike | undefined;
  /** Responds to it, also with an error. */
  readonly respond: () => Promise<Handled>;
}

/**
 * Answers a request when what it waits for is visible, else when its time is over. One that waits for what its path
 * names is answered anew after that came, or after each block where waits know nothing of it, until it is no 404.
 * Throws `Problem` (429, 503) where too many wait.
 */
export async function answerAfter(
  room: WaitingRoom,
  { wait, named, client, left, respond }: WaitingRequest,
): Promise<Handled> {
  let stay: Stay | undefined;
  let isMet = true;
  const enter = (): Stay => {
    stay ??= room.enter(client, wait.most, left);
    return stay;
  };
  const ended = (): WaitEnd => (left?.aborted ? 'left' : isMet ? 'met' : 'expired');
  try {
    const { wanted } = wait;
    if (wanted !== undefined && !room.isVisible(wanted)) isMet = await enter().until(wanted);
    let handled = await respond();
    if (wanted === undefined && handled.answer.status === 404) {
      const place = enter();
      let isThere = named === undefined || (await place.until(named));
      if (named !== undefined && isThere) handled = (await place.anew(respond)) ?? handled;
      // Of what came with a block all is visible at once; other things may come with any.
      while (isThere && isMissing(handled.answer)) {
        isThere = await place.beyond(handled.answer.block);
        if (isThere) handled = (await place.anew(respond)) ?? handled;
      }
      isMet = handled.answer.status !== 404;
    }
    const waitedMs = stay?.waited ?? 0;
    return { ...handled, answer: withWait(handled.answer, wait, isMet, waitedMs), waitedMs };
  } catch (error) {
    isMet = false;
    throw error;
  } finally {
    stay?.leave(ended());
  }
}

/** Not there yet, or it could not be seen: the next block is to show it. */
function isMissing({ status }: ReadyAnswer): boolean {
  return status === 404 || status >= 500;
}

/** The answer with what became of the wait. That of one whose time was over is of the moment: no cache may keep it. */
function withWait(answer: ReadyAnswer, { preferred }: Wait, isMet: boolean, waited: number): ReadyAnswer {
  const applied = preferred === undefined ? {} : { [APPLIED_HEADER]: `wait=${preferred}`, vary: 'prefer' };
  const exposed = preferred === undefined ? WAIT_HEADER : `${WAIT_HEADER}, ${APPLIED_HEADER}`;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      [WAIT_HEADER]: `${isMet ? 'met' : 'expired'};ms=${Math.round(waited)}`,
      ...applied,
      ...(isMet ? {} : { 'cache-control': 'no-store' }),
      'access-control-expose-headers': exposed,
    },
  };
}
