#!/usr/bin/env -S NODE_OPTIONS="--max-semi-space-size=32 --max-old-space-size=1024 ${NODE_OPTIONS}" node
// Of an option that is given twice, Node.js takes the last: NODE_OPTIONS of the user takes precedence.
import { runCommandLine } from './app/commands/command-line.ts';
import { stopSignal } from './app/stop-signal.ts';

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
process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  stop: () => stopSignal(),
});
endSoon();
