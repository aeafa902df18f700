import { Problem, type ProblemMessage } from './problem.ts';

/** An answer to a request that failed. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Content type of JSON wherever a dialect has none of its own. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** `{"_status":{"messages":[…]}}`. */
export function problemJson(messages: readonly ProblemMessage[]): string {
  return JSON.stringify({ _status: { messages } });
}

/** Returns the part of an error that the client may see: an error that is no `Problem` is internal, and stays hidden. */
export function problemOf(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(500, [{ message: 'Internal error' }]);
}
