/** One entry of an error answer. */
export interface AnswerMessage {
  readonly message: string;
  readonly detail?: string | null;
  readonly data?: string | null;
}

/** An error returned by the service. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  /** HTTP status: 404 when the requested thing does not exist. */
  readonly status: number;
  /** Messages of the service, one entry for each problem; empty if the response was not understood. */
  readonly messages: readonly AnswerMessage[];
  readonly url: string;
  /** Seconds after which another attempt may succeed, if the service sent it. */
  readonly retryAfter: number | undefined;

  constructor(status: number, messages: readonly AnswerMessage[], url: string, retryAfter?: number) {
    const texts = messages.map(({ message, detail }) => (detail ? `${message}: ${detail}` : message));
    super(texts.length === 0 ? `status ${status}` : texts.join('; '));
    this.status = status;
    this.messages = messages;
    this.url = url;
    this.retryAfter = retryAfter;
  }
}

/** Returns the error of a response. `body` is its text. */
export function answerError(response: Response, body: string): AnswerError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new AnswerError(
    response.status,
    messagesOf(body),
    response.url,
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

function messagesOf(body: string): readonly AnswerMessage[] {
  try {
    const parsed = JSON.parse(body) as { _status?: { messages?: unknown } } | null;
    const messages = parsed?._status?.messages;
    return Array.isArray(messages) ? (messages as AnswerMessage[]) : [];
  } catch {
    return [];
  }
}
