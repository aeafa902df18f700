/** The part of a pino logger that modules use: structured fields and one sentence. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Formats of log lines. `auto`: text on a terminal, JSON otherwise. */
export const LOG_FORMATS = ['auto', 'json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
