import type { CallOutcome, Refusal, TraceOutcome } from '../../../calls/contract-call.ts';
import type { RefusalKind } from '../../../calls/refusal.ts';
import { notImplemented, type Problem } from '../../query/problem.ts';
import type { Answer } from '../../route/route.ts';

/** Status of each kind of refusal, and its text for the client where the ledger's status is not more precise. */
const REFUSALS: Readonly<Record<RefusalKind, readonly [status: number, text: string]>> = {
  invalid: [400, 'Bad Request'],
  failed: [400, 'Bad Request'],
  unknown: [404, 'Not Found'],
  'not-acceptable': [406, 'Not Acceptable'],
  'media-type': [415, 'Unsupported Media Type'],
  limited: [429, 'Too Many Requests'],
  'failed-by-server': [500, 'Internal Server Error'],
  fault: [500, 'Internal Server Error'],
  'not-simulated': [501, 'Not Implemented'],
  unavailable: [503, 'Service Unavailable'],
};

/** HTTP status of an outcome. */
export function statusOf(outcome: 'done' | RefusalKind): number {
  return outcome === 'done' ? 200 : REFUSALS[outcome][0];
}

/** Body with the reason why there is no result. All fields are shown; unknown ones are empty. */
function refusalBody({ outcome, entries }: Refusal): string {
  const messages = entries.map(({ status, detail, data }) => ({
    message: status ?? REFUSALS[outcome][1],
    detail,
    data,
  }));
  return JSON.stringify({ _status: { messages } });
}

/** Returns the answer to a call. */
export function answerOfCall(made: CallOutcome): Answer {
  const { outcome, isRefused, isExecuted, block } = made;
  const body = made.outcome === 'done' ? JSON.stringify({ result: made.result }) : refusalBody(made);
  return { status: statusOf(outcome), body, contentType: 'application/json', isRefused, isExecuted, block };
}

/** Returns the answer to a request for a trace, which is sent in chunks. */
export function answerOfTrace(made: TraceOutcome): Answer {
  const { outcome, isRefused, isExecuted, block } = made;
  const shown = made.outcome === 'done' ? { body: '', chunks: made.chunks } : { body: refusalBody(made) };
  return { status: statusOf(outcome), ...shown, isRefused, isExecuted, block };
}

/** 501: this server has no service that executes contracts. */
export function executesNothing(): Problem {
  return notImplemented('This server does not execute contracts');
}
