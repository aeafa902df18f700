import { failure } from '../call/call-failure.ts';
import type { JobAnswer } from './messages.ts';

/** The answer to a job that did not come to its end. */
export function refusal(status: number, detail = ''): JobAnswer {
  return { status, messages: failure(status, detail).messages };
}
