/** One entry of an error answer. */
export interface AnswerMessage {
  readonly message: string;
  readonly detail?: string | null;
  readonly data?: string | null;
}

/** The service answered with an error. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  /** HTTP status: 404 when there is no such thing. */
  readonly status: number;
  /** What the service said, one entry for each problem; empty if it was not understood. */
  readonly messages: readonly AnswerMessage[];
  readonly url: string;
  /** Seconds after which another try may succeed, if the service said so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, messages: readonly AnswerMessage[], url: string, retryAfter?: number) {
    const said = messages.map(({ message, detail }) => (detail ? `${message}: ${detail}` : message));
    super(said.length === 0 ? `status ${status}` : said.join('; '));
    this.status = status;
    this.messages = messages;
    this.url = url;
    this.retryAfter = retryAfter;
  }
}

/** The error that an answer stands for. `body` is its text. */
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
