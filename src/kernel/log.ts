/** For parts that know no logger: structured fields and one sentence, as pino takes them. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
