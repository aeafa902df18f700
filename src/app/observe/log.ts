import { type Logger, type LoggerOptions, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

/** Maximum bytes of unread log output; beyond it, lines are dropped. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Creates the program's log: pretty on a terminal, one JSON object a line otherwise. Goes to standard error. */
export function makeLog(level: string): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined as never,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (!process.stderr.isTTY) return pino(options, boundedDestination(process.stderr));
  doNotBlock(process.stderr);
  const format = prettyFactory({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', colorize: true });
  return pino(options, boundedDestination(process.stderr, format));
}

/** A stream whose reader may stall or go away. */
export type LogStream = Pick<NodeJS.WritableStream, 'write' | 'on'> & {
  readonly writableLength: number;
  readonly writable: boolean;
};

/**
 * Creates the destination of log lines that may have no reader. Unread lines are buffered up to a bound, then dropped
 * and counted; once the reader resumes, one line reports the count. Nothing waits for the reader. Errors (a full disk,
 * a closed pipe) drop the line, too.
 */
function boundedDestination(
  stream: LogStream,
  format: (line: string) => string = (line) => line,
  max = MAX_UNREAD_BYTES,
): { write(line: string): void } {
  let dropped = 0;
  const put = (line: string): void => {
    try {
      stream.write(format(line));
    } catch {
      dropped += 1;
    }
  };
  const logDropped = (): void => {
    if (dropped === 0 || stream.writableLength > max / 2) return;
    const msg = `${dropped} ${dropped === 1 ? 'line' : 'lines'} of this log were dropped: the output is not read`;
    dropped = 0;
    put(`${JSON.stringify({ level: pino.levels.values.warn, time: new Date().toISOString(), msg })}\n`);
  };
  stream.on('error', () => {
    dropped += 1;
  });
  stream.on('drain', logDropped);
  return {
    write(line) {
      if (!stream.writable || stream.writableLength > max) dropped += 1;
      else {
        logDropped();
        put(line);
      }
    },
  };
}

/** Makes writes to a terminal asynchronous, because a stopped terminal (Ctrl-S) would otherwise block the process. */
function doNotBlock(stream: NodeJS.WriteStream): void {
  const { _handle: handle } = stream as { _handle?: { setBlocking?(on: boolean): void } };
  handle?.setBlocking?.(false);
}
