/** One entry of an error answer. All three are always shown; what is not known is empty. */
export interface FailureMessage {
  readonly message: string;
  readonly detail: string;
  readonly data: string;
}

/** Sentences of the statuses that a call answers by itself. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

/** A call that ends without a result: the status of the answer and what the client reads. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly status: number;
  readonly messages: readonly FailureMessage[];

  constructor(status: number, messages: readonly FailureMessage[]) {
    super(
      messages.map(({ message, detail }) => (detail === '' ? message : `${message}: ${detail}`)).join('; '),
    );
    this.status = status;
    this.messages = messages;
  }
}

/** A failure in the status's own sentence, one entry for each detail. */
export function failure(status: number, ...details: readonly string[]): CallFailure {
  const message = REASONS[status] ?? 'Bad Request';
  const shown = details.length === 0 ? [''] : details;
  return new CallFailure(
    status,
    shown.map((detail) => ({ message, detail, data: '' })),
  );
}

/** The body of an error answer. */
export function failureBody(messages: readonly FailureMessage[]): string {
  return JSON.stringify({ _status: { messages } });
}
