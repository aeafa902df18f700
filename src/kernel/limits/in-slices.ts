import { LoopTurns } from './loop-turns.ts';

/**
 * Work in steps of less than a millisecond, which may take long altogether: 64 MB of untrusted bytes take seconds of the event loop,
 * which serves requests, too.
 */
export type Steps<T> = Generator<void, T, void>;

/** Number of elements of one step: transactions take less than a millisecond. */
const STEP_ELEMENTS = 16;

/** Handles elements in order, a few in each step. */
export function* eachInSteps<T>(
  elements: Iterable<T>,
  handle: (element: T, index: number) => void,
): Steps<void> {
  let index = 0;
  for (const element of elements) {
    handle(element, index);
    if (index % STEP_ELEMENTS === 0) yield;
    index += 1;
  }
}

/** Maximum milliseconds of work in one turn. */
const SLICE_MS = 5;

/** Turns of all works of this thread. */
const turns = new LoopTurns();

/**
 * Does work in slices, and lets the event loop serve other work in between. Short work ends in its first slice. `turn` resolves when
 * the next slice may begin; default: when the event loop has served other work. Throws the errors of both.
 */
export async function inSlices<T>(
  work: Steps<T>,
  turn: () => Promise<void> = () => turns.take(''),
): Promise<T> {
  for (;;) {
    const begun = performance.now();
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() - begun < SLICE_MS);
    await turn();
  }
}

/** Does work at once, where nothing else waits for this thread, or the bytes are few or trusted. */
export function atOnce<T>(work: Steps<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
