#!/usr/bin/env -S node --max-semi-space-size=16 --max-old-space-size=1024
import { runCommandLine } from './app/commands/command-line.ts';
import { EXIT_CODES } from './kernel/failure.ts';

/** Milliseconds after which an unfinished shutdown ends the process: a kill is safe. */
const SHUTDOWN_TIMEOUT_MS = 4_800;
/** Milliseconds in which a repeated signal is ignored, because npm forwards a signal that the terminal already sent. */
const SAME_SIGNAL_MS = 500;

/**
 * The signal that SIGINT, SIGTERM and SIGHUP abort. A second one, or the shutdown timeout, ends the process
 * immediately.
 */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const stop = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(EXIT_CODES.unexpected);
      return;
    }
    first = performance.now();
    setTimeout(() => process.exit(EXIT_CODES.unexpected), SHUTDOWN_TIMEOUT_MS).unref();
    controller.abort(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return controller.signal;
}

/** The exit code of a program that SIGPIPE ended. */
const PIPE_CLOSED = 141;

/** Ends the program quietly when the reader of its output closes the pipe (`tain verify … | head`). */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(PIPE_CLOSED);
  });
  // Errors of a closed stderr are ignored: the program continues.
  process.stderr.on('error', () => undefined);
}

/** Milliseconds for the last lines of a log whose reader has stalled. */
const LOG_FLUSH_INTERVAL_MS = 500;

/** Ends the process even if lines of its log are still unread. Output of a command is waited for. */
function endSoon(): void {
  setTimeout(() => {
    if (process.stdout.writableLength === 0) process.exit();
    endSoon();
  }, LOG_FLUSH_INTERVAL_MS).unref();
}

endWithReader();
process.exitCode = await runCommandLine(process.argv.slice(2), { env: process.env, stop: stopSignal });
endSoon();
