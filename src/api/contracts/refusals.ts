import type { AnswerBlock } from '../answer/ready-answer.ts';
import type { ContractCallAnswer } from '../route/contract-caller.ts';
import type { TransactionTraceAnswer } from '../route/transaction-tracer.ts';

/** Status of each kind of refusal, and its text for the client where the ledger's status is not more precise. */
const REFUSALS = {
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
} as const satisfies Readonly<Record<string, readonly [status: number, sentence: string]>>;

export type RefusalKind = keyof typeof REFUSALS;

/** One entry of a refusal. All fields are shown; unknown ones are empty. */
export interface RefusalEntry {
  /** The ledger's status. */
  readonly status?: string;
  readonly detail: string;
  readonly data: string;
}

/** Outcome of a call or a trace, as reported by the executing service. */
export interface Executed {
  readonly outcome: 'done' | RefusalKind;
  /** Result of a successful call. */
  readonly result?: string;
  /** Reasons of a refusal. */
  readonly entries: readonly RefusalEntry[];
  readonly isRefused: boolean;
  readonly isExecuted: boolean;
  readonly block?: AnswerBlock | undefined;
}

/** HTTP status of an outcome. */
export function statusOf(outcome: Executed['outcome']): number {
  return outcome === 'done' ? 200 : REFUSALS[outcome][0];
}

/** Body with the reason why there is no result. */
function refusalBody(kind: RefusalKind, entries: readonly RefusalEntry[]): string {
  const messages = entries.map(({ status, detail, data }) => ({
    message: status ?? REFUSALS[kind][1],
    detail,
    data,
  }));
  return JSON.stringify({ _status: { messages } });
}

/** The answer to a call. */
export function answerOfCall(executed: Executed): ContractCallAnswer {
  const { outcome, result, entries, isRefused, isExecuted, block } = executed;
  const body = outcome === 'done' ? JSON.stringify({ result }) : refusalBody(outcome, entries);
  return { status: statusOf(outcome), body, isRefused, isExecuted, block };
}

/** Returns the answer to a request for a trace, which is sent in chunks. */
export function answerOfTrace(
  executed: Executed & { readonly chunks?: AsyncIterable<Uint8Array> },
): TransactionTraceAnswer {
  const { outcome, entries, isRefused, isExecuted, block, chunks } = executed;
  const body = outcome === 'done' ? '' : refusalBody(outcome, entries);
  return { status: statusOf(outcome), body, ...(chunks && { chunks }), isRefused, isExecuted, block };
}
