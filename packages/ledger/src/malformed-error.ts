/** Thrown for bytes that do not match their format. The reader of a file adds the file's name. */
export class MalformedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MalformedError';
  }
}
