/** The part of a pino logger that modules use: structured fields and one sentence. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
