import { ClientError } from '../../kernel/client-error.ts';

/** One entry of an error answer. */
export interface ProblemMessage {
  readonly message: string;
  readonly detail?: string;
  readonly data?: string;
}

/** Error with which a request is answered: the status and messages for the client. */
export class Problem extends ClientError {
  readonly status: number;
  readonly messages: readonly ProblemMessage[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    messages: readonly ProblemMessage[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(messages.map(({ message, detail }) => (detail ? `${message}: ${detail}` : message)).join('; '));
    this.name = 'Problem';
    this.status = status;
    this.messages = messages;
    this.headers = headers;
  }
}

/** 400 with one entry for each message. */
export function badRequest(...messages: readonly string[]): Problem {
  return new Problem(
    400,
    messages.map((message) => ({ message })),
  );
}

/** 400 for parameters that have a wrong value, one entry for each. */
export function invalidParameters(...names: readonly string[]): Problem {
  return badRequest(...names.map(invalidParameter));
}

export function invalidParameter(name: string): string {
  return `Invalid parameter: ${name}`;
}

/** 404 with its reason as the message. */
export function notFound(message = 'Not found'): Problem {
  return new Problem(404, [{ message }]);
}

/** 503 for a temporary condition. */
export function unavailable(detail?: string): Problem {
  const message = 'Service unavailable';
  return new Problem(503, [detail === undefined ? { message } : { message, detail }], { 'retry-after': '1' });
}

/** 501 for a feature that this server lacks. */
export function notImplemented(detail: string): Problem {
  return new Problem(501, [{ message: 'Not Implemented', detail }]);
}

/** An answer to a request that failed. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Content type of JSON in dialects without another one. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** `{"_status":{"messages":[…]}}`. */
export function problemJson(messages: readonly ProblemMessage[]): string {
  return JSON.stringify({ _status: { messages } });
}

/** Returns the part of an error that the client may see: an error that is no `Problem` is internal, and stays hidden. */
export function problemOf(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(500, [{ message: 'Internal error' }]);
}
