import { Problem, type ProblemMessage } from '../query/problem.ts';
import { type Family, isJava } from '../query/request-query.ts';

/** An answer to a request that failed. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `{"_status":{"messages":[…]}}`. */
export function problemJson(messages: readonly ProblemMessage[]): string {
  return JSON.stringify({ _status: { messages } });
}

const JAVA_PHRASES: Readonly<Record<number, string>> = {
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/**
 * The answer to whatever was thrown, in the words of the route's family. What is no `Problem` is an
 * error of ours, of which the client learns nothing.
 */
export function errorAnswer(error: unknown, family: Family): ErrorAnswer {
  const problem = error instanceof Problem ? error : new Problem(500, [{ message: 'Internal error' }]);
  const phrase = JAVA_PHRASES[problem.status];
  const messages =
    isJava(family) && phrase !== undefined
      ? problem.messages.map(({ detail }) => ({ message: phrase, detail: detail ?? '' }))
      : problem.messages;
  return { status: problem.status, body: problemJson(messages), headers: problem.headers };
}
