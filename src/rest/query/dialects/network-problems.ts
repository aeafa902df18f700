import { type ErrorAnswer, Problem, type ProblemMessage, problemJson, problemOf } from '../problem.ts';

/** Errors of the network dialects: the status in words, and the reason as `detail`. */

const CONTENT_TYPE = 'application/json';

/** 400 with one entry for each reason. */
export function badRequestDetail(...reasons: readonly string[]): Problem {
  return new Problem(
    400,
    reasons.map((detail) => ({ message: 'Bad Request', detail })),
  );
}

export function notFoundDetail(reason = ''): Problem {
  return new Problem(404, [{ message: 'Not Found', detail: reason }]);
}

export function methodNotAllowed(method: string, allow: string): Problem {
  const detail = `Request method '${method}' is not supported`;
  return new Problem(405, [{ message: 'Method Not Allowed', detail }], { allow });
}

/** Reason phrases of server failures; the reason of the failure itself becomes the detail. */
const FAILURES: Readonly<Record<number, string>> = {
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Returns the answer for a thrown error; errors may be cached as long as answers. */
export function networkErrorAnswer(error: unknown, maxAgeSeconds: number): ErrorAnswer {
  const problem = problemOf(error);
  return errorAnswerOf(problem, networkMessages(problem), maxAgeSeconds);
}

/** Writes an error like `networkErrorAnswer`, but with `detail` and `data` in each entry, empty where unused. */
export function executionErrorAnswer(error: unknown, maxAgeSeconds: number): ErrorAnswer {
  const problem = problemOf(error);
  const messages = networkMessages(problem).map((message) => ({ detail: '', data: '', ...message }));
  return errorAnswerOf(problem, messages, maxAgeSeconds);
}

function networkMessages({ status, messages }: Problem): readonly ProblemMessage[] {
  const failure = FAILURES[status];
  if (failure === undefined) return messages;
  return messages.map(({ detail }) => ({ message: failure, detail: detail ?? '' }));
}

function errorAnswerOf(
  problem: Problem,
  messages: readonly ProblemMessage[],
  maxAgeSeconds: number,
): ErrorAnswer {
  return {
    status: problem.status,
    body: problemJson(messages),
    headers: {
      'content-type': CONTENT_TYPE,
      // Errors of a temporary condition are marked as not cacheable when answers are sent.
      'cache-control': `public, max-age=${maxAgeSeconds}`,
      ...problem.headers,
    },
  };
}

/** The answer for a path that no route has. */
export function unknownNetworkPath(path: string): ErrorAnswer {
  const resource = path.slice(1, path.endsWith('/') ? -1 : undefined);
  const detail = `No static resource ${resource} for request '${path}'.`;
  return {
    status: 404,
    body: problemJson([{ message: 'Not Found', detail }]),
    headers: { 'content-type': CONTENT_TYPE },
  };
}
