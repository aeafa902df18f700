import { type Logger, type LoggerOptions, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

/** Bytes of the log that may wait for its reader; beyond that, lines are dropped. */
const MOST_WAITING = 1024 * 1024;

/** The program's log: pretty on a terminal, one JSON object a line otherwise. Goes to standard error. */
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
 * Where log lines go when nobody may be reading. Lines that the reader does not take are kept up to a bound,
 * then dropped and counted; once it reads again, one line gives the count. Nothing ever waits for the reader.
 * Errors (a full disk, a reader that went away) drop the line, too.
 */
function boundedDestination(
  stream: LogStream,
  format: (line: string) => string = (line) => line,
  most = MOST_WAITING,
): { write(line: string): void } {
  let dropped = 0;
  const put = (line: string): void => {
    try {
      stream.write(format(line));
    } catch {
      dropped += 1;
    }
  };
  const tellDropped = (): void => {
    if (dropped === 0 || stream.writableLength > most / 2) return;
    const msg = `${dropped} ${dropped === 1 ? 'line' : 'lines'} of this log were dropped: nobody took them`;
    dropped = 0;
    put(`${JSON.stringify({ level: pino.levels.values.warn, time: new Date().toISOString(), msg })}\n`);
  };
  stream.on('error', () => {
    dropped += 1;
  });
  stream.on('drain', tellDropped);
  return {
    write(line) {
      if (!stream.writable || stream.writableLength > most) dropped += 1;
      else {
        tellDropped();
        put(line);
      }
    },
  };
}

/** A terminal that was stopped (Ctrl-S) must not stop us: by default Node waits for terminals. */
function doNotBlock(stream: NodeJS.WriteStream): void {
  const { _handle: handle } = stream as { _handle?: { setBlocking?(on: boolean): void } };
  handle?.setBlocking?.(false);
}
