import { type Logger, type LoggerOptions, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { LogFormat } from '../../kernel/log.ts';

/** Maximum bytes of unread log output; beyond it, lines are dropped. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Times and fields for readers of a terminal, and for files and collectors, which have no colors and need one line a message. */
const ON_TERMINAL = { translateTime: 'SYS:HH:MM:ss', colorize: true };
const IN_FILE = { translateTime: "UTC:yyyy-mm-dd'T'HH:MM:ss.l'Z'", colorize: false, singleLine: true };

/** Creates the program's log, which goes to standard error: one JSON object a line, or text for people. */
export function makeLog(level: string, format: LogFormat = 'auto'): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined as never,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const isTerminal = process.stderr.isTTY === true;
  if (isTerminal) doNotBlock(process.stderr);
  const isText = format === 'text' || (format === 'auto' && isTerminal);
  if (!isText) return pino(options, boundedDestination(process.stderr));
  const pretty = prettyFactory({ ...(isTerminal ? ON_TERMINAL : IN_FILE), ignore: 'pid,hostname' });
  return pino(options, boundedDestination(process.stderr, pretty));
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
