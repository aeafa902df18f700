/**
 * Error that a client causes, and that it gets as an answer. It has no stack trace: floods cause thousands of them in a second,
 * and their place in the code says nothing about them.
 */
export class ClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
