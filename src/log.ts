import { type Logger, type LoggerOptions, pino } from 'pino';
import pretty from 'pino-pretty';

/** The program's log: pretty on a terminal, one JSON object a line otherwise. Goes to standard error. */
export function makeLog(level: string): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined as never,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (!process.stderr.isTTY) return pino(options, pino.destination(2));
  const stream = pretty({
    destination: 2,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  });
  return pino(options, stream);
}
