import { EXIT_CODES } from '../kernel/failure.ts';

/** Milliseconds after which an unfinished shutdown ends the process: a kill is safe. */
const SHUTDOWN_TIMEOUT_MS = 4_800;
/** Milliseconds in which a repeated signal is ignored, because npm forwards a signal that the terminal already sent. */
const SAME_SIGNAL_MS = 500;

function exit(): void {
  process.exit(EXIT_CODES.unexpected);
}

function exitAtTimeout(): void {
  process.stderr.write('The shutdown timed out: the process exits now\n');
  exit();
}

/**
 * The signal that SIGINT, SIGTERM and SIGHUP abort, and the end of the process that forked this one. A second one ends the
 * process immediately, and so does the shutdown timeout, unless `atTimeout` ends it.
 */
export function stopSignal(atTimeout: () => void = exitAtTimeout): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const stop = (reason?: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (performance.now() - first > SAME_SIGNAL_MS) exit();
      return;
    }
    first = performance.now();
    setTimeout(atTimeout, SHUTDOWN_TIMEOUT_MS).unref();
    controller.abort(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', () => stop());
  return controller.signal;
}
